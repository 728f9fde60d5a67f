import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml } from '../html.ts';

/** A request for a page. */
export interface PageVisit {
  path: string;
  /** '?p=…', or ''. */
  search: string;
  nonce: string;
  ip: string;
  acceptLanguage: string;
}

/** Content prepared for a page, so that its first paint needs no further request. */
export interface PreparedPage {
  /** Tags in front of the styles: an inline script after them would wait for them. */
  first?: string | undefined;
  /** Tags at the end of the head. */
  head: string;
  /** Replaces the title and, unless it is empty, the description of the entry. */
  meta?: { title: string; description: string } | undefined;
  /** Scripts that the page will need soon. */
  scripts: readonly string[];
  /** Language of the page. */
  lang: string;
  /** HTML shown until the script takes over, in front of the loading indicator. */
  sight?: string | undefined;
  /** Tags at the end of the body. */
  tail: string;
  /** Other hosts whose scripts and frames this page uses: those of a payment service, or of a company's statistics. */
  hosts?: ExternalHosts | undefined;
  /** Search engines may list it. */
  mayBeIndexed?: boolean;
  /** The status of the document if it is not 200: what the page shows does not exist (any more). */
  status?: number | undefined;
}

/** What a page may load from other hosts, by CSP directive. */
export interface ExternalHosts {
  readonly script: readonly string[];
  readonly frame: readonly string[];
  readonly connect: readonly string[];
  readonly img?: readonly string[];
  /** Where a form of the page may be sent. */
  readonly form?: readonly string[];
  /** The service's script inserts style elements, which cannot carry our nonce. */
  readonly insertsStyles?: boolean;
}

interface PageSettings {
  /** Folder of the built browser files: app.html, public.html and assets/. */
  root: string;
  /** Whether a path starts in the public entry. */
  isPublicPath(path: string): boolean;
  /** Whether other sites may show the path in a frame. */
  mayBeFramed(path: string): boolean;
  /** Prepares the content of a page; null for none. */
  prepare?(visit: PageVisit): Promise<PreparedPage | null>;
}

interface Page {
  /** The HTML without its script tags, which are inserted at `scriptsHere`. */
  html: string;
  scripts: { entry: string; imported: string[] };
  /** The loading indicator in it. */
  mark: string;
}

/**
 * Serves the browser's files: hashed assets cached for a year, and for every other path outside /api one of the two
 * entries, with a fresh nonce for its styles and scripts.
 */
export async function servePages(app: FastifyInstance, settings: PageSettings): Promise<void> {
  const pages = { app: readPage(settings.root, 'app'), public: withStyles(settings.root) };
  await app.register(fastifyStatic, {
    root: join(settings.root, 'assets'),
    prefix: '/assets/',
    maxAge: '365d',
    immutable: true,
    index: false,
    preCompressed: true,
    setHeaders: (reply) => {
      reply.header('content-security-policy', "default-src 'none'");
    },
  });
  serveAppFiles(app, settings.root);
  app.get('/favicon.ico', async (_req, reply) => reply.redirect('/assets/favicon.svg', 302));
  app.setNotFoundHandler(async (req, reply) => {
    const visit = visitOf(req);
    const acceptsHtml = req.method === 'GET' || req.method === 'HEAD';
    if (!acceptsHtml || visit.path.startsWith('/assets/'))
      return reply.code(404).type('text/plain; charset=utf-8').send('Not found');
    if (req.url.startsWith('/') && zeroWidthSpace.test(req.url))
      return reply.redirect(withoutMarks(req.url), 301);
    const page = settings.isPublicPath(visit.path) ? pages.public : pages.app;
    const prepared = await preparedFor(settings, visit, req.log);
    // Links with a token lead to a client's data. Only what is made to be found may be listed.
    if (!prepared?.mayBeIndexed) reply.header('x-robots-tag', 'noindex');
    return sendPage(reply, page, visit.nonce, settings.mayBeFramed(visit.path), prepared);
  });
}

/** Files with fixed addresses: a browser always asks whether those of the app have changed; other sites load the rest. */
function serveAppFiles(app: FastifyInstance, root: string): void {
  const anHour = 'public, max-age=3600';
  const files = [
    ['sw.js', 'text/javascript', 'no-cache'],
    ['manifest.webmanifest', 'application/manifest+json', 'no-cache'],
    ['embed.js', 'text/javascript', anHour],
    ['robots.txt', 'text/plain', anHour],
  ] as const;
  for (const [name, type, caching] of files) {
    const file = join(root, name);
    const text = existsSync(file) ? readFileSync(file, 'utf8') : null;
    app.get(`/${name}`, async (_req, reply) => {
      if (text === null) return reply.code(404).type('text/plain; charset=utf-8').send('Not found');
      return reply
        .header('cache-control', caching)
        .header('content-security-policy', "default-src 'none'; script-src 'self'; connect-src 'self'")
        .type(`${type}; charset=utf-8`)
        .send(text);
    });
  }
}

/** Sealed documents made by earlier versions print addresses with an invisible character in them. */
const zeroWidthSpace = /%e2%80%8b/i;

/** Returns the address without invisible characters. It stays on this host: `//` would be the start of another one. */
function withoutMarks(url: string): string {
  return url.replace(/%e2%80%8b/gi, '').replace(/^[/\\]+/, '/');
}

function visitOf(req: FastifyRequest): PageVisit {
  const at = req.url.indexOf('?');
  return {
    path: at < 0 ? req.url : req.url.slice(0, at),
    search: at < 0 ? '' : req.url.slice(at),
    nonce: randomBytes(16).toString('base64'),
    ip: req.ip,
    acceptLanguage: String(req.headers['accept-language'] ?? ''),
  };
}

// Optional: the browser requests itself what could not be prepared.
async function preparedFor(
  settings: PageSettings,
  visit: PageVisit,
  log: FastifyBaseLogger,
): Promise<PreparedPage | null> {
  try {
    return (await settings.prepare?.(visit)) ?? null;
  } catch (err) {
    log.warn({ err }, 'a page could not be prepared');
    return null;
  }
}

const scriptsHere = '<!-- scripts -->';

function readPage(root: string, name: string): Page {
  const scripts: Page['scripts'] = { entry: '', imported: [] };
  const whole = readFileSync(join(root, `${name}.html`), 'utf8');
  const html = whole
    .replace(/<script type="module"[^>]*src="([^"]+)"[^>]*><\/script>/, (_tag, src: string) => {
      scripts.entry = src;
      return scriptsHere;
    })
    .replaceAll(/<link rel="modulepreload"[^>]*href="([^"]+)"[^>]*>\s*/g, (_tag, href: string) => {
      scripts.imported.push(href);
      return '';
    });
  const mark = /(?<=<div id="root">).*?<\/svg>\s*<\/div>(?=\s*<\/div>)/s.exec(html)?.[0] ?? '';
  return { html, scripts, mark };
}

/**
 * Inlines the styles of the light entry, so that the first paint on a phone does not wait for another round trip. The
 * link stays, disabled, so that the script finds it: fetching and applying it again would lay out the whole page again.
 */
function withStyles(root: string): Page {
  const page = readPage(root, 'public');
  const html = page.html.replaceAll(
    /<link rel="stylesheet"[^>]*href="\/(assets\/[^"]+)"[^>]*>/g,
    (_tag, file: string) =>
      `<style nonce="__NONCE__">${readFileSync(join(root, file), 'utf8')}</style><link rel="stylesheet" href="/${file}" disabled>`,
  );
  return { ...page, html };
}

function sendPage(
  reply: FastifyReply,
  page: Page,
  nonce: string,
  framed: boolean,
  prepared: PreparedPage | null,
): FastifyReply {
  const { entry, imported } = page.scripts;
  const scripts = [...imported, ...(prepared?.scripts ?? [])];
  const hasSight = Boolean(prepared?.sight && page.mark);
  let html = page.html.replaceAll('__NONCE__', nonce);
  const tags = hasSight || !entry ? '' : scriptTags(entry, scripts);
  html = html.replace(scriptsHere, () => (prepared?.first ?? '') + tags);
  if (prepared) {
    const { head, lang, sight } = prepared;
    const tail = prepared.tail + (hasSight ? afterFirstPaint(nonce, lang, entry, scripts) : '');
    html = withMeta(html.replace('<html lang="en"', `<html lang="${lang}"`), prepared.meta);
    // Functions, because a text may contain what replace() treats as a pattern.
    html = html.replace('</head>', () => `${head}</head>`).replace('</body>', () => `${tail}</body>`);
    if (sight && hasSight) html = html.replace(page.mark, () => sight + page.mark);
  }
  // The popups of payment services communicate with the page that opened them.
  if (prepared?.hosts) reply.header('cross-origin-opener-policy', 'same-origin-allow-popups');
  return (
    reply
      .header('content-security-policy', contentSecurityPolicy(nonce, framed, prepared?.hosts))
      // Only a document with a client's data must not be stored; `no-store` would keep the others from returning at once
      // with the back button.
      .header('cache-control', prepared?.tail ? 'no-store' : 'no-cache')
      .code(prepared?.status ?? 200)
      .type('text/html; charset=utf-8')
      .send(html)
  );
}

function withMeta(html: string, meta: PreparedPage['meta']): string {
  if (!meta) return html;
  const titled = html.replace(/<title>.*?<\/title>/, () => `<title>${escapeHtml(meta.title)}</title>`);
  if (!meta.description) return titled;
  return titled.replace(
    /(<meta name="description" content=")[^"]*/,
    (_all, start: string) => start + escapeHtml(meta.description),
  );
}

function scriptTags(entry: string, imported: readonly string[]): string {
  const links = imported.map((href) => `<link rel="modulepreload" crossorigin href="${href}">`);
  return `<script type="module" crossorigin src="${entry}"></script>${links.join('')}`;
}

/**
 * Returns a script that loads the page's scripts after the first paint, so that they do not compete with it for network
 * and processor; a hidden window may never paint, so a timer starts them too. They are fetched together and run one
 * after another, each in a separate task, so that a tap is handled in between. If one fails, the entry, which is last,
 * fetches it again and reports the error.
 */
function afterFirstPaint(nonce: string, lang: string, entry: string, imported: readonly string[]): string {
  const files = inScript([...imported, entry]);
  const rest = `t=()=>window.scheduler?.yield?scheduler.yield():new Promise(r=>setTimeout(r))`;
  const fetches = `for(var i in f){var e=document.createElement('link');e.rel='modulepreload';e.crossOrigin='';e.href=f[i];document.head.append(e);if(i%6==5)await t()}`;
  const runs = `for(var u of f){await import(u).catch(e=>{if(u==f.at(-1))throw e});await t()}`;
  const load = `var f=${files},${rest};${fetches}${preloadIntlTables(lang)};${runs}`;
  return `<script nonce="${nonce}">(()=>{var d,l=async()=>{if(d)return;d=1;${load}};setTimeout(l,300);document.hidden?l():requestAnimationFrame(()=>setTimeout(l))})()</script>`;
}

/**
 * The browser loads its tables of numbers and dates on first use, once for all threads, and that blocks the page for a
 * quarter of its rendering time. So a worker uses them first, while the scripts are loading.
 */
function preloadIntlTables(lang: string): string {
  const asks = `new Intl.NumberFormat(${inScript(lang)}).format(0);new Intl.DateTimeFormat(${inScript(lang)},{month:'short',timeZone:'America/New_York'}).format(0);close()`;
  return `try{new Worker(URL.createObjectURL(new Blob([${inScript(asks)}])))}catch{}`;
}

const inScript = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');

/** Where browsers report what the policy of a payment page blocked. */
export const policyReportsPath = '/api/policy-reports';

/** Allows no inline script or style without this response's nonce, and from other hosts only what payments need. */
export function contentSecurityPolicy(nonce: string, framed: boolean, hosts?: ExternalHosts): string {
  const outer = (names: readonly string[] = []) => names.map((name) => ` ${name}`).join('');
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'${outer(hosts?.script)}`,
    `style-src 'self' 'nonce-${nonce}'`,
    // 'unsafe-inline' is ignored next to a nonce, so for elements (not for attributes) it replaces the nonce.
    ...(hosts?.insertsStyles ? ["style-src-elem 'self' 'unsafe-inline'"] : []),
    `img-src 'self' data: blob:${outer(hosts?.img)}`,
    "font-src 'self'",
    `connect-src 'self'${outer(hosts?.connect)}`,
    "media-src 'self' blob:",
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    `frame-src 'self'${outer(hosts?.frame)}`,
    "base-uri 'none'",
    `form-action 'self'${outer(hosts?.form)}`,
    `frame-ancestors ${framed ? '*' : "'none'"}`,
    ...(hosts ? [`report-uri ${policyReportsPath}`] : []),
  ].join('; ');
}
