import { countSegments } from '#domain/messages/segments.ts';
import { composeText, stopHints } from '#domain/messages/text-content.ts';
import { mayText, type TextDecision } from '#domain/messages/text-gate.ts';
import { toE164 } from '#domain/messages/text-phones.ts';
import { getCompany } from '#features/company/get-company.ts';
import type { Lang, ReadCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { hasOptedOut } from './opt-outs.ts';
import { sampleShortLinks, shortenLinks } from './shorten-links.ts';
import { textBalance } from './text-credits.ts';

/** Texts that answer STOP, START and HELP: sent at once, without a credit. */
const answers: readonly string[] = ['text_stopped', 'text_started', 'text_help'];

/** Whether a text of this key answers a keyword. */
export function isAnswerToKeyword(templateKey: string): boolean {
  return answers.includes(templateKey);
}

/** A text as it will be sent, and whether it may be. */
export interface PreparedText {
  /** In E.164 if it can receive texts, else as it was given. */
  to: string;
  body: string;
  segments: number;
  decision: TextDecision;
}

/** A text before it is completed. `phone` is a number as it is stored, or E.164. */
interface RawText {
  phone: string;
  body: string;
  template_key: string;
  appointment_id: string | null;
  lang?: Lang;
}

/**
 * Completes a text with the company's name, short links and, the first time, the way to opt out; counts it, and decides whether it may
 * be sent.
 */
export async function prepareText(ctx: WriteCtx, text: RawText): Promise<PreparedText> {
  return completeText(ctx, { ...text, body: await shortenLinks(ctx, text.body, text.appointment_id) });
}

/** The same for a preview, which creates no short links. */
export async function previewText(ctx: ReadCtx, text: RawText): Promise<PreparedText> {
  return completeText(ctx, { ...text, body: await sampleShortLinks(ctx, text.body) });
}

async function completeText(ctx: ReadCtx | WriteCtx, text: RawText): Promise<PreparedText> {
  const company = await getCompany(ctx);
  const phone = toE164(text.phone, company.country_code);
  const isAnswer = isAnswerToKeyword(text.template_key);
  const isFirst = phone !== null && !isAnswer && !(await hasBeenTexted(ctx, phone));
  const body = composeText(text.body, {
    company: company.company_name,
    stopHint: isFirst ? stopHints[text.lang ?? 'en'] : null,
  });
  const { segments } = countSegments(body);
  const decision = mayText({
    ...{ now: ctx.now, zone: company.timezone, phone, isAnswer, length: body.length },
    isConfigured: ctx.installation.canText,
    hasOptedOut: phone !== null && !isAnswer && (await hasOptedOut(ctx, phone)),
    needed: isAnswer ? 0 : segments,
    balance: isAnswer ? 0 : ((await textBalance(ctx)) ?? 0),
  });
  return { to: phone ?? text.phone, body, segments, decision };
}

/** A text that was refused or failed does not count: its reader has not seen how to opt out. */
async function hasBeenTexted(ctx: ReadCtx | WriteCtx, phone: string): Promise<boolean> {
  const earlier = await mine(ctx, 'outbound_messages')
    .where('channel', '=', 'text')
    .where('to_address', '=', phone)
    .where('status', 'not in', ['failed', 'blocked', 'bounced'])
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return earlier !== undefined;
}
