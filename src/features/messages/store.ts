import { asInstant, type Instant } from '#domain/base/time.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { notFound } from '#wire/errors.ts';
import type { MessageAttachment } from './message-attachment.ts';

/** A message that this worker may send now. */
export interface ClaimedMessage {
  id: string;
  key: string;
  appointment_id: string | null;
  to_address: string;
  cc_address: string;
  bcc_address: string;
  reply_to: string;
  from_name: string;
  subject: string;
  body_text: string;
  body_html: string;
  attachments: MessageAttachment[];
  attempts: number;
  created_at: Instant;
}

/**
 * Takes the message for sending until the lease ends. While another worker's lease runs, gives its end; `done` when it has
 * left or that worker has just put it back.
 */
export async function claimMessage(
  ctx: WriteCtx,
  id: string,
  leaseUntil: Instant,
): Promise<ClaimedMessage | { until: Instant } | 'done'> {
  const row = await ctx.db
    .updateTable('outbound_messages')
    .set((eb) => ({ status: 'sending', lease_until: leaseUntil, attempts: eb('attempts', '+', 1) }))
    .where('subscriber_id', '=', ctx.subscriberId)
    .where('id', '=', id)
    .where((eb) =>
      eb.or([
        eb('status', '=', 'queued'),
        eb.and([eb('status', '=', 'sending'), eb('lease_until', '<=', ctx.now)]),
      ]),
    )
    .returningAll()
    .executeTakeFirst();
  if (row) {
    const attachments = row.attachments as unknown as MessageAttachment[];
    return { ...row, attachments, created_at: asInstant(row.created_at) };
  }
  const other = await ctx.db
    .selectFrom('outbound_messages')
    .where('subscriber_id', '=', ctx.subscriberId)
    .where('id', '=', id)
    .select(['status', 'lease_until'])
    .executeTakeFirst();
  return other?.status === 'sending' && other.lease_until ? { until: asInstant(other.lease_until) } : 'done';
}

/** Says of a message that has not left why it waits; false when it has left or failed. */
export async function setWaitReason(ctx: WriteCtx, id: string, reason: string): Promise<boolean> {
  const changed = await ctx.db
    .updateTable('outbound_messages')
    .set({ error: reason })
    .where('subscriber_id', '=', ctx.subscriberId)
    .where('id', '=', id)
    .where('status', 'in', ['queued', 'sending'])
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}

/** The message has left. */
export async function markSent(ctx: WriteCtx, id: string): Promise<void> {
  await ctx.db
    .updateTable('outbound_messages')
    .set({ status: 'sent', sent_at: ctx.now, lease_until: null, error: null })
    .where('subscriber_id', '=', ctx.subscriberId)
    .where('id', '=', id)
    .execute();
}

/** Keeps the message for the worker that claimed it; not if another has claimed it since, or it has left. */
export async function renewClaim(ctx: WriteCtx, claimed: ClaimedMessage, leaseUntil: Instant): Promise<void> {
  await stillClaimed(ctx, claimed).set({ lease_until: leaseUntil }).execute();
}

/**
 * The message did not leave: it waits for another try, or failed for good. Gives false, and changes nothing, if another
 * worker has claimed it since.
 */
export async function recordFailedAttempt(
  ctx: WriteCtx,
  claimed: ClaimedMessage,
  status: 'queued' | 'failed',
  error: string,
): Promise<boolean> {
  const changed = await stillClaimed(ctx, claimed)
    .set({ status, error: error.slice(0, 500), lease_until: null })
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}

/** Each claim counts one attempt more: the number tells whose it is. */
function stillClaimed(ctx: WriteCtx, { id, attempts }: ClaimedMessage) {
  return ctx.db
    .updateTable('outbound_messages')
    .where('subscriber_id', '=', ctx.subscriberId)
    .where('id', '=', id)
    .where('status', '=', 'sending')
    .where('attempts', '=', attempts);
}

/** Where the bytes of a stored file lie. */
export async function storageKeyOf(ctx: ReadCtx, fileId: string): Promise<string> {
  const row = await ctx.db
    .selectFrom('stored_files')
    .where('subscriber_id', '=', ctx.subscriberId)
    .where('id', '=', fileId)
    .select('storage_key')
    .executeTakeFirst();
  if (!row) throw notFound();
  return row.storage_key;
}

/** The messages of one appointment, newest first. */
export function listByAppointment(ctx: ReadCtx, appointmentId: string) {
  return ctx.db
    .selectFrom('outbound_messages')
    .where('subscriber_id', '=', ctx.subscriberId)
    .where('appointment_id', '=', appointmentId)
    .select([
      'id',
      'channel',
      'template_key',
      'to_address',
      'subject',
      'status',
      'error',
      'created_at',
      'sent_at',
    ])
    .orderBy('id', 'desc')
    .limit(200)
    .execute();
}
