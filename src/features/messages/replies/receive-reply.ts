import { type KeywordAnswer, keywordAnswers } from '#domain/messages/text-content.ts';
import { mayWantStop, type ReplyKind, replyKind } from '#domain/messages/text-replies.ts';
import { formatPhone } from '#domain/people/phone-format.ts';
import { excerptOf } from '#domain/text/clean.ts';
import { getCompany } from '#features/company/get-company.ts';
import type { WriteCtx } from '#server/context.ts';
import { newId } from '#server/ids.ts';
import { langOf } from '#server/translate.ts';
import { queueMessages } from '../outbox/queue-messages.ts';
import { hasOptedOut, optIn, optOut } from '../texting/opt-outs.ts';
import * as store from './store.ts';

/** A text that came in, as the provider reports it. */
export interface IncomingText {
  providerId: string;
  /** In E.164. */
  from: string;
  to: string;
  body: string;
  media: number;
  /** The keyword that the provider has recognized and answered itself. */
  handled: Exclude<ReplyKind, 'text'> | null;
}

const longestBody = 2000;

/**
 * Stores a reply once, however often it is reported, with the person and appointment of our last text to this phone. STOP
 * opts the phone out, START in; each is answered once, unless the provider has done that.
 */
export async function receiveReply(ctx: WriteCtx, text: IncomingText): Promise<void> {
  const about = await store.lastTextTo(ctx, text.from);
  const kind = await kindOf(ctx, text);
  const id = newId();
  const isNew = await store.insertReply(ctx, {
    ...{ id, provider_id: text.providerId, from_phone: text.from, to_phone: text.to },
    ...{ body: excerptOf(text.body, longestBody), media: text.media, kind },
    may_want_stop: kind === 'text' && mayWantStop(text.body),
    ...{ person_id: about?.person_id ?? null, appointment_id: about?.appointment_id ?? null },
    received_at: ctx.now,
  });
  if (!isNew) return;
  const answer = await react(ctx, kind, text.from);
  if (answer && !text.handled)
    await queueAnswer(ctx, answer, { reply_id: id, phone: text.from, person_id: about?.person_id ?? null });
  await ctx.emit({
    ...{ type: 'text.received', text_id: id, note: excerptOf(text.body, 500) },
    ...{ appointment_id: about?.appointment_id ?? null, person_id: about?.person_id ?? null },
  });
}

/** "Yes" means START only to those who opted out. */
async function kindOf(ctx: WriteCtx, { body, handled, from }: IncomingText): Promise<ReplyKind> {
  const kind = handled ?? replyKind(body);
  const isAnswerToUs = kind === 'start' && !handled && !(await hasOptedOut(ctx, from));
  return isAnswerToUs ? 'text' : kind;
}

/** Changes what the keyword asks for; returns the answer if something changed. */
async function react(ctx: WriteCtx, kind: ReplyKind, phone: string): Promise<KeywordAnswer | null> {
  if (kind === 'help') return 'text_help';
  if (kind === 'stop') return (await optOut(ctx, phone, 'reply')) ? 'text_stopped' : null;
  if (kind === 'start') return (await optIn(ctx, phone)) ? 'text_started' : null;
  return null;
}

async function queueAnswer(
  ctx: WriteCtx,
  answer: KeywordAnswer,
  { reply_id, phone, person_id }: { reply_id: string; phone: string; person_id: string | null },
): Promise<void> {
  const company = await getCompany(ctx);
  const own = person_id && (await store.languageOf(ctx, person_id));
  const lang = langOf(own || company.settings.message_language);
  const contact = [formatPhone(company.company_phone, company.country_code), company.company_email]
    .filter(Boolean)
    .join(', ');
  // Two automatic senders must not answer each other: one HELP a day.
  const occasion = answer === 'text_help' ? `${phone.replace(/\D/g, '')}.${ctx.now.slice(0, 10)}` : reply_id;
  await queueMessages(ctx, [
    {
      ...{ key: `${answer}.${occasion}`, channel: 'text', template_key: answer, lang },
      ...{
        appointment_id: null,
        person_id: null,
        to_address: phone,
        body_text: keywordAnswers[answer][lang](contact),
      },
      ...{ cc_address: '', bcc_address: '', reply_to: '', from_name: '', subject: '', body_html: '' },
      attachments: [],
    },
  ]);
}
