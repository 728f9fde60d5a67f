import { type Kysely, sql, type Transaction } from 'kysely';
import type { Instant } from '#domain/base/time.ts';
import { AppError } from '#wire/errors.ts';
import { inTransactionAs } from '../db/connect.ts';
import type { DB } from '../db/tables.ts';
import type { Runtime } from '../runtime.ts';

/**
 * Throws RATE_LIMITED when the bucket has had more than `max` hits in its window, including this one. Counted in the
 * database, so that several processes agree, and in a separate transaction, so that a failed request still counts.
 */
export async function enforceRateLimit(
  runtime: Pick<Runtime, 'db' | 'clock'>,
  bucket: string,
  max: number,
  minutes: number,
): Promise<void> {
  const scope = { role: 'platform', subscriberId: null, userId: null, access: 'write' } as const;
  const hits = await inTransactionAs(runtime.db, scope, (trx) =>
    recordHit(trx, runtime.clock.now(), bucket, minutes),
  );
  if (hits > max) throw rateLimitedError(minutes);
}

/**
 * Throws RATE_LIMITED when an ip sends more than `max` different values of a field in the window. A value that was
 * accepted may be sent again as often as needed.
 */
export async function limitGuesses(
  runtime: Pick<Runtime, 'db' | 'clock'>,
  bucket: string,
  value: string,
  { max, minutes }: { max: number; minutes: number },
): Promise<void> {
  const scope = { role: 'platform', subscriberId: null, userId: null, access: 'write' } as const;
  const now = runtime.clock.now();
  const isOver = await inTransactionAs(runtime.db, scope, async (trx) => {
    if ((await recordHit(trx, now, `${bucket}:${value}`, minutes)) > 1) return false;
    if ((await recordHit(trx, now, bucket, minutes)) <= max) return false;
    await removeHit(trx, now, `${bucket}:${value}`, minutes);
    return true;
  });
  if (isOver) throw rateLimitedError(minutes);
}

/** Adds one hit to a bucket in its current window. Platform transactions only. */
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

/** Removes one hit that was added to a bucket at the same `now` with the same window. Platform transactions only. */
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
 * Returns the hits of each bucket in the last `minutes`, to the minute; their hits are added with a window of one
 * minute. A fixed window would allow twice as many around its edge.
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

/** Returns the error with the seconds after which another attempt makes sense. */
export function rateLimitedError(minutes: number): AppError {
  return new AppError('RATE_LIMITED', 'Too many attempts. Please try again later.', {
    retryAfter: minutes * 60,
  });
}

function windowOf(now: Instant, minutes: number): string {
  const ms = Date.parse(now);
  return new Date(ms - (ms % (minutes * 60_000))).toISOString();
}
