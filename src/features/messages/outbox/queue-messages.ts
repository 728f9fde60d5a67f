import { type Urgency, urgencyRank } from '#domain/messages/sending-limits.ts';
import type { MailStream } from '#domain/messages/streams.ts';
import { quietHoursNote, type TextRefusal } from '#domain/messages/text-reasons.ts';
import type { Lang, WriteCtx } from '#server/context.ts';
import { insertMine } from '#server/db/scope.ts';
import { newId } from '#server/ids.ts';
import { insertEvents } from '../events/record-message-event.ts';
import { countByHand } from '../sending/count-by-hand.ts';
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
  /** By default `usual`. */
  urgency?: Urgency;
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
 * as failed, with the reason. What a user sends counts at once, and is refused with RATE_LIMITED as a whole if the company
 * may not send as much in this hour; all else gets its place when it leaves, and waits if there is none (decision 0092).
 */
export async function queueMessages(
  ctx: WriteCtx,
  messages: readonly RenderedMessage[],
  options: QueueOptions = {},
): Promise<Set<string>> {
  const mails = messages.filter(({ channel }) => channel === 'email');
  const queued = await queueMails(ctx, mails, options);
  for (const message of messages) {
    const row = message.channel === 'text' ? await queueText(ctx, message, options) : null;
    if (row) queued.push(row);
  }
  if (options.isByHand)
    await countByHand(
      ctx,
      queued.filter(({ isRefused }) => !isRefused),
    );
  return new Set(queued.map(({ key }) => key));
}

interface QueueOptions {
  /** Of a lower one (0 without), they are sent after the others that are waiting. */
  priority?: number;
  /** A user sends them and sees an error. */
  isByHand?: boolean;
}

type Queued = RenderedMessage & { id: string; isRefused?: boolean };

async function queueMails(
  ctx: WriteCtx,
  mails: readonly RenderedMessage[],
  { priority = 0, isByHand = false }: QueueOptions,
): Promise<Queued[]> {
  if (mails.length === 0) return [];
  const inserted = await insertMine(
    ctx,
    'outbound_messages',
    mails.map((message) => rowOf(ctx, message, isByHand)),
  )
    .onConflict((oc) => oc.columns(['subscriber_id', 'key']).doNothing())
    .returning(['id', 'key'])
    .execute();
  await insertEvents(
    ctx,
    inserted.map(({ id }) => ({ message_id: id, kind: 'queued' })),
  );
  for (const { id } of inserted) await ctx.enqueue(deliverMessage, { message_id: id }, { key: id, priority });
  const idOf = new Map(inserted.map(({ key, id }) => [key, id]));
  return mails.flatMap((message) => {
    const id = idOf.get(message.key);
    return id ? [{ ...message, id }] : [];
  });
}

/** Returns the text if it is new. */
async function queueText(
  ctx: WriteCtx,
  message: RenderedMessage,
  { priority = 0, isByHand = false }: QueueOptions,
): Promise<Queued | null> {
  const { template_key, appointment_id, lang } = message;
  const text = await prepareText(ctx, {
    ...{ phone: message.to_address, body: message.body_text, template_key, appointment_id },
    ...(lang ? { lang } : {}),
  });
  const row = {
    ...rowOf(ctx, message, isByHand),
    ...{ to_address: text.to, body_text: text.body, segments: text.segments },
    // Lists show the subject.
    subject: text.body.slice(0, longestSubject),
    error: text.decision.is === 'later' ? quietHoursNote : null,
  };
  const inserted = await insertMine(ctx, 'outbound_messages', row)
    .onConflict((oc) => oc.columns(['subscriber_id', 'key']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!inserted) return null;
  const refusal = await reserve(ctx, row.id, text, isAnswerToKeyword(template_key));
  if (refusal !== null) await store.refuse(ctx, row.id, refusal);
  else {
    const runAt = text.decision.is === 'later' ? { runAt: text.decision.at } : {};
    await insertEvents(ctx, [{ message_id: row.id, kind: 'queued' }]);
    await ctx.enqueue(deliverText, { message_id: row.id }, { key: row.id, priority, ...runAt });
  }
  return { ...message, id: row.id, isRefused: refusal !== null };
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

function rowOf(ctx: WriteCtx, rendered: RenderedMessage, isByHand: boolean) {
  const { attachments, lang: _, tracked_links, urgency = 'usual', ...message } = rendered;
  return {
    ...message,
    id: newId(),
    urgency: urgencyRank[urgency],
    is_counted: isByHand || isUnlimited(message),
    attachments: JSON.stringify(attachments),
    tracked_links: tracked_links ? JSON.stringify(tracked_links) : null,
    created_at: ctx.now,
  };
}

/** Logins have limits elsewhere, a keyword must be answered, and the administrators must hear of a reached limit. */
function isUnlimited({ stream, template_key }: Pick<RenderedMessage, 'stream' | 'template_key'>): boolean {
  return stream === 'account' || template_key === 'sending_limit_reached' || isAnswerToKeyword(template_key);
}
