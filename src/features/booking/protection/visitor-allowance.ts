import { addHours, type Instant, minutesBetween } from '#domain/base/time.ts';
import { visitorLimits } from '#domain/booking/visitor-limits.ts';
import { findVisitorHolds } from '#features/availability/slot-holds.ts';
import type { WriteCtx } from '#server/context.ts';
import { lockKey } from '#server/db/key-locks.ts';
import { ipBucket } from '#server/http/ip-bucket.ts';
import { AppError } from '#wire/errors.ts';
import * as store from '../store.ts';

/**
 * Returns the keyed hash of the sender's address, and makes other calls of that sender wait until this one commits, so
 * that several at once do not exceed a limit.
 */
export async function lockSender(ctx: WriteCtx): Promise<string> {
  const sender = ctx.installation.sign('booking-sender', ipBucket(ctx.ip));
  await lockKey(ctx.db, ctx.subscriberId, 'visitor', sender);
  return sender;
}

/** Whether this sender, or all visitors together, have sent more in the last hour than is booked without a mail. */
export async function isBusy(ctx: WriteCtx, sender: string): Promise<boolean> {
  const since = addHours(ctx.now, -1);
  const [own, all] = [
    await store.submissionBefore(ctx, visitorLimits.directBySender, { sender, since }),
    await store.submissionBefore(ctx, visitorLimits.directByCompany, { sender: null, since }),
  ];
  return own !== null || all !== null;
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

/** Throws RATE_LIMITED if this address was sent too many mails with a link in the last hour. */
export async function requireFewMails(ctx: WriteCtx, recipient: string): Promise<void> {
  const sent = await store.countMails(ctx, recipient, addHours(ctx.now, -1));
  if (sent < visitorLimits.mailsByEmail) return;
  const message = 'We have sent several emails to this address. Please look for them, or call the company.';
  throw tooMany(ctx, message, addHours(ctx.now, 1));
}

/**
 * Returns when this sender, or visitors of this technician, may hold another time: null for now. The technician is locked,
 * so that several visitors at once do not exceed the limit.
 */
export async function nextHoldAt(
  ctx: WriteCtx,
  visitor: string,
  technician_id: string,
): Promise<Instant | null> {
  const full = [
    { held: await findVisitorHolds(ctx, { visitor }), most: visitorLimits.holdsBySender },
    { held: await findVisitorHolds(ctx, { technician_id }), most: visitorLimits.holdsByTechnician },
  ].find(({ held, most }) => held.length >= most);
  return full ? (full.held[full.held.length - full.most] ?? ctx.now) : null;
}

/** Throws RATE_LIMITED if this sender, or visitors of this technician, hold too many times already. */
export async function requireFewHolds(ctx: WriteCtx, visitor: string, technicianId: string): Promise<void> {
  const next = await nextHoldAt(ctx, visitor, technicianId);
  if (next === null) return;
  const message = 'We can’t reserve more times right now. You can book this time without a reservation.';
  throw tooMany(ctx, message, next);
}

function tooMany(ctx: WriteCtx, message: string, until: Instant): AppError {
  const retryAfter = Math.max(1, Math.ceil(minutesBetween(ctx.now, until) * 60));
  return new AppError('RATE_LIMITED', message, { retryAfter });
}
