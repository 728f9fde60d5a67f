import { visitorMailsPerHour, visitorsCause } from '#domain/messages/visitor-mails.ts';
import type { ActionCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { AppError } from '#wire/errors.ts';
import type { ClaimedMessage } from '../outbox/store.ts';

/**
 * Returns whether visitors have caused so many mails to the address in this hour, on the pages of all companies, that
 * this one has to wait. A mail that has its place is counted once, however often sending it is attempted.
 */
export async function isAddressBusy(ctx: ActionCtx, row: ClaimedMessage): Promise<boolean> {
  const cause = visitorsCause(row.template_key);
  if (cause === 'never' || (cause === 'online' && !(await isOnlineBooking(ctx, row.appointment_id))))
    return false;
  const bucket = `visitor-mail:${ctx.installation.sign('visitor-mail', row.to_address.toLowerCase())}`;
  try {
    await ctx.limitForAll(bucket, row.id, { max: visitorMailsPerHour, minutes: 60 });
    return false;
  } catch (error) {
    if (error instanceof AppError && error.type === 'RATE_LIMITED') return true;
    throw error;
  }
}

async function isOnlineBooking(ctx: ActionCtx, appointmentId: string | null): Promise<boolean> {
  if (appointmentId === null) return false;
  const found = await ctx.read((r) =>
    mine(r, 'online_bookings').where('appointment_id', '=', appointmentId).select('id').executeTakeFirst(),
  );
  return found !== undefined;
}
