import type { Instant } from '#domain/base/time.ts';
import { type BounceLabel, bounceKind } from '#domain/messages/bounces.ts';
import type { WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { suppress } from '../suppressions/suppress.ts';
import { addressesIn, recordMessageEvent } from './record-message-event.ts';

/** A report that a mail did not arrive. */
export interface Bounce {
  message_id: string;
  /** Empty if the reporter does not say who. */
  recipient: string;
  /** The enhanced status code, such as 5.1.1. */
  status: string | null;
  label: BounceLabel;
  reason: string;
  at?: Instant;
}

/**
 * Records that a mail did not arrive, as reported by the server that refused it, the recipient's server by mail, or a
 * provider. An address that does not exist gets no more mail of this company; a report about an address that the mail
 * was not sent to suppresses none. Emits `message.bounced` or `message.failed` once for each recipient.
 */
export async function recordBounce(ctx: WriteCtx, bounce: Bounce): Promise<void> {
  const message = await findMessage(ctx, bounce.message_id);
  if (!message) return;
  const reported = bounce.recipient.trim().toLowerCase();
  const isKnown = reported === '' || message.recipients.includes(reported);
  const recipient = isKnown && reported !== '' ? reported : message.onlyRecipient || reported;
  const found = bounceKind(bounce.status, bounce.label);
  // An address that we did not write to may be where a recipient forwards mail to.
  const kind = found === 'bounced' && !isKnown ? 'failed' : found;
  const isRepeated = await hasEvent(ctx, { ...bounce, kind, recipient });
  await recordMessageEvent(ctx, {
    ...{ message_id: bounce.message_id, kind, recipient },
    ...(bounce.at ? { at: bounce.at } : {}),
    detail: { reason: bounce.reason, ...(bounce.status ? { status: bounce.status } : {}) },
  });
  if (kind === 'bounced' && recipient !== '') {
    const { reason: detail, message_id } = bounce;
    await suppress(ctx, { address: recipient, stream: 'all', reason: 'bounced', detail, message_id });
  }
  if (isRepeated) return;
  await ctx.emit({
    type: kind === 'bounced' ? 'message.bounced' : 'message.failed',
    ...{ message_id: bounce.message_id, appointment_id: message.appointment_id, reason: bounce.reason },
  });
}

/** Records that a recipient marked a mail as spam: the address gets no more mail of this company. */
export async function recordComplaint(
  ctx: WriteCtx,
  complaint: { message_id: string; recipient: string; at?: Instant },
): Promise<void> {
  const { message_id, at } = complaint;
  const message = await findMessage(ctx, message_id);
  const reported = complaint.recipient.trim().toLowerCase();
  const recipient = message?.recipients.includes(reported) ? reported : (message?.onlyRecipient ?? '');
  if (recipient === '') return;
  await recordMessageEvent(ctx, { message_id, kind: 'complained', recipient, ...(at ? { at } : {}) });
  await suppress(ctx, { address: recipient, stream: 'all', reason: 'complained', message_id });
}

async function findMessage(ctx: WriteCtx, id: string) {
  const row = await mine(ctx, 'outbound_messages')
    .where('id', '=', id)
    .select(['appointment_id', 'to_address', 'cc_address', 'bcc_address'])
    .executeTakeFirst();
  if (!row) return null;
  const recipients = addressesIn([row.to_address, row.cc_address, row.bcc_address].join(','));
  const onlyRecipient = recipients.length === 1 ? (recipients[0] ?? '') : '';
  return { appointment_id: row.appointment_id, recipients, onlyRecipient };
}

async function hasEvent(
  ctx: WriteCtx,
  { message_id, kind, recipient }: { message_id: string; kind: string; recipient: string },
): Promise<boolean> {
  const known = await mine(ctx, 'message_events')
    .where('message_id', '=', message_id)
    .where('kind', '=', kind)
    .where('recipient', '=', recipient)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return known !== undefined;
}
