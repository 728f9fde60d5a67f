import { sql, type Transaction } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { newId } from '#server/ids.ts';
import { freshDatabase } from '#testing/database.ts';
import { asTenant } from './connect.ts';
import { lockKey } from './key-locks.ts';
import type { DB } from './tables.ts';

const database = await freshDatabase();
const { db, pool } = database;
afterAll(database.drop);

const company = { subscriberId: newId(), userId: null };
const pause = (ms: number) => new Promise((wake) => setTimeout(wake, ms));

test('transactions that need one key run one after the other, and hold no connection while they wait', async () => {
  let [inside, most, waiting] = [0, 0, 0];
  const work = async (trx: Transaction<DB>) => {
    await lockKey(trx, 'one', 'key');
    most = Math.max(most, ++inside);
    await pause(5);
    waiting = Math.max(waiting, pool.waitingCount);
    inside--;
  };
  await Promise.all(Array.from({ length: 40 }, () => asTenant(db, company, work)));
  expect({ most, waiting }).toEqual({ most: 1, waiting: 0 });
});

test('a waiting transaction sees what the one before it committed', async () => {
  const tally = { subscriber_id: company.subscriberId, name: 'contacts', total: 0 };
  await asTenant(db, company, (trx) => trx.insertInto('tallies').values(tally).execute());
  const addOne = async (trx: Transaction<DB>) => {
    await lockKey(trx, company.subscriberId, 'tally');
    const { total } = await trx.selectFrom('tallies').select('total').executeTakeFirstOrThrow();
    await trx
      .updateTable('tallies')
      .set({ total: total + 1 })
      .execute();
  };
  await Promise.all(Array.from({ length: 20 }, () => asTenant(db, company, addOne)));
  const read = asTenant(db, company, (trx) => trx.selectFrom('tallies').select('total').execute());
  expect(await read).toEqual([{ total: 20 }]);
});

test('keys needed in opposite order never deadlock', async () => {
  const work = (keys: string[]) => async (trx: Transaction<DB>) => {
    for (const key of keys) {
      await lockKey(trx, key);
      await pause(2);
    }
    return keys.join('');
  };
  const runs = Array.from({ length: 20 }, (_, n) =>
    asTenant(db, company, work(n % 2 ? ['x', 'y'] : ['y', 'x'])),
  );
  expect(new Set(await Promise.all(runs))).toEqual(new Set(['xy', 'yx']));
});

test('work that goes on after a taken key is not committed', async () => {
  const first = asTenant(db, company, async (trx) => {
    await lockKey(trx, 'swallowed');
    await pause(30);
  });
  await pause(10);
  let attempts = 0;
  await asTenant(db, company, async (trx) => {
    attempts++;
    await lockKey(trx, 'swallowed').catch(() => {});
  });
  await first;
  expect(attempts).toBe(2);
});

test('a key that another process has is waited for', async () => {
  const client = await pool.connect();
  await client.query('begin');
  await client.query("select pg_advisory_xact_lock(hashtextextended('far key', 0))");
  let isFree = false;
  setTimeout(() => {
    isFree = true;
    void client.query('commit').then(() => client.release());
  }, 80);
  expect(
    await asTenant(db, company, async (trx) => {
      await lockKey(trx, 'far', 'key');
      return isFree;
    }),
  ).toBe(true);
});

test('every transaction has limits for locks, statements and doing nothing', async () => {
  const settings = await asTenant(db, company, async (trx) => {
    const { rows } = await sql<Record<string, string>>`
      select current_setting('lock_timeout') as lock, current_setting('statement_timeout') as statement,
        current_setting('idle_in_transaction_session_timeout') as idle`.execute(trx);
    return rows[0];
  });
  expect(settings).toEqual({ lock: '5s', statement: '30s', idle: '30s' });
});

test('a transaction that holds its locks without doing anything loses them, and others go on', async () => {
  const frozen = asTenant(db, company, async (trx) => {
    await lockKey(trx, 'frozen');
    await sql`set local idle_in_transaction_session_timeout = '100ms'`.execute(trx);
    await pause(400);
    await sql`select 1`.execute(trx);
  }).catch((error: { message: string }) => error.message);
  await pause(20);
  const client = await pool.connect();
  await client.query("select pg_advisory_lock(hashtextextended('frozen', 0)), pg_advisory_unlock_all()");
  client.release();
  expect(await frozen).toMatch('connection error');
});
