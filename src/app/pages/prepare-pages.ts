import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { isOnlinePaymentType } from '#domain/payments/gateways.ts';
import { getPublicInvoice, type PublicInvoice } from '#features/payments/contract.ts';
import { getClientView } from '#features/portal/contract.ts';
import { getReport } from '#features/reports/contract.ts';
import { watchComment } from '#features/reports/reading-contract.ts';
import { getSample, listPublicSamples, type PublicSample } from '#features/reports/samples-contract.ts';
import { callInProcess } from '#server/call-in-process.ts';
import type { ExternalHosts, PageVisit, PreparedPage } from '#server/http/pages.ts';
import type { Runtime } from '#server/runtime.ts';
import { readKey } from '#web/request-parts.ts';
import type { Route } from '#wire/route.ts';
import { entryFor, isMixedLayout } from '../routes/entries.ts';
import { initialDataId } from './initial-data-id.ts';
import { filesOf, type Manifest, readManifest } from './manifest.ts';
import { createAppPreloader, readAppPages } from './preload-app-page.ts';

interface EarlyPage {
  path: RegExp;
  screen: string;
  /** The feature whose texts the page needs in addition to the shared ones. */
  feature: string;
  picture?: (id: string) => string;
  /** The page's first reads, with exactly the input that the page sends. */
  reads?: (id: string, search: URLSearchParams) => { route: Route; input: object }[];
  /** External hosts that the page needs, depending on the data it reads. */
  hosts?: (runtime: PagesRuntime, data: readonly unknown[]) => ExternalHosts | undefined;
  /** Whether search engines may list the page with this data; others never. */
  mayBeIndexed?: (data: readonly unknown[]) => boolean;
}

/** The part of the runtime that preparing pages requires. */
export type PagesRuntime = Pick<Runtime, 'external'>;

const publicId = '([\\w-]{21,64})';
/** Pages that clients open on a phone: what they need is embedded in the page or preloaded. */
const early: readonly EarlyPage[] = [
  {
    path: new RegExp(`^/client-view1?/${publicId}$`),
    screen: 'src/features/portal/screens/client-view-page.tsx',
    feature: 'portal',
    picture: (id) => `/api/v2/public/appointments/${id}/picture`,
    reads: (id, search) => [{ route: getClientView, input: { publicId: id, ...given(search, 'p') } }],
  },
  {
    path: new RegExp(`^/view-report2/${publicId}$`),
    screen: 'src/features/reports/screens/reading/view-report-page.tsx',
    feature: 'reports',
    reads: (id, search) => [{ route: getReport, input: { reportId: id, ...given(search, 't', 'p', 'v') } }],
  },
  {
    path: new RegExp(`^/sample-report/${publicId}$`),
    screen: 'src/features/reports/screens/samples/sample-report-page.tsx',
    feature: 'reports',
    reads: (id, search) => [{ route: getSample, input: { sampleId: id, ...given(search, 't') } }],
    mayBeIndexed: ([sample]) => (sample as PublicSample).is_visible,
  },
  {
    path: /^\/sample-reports\/([\w-]{3,64})$/,
    screen: 'src/features/reports/screens/samples/sample-list-page.tsx',
    feature: 'reports',
    reads: (id) => [{ route: listPublicSamples, input: { id } }],
    mayBeIndexed: () => true,
  },
  {
    path: new RegExp(`^/watch/${publicId}$`),
    screen: 'src/features/reports/screens/reading/watch-page.tsx',
    feature: 'reports',
    reads: (id, search) => [
      { route: watchComment, input: { commentId: id, ...given(search, 't', 'p', 'v') } },
    ],
  },
  {
    path: new RegExp(`^/(?:invoice|create-payment)/${publicId}$`),
    screen: 'src/features/payments/screens/invoice/invoice-page.tsx',
    feature: 'payments',
    reads: (id, search) => [{ route: getPublicInvoice, input: { publicId: id, ...given(search, 'p') } }],
    hosts: (runtime, [invoice]) => payHosts(runtime, invoice),
  },
  {
    path: new RegExp(`^/agreement/agreement-detail/${publicId}/${publicId}$`),
    screen: 'src/features/agreements/screens/agreement-page.tsx',
    feature: 'agreements',
  },
];
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
  return async (visit) => {
    if (entryFor(visit.path) === 'app') return preloadApp(visit);
    for (const page of early) {
      const id = page.path.exec(visit.path)?.[1];
      if (!id) continue;
      const reads = page.reads?.(id, new URLSearchParams(visit.search)) ?? [];
      const answers = await Promise.all(reads.map((each) => ask(app, each, visit)));
      const known = answers.filter((one) => one !== null);
      const data = known.map((one) => one.data);
      const lang = languageOf(visit.acceptLanguage);
      const { css, head, scripts } = tagsFor(manifest, root, page, lang, visit.nonce);
      const isWhole = known.length === reads.length && known.length > 0;
      return {
        lang,
        head: pictureTag(page, id) + head,
        scripts,
        sight: isWhole ? await prerendered(renderer, page, lang, visit, known) : undefined,
        tail: dataTag(known) + css,
        hosts: page.hosts?.(runtime, data),
        mayBeIndexed: isWhole && page.mayBeIndexed?.(data) === true,
      };
    }
    return null;
  };
}

/** The hosts of the payment service, on the page of an invoice that can be paid online. */
function payHosts({ external }: PagesRuntime, invoice: unknown): ExternalHosts | undefined {
  const { online } = (invoice ?? {}) as Partial<PublicInvoice>;
  if (!online || !isOnlinePaymentType(online.gateway)) return undefined;
  return external.pay.hostsOf({ type: online.gateway, mode: online.mode });
}

function given(search: URLSearchParams, ...names: string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => (search.get(name) ? [[name, search.get(name) ?? '']] : [])),
  );
}

interface FirstRead {
  key: readonly unknown[];
  data: unknown;
}

// Called as the visitor, so that the page contains only what the link gives access to.
async function ask(
  app: FastifyInstance,
  { route, input }: { route: Route; input: object },
  { ip, acceptLanguage }: PageVisit,
): Promise<FirstRead | null> {
  const headers: Record<string, string> = acceptLanguage ? { 'accept-language': acceptLanguage } : {};
  const answer = await callInProcess(app, route, null, input, { headers, ip });
  if (!answer.success || answer.raw.length > maxBytes) return null;
  return { key: readKey(route, input), data: answer.data };
}

interface Renderer {
  prerenderPage(
    wanted: Omit<PageVisit, 'ip' | 'acceptLanguage'> & { lang: string; feature: string; reads: FirstRead[] },
  ): Promise<string>;
}

async function loadRenderer(root: string): Promise<Renderer> {
  return import(pathToFileURL(join(root, '../prerender/prerender-page.js')).href) as Promise<Renderer>;
}

/** Prerenders the page for a visitor. Hidden for a member, who gets it in the shell, and if another language is set. */
async function prerendered(
  renderer: Promise<Renderer>,
  page: EarlyPage,
  lang: string,
  visit: PageVisit,
  reads: FirstRead[],
) {
  const { prerenderPage } = await renderer;
  const { path, search, nonce } = visit;
  const html = await prerenderPage({ path, search, nonce, lang, feature: page.feature, reads });
  const others = [`html:not([lang="${lang}"])`, ...(isMixedLayout(path) ? ['html[data-member]'] : [])];
  const rule = (part: string, shows: string) =>
    `${others.map((one) => `${one} ${part}`).join()}{display:${shows}}`;
  const rules = `.boot{display:none}${rule('.sight', 'none')}${rule('.boot', 'grid')}`;
  return `<style nonce="${nonce}">${rules}</style><div class="sight">${html}</div>`;
}

function dataTag(known: readonly FirstRead[]): string {
  if (known.length === 0) return '';
  // Data, not a script. "<" is escaped so that no text in it can close the element.
  const text = JSON.stringify(known).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="${initialDataId}">${text}</script>`;
}

function pictureTag(page: EarlyPage, id: string): string {
  if (!page.picture) return '';
  return `<link rel="preload" as="image" fetchpriority="high" href="${page.picture(id)}">`;
}

/** Preload tags for the page's code and texts, and its styles: inline, and as disabled links for the script to find. */
function tagsFor(manifest: Manifest, root: string, page: EarlyPage, lang: string, nonce: string) {
  const texts = [`src/web/texts/${lang}.json`, `src/features/${page.feature}/texts/${lang}.json`];
  const { scripts, styles } = filesOf(manifest, 'public.html', [page.screen, ...texts]);
  const inline = styles.map((file) => readFileSync(join(root, file), 'utf8')).join('\n');
  return {
    head: inline ? `<style nonce="${nonce}">${inline}</style>` : '',
    scripts: scripts.map((file) => `/${file}`),
    // Only so that the script finds them there (see withStyles of server/pages.ts).
    css: styles.map((file) => `<link rel="stylesheet" href="/${file}" disabled>`).join(''),
  };
}

// The same choice that the browser makes with navigator.languages. A language set earlier is loaded by the page.
function languageOf(accepted: string): string {
  const wanted = accepted.split(',').map((one) => one.trim().slice(0, 2).toLowerCase());
  return wanted.find((one) => one === 'en' || one === 'de' || one === 'fr') ?? 'en';
}
