import { type Kysely, sql, type Transaction } from 'kysely';
import type { Instant } from '#domain/base/time.ts';
import { AppError } from '#wire/errors.ts';
import { inTransactionAs } from '../db/connect.ts';
import type { DB } from '../db/tables.ts';
import type { Runtime } from '../runtime.ts';

/**
 * Throws RATE_LIMITED when the bucket has had more than `max` hits in its window, this one included. Counted in the
 * database, so that several processes agree; in a transaction of its own, so that a failed request still counts.
 */
export async function enforceRateLimit(
  house: Pick<Runtime, 'db' | 'clock'>,
  bucket: string,
  max: number,
  minutes: number,
): Promise<void> {
  const scope = { role: 'platform', subscriberId: null, userId: null, access: 'write' } as const;
  const hits = await inTransactionAs(house.db, scope, (trx) =>
    recordHit(trx, house.clock.now(), bucket, minutes),
  );
  if (hits > max) throw rateLimitedError(minutes);
}

/** Counts one more hit of a bucket in its present window; the platform's transaction only. */
export async function recordHit(
  trx: Transaction<DB>,
  now: Instant,
  bucket: string,
  minutes: number,
): Promise<number> {
  const row = await trx
    .insertInto('rate_limits')
    .values({ bucket, window_start: windowOf(now, minutes), hits: 1 })
    .onConflict((oc) =>
      oc.columns(['bucket', 'window_start']).doUpdateSet({ hits: sql`rate_limits.hits + 1` }),
    )
    .returning('hits')
    .executeTakeFirstOrThrow();
  return row.hits;
}

/** Takes one hit of a bucket back that was added at the same `now` with the same window; the platform's transaction only. */
export async function removeHit(
  trx: Transaction<DB>,
  now: Instant,
  bucket: string,
  minutes: number,
): Promise<void> {
  await trx
    .updateTable('rate_limits')
    .set({ hits: sql`hits - 1` })
    .where('bucket', '=', bucket)
    .where('window_start', '=', windowOf(now, minutes))
    .execute();
}

/**
 * How many hits each bucket has had in the last `minutes`, to the minute; their hits are added with a window of one minute.
 * A window that begins anew by the clock would let in twice as many around its edge.
 */
export async function countRecentHits(
  db: Pick<Kysely<DB>, 'selectFrom'>,
  now: Instant,
  buckets: readonly string[],
  minutes: number,
): Promise<ReadonlyMap<string, number>> {
  const since = new Date(Date.parse(now) - minutes * 60_000).toISOString();
  const rows = await db
    .selectFrom('rate_limits')
    .where('bucket', 'in', [...buckets])
    .where('window_start', '>', since)
    .groupBy('bucket')
    .select(['bucket', (eb) => eb.fn.sum<string>('hits').as('hits')])
    .execute();
  return new Map(rows.map((row) => [row.bucket, Number(row.hits)]));
}

/** The refusal itself, with the seconds after which another try makes sense. */
export function rateLimitedError(minutes: number): AppError {
  return new AppError('RATE_LIMITED', 'Too many attempts. Please try again later.', {
    retryAfter: minutes * 60,
  });
}

function windowOf(now: Instant, minutes: number): string {
  const ms = Date.parse(now);
  return new Date(ms - (ms % (minutes * 60_000))).toISOString();
}
