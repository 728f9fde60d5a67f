import { afterEach, beforeEach, expect, test } from 'vitest';
import { sweepSyncs } from '#app/jobs/sweep-syncs.ts';
import type { ActionCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { seededRandom } from '#testing/seeded-random.ts';
import { startTestApp } from '#testing/test-app.ts';
import { createTestQueue, deferred, jobContext } from './context-for-tests.ts';
import { requestSync, type SyncKey, type SyncPage, stopSyncs, syncJob } from './sync.ts';

const testApp = await startTestApp();
let subscriberId = '';
const key: SyncKey = { connection: 'google', stream: 'contacts' };
const pageSize = 3;

/** The service has these changes; a cursor is the number of those already read. */
const changes = Array.from({ length: 20 }, (_, n) => n);
let fetched: string[] = [];

async function fetchPage(_: unknown, __: unknown, cursor: string): Promise<SyncPage<number[]>> {
  fetched.push(cursor);
  const from = Number(cursor);
  const page = changes.slice(from, from + pageSize);
  const next = from + page.length;
  return { changes: page, cursor: String(next), nextInMinutes: next < changes.length ? 0 : 15 };
}

const apply = async (w: WriteCtx, page: number[]) => {
  for (const after of page) await w.audit({ action: 'synced', entity: 'test', entity_id: null, after });
};
const sync = syncJob<number[]>('test/sync', { fetch: fetchPage, apply });
await createTestQueue(testApp, sync);

const newCtx = () => jobContext(testApp, subscriberId, sync);
const applied = () =>
  testApp.readAs(subscriberId, async (r) => {
    const rows = await mine(r, 'audit_log')
      .where('action', '=', 'synced')
      .orderBy('id')
      .select('after')
      .execute();
    return rows.map(({ after }) => after as number);
  });
const stored = () =>
  testApp.readAs(subscriberId, (r) => mine(r, 'sync_cursors').selectAll().executeTakeFirstOrThrow());
const request = () => testApp.writeAs(subscriberId, (w) => requestSync(w, key, sync));
const sweep = () => sweepSyncs(testApp.runtime, [sync]);

/** A context whose process is killed before its n-th transaction from now. */
function killedBefore(transaction: number): { ctx: ActionCtx; killed: Promise<void> } {
  const ctx = newCtx();
  const { promise, resolve } = deferred();
  let count = 0;
  const tx: ActionCtx['tx'] = (work) => {
    count += 1;
    if (count < transaction) return ctx.tx(work);
    resolve();
    return new Promise(() => {});
  };
  return { ctx: { ...ctx, tx }, killed: promise };
}

beforeEach(async () => {
  subscriberId = (await testApp.create.owner()).subscriberId;
  fetched = [];
  await request();
});

// The sweep starts those of all companies.
afterEach(() => testApp.writeAs(subscriberId, (w) => stopSyncs(w, key.connection)));

test('reads all pages in order and is due again when the last page says so', async () => {
  for (let page = 0; page < 10; page += 1) await sync.run(newCtx(), key);
  expect(await applied()).toEqual(changes);
  expect(fetched).toEqual(['', '3', '6', '9', '12', '15', '18']);
  expect(await sweep()).toBe(0);
  testApp.clock.advance(15 * 60_000);
  expect(await sweep()).toBe(1);
  await sync.run(newCtx(), key);
  expect(fetched.at(-1)).toBe('20');
});

test('of several processes one reads', async () => {
  await Promise.all(Array.from({ length: 5 }, () => sync.run(newCtx(), key)));
  expect(new Set(fetched).size).toBe(fetched.length);
  expect(await applied()).toEqual(changes.slice(0, fetched.length * pageSize));
});

test('a page fetched by a killed process is applied once, by the next one after its lease', async () => {
  const { ctx, killed } = killedBefore(2);
  void sync.run(ctx, key);
  await killed;
  expect(fetched).toEqual(['']);
  await sync.run(newCtx(), key);
  expect(await applied()).toEqual([]);
  expect(await sweep()).toBe(0);
  testApp.clock.advance(5 * 60_000);
  expect(await sweep()).toBe(1);
  await sync.run(newCtx(), key);
  expect(await applied()).toEqual([0, 1, 2]);
});

test('a process that was frozen longer than its lease applies nothing', async () => {
  const gate = deferred();
  const slow = syncJob<number[]>(sync.name, {
    fetch: async (...given) => {
      const page = await fetchPage(...given);
      await gate.promise;
      return page;
    },
    apply,
  });
  const frozen = slow.run(newCtx(), key);
  await expect.poll(() => fetched.length).toBe(1);
  testApp.clock.advance(6 * 60_000);
  await sync.run(newCtx(), key);
  gate.resolve();
  await frozen;
  expect(await applied()).toEqual([0, 1, 2]);
  expect(await stored()).toMatchObject({ cursor: '3', failures: 0 });
});

test('a failure applies nothing, is logged and repeated later and later', async () => {
  const failing = syncJob<number[]>(sync.name, {
    fetch: fetchPage,
    apply: async (w, page) => {
      await apply(w, page);
      throw new Error('half applied');
    },
  });
  await failing.run(newCtx(), key);
  expect(await applied()).toEqual([]);
  expect(await stored()).toMatchObject({ cursor: '', failures: 1, lease_id: null });
  await failing.run(newCtx(), key);
  expect(fetched).toHaveLength(1);
  testApp.clock.advance(60_000);
  await failing.run(newCtx(), key);
  expect(await stored()).toMatchObject({ failures: 2 });
  testApp.clock.advance(2 * 60_000);
  await sync.run(newCtx(), key);
  expect(await applied()).toEqual([0, 1, 2]);
  expect(await stored()).toMatchObject({ failures: 0 });
});

test('a sync requested while one is running stays due', async () => {
  const done = syncJob<number[]>(sync.name, {
    fetch: async () => {
      testApp.clock.advance(1000);
      await request();
      return { changes: [], cursor: 'later', nextInMinutes: 60 };
    },
    apply,
  });
  await done.run(newCtx(), key);
  expect(await stored()).toMatchObject({ cursor: 'later', lease_id: null });
  expect(await sweep()).toBe(1);
});

test('a stopped sync is forgotten, also by a process that is reading', async () => {
  const last = syncJob<number[]>(sync.name, {
    fetch: async (...given) => {
      await testApp.writeAs(subscriberId, (w) => stopSyncs(w, key.connection));
      return fetchPage(...given);
    },
    apply,
  });
  await last.run(newCtx(), key);
  expect(await applied()).toEqual([]);
  await expect(stored()).rejects.toThrow();
});

test('whatever is killed, every change is applied once and in order', { timeout: 30_000 }, async () => {
  const next = seededRandom(7);
  const random = (below: number) => Math.floor(next() * below);
  for (let step = 0; step < 60; step += 1) {
    const workers = Array.from({ length: 1 + random(3) }, () => {
      const dies = random(3);
      const { ctx, killed } = killedBefore(dies === 0 ? 9 : dies);
      return Promise.race([sync.run(ctx, key), killed]);
    });
    await Promise.all(workers);
    testApp.clock.advance(random(2) * 6 * 60_000);
  }
  expect(await applied()).toEqual(changes);
});
