import { isOptional, type MailStream } from '#domain/messages/streams.ts';
import { getCompany } from '#features/company/get-company.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { deleteMine, mine } from '#server/db/scope.ts';
import { addressesIn, recordMessageEvent } from '../events/record-message-event.ts';
import { suppress } from './suppress.ts';

/**
 * Stops the stream of a message for those it was sent to; has no effect the second time, or for a message that cannot be
 * unsubscribed from.
 */
export async function unsubscribe(w: WriteCtx, messageId: string): Promise<void> {
  const message = await findOptional(w, messageId);
  if (!message) return;
  for (const address of message.addresses) {
    if (await isUnsubscribed(w, address, message.stream)) continue;
    const { stream } = message;
    await suppress(w, { address, stream, reason: 'unsubscribed', message_id: messageId });
    await recordMessageEvent(w, { message_id: messageId, kind: 'unsubscribed', recipient: address });
  }
}

/** Sends them mail of that stream again. */
export async function resubscribe(w: WriteCtx, messageId: string): Promise<void> {
  const message = await findOptional(w, messageId);
  if (!message) return;
  await deleteMine(w, 'suppressions')
    .where('address', 'in', message.addresses)
    .where('stream', '=', message.stream)
    .where('reason', '=', 'unsubscribed')
    .execute();
}

/** What the preference page of a message shows; null if it cannot be unsubscribed from. */
export async function emailPreference(ctx: ReadCtx, messageId: string) {
  const message = await findOptional(ctx, messageId);
  if (!message) return null;
  const { company_name } = await getCompany(ctx);
  const stopped = await Promise.all(
    message.addresses.map((address) => isUnsubscribed(ctx, address, message.stream)),
  );
  return { stream: message.stream, company: company_name, isStopped: stopped.every(Boolean) };
}

async function isUnsubscribed(w: ReadCtx, address: string, stream: string): Promise<boolean> {
  const known = await mine(w, 'suppressions')
    .where('address', '=', address)
    .where('stream', '=', stream)
    .select('id')
    .executeTakeFirst();
  return known !== undefined;
}

async function findOptional(w: ReadCtx, id: string) {
  const row = await mine(w, 'outbound_messages')
    .where('id', '=', id)
    .select(['to_address', 'stream'])
    .executeTakeFirst();
  const stream = row?.stream as MailStream | undefined;
  if (!row || !stream || !isOptional(stream)) return null;
  return { stream, addresses: addressesIn(row.to_address) };
}
