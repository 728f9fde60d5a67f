import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';

interface PageSettings {
  /** Folder of the built browser files: app.html, public.html and assets/. */
  root: string;
  /** Which of the two entries a path starts in. */
  isPublicPath(path: string): boolean;
  /** Paths that other sites may show in a frame. */
  mayBeFramed(path: string): boolean;
  /** Tags for the head that let the browser fetch early what the page will ask for anyway. */
  hintsFor?(path: string): string;
}

/**
 * Serves the browser's files: hashed assets for a year, and for every other path that is not below /api one of the two
 * entries, with a fresh nonce for its styles and scripts.
 */
export async function servePages(app: FastifyInstance, settings: PageSettings): Promise<void> {
  const pages = { app: readPage(settings.root, 'app'), public: readPage(settings.root, 'public') };
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
    const path = req.url.split('?')[0] ?? '/';
    const acceptsHtml = req.method === 'GET' || req.method === 'HEAD';
    if (!acceptsHtml || path.startsWith('/assets/'))
      return reply.code(404).type('text/plain').send('Not found');
    const page = settings.isPublicPath(path) ? pages.public : pages.app;
    const hints = settings.hintsFor?.(path) ?? '';
    return sendPage(reply, page, settings.mayBeFramed(path), hints);
  });
}

function readPage(root: string, name: string): string {
  return readFileSync(join(root, `${name}.html`), 'utf8');
}

function sendPage(reply: FastifyReply, page: string, framed: boolean, hints: string): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  const html = page.replaceAll('__NONCE__', nonce).replace('</head>', `${hints}</head>`);
  return reply
    .header('content-security-policy', policy(nonce, framed))
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(html);
}

/** No inline script or style without this answer's nonce; nothing from other hosts. */
function policy(nonce: string, framed: boolean): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "media-src 'self' blob:",
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${framed ? '*' : "'none'"}`,
  ].join('; ');
}
