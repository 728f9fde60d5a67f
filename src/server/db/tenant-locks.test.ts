import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { newId } from '#server/ids.ts';
import { freshDatabase } from '#testing/database.ts';
import { asPlatform, asTenant } from './connect.ts';

const database = await freshDatabase();
const { db } = database;
afterAll(database.drop);

const ours = { subscriberId: newId(), userId: newId() };
const theirs = { subscriberId: newId(), userId: newId() };
const at = '2030-03-01T09:00:00Z';

/** Tables that name a tenant but have no tenant isolation on purpose, with what a tenant's transaction may do there. */
const platformTables: Record<string, string[]> = {
  logins: [],
  sessions: [],
  auth_codes: [],
  rate_limits: [],
  platform_settings: [],
  schema_migrations: [],
  public_links: ['INSERT', 'SELECT', 'UPDATE'],
  short_links: ['INSERT', 'SELECT', 'UPDATE'],
  seal_keys: ['SELECT'],
  store_templates: ['SELECT'],
};

interface TableFacts {
  name: string;
  has_tenant: boolean;
  locked: boolean;
  forced: boolean;
  user_rights: string[] | null;
}

const { rows: tables } = await sql<TableFacts>`
  select c.relname as name, c.relrowsecurity as locked, c.relforcerowsecurity as forced,
    exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'subscriber_id' and not a.attisdropped) as has_tenant,
    (select array_agg(privilege_type::text order by privilege_type) from information_schema.role_table_grants g
      where g.table_name = c.relname and g.table_schema = 'public' and g.grantee = 'app_user') as user_rights
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`.execute(db);
const tenantTables = tables.filter((table) => !(table.name in platformTables));

/**
 * The hourly cleanup finds old keys of all tenants, a gateway account shared by two companies reports attempts of both,
 * one sweep starts the due syncs of all, others their overdue webhooks, refunds and reports, and old webhooks and driving times of all are
 * deleted.
 */
const indexesOfThePlatform = [
  'audit_log_by_age',
  'automation_jobs_by_age',
  'automation_jobs_due',
  'events_by_age',
  'gateway_comparisons_by_age',
  'idempotency_keys_by_age',
  'imports_with_rows',
  'inbound_texts_by_age',
  'inbound_texts_once',
  'message_events_by_age',
  'online_bookings_by_confirmation',
  'outbound_messages_emptied',
  'outbound_messages_held_until',
  'outbound_messages_with_text',
  'outbound_texts_by_phone',
  'payment_attempts_id',
  'payment_refunds_open',
  'rendered_documents_by_use',
  'report_views_by_age',
  'reports_to_stamp',
  'sending_hours_by_age',
  'sync_cursors_due',
  'technician_bookings_by_expiry',
  'travel_times_by_age',
  'webhook_deliveries_finished',
  'webhook_deliveries_overdue',
  'webhook_inbox_by_age',
];

test('every other table has the tenant filter and row-level security', () => {
  expect(tenantTables.length).toBeGreaterThan(30);
  const open = tenantTables.filter((table) => !(table.has_tenant && table.locked && table.forced));
  expect(open.map((table) => table.name)).toEqual([]);
});

test('every other table has the tenant first in every key and index', async () => {
  const { rows } = await sql<{ name: string; on: string; first: string }>`
    select i.indexrelid::regclass::text as name, i.indrelid::regclass::text as on,
      (select attname from pg_attribute where attrelid = i.indrelid and attnum = i.indkey[0]) as first
    from pg_index i join pg_class c on c.oid = i.indrelid
    where c.relnamespace = 'public'::regnamespace`.execute(db);
  const names = new Set(tenantTables.map((table) => table.name));
  const others = rows.filter((index) => names.has(index.on) && index.first !== 'subscriber_id');
  expect(others.map((index) => index.name).sort()).toEqual(indexesOfThePlatform);
});

test('every other table keeps its foreign keys within the tenant', async () => {
  const { rows } = await sql<{ key: string; first: string; first_there: string }>`
    select conrelid::regclass || '.' || conname as key,
      (select attname from pg_attribute where attrelid = conrelid and attnum = conkey[1]) as first,
      (select attname from pg_attribute where attrelid = confrelid and attnum = confkey[1]) as first_there
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`.execute(db);
  expect(rows.length).toBeGreaterThan(20);
  const across = rows.filter((key) => key.first !== 'subscriber_id' || key.first_there !== 'subscriber_id');
  expect(across).toEqual([]);
});

test('a tenant can access the platform’s tables only as listed here', () => {
  for (const table of tables) {
    if (table.name in platformTables)
      expect([table.name, table.user_rights ?? []]).toEqual([table.name, platformTables[table.name]]);
  }
});

test('the audit log only grows', async () => {
  const { rows } = await sql<{ may: string }>`
    select grantee || ' ' || privilege_type as may from information_schema.role_table_grants
    where table_name = 'audit_log' and grantee in ('app_user', 'app_admin') order by 1`.execute(db);
  expect(rows.map(({ may }) => may)).toEqual([
    'app_admin DELETE',
    'app_admin INSERT',
    'app_admin SELECT',
    'app_user INSERT',
    'app_user SELECT',
  ]);
});

test('the application’s roles own nothing, cannot log in and cannot bypass row-level security', async () => {
  const { rows } = await sql`
    select rolname, rolsuper, rolbypassrls, rolcanlogin, rolcreaterole, rolcreatedb from pg_roles
    where rolname in ('app_user', 'app_admin') order by 1`.execute(db);
  const nothing = {
    rolsuper: false,
    rolbypassrls: false,
    rolcanlogin: false,
    rolcreaterole: false,
    rolcreatedb: false,
  };
  expect(rows).toEqual([
    { rolname: 'app_admin', ...nothing },
    { rolname: 'app_user', ...nothing },
  ]);
});

describe('with raw SQL', () => {
  const tally = (subscriberId: string) => sql`insert into tallies values (${subscriberId}, 'contacts', 1)`;

  test('a tenant cannot see, change or delete rows of another', async () => {
    await asTenant(db, ours, (trx) => tally(ours.subscriberId).execute(trx));
    await asTenant(db, theirs, (trx) => tally(theirs.subscriberId).execute(trx));
    const seen = await asTenant(db, ours, async (trx) => {
      const all = await sql<{ subscriber_id: string }>`select subscriber_id from tallies`.execute(trx);
      const changed =
        await sql`update tallies set total = 9 where subscriber_id <> ${ours.subscriberId}`.execute(trx);
      const removed = await sql`delete from tallies where subscriber_id <> ${ours.subscriberId}`.execute(trx);
      return [all.rows, changed.numAffectedRows, removed.numAffectedRows];
    });
    expect(seen).toEqual([[{ subscriber_id: ours.subscriberId }], 0n, 0n]);
  });

  test.each([
    [
      'insert a row for another tenant',
      sql`insert into tallies values (${theirs.subscriberId}, 'stolen', 1)`,
    ],
    ['move a row to another tenant', sql`update tallies set subscriber_id = ${theirs.subscriberId}`],
    ['truncate a table', sql`truncate tallies`],
    ['turn row security off', sql`alter table tallies disable row level security`],
    ['read logins', sql`select * from logins`],
    ['read sessions', sql`select * from sessions`],
    ['change the seal', sql`delete from seal_keys`],
    ['create a function', sql`create function public.peek() returns int language sql as 'select 1'`],
  ])('a tenant may not %s', async (_what, statement) => {
    await expect(asTenant(db, ours, (trx) => statement.execute(trx))).rejects.toMatchObject({
      code: '42501',
    });
  });

  test('turning row security off for the session fails instead of showing rows', async () => {
    const peek = asTenant(db, ours, async (trx) => {
      await sql`set local row_security = off`.execute(trx);
      return sql`select * from tallies`.execute(trx);
    });
    await expect(peek).rejects.toMatchObject({ code: '42501' });
  });

  test('no tenant, an empty tenant or a malformed one sees no rows in any table', async () => {
    for (const { name } of tenantTables) {
      const count = (trx: Pick<typeof db, 'getExecutor'>) =>
        sql<{ n: number }>`select count(*) as n from ${sql.table(name)}`.execute(trx);
      const empty = await asTenant(db, { subscriberId: '', userId: null }, count);
      expect([name, empty.rows[0]?.n]).toEqual([name, 0]);
    }
    const unscoped = await db.transaction().execute(async (trx) => {
      await sql`set local role app_user`.execute(trx);
      return sql<{ n: number }>`select count(*) as n from tallies`.execute(trx);
    });
    expect(unscoped.rows[0]?.n).toBe(0);
  });

  test('role and tenant end with the transaction, also on the same connection and after a failure', async () => {
    await db.connection().execute(async (one) => {
      const whoAmI = async () =>
        (
          await sql<{ me: string; tenant: string | null }>`
          select current_user::text as me, nullif(current_setting('app.tenant_id', true), '') as tenant`.execute(
            one,
          )
        ).rows[0];
      const before = await whoAmI();
      expect(before?.me).not.toBe('app_user');
      await asTenant(db, ours, (trx) => sql`select 1 / 0`.execute(trx)).catch(() => {});
      expect(await whoAmI()).toEqual(before);
    });
  });

  test("an agreement's trail is append-only, even for the platform", async () => {
    const agreement = newId();
    const appointment = newId();
    await asTenant(db, ours, async (trx) => {
      await sql`insert into appointments (subscriber_id, id, public_id, order_id, status, date_time, duration_minutes, end_time,
          confirm_inspection, occupied, utilities_on, disable_automated_notifications, require_payment, total_fee_cents,
          outstanding_cents, paid, agreement_signed, created_at, updated_at)
        values (${ours.subscriberId}, ${appointment}, 'p', 'o', 'scheduled', ${at}, 60, '2030-03-01T10:00:00Z', true, true, true,
          false, false, 0, 0, true, true, ${at}, ${at})`.execute(trx);
      await sql`insert into appointment_agreements (subscriber_id, id, public_id, appointment_id, template_version, name, content,
          position, created_at)
        values (${ours.subscriberId}, ${agreement}, 'a', ${appointment}, 1, 'n', '{}', 1, ${at})`.execute(
        trx,
      );
      await sql`insert into agreement_evidence values (${ours.subscriberId}, ${agreement}, 1, 'viewed', '{}', ${at}, '', '', '', 'h')`.execute(
        trx,
      );
    });
    const attempts = [
      sql`update agreement_evidence set what = 'x'`,
      sql`delete from agreement_evidence`,
      sql`truncate agreement_evidence`,
    ];
    for (const statement of attempts) {
      await expect(asTenant(db, ours, (trx) => statement.execute(trx))).rejects.toMatchObject({
        code: '42501',
      });
      await expect(asPlatform(db, (trx) => statement.execute(trx))).rejects.toMatchObject({ code: '42501' });
    }
    // Nor indirectly: an agreement that has a trail cannot be deleted.
    const round = asTenant(db, ours, (trx) =>
      sql`delete from appointments where id = ${appointment}`.execute(trx),
    );
    await expect(round).rejects.toMatchObject({ code: '23503' });
  });
});
