import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod/mini';
import { startTestApp } from '#testing/test-app.ts';
import { read, write } from '#wire/route.ts';
import { handle } from '../handle.ts';
import { createHttp } from '../http.ts';
import { shedLoad } from './shed-load.ts';

const text = { access: 'public', summary: 'A call', output: z.string() } as const;
const routes = [
  handle(read('POST /kit/read', text), async () => 'read'),
  handle(write('POST /kit/write', text), async () => 'written'),
  handle(write('POST /kit/leave', { ...text, isNeverShed: true }), async () => 'left'),
];
const { runtime } = await startTestApp({ routes });

/** A server with routes and pages that sheds load. */
async function startServer(options: { maxDelayMs: number; intervalMs?: number; measure?: () => number }) {
  const app = await createHttp(runtime);
  await shedLoad(app, runtime, { isPublicPath: (path) => path.startsWith('/schedule/'), ...options });
  app.get('/ready', { config: { isNeverShed: true } }, async () => 'ready');
  for (const path of ['/schedule/a', '/appointments']) app.get(path, async () => 'page');
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const call = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${origin}/api/kit/${path}`, { method: 'POST', headers });
  const page = (path: string, headers: Record<string, string> = {}) => fetch(origin + path, { headers });
  return { app, call, page };
}
type Server = Awaited<ReturnType<typeof startServer>>;

const asMember = { authorization: 'Bearer x' };
/** The statuses of a visitor's read, a member's read, a write, and of what is never refused. */
async function statuses({ call, page }: Server): Promise<number[]> {
  const all = [call('read'), call('read', asMember), call('write'), call('leave'), page('/ready')];
  return (await Promise.all(all)).map(({ status }) => status);
}
const allServed = [200, 200, 200, 200, 200];

describe('while the event loop is late', () => {
  let delayMs = 0;
  let server: Server;
  beforeAll(async () => {
    server = await startServer({ maxDelayMs: 100, measure: () => delayMs });
  });
  afterAll(() => server.app.close());

  test.each([
    [100, allServed],
    [101, [503, 200, 200, 200, 200]],
    [201, [503, 503, 200, 200, 200]],
    [401, [503, 503, 503, 200, 200]],
    [Number.POSITIVE_INFINITY, [503, 503, 503, 200, 200]],
  ])('by %d of 100 ms, visitors are refused first, then what members read', async (late, expected) => {
    delayMs = late;
    expect(await statuses(server)).toEqual(expected);
  });

  test('pages of visitors are refused before those of members', async () => {
    delayMs = 150;
    const pages = await Promise.all([server.page('/schedule/a'), server.page('/appointments')]);
    expect(pages.map(({ status }) => status)).toEqual([503, 200]);
  });

  test('the answer says in the caller’s language when to ask again', async () => {
    delayMs = 500;
    const refused = await server.call('write', { 'accept-language': 'de' });
    expect(refused.headers.get('retry-after')).toBe('5');
    expect(await refused.json()).toEqual({
      success: false,
      data: null,
      error: { type: 'UNAVAILABLE', message: german, details: { retryAfter: 5 } },
    });
  });

  test('a browser that opens a page gets one that asks again by itself', async () => {
    delayMs = 500;
    for (const path of ['/schedule/a', '/appointments']) {
      const page = await server.page(path, { accept: 'text/html', 'accept-language': 'de' });
      expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5']);
      const html = await page.text();
      expect(html).toContain('<html lang="de">');
      expect(html).toContain('<meta http-equiv="refresh" content="5">');
      expect(html).toContain(german);
    }
  });
});

const german = 'Der Server ist ausgelastet. Bitte versuchen Sie es gleich noch einmal.';

describe('the measured delay', () => {
  const intervalMs = 300;
  let isHeld = false;
  let server: Server;
  beforeAll(async () => {
    server = await startServer({ maxDelayMs: 100, intervalMs });
  });
  beforeEach(() => sleep(2 * intervalMs));
  afterAll(() => server.app.close());

  function block(ms: number): void {
    const end = performance.now() + ms;
    while (performance.now() < end);
  }
  function blockAgain(): void {
    if (!isHeld) return;
    block(150);
    setImmediate(blockAgain);
  }

  test('refuses visitors while work holds the loop, and serves them again afterwards', async () => {
    isHeld = true;
    setImmediate(blockAgain);
    await sleep(3 * intervalMs);
    expect((await server.call('read')).status).toBe(503);
    expect((await server.page('/ready')).status).toBe(200);
    isHeld = false;
    await sleep(3 * intervalMs);
    expect(await statuses(server)).toEqual(allServed);
  });

  test('one long block does not count as being late', async () => {
    await sleep(0.5 * intervalMs);
    block(0.6 * intervalMs);
    await sleep(0.6 * intervalMs);
    expect(await statuses(server)).toEqual(allServed);
  });
});
