import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import type { ReadCtx } from '#server/context.ts';
import { newId } from '#server/ids.ts';
import { freshDatabase } from '#testing/database.ts';
import { asPlatformReadOnly, asTenant, asTenantReadOnly } from './connect.ts';
import { preparedStatementName, runPrepared } from './prepared-statements.ts';
import { mine } from './scope.ts';

// One connection, so that the second tenant gets the plan prepared by the first.
const database = await freshDatabase({ max: 1 });
const { db } = database;
afterAll(database.drop);

const tenants = [1, 2].map((total) => ({ subscriberId: newId(), userId: newId(), total }));
for (const { total, ...tenant } of tenants) {
  const tally = { subscriber_id: tenant.subscriberId, name: 'contacts', total };
  await asTenant(db, tenant, (trx) => trx.insertInto('tallies').values(tally).execute());
}

const totalsOf = (tenant: { subscriberId: string; userId: string }) =>
  asTenantReadOnly(db, tenant, async (trx) => {
    const ctx = { db: trx, subscriberId: tenant.subscriberId } as unknown as ReadCtx;
    const rows = await runPrepared(ctx, mine(ctx, 'tallies').select('total'));
    const { rows: plans } = await sql<{ n: number }>`
      select count(*)::int as n from pg_prepared_statements where name like 'planned%'`.execute(trx);
    return { totals: rows.map((row) => row.total), plans: plans[0]?.n };
  });

test('a plan shared on one connection shows each tenant its own rows', async () => {
  // PostgreSQL switches to a generic plan after five calls.
  for (let round = 0; round < 8; round += 1) {
    for (const { total, ...tenant } of tenants)
      expect(await totalsOf(tenant)).toEqual({ totals: [total], plans: 1 });
  }
});

test('a shared plan stays subject to row-level security, whichever tenant it asks for', async () => {
  const [ours, theirs] = tenants;
  const open = db.selectFrom('tallies').select(['subscriber_id', 'total']).orderBy('total');
  const seenBy = (tenant: typeof ours | null) =>
    tenant
      ? asTenantReadOnly(db, tenant, (trx) => runPrepared({ db: trx } as unknown as ReadCtx, open))
      : asPlatformReadOnly(db, (trx) => runPrepared({ db: trx } as unknown as ReadCtx, open));
  for (let round = 0; round < 3; round += 1) {
    expect((await seenBy(ours ?? null)).map((row) => row.total)).toEqual([1]);
    expect((await seenBy(null)).map((row) => row.total)).toEqual([1, 2]);
    expect((await seenBy(theirs ?? null)).map((row) => row.total)).toEqual([2]);
  }
});

test('a migration that adds a column does not break connections with prepared plans', async () => {
  const wide = await freshDatabase({ max: 6 });
  const all = wide.db.selectFrom('tallies').selectAll();
  const ask = () =>
    asPlatformReadOnly(wide.db, async (trx) => {
      const rows = await runPrepared({ db: trx } as unknown as ReadCtx, all);
      // All connections at once, so that each has the plan.
      await sql`select pg_sleep(0.1)`.execute(trx);
      return rows;
    });
  const six = () => Promise.all(Array.from({ length: 6 }, ask));
  await six();
  const others = new pg.Client(wide.connection);
  await others.connect();
  await others.query('alter table tallies add column more integer');
  await others.end();
  expect(await six()).toEqual(Array.from({ length: 6 }, () => []));
  await wide.drop();
});

test('prepares no other queries', async () => {
  const text = mine({ db, subscriberId: newId() } as unknown as ReadCtx, 'tallies')
    .select('name')
    .compile().sql;
  expect(preparedStatementName(text)).toBeUndefined();
});
