import { type RawBuilder, sql } from 'kysely';
import { addHours, type Instant } from '#domain/base/time.ts';
import { type Retention, readRetention } from '#domain/platform/retention.ts';
import { asPlatformReadOnly, inTransactionAs } from '#server/db/connect.ts';
import type { Runtime } from '#server/runtime.ts';

/** What a table loses: rows whose column is older than so many hours, if the condition holds. */
interface Expiry {
  table: string;
  column: string;
  hours: number;
  /** A condition on the row `t`; `before` is the age from which rows expire. */
  unless?: (before: Instant) => RawBuilder<unknown>;
}

/** The most rows that one transaction deletes, so that none holds its locks for long. */
export const rowsPerBatch = 5_000;
/** The most transactions for one table in a run: a first run does not occupy the database for hours. */
const batchesPerRun = 100;

/**
 * Deletes what has expired: counters, sessions, codes and the like after a fixed time, and what only grows after the
 * platform's retention. Several workers may run it at once. What is left after a bounded number of rows waits for the next
 * run.
 */
export async function cleanUp(
  runtime: Pick<Runtime, 'db' | 'clock' | 'installation'>,
  mostBatches = batchesPerRun,
): Promise<void> {
  const now = runtime.clock.now();
  const retention = await retentionOf(runtime);
  for (const expiry of expiring(retention)) {
    const before = addHours(now, -expiry.hours);
    await inBatches(mostBatches, () => runBatch(runtime, deletionOf(expiry, before)));
  }
  const textsBefore = addHours(now, -24 * retention.message_texts);
  await inBatches(mostBatches, () => runBatch(runtime, emptyingOf(textsBefore, now)));
  const importsBefore = addHours(now, -24 * retention.import_rows);
  await inBatches(mostBatches, async () =>
    (await deleteRowsOfImport(runtime, importsBefore)) ? rowsPerBatch : 0,
  );
}

/** Repeats a batch that returns how many rows it changed, until one is not full. */
async function inBatches(most: number, batch: () => Promise<number>): Promise<void> {
  let batches = 0;
  while (batches < most && (await batch()) === rowsPerBatch) batches += 1;
}

/** Returns everything that expires, with its age. */
export function expiring(retention: Retention): Expiry[] {
  const after = (days: number) => ({ hours: days * 24 });
  return [
    { table: 'rate_limits', column: 'window_start', ...after(1) },
    // The limits per hour read a month.
    { table: 'sending_hours', column: 'starts_at', ...after(35) },
    { table: 'sessions', column: 'expires_at', ...after(7) },
    { table: 'auth_codes', column: 'expires_at', ...after(7) },
    { table: 'short_links', column: 'expires_at', ...after(30) },
    { table: 'travel_times', column: 'measured_at', ...after(60) },
    // Times that visitors held and did not book.
    { table: 'technician_bookings', column: 'expires_at', ...after(1) },
    // Bookings that were never confirmed.
    { table: 'online_bookings', column: 'confirm_until', ...after(6) },
    { table: 'idempotency_keys', column: 'created_at', ...after(retention.idempotency_keys) },
    { table: 'webhook_inbox', column: 'received_at', ...after(retention.webhooks) },
    { table: 'webhook_deliveries', column: 'finished_at', ...after(retention.webhooks) },
    // The newest says that a night was compared.
    { table: 'gateway_comparisons', column: 'started_at', ...after(400) },
    { table: 'report_views', column: 'at', ...after(retention.report_views) },
    { table: 'audit_log', column: 'at', ...after(retention.audit_log) },
    { table: 'message_events', column: 'at', ...after(retention.message_events) },
    {
      table: 'inbound_texts',
      column: 'received_at',
      ...after(retention.replies),
      unless: isOngoing,
    },
    {
      table: 'outbound_messages',
      column: 'created_at',
      ...after(retention.messages),
      // The row of a message is what keeps it from being sent twice. One that was sent again goes after its repetition.
      unless: (before) => sql`t.emptied_at is null or ${isOngoing(before)} or ${isRepeated}`,
    },
    {
      table: 'automation_jobs',
      column: 'updated_at',
      ...after(retention.automation_jobs),
      // The row of a job that ran is what keeps it from running again.
      unless: (before) => sql`t.status = 'pending' or ${isOngoing(before)}`,
    },
    {
      table: 'events',
      column: 'at',
      ...after(retention.events),
      unless: (before) => sql`${isOngoing(before)} or ${hasPlans}`,
    },
  ];
}

/** The row belongs to an appointment that has not ended for as long. */
const isOngoing = (before: Instant) => sql`coalesce((select a.end_time >= ${before} from appointments a
  where a.subscriber_id = t.subscriber_id and a.id = t.appointment_id), false)`;
/** The message was sent again. */
const isRepeated = sql`exists (select from outbound_messages r
  where r.subscriber_id = t.subscriber_id and r.resend_of = t.id)`;
/** Actions of its appointment still wait for their time. */
const hasPlans = sql`coalesce((select true from automation_jobs j where j.subscriber_id = t.subscriber_id
  and j.appointment_id = t.appointment_id and j.status = 'pending' limit 1), false)`;

/** Returns the statement that deletes a batch. A row that another worker deletes first is skipped once it is gone. */
export function deletionOf({ table, column, unless }: Expiry, before: Instant): RawBuilder<unknown> {
  const [rows, age] = [sql.table(table), sql.ref(`t.${column}`)];
  const kept = unless ? sql`and not (${unless(before)})` : sql``;
  return sql`delete from ${rows} where ctid = any(array(
    select t.ctid from ${rows} t where ${age} < ${before} ${kept}
    order by ${age} limit ${rowsPerBatch}))`;
}

/**
 * Walks the index of the age. The planner expects that few rows pass the policies, and would look at all that are old
 * enough for each batch.
 */
export const walkByAge = sql`select ${sql.join(
  ['enable_seqscan', 'enable_bitmapscan', 'enable_sort'].map((way) => sql`set_config(${way}, 'off', true)`),
)}`;

/**
 * Returns the statement that takes the texts and attachments of a batch of old messages; links in sent mails still work. The
 * subject of a text message is its text.
 */
export function emptyingOf(before: Instant, now: Instant): RawBuilder<unknown> {
  return sql`update outbound_messages set body_text = '', body_html = '', attachments = '[]', emptied_at = ${now},
      subject = case when channel = 'text' then '' else subject end
    where ctid = any(array(select ctid from outbound_messages where emptied_at is null and created_at < ${before}
      and status not in ('queued', 'sending') order by created_at limit ${rowsPerBatch}))`;
}

/** Returns the statement that finds the import whose rows are deleted next. One that is being undone is skipped. */
export function nextImport(before: Instant): RawBuilder<{ subscriber_id: string; id: string }> {
  return sql`select subscriber_id, id from imports where rows_deleted_at is null and finished_at < ${before}
    order by finished_at limit 1 for update skip locked`;
}

/** Deletes all rows of one import, a few thousand at most, so that none is undone in part. False if none is left. */
function deleteRowsOfImport(runtime: Pick<Runtime, 'db' | 'clock'>, before: Instant): Promise<boolean> {
  return inTransactionAs(runtime.db, scope, async (trx) => {
    await walkByAge.execute(trx);
    const { rows } = await nextImport(before).execute(trx);
    const [row] = rows;
    if (!row) return false;
    const isIt = sql`subscriber_id = ${row.subscriber_id}::uuid`;
    await sql`delete from import_rows where ${isIt} and import_id = ${row.id}::uuid`.execute(trx);
    await sql`update imports set rows_deleted_at = ${runtime.clock.now()} where ${isIt} and id = ${row.id}::uuid`.execute(
      trx,
    );
    return true;
  });
}

/** Returns the platform's retention. */
export async function retentionOf(runtime: Pick<Runtime, 'db' | 'installation'>): Promise<Retention> {
  const row = await asPlatformReadOnly(runtime.db, (trx) =>
    trx.selectFrom('platform_settings').where('key', '=', 'retention').select('value').executeTakeFirst(),
  );
  return readRetention(row?.value, runtime.installation.publicUrl);
}

const scope = {
  role: 'platform',
  subscriberId: null,
  userId: null,
  access: 'write',
  isBackground: true,
} as const;

async function runBatch(runtime: Pick<Runtime, 'db'>, statement: RawBuilder<unknown>): Promise<number> {
  return inTransactionAs(runtime.db, scope, async (trx) => {
    await walkByAge.execute(trx);
    const { numAffectedRows } = await statement.execute(trx);
    return Number(numAffectedRows ?? 0);
  });
}
