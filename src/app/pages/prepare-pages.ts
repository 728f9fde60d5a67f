import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Lang } from '#domain/base/date-formats.ts';
import type { PageVisit, PreparedPage } from '#server/http/pages.ts';
import { readKey } from '#web/client/request-parts.ts';
import type { SeededRead } from '#web/client/seed-reads.ts';
import type { Route } from '#wire/route.ts';
import { entryFor, isMixedLayout } from '../routes/entries.ts';
import { askAs, callsOf, type EarlyPage, earlyPageOf, type PagesRuntime } from './early-pages.ts';
import type { InitialData } from './initial-data.ts';
import { initialDataId } from './initial-data-id.ts';
import { filesOf, type Manifest, readManifest } from './manifest.ts';
import { metaTags } from './page-meta.ts';
import { createAppPreloader, readAppPages } from './preload-app-page.ts';

/** Larger responses are not embedded, so that they do not delay the first paint; the page fetches them itself. */
const maxBytes = 400_000;

/** Creates the function that prepares the pages clients open, from the build's manifest in `root`. */
export function createPagePreparer(
  app: FastifyInstance,
  root: string,
  runtime: PagesRuntime,
): (visit: PageVisit) => Promise<PreparedPage | null> {
  const manifest = readManifest(root);
  const preloadApp = createAppPreloader(readAppPages(root), manifest);
  // Loaded at startup, so that the first visitor does not wait for it.
  const renderer = loadRenderer(root);
  renderer.catch(() => undefined);
  return async (opened) => {
    if (entryFor(opened.path) === 'app') return preloadApp(opened);
    const named = languages.find((one) => one === searchOf(opened).get('lang')) ?? null;
    const visit = named ? { ...opened, acceptLanguage: named } : opened;
    const asked = earlyPageOf(visit.path);
    if (!asked) return null;
    const call = callsOf(app, visit);
    const elsewhere = await asked.page.leadsTo?.(asked.id, searchOf(visit), askAs(call));
    const shown = elsewhere ? { ...visit, ...splitAddress(elsewhere.to) } : visit;
    const { page, id } = (elsewhere && earlyPageOf(shown.path)) ?? asked;
    const reads = page.reads?.(id, searchOf(shown)) ?? [];
    const answers = await Promise.all(reads.map((each) => ask(call, each, shown.path)));
    const known = answers.filter((one) => one !== null);
    const data = known.map((one) => one.data);
    const reader = readerLanguage(known) ?? elsewhere?.reader ?? null;
    const lang = named ?? reader ?? languageOf(visit.acceptLanguage);
    const { css, head, scripts } = tagsFor(manifest, root, page, lang, visit.nonce);
    const isWhole = known.length === reads.length && known.length > 0;
    const meta =
      isWhole && data.every(Boolean) ? page.meta?.(runtime.config.publicUrl, shown.path, data) : undefined;
    return {
      lang,
      meta,
      head: pictureTag(page, id) + (meta ? metaTags(meta) : '') + head,
      scripts,
      sight: isWhole ? await prerendered(renderer, page, lang, shown, known) : undefined,
      tail: dataTag({ reads: known, ...elsewhere, ...(reader ? { reader } : {}) }) + css,
      hosts: page.hosts?.(runtime, data),
      status: known.map((one) => one.failure?.status).find((one) => statuses.includes(one ?? 0)),
      mayBeIndexed: isWhole && page.mayBeIndexed?.(data) === true,
    };
  };
}

const searchOf = ({ search }: Pick<PageVisit, 'search'>) => new URLSearchParams(search);

function splitAddress(to: string): Pick<PageVisit, 'path' | 'search'> {
  const { pathname, search } = new URL(to, 'http://page');
  return { path: pathname, search };
}

/** Failures that a page explains: what is missing before a report opens, or that a link has expired or is unknown. */
const explained = ['LOCKED', 'GONE', 'NOT_FOUND'];
/** Those of them that are also the status of the document. */
const statuses = [404, 410];

// Called as the visitor, so that the page contains only what the link gives access to.
async function ask(
  call: ReturnType<typeof callsOf>,
  { route, input }: { route: Route; input: object },
  path: string,
): Promise<SeededRead | null> {
  const { success, raw, data, error, status } = await call(route, input);
  if (raw.length > maxBytes) return null;
  const key = readKey(route, input);
  if (success) return { key, data };
  // A signed-in member may find what a visitor does not.
  if (status === 404 && isMixedLayout(path)) return null;
  return error && explained.includes(error.type) ? { key, failure: { ...error, status } } : null;
}

interface Renderer {
  prerenderPage(
    wanted: Omit<PageVisit, 'ip' | 'acceptLanguage'> & { lang: string; feature: string; reads: SeededRead[] },
  ): Promise<string>;
}

async function loadRenderer(root: string): Promise<Renderer> {
  return import(pathToFileURL(join(root, '../prerender/prerender-page.js')).href) as Promise<Renderer>;
}

/**
 * First screens by everything they show. Many visitors open the same page at once, and rendering takes longer than all
 * else. Only for a minute, because a screen may show what time it is.
 */
const screens = new LRUCache<string, Promise<string>>({ max: 200, ttl: 60_000 });
const nonceMark = randomBytes(18).toString('base64url');

async function rendered(
  renderer: Promise<Renderer>,
  wanted: Omit<Parameters<Renderer['prerenderPage']>[0], 'nonce'>,
  nonce: string,
): Promise<string> {
  const key = createHash('sha256').update(JSON.stringify(wanted)).digest('base64url');
  let html = screens.get(key);
  if (!html) {
    html = renderer.then(({ prerenderPage }) => prerenderPage({ ...wanted, nonce: nonceMark }));
    screens.set(key, html);
    html.catch(() => screens.delete(key));
  }
  return (await html).replaceAll(nonceMark, nonce);
}

/** Prerenders the page for a visitor. Hidden for a member, who gets it in the shell, and if another language is set. */
async function prerendered(
  renderer: Promise<Renderer>,
  page: EarlyPage,
  lang: string,
  visit: PageVisit,
  reads: SeededRead[],
) {
  const { path, search, nonce } = visit;
  const wanted = { path, search, lang, feature: page.feature, reads };
  const html = await rendered(renderer, wanted, nonce);
  const others = [`html:not([lang="${lang}"])`, ...(isMixedLayout(path) ? ['html[data-member]'] : [])];
  const rule = (part: string, shows: string) =>
    `${others.map((one) => `${one} ${part}`).join()}{display:${shows}}`;
  const rules = `.boot{display:none}${rule('.sight', 'none')}${rule('.boot', 'grid')}`;
  return `<style nonce="${nonce}">${rules}</style><div class="sight">${html}</div>`;
}

function dataTag(data: InitialData): string {
  if (data.reads.length === 0 && !data.to) return '';
  // Data, not a script. "<" is escaped so that no text in it can close the element.
  const text = JSON.stringify(data).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="${initialDataId}">${text}</script>`;
}

function pictureTag(page: EarlyPage, id: string): string {
  if (!page.picture) return '';
  return `<link rel="preload" as="image" fetchpriority="high" href="${page.picture(id)}">`;
}

const styleTexts = new Map<string, string>();

/** Returns a built style sheet, read once: its name changes with its content. */
function styleText(file: string): string {
  const text = styleTexts.get(file) ?? readFileSync(file, 'utf8');
  styleTexts.set(file, text);
  return text;
}

/** Preload tags for the page's code and texts, and its styles: inline, and as disabled links for the script to find. */
function tagsFor(manifest: Manifest, root: string, page: EarlyPage, lang: string, nonce: string) {
  const texts = [`src/web/texts/${lang}.json`, `src/features/${page.feature}/texts/${lang}.json`];
  const { scripts, styles } = filesOf(manifest, 'public.html', [page.screen, ...texts]);
  const inline = styles.map((file) => styleText(join(root, file))).join('\n');
  return {
    head: inline ? `<style nonce="${nonce}">${inline}</style>` : '',
    scripts: scripts.map((file) => `/${file}`),
    // Only so that the script finds them there (see withStyles of server/pages.ts).
    css: styles.map((file) => `<link rel="stylesheet" href="/${file}" disabled>`).join(''),
  };
}

/** The language of the person whose personal link was opened, if the company knows it. */
function readerLanguage(reads: readonly SeededRead[]): Lang | null {
  const named = reads.map(({ data, failure }) => (data ?? failure?.details) as { reader_language?: unknown });
  const lang = named.map((one) => one?.reader_language).find(Boolean);
  return languages.find((one) => one === lang) ?? null;
}

const languages = ['en', 'de', 'fr'] as const satisfies readonly Lang[];

// The same choice that the browser makes with navigator.languages. A language set earlier is loaded by the page.
function languageOf(accepted: string): Lang {
  const wanted = accepted.split(',').map((one) => one.trim().slice(0, 2).toLowerCase());
  return wanted.map((one) => languages.find((lang) => lang === one)).find(Boolean) ?? 'en';
}
