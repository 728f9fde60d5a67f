import type { MailStream } from '#domain/messages/streams.ts';
import type { WriteCtx } from '#server/context.ts';
import { insertMine } from '#server/db/scope.ts';
import { newId } from '#server/ids.ts';
import { insertEvents } from '../events/record-message-event.ts';
import { deliverMessage } from './deliver.job.ts';
import type { MessageAttachment } from './message-attachment.ts';

/** A rendered message to one recipient. */
export interface RenderedMessage {
  /**
   * Identifies the message: letters, digits, dots and dashes, unique in the company. Sent as the Message-ID; queueing
   * the same key again has no effect.
   */
  key: string;
  channel: 'email';
  template_key: string;
  /** What its recipients may stop; by default they wait for it. */
  stream?: MailStream;
  appointment_id: string | null;
  person_id: string | null;
  to_address: string;
  cc_address: string;
  bcc_address: string;
  reply_to: string;
  /** The company's name, or empty for the platform. */
  from_name: string;
  subject: string;
  body_text: string;
  body_html: string;
  attachments: readonly MessageAttachment[];
}

/**
 * Stores messages and schedules their delivery in the caller's transaction: they are sent if and only if the transaction
 * commits, and once however often they are queued. Returns the keys that were new.
 */
export async function queueMessages(
  ctx: WriteCtx,
  messages: readonly RenderedMessage[],
): Promise<Set<string>> {
  if (messages.length === 0) return new Set();
  const rows = messages.map(({ attachments, ...message }) => ({
    ...message,
    id: newId(),
    attachments: JSON.stringify(attachments),
    created_at: ctx.now,
  }));
  const inserted = await insertMine(ctx, 'outbound_messages', rows)
    .onConflict((oc) => oc.columns(['subscriber_id', 'key']).doNothing())
    .returning(['id', 'key'])
    .execute();
  await insertEvents(
    ctx,
    inserted.map(({ id }) => ({ message_id: id, kind: 'queued' })),
  );
  for (const { id } of inserted) await ctx.enqueue(deliverMessage, { message_id: id }, { key: id });
  return new Set(inserted.map(({ key }) => key));
}
