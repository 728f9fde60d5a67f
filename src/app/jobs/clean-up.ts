import { sql } from 'kysely';
import { addHours, type Instant } from '#domain/base/time.ts';
import { inTransactionAs } from '#server/db/connect.ts';
import type { Runtime } from '#server/runtime.ts';

/** What expires: the column with its age, and after how many hours. */
const expiring = [
  { table: 'idempotency_keys', column: 'created_at', hours: 48 },
  { table: 'rate_limits', column: 'window_start', hours: 24 },
  { table: 'sessions', column: 'expires_at', hours: 7 * 24 },
  { table: 'auth_codes', column: 'expires_at', hours: 7 * 24 },
  { table: 'short_links', column: 'expires_at', hours: 30 * 24 },
  { table: 'travel_times', column: 'measured_at', hours: 60 * 24 },
  { table: 'online_bookings', column: 'confirm_until', hours: 6 * 24 },
  { table: 'webhook_inbox', column: 'received_at', hours: 90 * 24 },
  { table: 'webhook_deliveries', column: 'finished_at', hours: 90 * 24 },
] as const;

/** The most rows that one transaction deletes, so that none holds its locks for long. */
export const rowsPerBatch = 5_000;

/**
 * Deletes expired data: idempotent responses (48 h), counters, expired sessions and codes, short links (a month later),
 * driving times (60 days), bookings that were never confirmed (a week), webhooks both ways (90 days).
 */
export async function cleanUp(runtime: Pick<Runtime, 'db' | 'clock'>): Promise<void> {
  const now = runtime.clock.now();
  for (const { table, column, hours } of expiring) {
    const before = addHours(now, -hours);
    while ((await deleteBatch(runtime, table, column, before)) === rowsPerBatch);
  }
}

async function deleteBatch(
  runtime: Pick<Runtime, 'db'>,
  table: string,
  column: string,
  before: Instant,
): Promise<number> {
  const scope = { role: 'platform', subscriberId: null, userId: null, access: 'write' } as const;
  const [rows, age] = [sql.table(table), sql.ref(column)];
  return inTransactionAs(runtime.db, { ...scope, isBackground: true }, async (trx) => {
    const { numAffectedRows } = await sql`delete from ${rows} where ctid in (
      select ctid from ${rows} where ${age} < ${before} order by ${age} limit ${rowsPerBatch})`.execute(trx);
    return Number(numAffectedRows ?? 0);
  });
}
