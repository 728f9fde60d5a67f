import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
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

writeFileSync(join(root, 'sw.js'), 'self');
writeFileSync(join(root, 'manifest.webmanifest'), '{}');
writeFileSync(join(root, 'embed.js'), 'parent');
writeFileSync(join(root, 'robots.txt'), 'User-agent: *');

const { runtime } = await startTestApp();
const app = await createHttp(runtime);
await servePages(app, {
  root,
  isPublicPath: (path) => path.startsWith('/client-view/'),
  mayBeFramed: (path) => path.startsWith('/iframe-appointment/'),
  prepare: async ({ path }) =>
    path.startsWith('/public-profile/')
      ? { head: '', lang: 'en', scripts: [], tail: '', mayBeIndexed: true }
      : null,
});
afterAll(async () => {
  await app.close();
  rmSync(root, { recursive: true, force: true });
});
const get = (url: string) => app.inject({ url });

test.each([
  '/',
  '/embed.js',
  '/robots.txt',
  '/sw.js',
  '/assets/main-abc123.js',
  '/assets/favicon.svg',
  '/assets/none.js',
])('%s names its characters and may not be framed', async (url) => {
  const { headers } = await get(url);
  const type = String(headers['content-type']);
  if (type.startsWith('text/')) expect(type).toMatch(/; charset=utf-8$/);
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  expect(headers['x-frame-options']).toBe('DENY');
});

describe('a page', () => {
  test('is the office or the portal depending on its path, and always requested again', async () => {
    expect((await get('/appointments/list')).body).toContain('office');
    expect((await get('/client-view/abc?p=1')).body).toContain('portal');
    // Not no-store, with which the back button could not return to the page as it was left.
    expect((await get('/')).headers['cache-control']).toBe('no-cache');
  });

  test('is kept out of search engines unless it is meant to be found', async () => {
    const robots = async (path: string) => (await get(path)).headers['x-robots-tag'];
    const paths = ['/client-view/abc', '/client-view/../public-profile/abc', '/auth/login'];
    expect(await Promise.all(paths.map(robots))).toEqual(['noindex', undefined, 'noindex']);
  });

  test('allows only its own scripts and styles, by a changing nonce', async () => {
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

  test('allows a payment service by name, and its inline styles only if its script inserts some', () => {
    const hosts = { script: ['https://js.pay'], frame: ['https://js.pay'], connect: [] };
    const plain = contentSecurityPolicy('n', false, hosts);
    expect(plain).toContain("script-src 'self' 'nonce-n' https://js.pay");
    expect(plain).not.toContain('unsafe');
    const open = contentSecurityPolicy('n', false, { ...hosts, insertsStyles: true });
    expect(open.match(/unsafe-\w+/g)).toEqual(['unsafe-inline']);
    expect(open).toContain("style-src-elem 'self' 'unsafe-inline';");
    expect(open).toContain("style-src 'self' 'nonce-n';");
  });

  test('may be framed only at the path of the booking embed', async () => {
    expect((await get('/')).headers['x-frame-options']).toBe('DENY');
    const embed = await get('/iframe-appointment/abc');
    expect(embed.headers['x-frame-options']).toBeUndefined();
    expect(embed.headers['content-security-policy']).toContain('frame-ancestors *');
  });

  test.each(['/api/nothing', '/assets/nothing.js'])('does not exist at %s', async (path) => {
    expect((await get(path)).statusCode).toBe(404);
  });

  test.each([
    ['/check-do%E2%80%8Bcument', '/check-document'],
    ['/check-document%e2%80%8b?p=1', '/check-document?p=1'],
    ['/%E2%80%8B/evil.example/', '/evil.example/'],
    ['/%E2%80%8B\\evil.example', '/evil.example'],
  ])('leads from %s, as printed in sealed documents, to %s', async (url, target) => {
    const answer = await get(url);
    expect([answer.statusCode, answer.headers.location]).toEqual([301, target]);
  });

  test.each(['/.git/config', '/.env', '/package.json', '/server.js', '/assets/..%2fapp.html', '/assets/'])(
    'shows nothing of the server at %s',
    async (path) => {
      const answer = await get(path);
      if (path.startsWith('/assets/')) expect(answer.statusCode).toBe(404);
      else expect(answer.body).toContain('office');
    },
  );

  test('leads to no other host when the request names one', async () => {
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as { port: number };
    const path = 'http://evil.example/%E2%80%8Bx';
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      request({ host: '127.0.0.1', port, path }, resolve).on('error', reject).end();
    });
    answer.resume();
    expect([answer.statusCode, answer.headers.location]).toEqual([200, undefined]);
  });

  test('only responds to GET and HEAD', async () => {
    expect((await app.inject({ method: 'POST', url: '/appointments/list' })).statusCode).toBe(404);
    expect((await app.inject({ method: 'HEAD', url: '/' })).statusCode).toBe(200);
  });
});

test.each([
  ['/sw.js', 'text/javascript; charset=utf-8', 'no-cache'],
  ['/manifest.webmanifest', 'application/manifest+json; charset=utf-8', 'no-cache'],
  ['/embed.js', 'text/javascript; charset=utf-8', 'public, max-age=3600'],
  ['/robots.txt', 'text/plain; charset=utf-8', 'public, max-age=3600'],
])(
  '%s has a fixed address: browsers ask whether it has changed, other sites within an hour',
  async (path, type, caching) => {
    const { statusCode, headers } = await get(path);
    expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([200, type, caching]);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
  },
);

test('hashed files are cached for a year, with a type that browsers must not sniff', async () => {
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
])('%s cannot reach anything outside the folder', async (path) => {
  const answer = await get(path);
  expect(answer.body).not.toContain('__NONCE__');
  expect(answer.body).not.toContain('root:');
});

describe('a prepared page', () => {
  const shell =
    '<html lang="en"><head><meta name="description" content="x" /><title>Gable</title><script type="module" crossorigin src="/assets/p.js"></script><link rel="modulepreload" crossorigin href="/assets/k.js"><link rel="stylesheet" crossorigin href="/assets/p.css"></head><body><div id="root"><div class="boot"><svg></svg></div></div></body></html>';

  let cached = '';

  async function opened(prepare: Parameters<typeof servePages>[1]['prepare']) {
    const folder = mkdtempSync(join(tmpdir(), 'gable-pages-'));
    mkdirSync(join(folder, 'assets'));
    for (const name of ['app', 'public']) writeFileSync(join(folder, `${name}.html`), shell);
    writeFileSync(join(folder, 'assets/p.css'), '.a{color:red}');
    const { runtime: another } = await startTestApp();
    const server = await createHttp(another);
    const settings = {
      root: folder,
      isPublicPath: () => true,
      mayBeFramed: () => false,
    };
    await servePages(server, prepare ? { ...settings, prepare } : settings);
    const { body, headers } = await server.inject({ url: '/client-view/x' });
    await server.close();
    rmSync(folder, { recursive: true, force: true });
    cached = String(headers['cache-control']);
    return body;
  }

  test('inlines its styles and loads its script immediately when there is no prepared content', async () => {
    const body = await opened(undefined);
    expect(body).toMatch(/<style nonce="[^"]+">\.a\{color:red\}<\/style>/);
    // The script finds the link, so the styles are not fetched and applied a second time.
    expect(body).toContain('<link rel="stylesheet" href="/assets/p.css" disabled>');
    expect(body).toContain('<script type="module" crossorigin src="/assets/p.js"></script>');
    expect(body).toContain('<link rel="modulepreload" crossorigin href="/assets/k.js">');
  });

  test('shows its prepared content first and loads the script afterwards', async () => {
    const body = await opened(async ({ nonce, path }) => ({
      head: '<meta name="x">',
      lang: 'de',
      scripts: ['/assets/more.js'],
      sight: `<p>$& ${path}</p>`,
      tail: `<i data-nonce="${nonce}"></i>`,
    }));
    expect(body).toContain('<html lang="de">');
    expect(body).toContain('<meta name="x"></head>');
    // It contains a client's data.
    expect(cached).toBe('no-store');
    expect(body).toContain('<div id="root"><p>$& /client-view/x</p><div class="boot">');
    expect(body).not.toContain('<script type="module"');
    expect(body).toContain('["/assets/k.js","/assets/more.js","/assets/p.js"]');
    expect(body).toContain('await import(u)');
    // An error of the entry is reported like any script error of the page; the entry reports those of the scripts
    // before it.
    expect(body).toContain('if(u==f.at(-1))throw e');
  });

  test('has the title and description of what it shows, which cannot close their tags', async () => {
    const meta = { title: '</title><b>$&', description: 'A "roof" & more' };
    const body = await opened(async () => ({ head: '', lang: 'en', scripts: [], tail: '', meta }));
    expect(body).toContain('<title>&#60;/title&#62;&#60;b&#62;$&#38;</title>');
    expect(body).toContain('<meta name="description" content="A &#34;roof&#34; &#38; more"');
  });

  test('is served without prepared content when preparing fails', async () => {
    const body = await opened(() => Promise.reject(new Error('no')));
    expect(body).toContain('<script type="module" crossorigin src="/assets/p.js"></script>');
  });
});
