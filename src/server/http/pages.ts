import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Somebody who opens a page. */
export interface PageVisit {
  path: string;
  /** '?p=…', or ''. */
  search: string;
  nonce: string;
  ip: string;
  acceptLanguage: string;
}

/** What a page brings along, so that its first sight needs no further call. */
export interface PreparedPage {
  /** Tags at the end of the head. */
  head: string;
  /** Scripts that the page will need soon. */
  scripts: readonly string[];
  /** Language of the page. */
  lang: string;
  /** What shows until the script takes over, before the loading mark. */
  sight?: string | undefined;
  /** Tags at the end of the body. */
  tail: string;
  /** Hosts whose scripts and frames this page uses beside our own: those of a payment service. */
  hosts?: ExternalHosts | undefined;
}

/** What a page may load from others, by the directive that allows it. */
export interface ExternalHosts {
  readonly script: readonly string[];
  readonly frame: readonly string[];
  readonly connect: readonly string[];
  /** Where a form of the page may be sent to. */
  readonly form?: readonly string[];
  /** A script of theirs inserts style elements, which no nonce can name. */
  readonly insertsStyles?: boolean;
}

interface PageSettings {
  /** Folder of the built browser files: app.html, public.html and assets/. */
  root: string;
  /** Which of the two entries a path starts in. */
  isPublicPath(path: string): boolean;
  /** Paths that other sites may show in a frame. */
  mayBeFramed(path: string): boolean;
  /** What the page of a visit brings along; null brings nothing. */
  prepare?(visit: PageVisit): Promise<PreparedPage | null>;
}

interface Page {
  /** Without the tags of its scripts, in whose place `scriptsHere` stands. */
  html: string;
  scripts: { entry: string; imported: string[] };
  /** The loading mark in it. */
  mark: string;
}

/**
 * Serves the browser's files: hashed assets for a year, and for every other path that is not below /api one of the two
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
  app.get('/favicon.ico', async (_req, reply) => reply.redirect('/assets/favicon.svg', 302));
  app.setNotFoundHandler(async (req, reply) => {
    const visit = visitOf(req);
    const acceptsHtml = req.method === 'GET' || req.method === 'HEAD';
    if (!acceptsHtml || visit.path.startsWith('/assets/'))
      return reply.code(404).type('text/plain').send('Not found');
    const page = settings.isPublicPath(visit.path) ? pages.public : pages.app;
    const prepared = await preparedFor(settings, visit, req.log);
    return sendPage(reply, page, visit.nonce, settings.mayBeFramed(visit.path), prepared);
  });
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

// The page works without: what could not be prepared the browser asks for itself.
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
 * The light entry carries its styles in the page: on a phone the first sight does not wait for a second journey. The link stays,
 * disabled, so that the script finds it there: fetched and applied a second time, they would lay out the whole page anew.
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
  html = html.replace(scriptsHere, () => (hasSight || !entry ? '' : scriptTags(entry, scripts)));
  if (prepared) {
    const { head, lang, sight } = prepared;
    const tail = prepared.tail + (hasSight ? afterFirstPaint(nonce, lang, entry, scripts) : '');
    html = html.replace('<html lang="en"', `<html lang="${lang}"`);
    // Functions, since a text may hold what replace() takes for a pattern.
    html = html.replace('</head>', () => `${head}</head>`).replace('</body>', () => `${tail}</body>`);
    if (sight && hasSight) html = html.replace(page.mark, () => sight + page.mark);
  }
  // The windows of payment services speak with the page that opened them.
  if (prepared?.hosts) reply.header('cross-origin-opener-policy', 'same-origin-allow-popups');
  return reply
    .header('content-security-policy', contentSecurityPolicy(nonce, framed, prepared?.hosts))
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(html);
}

function scriptTags(entry: string, imported: readonly string[]): string {
  const links = imported.map((href) => `<link rel="modulepreload" crossorigin href="${href}">`);
  return `<script type="module" crossorigin src="${entry}"></script>${links.join('')}`;
}

/**
 * What can be seen already is painted before the scripts take the line and the processor; a hidden window may never paint.
 * They are fetched together and run one after the other, each in a task of its own: a tap is answered in between. What one of
 * them lacks, the entry, which is the last, fetches and tells.
 */
function afterFirstPaint(nonce: string, lang: string, entry: string, imported: readonly string[]): string {
  const files = inScript([...imported, entry]);
  const rest = `t=()=>window.scheduler?.yield?scheduler.yield():new Promise(r=>setTimeout(r))`;
  const fetches = `for(var i in f){var e=document.createElement('link');e.rel='modulepreload';e.crossOrigin='';e.href=f[i];document.head.append(e);if(i%6==5)await t()}`;
  const runs = `for(var u of f){await import(u).catch(e=>{if(u==f.at(-1))throw e});await t()}`;
  const load = `var f=${files},${rest};${fetches}${readsTables(lang)};${runs}`;
  return `<script nonce="${nonce}">(()=>{var d,l=async()=>{if(d)return;d=1;${load}};setTimeout(l,300);document.hidden?l():requestAnimationFrame(()=>setTimeout(l))})()</script>`;
}

/**
 * The browser reads its tables of numbers and dates when a page first asks for one, once for all threads, and the page stands
 * still for it as long as for a quarter of its own drawing. So a thread beside asks first, while the scripts are on their way.
 */
function readsTables(lang: string): string {
  const asks = `new Intl.NumberFormat(${inScript(lang)}).format(0);new Intl.DateTimeFormat(${inScript(lang)},{month:'short',timeZone:'America/New_York'}).format(0);close()`;
  return `try{new Worker(URL.createObjectURL(new Blob([${inScript(asks)}])))}catch{}`;
}

const inScript = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');

/** Where browsers tell what the policy of a payment page kept out. */
export const policyReportsPath = '/api/policy-reports';

/** No inline script or style without this answer's nonce; from other hosts only what the page needs to be paid. */
export function contentSecurityPolicy(nonce: string, framed: boolean, hosts?: ExternalHosts): string {
  const outer = (names: readonly string[] = []) => names.map((name) => ` ${name}`).join('');
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'${outer(hosts?.script)}`,
    `style-src 'self' 'nonce-${nonce}'`,
    // Beside a nonce 'unsafe-inline' counts for nothing: for elements, and no attributes, it takes its place.
    ...(hosts?.insertsStyles ? ["style-src-elem 'self' 'unsafe-inline'"] : []),
    "img-src 'self' data: blob:",
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
