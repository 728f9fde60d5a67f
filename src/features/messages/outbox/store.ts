import { asInstant, type Instant } from '#domain/base/time.ts';
import { type MessageEventKind, statusesBelow } from '#domain/messages/message-status.ts';
import type { MailStream } from '#domain/messages/streams.ts';
import { interruptedNote } from '#domain/messages/text-reasons.ts';
import { excerptOf } from '#domain/text/clean.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { mine, updateMine } from '#server/db/scope.ts';
import { notFound } from '#wire/errors.ts';
import { insertEvents } from '../events/record-message-event.ts';
import type { MessageAttachment } from './message-attachment.ts';

/** A message claimed by this worker. */
export interface ClaimedMessage {
  id: string;
  key: string;
  channel: 'email' | 'text';
  template_key: string;
  stream: MailStream;
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
  /** Null if opens and clicks are not counted. */
  tracked_links: string[] | null;
  attempts: number;
  urgency: number;
  /** It has its place in an hour, or needs none. */
  is_counted: boolean;
  /** Only for texts: an earlier attempt may have sent it. */
  is_doubtful: boolean;
  created_at: Instant;
}

/**
 * Claims a message for sending until the lease ends. Returns the end of another worker's active lease, or `done` if the
 * message was sent or that worker has just released it.
 */
export async function claimMessage(
  ctx: WriteCtx,
  id: string,
  leaseUntil: Instant,
): Promise<ClaimedMessage | { until: Instant } | 'done'> {
  const row = (await claim(ctx, id, leaseUntil, 'queued')) ?? (await takeOver(ctx, id, leaseUntil));
  if (row) {
    const attachments = row.attachments as unknown as MessageAttachment[];
    const stream = row.stream as MailStream;
    const tracked_links = row.tracked_links as string[] | null;
    const channel = row.channel as ClaimedMessage['channel'];
    return { ...row, channel, stream, attachments, tracked_links, created_at: asInstant(row.created_at) };
  }
  const other = await mine(ctx, 'outbound_messages')
    .where('id', '=', id)
    .select(['status', 'lease_until'])
    .executeTakeFirst();
  return other?.status === 'sending' && other.lease_until ? { until: asInstant(other.lease_until) } : 'done';
}

/** Claims a message that waits for its worker, not for an hour with room, or whose worker died or lost its lease. */
function claim(ctx: WriteCtx, id: string, leaseUntil: Instant, from: 'queued' | 'sending') {
  const row = updateMine(ctx, 'outbound_messages')
    .set((eb) => ({ status: 'sending', lease_until: leaseUntil, attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('status', '=', from)
    .where('held_until', 'is', null);
  return (from === 'sending' ? row.where('lease_until', '<=', ctx.now) : row)
    .returningAll()
    .executeTakeFirst();
}

/** A message that was interrupted may have been sent: its timeline says so, since it is sent again or looked up. */
async function takeOver(ctx: WriteCtx, id: string, leaseUntil: Instant) {
  const row = await claim(ctx, id, leaseUntil, 'sending');
  const detail = { reason: interruptedNote };
  if (row) await insertEvents(ctx, [{ message_id: id, kind: 'deferred', detail }]);
  return row;
}

/** Stores why a message is waiting; returns false if it was already sent or has failed. */
export async function setWaitReason(ctx: WriteCtx, id: string, reason: string): Promise<boolean> {
  const changed = await updateMine(ctx, 'outbound_messages')
    .set({ error: reason })
    .where('id', '=', id)
    .where('status', 'in', ['queued', 'sending'])
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}

/** Marks the message as sent, unless a report of the provider was faster and says more. */
export async function markSent(ctx: WriteCtx, id: string): Promise<void> {
  await updateMine(ctx, 'outbound_messages')
    .set((eb) => {
      const isNews = eb('status', 'in', [...statusesBelow('sent')]);
      return {
        status: eb.case().when(isNews).then(eb.val('sent')).else(eb.ref('status')).end(),
        error: eb.case().when(isNews).then(null).else(eb.ref('error')).end(),
        ...{ sent_at: ctx.now, lease_until: null },
      };
    })
    .where('id', '=', id)
    .execute();
  await insertEvents(ctx, [{ message_id: id, kind: 'sent' }]);
}

/**
 * Ends the claim of a message whose status its events decide. Returns false and changes nothing if another worker has
 * claimed it since.
 */
export async function finishClaim(ctx: WriteCtx, claimed: ClaimedMessage): Promise<boolean> {
  const changed = await stillClaimed(ctx, claimed).set({ lease_until: null }).executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}

/** Someone who wants no more mail misses nothing: the message is not reported. */
export async function closeProblem(ctx: WriteCtx, id: string): Promise<void> {
  await updateMine(ctx, 'outbound_messages')
    .set({ problem_closed_at: ctx.now })
    .where('id', '=', id)
    .execute();
}

/** Extends the lease of the worker that claimed the message, unless another one has claimed it since or it was sent. */
export async function renewClaim(ctx: WriteCtx, claimed: ClaimedMessage, leaseUntil: Instant): Promise<void> {
  await stillClaimed(ctx, claimed).set({ lease_until: leaseUntil }).execute();
}

/**
 * Records a failed attempt: the message waits for the next one or has failed permanently. Returns false and changes
 * nothing if another worker has claimed it since.
 */
export async function recordFailedAttempt(
  ctx: WriteCtx,
  claimed: ClaimedMessage,
  status: 'queued' | 'failed' | 'uncertain',
  error: string,
): Promise<boolean> {
  const reason = excerptOf(error, 500);
  const changed = await stillClaimed(ctx, claimed)
    .set({ status, error: reason, lease_until: null })
    .executeTakeFirst();
  if (changed.numUpdatedRows === 0n) return false;
  const kind: MessageEventKind = status === 'queued' ? 'deferred' : status;
  await insertEvents(ctx, [{ message_id: claimed.id, kind, detail: { reason } }]);
  return true;
}

/** Notes that a message has its place in an hour, whatever its status: a blocked recipient has changed that already. */
export async function markCounted(ctx: WriteCtx, id: string): Promise<void> {
  await updateMine(ctx, 'outbound_messages').set({ is_counted: true }).where('id', '=', id).execute();
}

/** Each claim increments the number of attempts, which identifies the claiming worker. */
export function stillClaimed(ctx: WriteCtx, { id, attempts }: ClaimedMessage) {
  return updateMine(ctx, 'outbound_messages')
    .where('id', '=', id)
    .where('status', '=', 'sending')
    .where('attempts', '=', attempts);
}

/** The storage key of a file's bytes. */
export async function storageKeyOf(ctx: ReadCtx, fileId: string): Promise<string> {
  const row = await mine(ctx, 'stored_files')
    .where('id', '=', fileId)
    .select('storage_key')
    .executeTakeFirst();
  if (!row) throw notFound();
  return row.storage_key;
}
