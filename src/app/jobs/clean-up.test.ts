import { type RawBuilder, sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { asInstant } from '#domain/base/time.ts';
import { readRetention, retentionBounds } from '#domain/platform/retention.ts';
import { asPlatform } from '#server/db/connect.ts';
import { bookedAppointment } from '#testing/bookings.ts';
import { startTestApp } from '#testing/test-app.ts';
import { cleanUp, deletionOf, expiring, rowsPerBatch, walkByAge } from './clean-up.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const { runtime } = testApp;
const run = (statement: RawBuilder<unknown>) => asPlatform(runtime.db, (trx) => statement.execute(trx));
const textsOf = async (statement: RawBuilder<unknown>) =>
  (await run(statement)).rows.map((row) => String(Object.values(row as object)[0]));

test('deletes what has expired in batches, and nothing else', async () => {
  await run(sql`insert into rate_limits (bucket, window_start, hits)
    select 'old' || n, timestamptz '2030-02-01', 1 from generate_series(1, ${rowsPerBatch * 2 + 1}) n
    union all select 'new', timestamptz '2030-03-01 10:00Z', 1`);
  await cleanUp(runtime);
  expect(await textsOf(sql`select bucket from rate_limits`)).toEqual(['new']);
});

test('several workers at once delete each row once, and one run a bounded number', async () => {
  await run(sql`insert into rate_limits (bucket, window_start, hits)
    select 'old' || n, timestamptz '2030-02-01', 1 from generate_series(1, ${rowsPerBatch * 4}) n`);
  await cleanUp(runtime, 1);
  expect(await textsOf(sql`select count(*) from rate_limits where bucket like 'old%'`)).toEqual([
    String(rowsPerBatch * 3),
  ]);
  await Promise.all([cleanUp(runtime), cleanUp(runtime), cleanUp(runtime)]);
  expect(await textsOf(sql`select count(*) from rate_limits where bucket like 'old%'`)).toEqual(['0']);
});

describe('what only grows', () => {
  let old = '';
  let waiting = '';
  let company = '';

  /** Rows of each table, by age in days: one a day too old, one that is not. */
  beforeAll(async () => {
    const owner = await testApp.create.owner();
    company = owner.subscriberId;
    old = (await bookedAppointment(owner, { at: '2030-03-08T08:00' })).appointment.id;
    waiting = (await bookedAppointment(owner, { at: '2030-03-15T08:00' })).appointment.id;
    await run(sql`delete from events`);
    await run(sql`delete from automation_jobs`);
    await run(sql`update appointments set date_time = '2024-03-01', end_time = '2024-03-01 02:00Z'
      where id in (${old}, ${waiting})`);
    const upcoming = (await bookedAppointment(owner, { at: '2030-03-22T08:00' })).appointment.id;
    await run(sql`delete from events`);
    await run(sql`delete from automation_jobs`);
    const job = (
      status: string,
      of: string,
      at: string,
    ) => sql`insert into automation_jobs (subscriber_id, id,
      appointment_id, slot, event_type, occurrence_id, occurred_at, dedupe_key, run_at, status, created_at, updated_at)
      values (${company}, gen_random_uuid(), ${of}, 'x', 1, 'start', ${at}, gen_random_uuid()::text, ${at}, ${status},
        ${at}, ${at})`;
    await run(job('done', old, '2028-02-29'));
    await run(job('skipped', old, '2028-03-02'));
    await run(job('done', upcoming, '2027-01-01'));
    await run(job('pending', waiting, '2025-01-01'));
    const event = (type: string, of: string | null, at: string) => sql`insert into events
      (subscriber_id, id, type, data, appointment_id, at) values (${company}, gen_random_uuid(), ${type}, '{}', ${of}, ${at})`;
    await run(event('of no appointment', null, '2027-02-28'));
    await run(event('of a past appointment', old, '2027-02-28'));
    await run(event('young', old, '2027-03-03'));
    await run(event('of an appointment with plans', waiting, '2025-01-01'));
    await run(event('of an upcoming appointment', upcoming, '2025-01-01'));
    const entry = (action: string, at: string) => sql`insert into audit_log
      (subscriber_id, id, actor_type, action, entity, at) values (${company}, gen_random_uuid(), 'x', ${action}, 'x', ${at})`;
    await run(sql`delete from audit_log`);
    await run(sql`delete from message_events`);
    await run(entry('old', '2027-02-28'));
    await run(entry('young', '2027-03-03'));
    await run(sql`delete from idempotency_keys`);
    await run(sql`insert into idempotency_keys (subscriber_id, caller, key, route, body_hash, created_at)
      select ${company}, 'x', k, 'x', 'x', at::timestamptz
      from (values ('old', '2030-02-27 13:59Z'), ('young', '2030-02-27 14:01Z')) as v (k, at)`);
    await run(sql`with m as (insert into outbound_messages (subscriber_id, id, key, channel, template_key, to_address, status, created_at)
      values (${company}, gen_random_uuid(), 'x', 'email', 'x', 'a@b.test', 'sent', '2027-01-01')
      returning id) insert into message_events (subscriber_id, message_id, id, kind, at)
      select ${company}, m.id, gen_random_uuid(), kind, at::timestamptz
      from m, (values ('opened', '2028-02-28'), ('clicked', '2028-03-02')) as v (kind, at)`);
    const text = (
      at: string,
      of: string | null,
    ) => sql`insert into inbound_texts (subscriber_id, id, provider_id,
      from_phone, to_phone, body, kind, appointment_id, received_at) values (${company}, gen_random_uuid(),
      gen_random_uuid()::text, '+1', '+2', ${at}, 'text', ${of}, ${at})`;
    await run(text('2027-02-28', old));
    await run(text('2025-02-28', upcoming));
    await run(text('2027-03-03', null));
    await run(sql`insert into gateway_comparisons (subscriber_id, gateway, day, state, started_at)
      select ${company}, 1, at::date, 'done', at::timestamptz from (values ('2029-01-24'), ('2029-01-27')) as v (at)`);
    await run(sql`insert into report_views (subscriber_id, id, report_id, role, ip, user_agent, at)
      select r.subscriber_id, gen_random_uuid(), r.id, at, '', '', at::timestamptz
      from (select * from reports limit 1) r, (values ('2027-02-28'), ('2027-03-03')) as v (at)`);
    await cleanUp(runtime);
  });

  test.each([
    [
      'events',
      sql`select type from events order by type`,
      ['of an appointment with plans', 'of an upcoming appointment', 'young'],
    ],
    ['audit_log', sql`select action from audit_log`, ['young']],
    ['inbound_texts', sql`select body from inbound_texts order by body`, ['2025-02-28', '2027-03-03']],
    ['gateway_comparisons', sql`select day::text from gateway_comparisons`, ['2029-01-27']],
    ['report_views', sql`select role from report_views`, ['2027-03-03']],
    ['idempotency_keys', sql`select key from idempotency_keys`, ['young']],
    ['message_events', sql`select kind from message_events`, ['clicked']],
    [
      'automation_jobs',
      sql`select status from automation_jobs order by status`,
      ['done', 'pending', 'skipped'],
    ],
  ])('%s keep exactly what is younger or still needed', async (_table, statement, expected) => {
    expect(await textsOf(statement)).toEqual(expected);
  });

  test('is stored for as long as the platform’s settings say', async () => {
    await run(sql`insert into platform_settings (key, value, updated_at)
      values ('retention', ${JSON.stringify({ audit_log: 365 })}, now())`);
    await cleanUp(runtime);
    expect(await textsOf(sql`select action from audit_log`)).toEqual([]);
    expect(await textsOf(sql`select kind from message_events`)).toEqual(['clicked']);
  });

  test('words of appointments end with them', async () => {
    const count = sql`select count(*) from appointment_words where appointment_id = ${old}`;
    expect(Number((await textsOf(count))[0])).toBeGreaterThan(0);
    await run(sql`update appointments set deleted_at = now() where id = ${old}`);
    expect(await textsOf(count)).toEqual(['0']);
  });
});

const everything = expiring(readRetention(null, ''));

async function planOf(statement: RawBuilder<unknown>): Promise<string> {
  return asPlatform(runtime.db, async (trx) => {
    await walkByAge.execute(trx);
    const { rows } = await sql<Record<string, string>>`explain ${statement}`.execute(trx);
    return rows.map((row) => Object.values(row)[0]).join('\n');
  });
}
const long = asInstant('2025-06-01T00:00:00Z');

test.each(everything.map((expiry) => [expiry.table, expiry] as const))(
  'finds what has expired in %s by an index, oldest first',
  async (_table, expiry) => {
    const plan = await planOf(deletionOf(expiry, long));
    expect(plan).not.toContain('Seq Scan');
    expect(plan).not.toContain('Sort');
  },
);

test('among many rows, old events are found by their age', async () => {
  await run(sql`insert into events (subscriber_id, id, type, data, appointment_id, at)
    select gen_random_uuid(), gen_random_uuid(), 'x', '{}', null, timestamptz '2025-01-01' + n * interval '1 hour'
    from generate_series(1, 30000) n`);
  await run(sql`analyze events`);
  const events = everything.find(({ table }) => table === 'events');
  if (!events) throw new Error('events never expire');
  const plan = await planOf(deletionOf(events, long));
  expect(plan).toContain('Index Scan using events_by_age');
  expect(plan).not.toContain('Seq Scan on events');
});

test('the sweep of refunds finds them by an index', async () => {
  const open = sql`select from payment_refunds
    where state in ('asking', 'pending', 'unknown') order by updated_at limit 500`;
  expect(await planOf(open)).toContain('payment_refunds_open');
});

test('nothing is deleted before its least time', () => {
  for (const { least, preset, most } of Object.values(retentionBounds))
    expect(preset === 0 || (least <= preset && preset <= most)).toBe(true);
});
