import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { startTestApp } from '#testing/test-app.ts';
import { createHttp } from './http.ts';
import { contentSecurityPolicy, servePages } from './pages.ts';

const root = mkdtempSync(join(tmpdir(), 'gable-pages-'));
mkdirSync(join(root, 'assets'));
writeFileSync(
  join(root, 'app.html'),
  '<script nonce="__NONCE__"></script><style nonce="__NONCE__"></style>office',
);
writeFileSync(join(root, 'public.html'), '<script nonce="__NONCE__"></script>portal');
writeFileSync(join(root, 'assets', 'main-abc123.js'), 'export {}');
writeFileSync(join(root, 'assets', 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');

const { runtime: house } = await startTestApp();
const app = await createHttp(house);
await servePages(app, {
  root,
  isPublicPath: (path) => path.startsWith('/client-view/'),
  mayBeFramed: (path) => path.startsWith('/iframe-appointment/'),
});
afterAll(async () => {
  await app.close();
  rmSync(root, { recursive: true, force: true });
});
const get = (url: string) => app.inject({ url });

describe('a page', () => {
  test('is the office or the portal by its path, and never kept', async () => {
    expect((await get('/appointments/list')).body).toContain('office');
    expect((await get('/client-view/abc?p=1')).body).toContain('portal');
    expect((await get('/')).headers['cache-control']).toBe('no-store');
  });

  test('allows only its own scripts and styles, by a nonce that changes', async () => {
    const [one, two] = [await get('/'), await get('/')];
    const nonces = [one, two].map((answer) => /nonce="([^"]+)"/.exec(answer.body)?.[1] ?? '');
    expect(nonces[0]).not.toBe(nonces[1]);
    expect(one.body).not.toContain('__NONCE__');
    const policy = String(one.headers['content-security-policy']);
    expect(policy).toContain(`script-src 'self' 'nonce-${nonces[0]}'`);
    expect(policy).toContain(`style-src 'self' 'nonce-${nonces[0]}'`);
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    for (const rule of [
      "default-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ]) {
      expect(policy).toContain(rule);
    }
  });

  test('lets a payment service in by name, and styles of its script only where it inserts some', () => {
    const hosts = { script: ['https://js.pay'], frame: ['https://js.pay'], connect: [] };
    const plain = contentSecurityPolicy('n', false, hosts);
    expect(plain).toContain("script-src 'self' 'nonce-n' https://js.pay");
    expect(plain).not.toContain('unsafe');
    const open = contentSecurityPolicy('n', false, { ...hosts, insertsStyles: true });
    expect(open.match(/unsafe-\w+/g)).toEqual(['unsafe-inline']);
    expect(open).toContain("style-src-elem 'self' 'unsafe-inline';");
    expect(open).toContain("style-src 'self' 'nonce-n';");
  });

  test('may be framed only where the booking embed stands', async () => {
    expect((await get('/')).headers['x-frame-options']).toBe('DENY');
    const embed = await get('/iframe-appointment/abc');
    expect(embed.headers['x-frame-options']).toBeUndefined();
    expect(embed.headers['content-security-policy']).toContain('frame-ancestors *');
  });

  test.each(['/api/nothing', '/assets/nothing.js'])('does not stand at %s', async (path) => {
    expect((await get(path)).statusCode).toBe(404);
  });

  test('answers nothing but GET and HEAD', async () => {
    expect((await app.inject({ method: 'POST', url: '/appointments/list' })).statusCode).toBe(404);
    expect((await app.inject({ method: 'HEAD', url: '/' })).statusCode).toBe(200);
  });
});

test('hashed files are kept for a year, with a type that is not guessed', async () => {
  const { headers, statusCode } = await get('/assets/main-abc123.js');
  expect(statusCode).toBe(200);
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect([headers['x-content-type-options'], headers['content-type']]).toEqual([
    'nosniff',
    'application/javascript; charset=utf-8',
  ]);
});

test.each([
  '/assets/../app.html',
  '/assets/%2e%2e/app.html',
  '/assets/..%2fapp.html',
  '/assets/.%2e/%2e%2e/etc/passwd',
])('nothing outside the folder is reached by %s', async (path) => {
  const answer = await get(path);
  expect(answer.body).not.toContain('__NONCE__');
  expect(answer.body).not.toContain('root:');
});

describe('a page that brings something along', () => {
  const shell =
    '<html lang="en"><head><script type="module" crossorigin src="/assets/p.js"></script><link rel="modulepreload" crossorigin href="/assets/k.js"><link rel="stylesheet" crossorigin href="/assets/p.css"></head><body><div id="root"><div class="boot"><svg></svg></div></div></body></html>';

  async function opened(prepare: Parameters<typeof servePages>[1]['prepare']) {
    const folder = mkdtempSync(join(tmpdir(), 'gable-pages-'));
    mkdirSync(join(folder, 'assets'));
    for (const name of ['app', 'public']) writeFileSync(join(folder, `${name}.html`), shell);
    writeFileSync(join(folder, 'assets/p.css'), '.a{color:red}');
    const { runtime: another } = await startTestApp();
    const server = await createHttp(another);
    const settings = { root: folder, isPublicPath: () => true, mayBeFramed: () => false };
    await servePages(server, prepare ? { ...settings, prepare } : settings);
    const { body } = await server.inject({ url: '/client-view/x' });
    await server.close();
    rmSync(folder, { recursive: true, force: true });
    return body;
  }

  test('carries its styles, and loads its script at once where nothing can be seen yet', async () => {
    const body = await opened(undefined);
    expect(body).toMatch(/<style nonce="[^"]+">\.a\{color:red\}<\/style>/);
    // Found there by the script, and not fetched and applied a second time.
    expect(body).toContain('<link rel="stylesheet" href="/assets/p.css" disabled>');
    expect(body).toContain('<script type="module" crossorigin src="/assets/p.js"></script>');
    expect(body).toContain('<link rel="modulepreload" crossorigin href="/assets/k.js">');
  });

  test('shows its first sight and fetches the script afterwards', async () => {
    const body = await opened(async ({ nonce, path }) => ({
      head: '<meta name="x">',
      lang: 'de',
      scripts: ['/assets/more.js'],
      sight: `<p>$& ${path}</p>`,
      tail: `<i data-nonce="${nonce}"></i>`,
    }));
    expect(body).toContain('<html lang="de">');
    expect(body).toContain('<meta name="x"></head>');
    expect(body).toContain('<div id="root"><p>$& /client-view/x</p><div class="boot">');
    expect(body).not.toContain('<script type="module"');
    expect(body).toContain('["/assets/k.js","/assets/more.js","/assets/p.js"]');
    expect(body).toContain('await import(u)');
    // A fault of the entry is told as one of a script of the page is; of those before it the entry tells.
    expect(body).toContain('if(u==f.at(-1))throw e');
  });

  test('is shown without where preparing fails', async () => {
    const body = await opened(() => Promise.reject(new Error('no')));
    expect(body).toContain('<script type="module" crossorigin src="/assets/p.js"></script>');
  });
});
