import { addHours, type Instant, minutesBetween } from '#domain/base/time.ts';
import { visitorLimits } from '#domain/booking/visitor-limits.ts';
import { findVisitorHolds } from '#features/availability/slot-holds.ts';
import type { WriteCtx } from '#server/context.ts';
import { lockKey } from '#server/db/key-locks.ts';
import { ipBucket } from '#server/http/ip-bucket.ts';
import { AppError } from '#wire/errors.ts';
import * as store from './store.ts';

/**
 * Returns the keyed hash of the sender's address, and makes other calls of that sender wait until this one commits, so
 * that several at once do not exceed a limit.
 */
export async function lockSender(ctx: WriteCtx): Promise<string> {
  const sender = ctx.installation.sign('booking-sender', ipBucket(ctx.ip));
  await lockKey(ctx.db, ctx.subscriberId, 'visitor', sender);
  return sender;
}

/** Throws RATE_LIMITED if this sender has sent too many bookings in the last hour, including the current one. */
export async function requireFewSubmissions(ctx: WriteCtx, sender: string): Promise<void> {
  const since = addHours(ctx.now, -1);
  const oldest = await store.submissionBefore(ctx, visitorLimits.bySender, { sender, since });
  if (oldest === null) return;
  throw tooMany(
    ctx,
    'You have sent several bookings. Please try again later or call the company.',
    addHours(oldest, 1),
  );
}

/**
 * Throws RATE_LIMITED if this sender, or visitors of this technician, hold too many times already. The technician is
 * locked, so that several visitors at once do not exceed the limit.
 */
export async function requireFewHolds(ctx: WriteCtx, visitor: string, technicianId: string): Promise<void> {
  const full = [
    { held: await findVisitorHolds(ctx, { visitor }), most: visitorLimits.holdsBySender },
    {
      held: await findVisitorHolds(ctx, { technician_id: technicianId }),
      most: visitorLimits.holdsByTechnician,
    },
  ].find(({ held, most }) => held.length >= most);
  if (!full) return;
  const next = full.held[full.held.length - full.most] ?? ctx.now;
  throw tooMany(
    ctx,
    'We can’t reserve more times right now. You can book this time without a reservation.',
    next,
  );
}

function tooMany(ctx: WriteCtx, message: string, until: Instant): AppError {
  const retryAfter = Math.max(1, Math.ceil(minutesBetween(ctx.now, until) * 60));
  return new AppError('RATE_LIMITED', message, { retryAfter });
}
