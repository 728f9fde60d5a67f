import type { MailStream } from '#domain/messages/streams.ts';
import { quietHoursNote, type TextRefusal } from '#domain/messages/text-reasons.ts';
import type { Lang, WriteCtx } from '#server/context.ts';
import { insertMine } from '#server/db/scope.ts';
import { newId } from '#server/ids.ts';
import { insertEvents } from '../events/record-message-event.ts';
import { isAnswerToKeyword, type PreparedText, prepareText } from '../texting/prepare-text.ts';
import { reserveTextCredits } from '../texting/text-credits.ts';
import { deliverMessage } from './deliver.job.ts';
import { deliverText } from './deliver-text.job.ts';
import type { MessageAttachment } from './message-attachment.ts';
import * as store from './text-store.ts';

const longestSubject = 200;

/** A rendered message to one recipient. */
export interface RenderedMessage {
  /**
   * Identifies the message: letters, digits, dots and dashes, unique in the company. Sent as the Message-ID; queueing
   * the same key again has no effect.
   */
  key: string;
  channel: 'email' | 'text';
  template_key: string;
  /** What its recipients may stop; by default they wait for it. */
  stream?: MailStream;
  appointment_id: string | null;
  person_id: string | null;
  /** Of a text: the phone number as it is stored, or in E.164. */
  to_address: string;
  cc_address: string;
  bcc_address: string;
  reply_to: string;
  /** The company's name, or empty for the platform. */
  from_name: string;
  subject: string;
  /** Of a text: without the way to opt out, which the first text to a number has. */
  body_text: string;
  body_html: string;
  attachments: readonly MessageAttachment[];
  /** Of a text: the reader's language. */
  lang?: Lang;
  /** The message that this one repeats at a corrected address; each is repeated once. */
  resend_of?: string;
  /** The addresses behind its links, if opens and clicks are counted. */
  tracked_links?: readonly string[] | null;
}

/**
 * Stores messages and schedules their delivery in the caller's transaction: they are sent if and only if the transaction
 * commits, and once however often they are queued. Returns the keys that were new. A text that may not be sent is stored
 * as failed, with the reason. Of a lower `priority` (0 without), they are sent after the others that are waiting.
 */
export async function queueMessages(
  ctx: WriteCtx,
  messages: readonly RenderedMessage[],
  priority = 0,
): Promise<Set<string>> {
  const mails = messages.filter(({ channel }) => channel === 'email');
  const queued = await queueMails(ctx, mails, priority);
  for (const message of messages)
    if (message.channel === 'text' && (await queueText(ctx, message, priority))) queued.add(message.key);
  return queued;
}

async function queueMails(
  ctx: WriteCtx,
  mails: readonly RenderedMessage[],
  priority: number,
): Promise<Set<string>> {
  if (mails.length === 0) return new Set();
  const inserted = await insertMine(
    ctx,
    'outbound_messages',
    mails.map((message) => rowOf(ctx, message)),
  )
    .onConflict((oc) => oc.columns(['subscriber_id', 'key']).doNothing())
    .returning(['id', 'key'])
    .execute();
  await insertEvents(
    ctx,
    inserted.map(({ id }) => ({ message_id: id, kind: 'queued' })),
  );
  for (const { id } of inserted) await ctx.enqueue(deliverMessage, { message_id: id }, { key: id, priority });
  return new Set(inserted.map(({ key }) => key));
}

/** Returns whether the text is new. */
async function queueText(ctx: WriteCtx, message: RenderedMessage, priority: number): Promise<boolean> {
  const { template_key, appointment_id, lang } = message;
  const text = await prepareText(ctx, {
    ...{ phone: message.to_address, body: message.body_text, template_key, appointment_id },
    ...(lang ? { lang } : {}),
  });
  const row = {
    ...rowOf(ctx, message),
    ...{ to_address: text.to, body_text: text.body, segments: text.segments },
    // Lists show the subject.
    subject: text.body.slice(0, longestSubject),
    error: text.decision.is === 'later' ? quietHoursNote : null,
  };
  const inserted = await insertMine(ctx, 'outbound_messages', row)
    .onConflict((oc) => oc.columns(['subscriber_id', 'key']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!inserted) return false;
  const refusal = await reserve(ctx, row.id, text, isAnswerToKeyword(template_key));
  if (refusal !== null) await store.refuse(ctx, row.id, refusal);
  else {
    const runAt = text.decision.is === 'later' ? { runAt: text.decision.at } : {};
    await insertEvents(ctx, [{ message_id: row.id, kind: 'queued' }]);
    await ctx.enqueue(deliverText, { message_id: row.id }, { key: row.id, priority, ...runAt });
  }
  return true;
}

/** Reserves the credits of a text that may be sent. Returns why it may not. */
async function reserve(
  ctx: WriteCtx,
  id: string,
  { decision, segments }: PreparedText,
  isFree: boolean,
): Promise<TextRefusal | null> {
  const isShort = decision.is === 'never' && decision.because === 'no_credits';
  if (decision.is === 'never' && !isShort) return decision.because;
  return isFree || (await reserveTextCredits(ctx, id, segments)) ? null : 'no_credits';
}

function rowOf(ctx: WriteCtx, { attachments, lang: _, tracked_links, ...message }: RenderedMessage) {
  return {
    ...message,
    id: newId(),
    attachments: JSON.stringify(attachments),
    tracked_links: tracked_links ? JSON.stringify(tracked_links) : null,
    created_at: ctx.now,
  };
}
