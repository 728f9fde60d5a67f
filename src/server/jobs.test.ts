import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, describe, expect, test } from 'vitest';
import { asInstant } from '#domain/base/time.ts';
import { freshDatabase } from '#testing/database.ts';
import { asTenant } from './db/connect.ts';
import { newId } from './ids.ts';
import { job, openQueue } from './jobs.ts';

interface Note {
  text: string;
}

/** What the worker ran, and for which tenant. */
const ran: string[] = [];
let failing = 0;
let hold = deferred();

const write = job<Note>('kit/write', async (ctx, { text }) => {
  ran.push(`${text} for ${ctx.subscriberId}`);
  if (text === 'slow') await hold.promise;
});
const stumble = job<Note>(
  'kit/stumble',
  async (_ctx, { text }) => {
    ran.push(text);
    if (failing-- > 0) throw new Error('not yet');
  },
  { retryLimit: 1, retryDelay: 1 },
);

const database = await freshDatabase({ max: 6 });
const { db } = database;
const queue = await openQueue({
  connection: database.connection,
  jobs: [write, stumble],
  log: pino({ level: 'silent' }),
  supervise: true,
});
afterAll(async () => {
  await queue.stop();
  await database.drop();
});

const tenant = { subscriberId: newId(), userId: null };
const later = asInstant('2099-01-01T00:00:00.000Z');
const enqueue = (text: string, options: { key?: string; runAt?: typeof later } = {}, what = write) =>
  asTenant(db, tenant, (trx) => queue.enqueue(trx, tenant.subscriberId, what, { text }, options));

async function waiting(name = 'kit/write') {
  const { rows } = await sql<{ text: string; at: string }>`
    select data->'data'->>'text' as text, start_after as at from pgboss.job
    where name = ${name} and state in ('created', 'retry') order by created_on, id`.execute(db);
  return rows;
}

function deferred() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let i = 0; i < 400; i++) {
    if (await holds()) return;
    await sleep(25);
  }
  throw new Error('it never came to be');
}

// The worker only starts in the last tests: until then enqueued jobs wait.
describe('an enqueued job', () => {
  test('disappears when its transaction is rolled back', async () => {
    const undone = asTenant(db, tenant, async (trx) => {
      await queue.enqueue(trx, tenant.subscriberId, write, { text: 'undone' });
      throw new Error('changed my mind');
    });
    await expect(undone).rejects.toThrow('changed my mind');
    expect(await waiting()).toEqual([]);
  });

  test('replaces the data and time of one waiting under the same key', async () => {
    await enqueue('first', { key: 'a', runAt: later });
    await enqueue('second', { key: 'a', runAt: asInstant('2098-01-01T00:00:00.000Z') });
    expect(await waiting()).toEqual([{ text: 'second', at: '2098-01-01T00:00:00.000Z' }]);
  });

  test("with the same key as another tenant's is a separate job", async () => {
    const other = { subscriberId: newId(), userId: null };
    await asTenant(db, other, (trx) =>
      queue.enqueue(trx, other.subscriberId, write, { text: 'theirs' }, { key: 'a', runAt: later }),
    );
    expect((await waiting()).map((row) => row.text)).toEqual(['second', 'theirs']);
  });

  test('without a key is never merged with another', async () => {
    await enqueue('one', { runAt: later });
    await enqueue('one', { runAt: later });
    expect((await waiting()).filter((row) => row.text === 'one')).toHaveLength(2);
  });
});

describe('the worker', () => {
  test('runs due jobs as their tenant and leaves the others waiting', async () => {
    await queue.work((envelope) => ({ subscriberId: envelope.subscriberId }) as never);
    await enqueue('now');
    await until(() => ran.length > 0);
    expect(ran).toEqual([`now for ${tenant.subscriberId}`]);
    expect((await waiting()).length).toBe(4);
  });

  test('runs a job again when its key is enqueued while it is running', async () => {
    ran.length = 0;
    hold = deferred();
    await enqueue('slow', { key: 'b' });
    await until(() => ran.length === 1);
    await enqueue('slow again', { key: 'b' });
    hold.resolve();
    await until(() => ran.length === 2);
    expect(ran[1]).toContain('slow again');
  });

  test('works through a backlog without pausing between jobs', async () => {
    ran.length = 0;
    await asTenant(db, tenant, async (trx) => {
      for (let i = 0; i < 60; i++) await queue.enqueue(trx, tenant.subscriberId, write, { text: `${i}` }, {});
    });
    // With a pause of a second after each, it would take half a minute.
    await until(() => ran.length >= 60);
    expect(new Set(ran).size).toBe(60);
  });

  test('retries failed jobs and moves those that keep failing to the dead-letter queue', async () => {
    ran.length = 0;
    failing = 1;
    await enqueue('stumbles once', {}, stumble);
    await until(() => ran.length === 2);
    failing = 99;
    ran.length = 0;
    await enqueue('never works', {}, stumble);
    await until(async () => (await waiting('kit/stumble.dead')).length === 1);
    expect(ran).toEqual(['never works', 'never works']);
    expect(await waiting('kit/stumble.dead')).toMatchObject([{ text: 'never works' }]);
  });
});
