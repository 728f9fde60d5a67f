import Fastify from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { takeTurns } from './visitor-turns.ts';

const apps: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});

/** A server whose answers wait until they are released, and what it works on. */
async function startServer() {
  const app = Fastify({ forceCloseConnections: true });
  const open = new Map<string, () => void>();
  const started: string[] = [];
  takeTurns(
    app,
    (path) => path.startsWith('/schedule/'),
    (_req, reply) => reply.code(503).send('busy'),
  );
  app.get('/*', async (req) => {
    started.push(req.url);
    await new Promise<void>((resolve) => {
      open.set(req.url, resolve);
    });
    return 'done';
  });
  apps.push(app);
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const get = (path: string, init: RequestInit = {}) => fetch(origin + path, init).catch(() => null);
  const member = (path: string) => get(path, { headers: { authorization: 'Bearer x' } });
  const release = (path: string) => {
    open.get(path)?.();
  };
  return { get, member, release, started, settle: () => new Promise((done) => setTimeout(done, 60)) };
}

test('serves three visitors at a time, in the order in which they came', async () => {
  const { get, release, started, settle } = await startServer();
  for (let n = 1; n <= 5; n += 1) {
    void get(`/schedule/${n}`);
    await settle();
  }
  expect(started).toEqual(['/schedule/1', '/schedule/2', '/schedule/3']);
  release('/schedule/2');
  await settle();
  expect(started.at(-1)).toBe('/schedule/4');
});

test('serves one visitor at a time while a member waits, and members at once', async () => {
  const { get, member, release, started, settle } = await startServer();
  for (const path of ['/api/v2/public/a', '/api/v2/public/b']) void get(path);
  await settle();
  void member('/api/v2/appointments');
  void get('/schedule/c');
  void member('/api/v2/people');
  await settle();
  expect(started.slice(2)).toEqual(['/api/v2/appointments', '/api/v2/people']);
  release('/api/v2/public/a');
  await settle();
  expect(started).not.toContain('/schedule/c');
  release('/api/v2/public/b');
  await settle();
  expect(started.at(-1)).toBe('/schedule/c');
});

test('a visitor who leaves ends the turn, also before it started', async () => {
  const { get, release, started, settle } = await startServer();
  const leaving = new AbortController();
  for (let n = 1; n <= 4; n += 1) {
    void get(`/schedule/${n}`, n === 1 || n === 4 ? { signal: leaving.signal } : {});
    await settle();
  }
  leaving.abort();
  await settle();
  for (let n = 5; n <= 7; n += 1) void get(`/schedule/${n}`);
  await settle();
  for (const n of [2, 3, 4]) release(`/schedule/${n}`);
  await settle();
  expect(started).toEqual(expect.arrayContaining(['/schedule/5', '/schedule/6', '/schedule/7']));
});

test('refuses who would wait behind 80 others of the same address, and works on none who have left', async () => {
  const { get, release, started, settle } = await startServer();
  const leaving = new AbortController();
  for (let n = 1; n <= 3; n += 1) void get(`/schedule/${n}`);
  await settle();
  for (let n = 4; n <= 83; n += 1) void get(`/schedule/${n}`, { signal: leaving.signal });
  await settle();
  expect((await get('/schedule/refused'))?.status).toBe(503);
  leaving.abort();
  await settle();
  for (let n = 1; n <= 3; n += 1) release(`/schedule/${n}`);
  await settle();
  void get('/schedule/next');
  await settle();
  expect(started).toEqual(['/schedule/1', '/schedule/2', '/schedule/3', '/schedule/next']);
});
