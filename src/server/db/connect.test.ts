import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { newId } from '#server/ids.ts';
import { freshDatabase } from '#testing/database.ts';
import { asPlatform, asPlatformReadOnly, asTenant, asTenantReadOnly, openDatabase } from './connect.ts';
import { mine, type TenantReader } from './scope.ts';

const database = await freshDatabase();
const { db } = database;
afterAll(database.drop);

const at = '2030-03-01T09:00:00.000Z';
const ours = { subscriberId: newId(), userId: newId() };
const theirs = { subscriberId: newId(), userId: newId() };
const tallyOf = (tenant: typeof ours) => ({ subscriber_id: tenant.subscriberId, name: 'contacts', total: 1 });

await asTenant(db, ours, (trx) => trx.insertInto('tallies').values(tallyOf(ours)).execute());
await asTenant(db, theirs, (trx) => trx.insertInto('tallies').values(tallyOf(theirs)).execute());

test('reads columns as numbers, dates and ISO instants', async () => {
  const { rows } = await sql`
    select timestamptz '2030-03-01 09:00:00.123456+01' as moment, timestamptz '1999-12-31 23:59:59+00' as whole,
      date '2030-03-01' as day, 9007199254740991::int8 as big, 10.25::numeric as decimal, array[1, null]::int8[] as list,
      array[timestamptz '2030-03-01 09:00+00'] as moments, array[date '2030-03-01'] as days`.execute(db);
  expect(rows).toEqual([
    {
      moment: '2030-03-01T08:00:00.123Z',
      whole: '1999-12-31T23:59:59.000Z',
      day: '2030-03-01',
      big: Number.MAX_SAFE_INTEGER,
      decimal: 10.25,
      list: [1, null],
      moments: ['2030-03-01T09:00:00.000Z'],
      days: ['2030-03-01'],
    },
  ]);
});

test('reads the same instants in a session with another time zone', async () => {
  const moment = await db.connection().execute(async (one) => {
    await sql`set timezone = 'Asia/Kathmandu'`.execute(one);
    const { rows } = await sql<{
      moment: string;
    }>`select timestamptz '2030-03-01 09:00:00.5Z' as moment`.execute(one);
    await sql`reset timezone`.execute(one);
    return rows[0]?.moment;
  });
  expect(moment).toBe('2030-03-01T09:00:00.500Z');
});

test('a tenant sees its own rows, the platform all rows, and an unscoped query none', async () => {
  const all = (trx: Pick<typeof db, 'selectFrom'>) =>
    trx.selectFrom('tallies').select('subscriber_id').execute();
  expect(await asTenantReadOnly(db, ours, all)).toEqual([{ subscriber_id: ours.subscriberId }]);
  expect(await asPlatformReadOnly(db, all)).toHaveLength(2);
  const nobody = asTenantReadOnly(db, { subscriberId: '', userId: null }, all);
  expect(await nobody).toEqual([]);
});

test('row-level security keeps a tenant from writing rows of another, with or without the tenant filter', async () => {
  const stranger = { ...tallyOf(theirs), name: 'stolen' };
  await expect(
    asTenant(db, ours, (trx) => trx.insertInto('tallies').values(stranger).execute()),
  ).rejects.toMatchObject({
    code: '42501',
  });
  const changed = await asTenant(db, ours, (trx) =>
    trx
      .updateTable('tallies')
      .set({ total: 99 })
      .where('subscriber_id', '=', theirs.subscriberId)
      .executeTakeFirst(),
  );
  expect(changed.numUpdatedRows).toBe(0n);
});

test('mine() filters by tenant even for the platform', async () => {
  const rows = await asPlatformReadOnly(db, (trx) =>
    mine({ subscriberId: ours.subscriberId, db: trx }, 'tallies').selectAll().execute(),
  );
  expect(rows).toEqual([tallyOf(ours)]);
});

test('mine() only accepts tenant tables and their columns', () => {
  const ctx = {} as TenantReader;
  // @ts-expect-error logins do not belong to a tenant
  const outside = () => mine(ctx, 'logins');
  // @ts-expect-error no such column
  const unknown = () => mine(ctx, 'tallies').where('nonsense', '=', 1);
  expect([outside, unknown]).toHaveLength(2);
});

test.skipIf(process.env.GABLE_TEST_DATABASE_URL)(
  'tenant filter and row-level security also apply to a superuser’s connection',
  async () => {
    const superuser = openDatabase({ ...database.connection, user: 'postgres' }, { max: 1 });
    const rows = await asTenantReadOnly(superuser.db, ours, (trx) =>
      trx.selectFrom('tallies').selectAll().execute(),
    );
    expect(rows).toEqual([tallyOf(ours)]);
    await superuser.close();
  },
);

test('a read-only transaction rejects writes', async () => {
  const write = asTenantReadOnly(db, ours, (trx) => trx.updateTable('tallies').set({ total: 5 }).execute());
  await expect(write).rejects.toMatchObject({ code: '25006' });
});

test('a transaction leaves no settings on its connection', async () => {
  await asTenant(db, ours, async () => {});
  await expect(asTenant(db, ours, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  for (let i = 0; i < 8; i++) {
    const { rows } = await sql<{ role: string; tenant: string | null }>`
      select current_user as role, current_setting('app.tenant_id', true) as tenant`.execute(db);
    expect(rows[0]?.role).not.toBe('app_user');
    expect(rows[0]?.tenant ?? '').toBe('');
  }
});

test('values cannot inject SQL into the first statement', async () => {
  const evil = { subscriberId: "x', true); drop table tallies; --", userId: "\\'" };
  await expect(
    asTenantReadOnly(db, evil, (trx) => trx.selectFrom('tallies').selectAll().execute()),
  ).rejects.toMatchObject({
    code: '22P02',
  });
  expect(await asPlatformReadOnly(db, (trx) => trx.selectFrom('tallies').selectAll().execute())).toHaveLength(
    2,
  );
});

test('a swallowed error cannot end in a commit that commits nothing', async () => {
  const swallowed = asTenant(db, ours, async (trx) => {
    await trx.updateTable('tallies').set({ total: 7 }).execute();
    await sql`select 1 / 0`.execute(trx).catch(() => {});
  });
  await expect(swallowed).rejects.toThrow();
});

test('two transactions that deadlock both succeed', async () => {
  const names = ['left', 'right'];
  for (const name of names) {
    await asTenant(db, ours, (trx) =>
      trx
        .insertInto('tallies')
        .values({ ...tallyOf(ours), name, total: 0 })
        .execute(),
    );
  }
  const both = [names, [...names].reverse()].map((order) =>
    asTenant(db, ours, async (trx) => {
      for (const name of order) {
        await trx
          .updateTable('tallies')
          .set((eb) => ({ total: eb('total', '+', 1) }))
          .where('name', '=', name)
          .execute();
        await new Promise((wake) => setTimeout(wake, 30));
      }
    }),
  );
  await Promise.all(both);
  const rows = await asTenantReadOnly(db, ours, (trx) =>
    trx.selectFrom('tallies').select('total').where('name', 'in', names).execute(),
  );
  expect(rows).toEqual([{ total: 2 }, { total: 2 }]);
});

test('rolls back when the work throws', async () => {
  const id = newId();
  const failing = asPlatform(db, async (trx) => {
    await trx.insertInto('platform_settings').values({ key: id, value: '{}', updated_at: at }).execute();
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  const rows = await asPlatformReadOnly(db, (trx) =>
    trx.selectFrom('platform_settings').selectAll().where('key', '=', id).execute(),
  );
  expect(rows).toEqual([]);
});

test('a connection that breaks between two queries fails only its own transaction', async () => {
  const broken = asTenant(db, ours, async (trx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
    await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(db);
    await new Promise((resolve) => setTimeout(resolve, 50));
    return sql`select 1`.execute(trx);
  });
  await expect(broken).rejects.toThrow();
  expect((await sql`select 1 as fine`.execute(db)).rows).toEqual([{ fine: 1 }]);
});
