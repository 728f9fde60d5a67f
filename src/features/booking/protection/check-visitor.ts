import { addMinutes, asInstant, type Instant, isBefore } from '#domain/base/time.ts';
import type { ActionCtx, Call } from '#server/context.ts';
import { badInput } from '#wire/errors.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import type * as contract from '../contract.ts';

/** A visitor may correct what the server refuses for this long. */
const validMinutes = 60;

/**
 * Asks the service about the token of the widget and returns a proof for one form: a form is booked once, so a proof is
 * used once. While the service does not respond the proof says so. Throws BAD_USER_INPUT if the service refuses.
 */
export async function checkVisitor(
  ctx: ActionCtx,
  { submission_key, token }: HandlerInput<typeof contract.checkVisitor>,
): Promise<HandlerOutput<typeof contract.checkVisitor>> {
  const verdict = (await ctx.external.captcha?.verify(token, ctx.ip)) ?? 'passed';
  if (verdict === 'refused') throw badInput({ visitor_check: refusal(token) });
  return { proof: createProof(ctx, submission_key, verdict, addMinutes(ctx.now, validMinutes)) };
}

function refusal(token: string): string {
  return token === ''
    ? 'The check could not be loaded. Allow it in your browser and load the page again, or call the company.'
    : 'Please confirm again that you are a person';
}

type Result = 'passed' | 'unavailable';

/**
 * Returns whether the sender of a form was checked; always where visitors need not show that they are people. Throws
 * BAD_USER_INPUT without a valid proof.
 */
export function isChecked(
  ctx: Call,
  sent: { submission_key: string; visitor_check?: string | null | undefined },
): boolean {
  if (ctx.installation.captcha === null) return true;
  const [until = '', result = ''] = (sent.visitor_check ?? '').split(' ');
  const known = (['passed', 'unavailable'] as const).find((one) => one === result);
  const isGenuine =
    known !== undefined &&
    Number.isFinite(Date.parse(until)) &&
    sent.visitor_check === createProof(ctx, sent.submission_key, known, asInstant(until)) &&
    isBefore(ctx.now, asInstant(until));
  if (!isGenuine) throw badInput({ visitor_check: 'Please confirm that you are a person' });
  return known === 'passed';
}

function createProof(ctx: Call, submissionKey: string, result: Result, until: Instant): string {
  const about = `${ctx.subscriberId} ${submissionKey} ${until} ${result}`;
  return `${until} ${result} ${ctx.installation.sign('visitor-check', about)}`;
}
