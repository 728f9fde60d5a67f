import { addMinutes, type Instant } from '#domain/base/time.ts';
import { hasExhaustedTextAttempts, secondsToNextAttempt } from '#domain/company/mail-retries.ts';
import { mayText, type TextDecision } from '#domain/messages/text-gate.ts';
import { optedOutCode, quietHoursNote, textFailure, textRefusals } from '#domain/messages/text-reasons.ts';
import { excerptOf } from '#domain/text/clean.ts';
import { getCompany } from '#features/company/get-company.ts';
import type { ActionCtx, WriteCtx } from '#server/context.ts';
import { job } from '#server/jobs.ts';
import { type SentText, TextDeferred, TextRejected, TextUncertain } from '#server/outside/texts/texter.ts';
import { admit } from '../sending/admit.ts';
import { hasOptedOut, optOut } from '../texting/opt-outs.ts';
import { isAnswerToKeyword } from '../texting/prepare-text.ts';
import { refundTextCredits } from '../texting/text-credits.ts';
import { isOutdated } from './is-outdated.ts';
import { leaseFrom, renewLease } from './lease.ts';
import * as store from './store.ts';
import * as textStore from './text-store.ts';

/** After an attempt with an unknown result, the provider has this long to list the text. */
const secondsToLookUp = 60;

/**
 * Delivers one queued text. The provider has no idempotency key, so the row says before each call that the text may have
 * been sent; after a lost answer or a killed worker, the provider's list is read before any other call. A text whose
 * result stays unknown is `uncertain` and never repeated.
 */
export const deliverText = job<{ message_id: string }>('messages/send-text', send, {
  retryLimit: 12,
  retryDelay: 5,
  concurrency: 4,
});

async function send(ctx: ActionCtx, { message_id }: { message_id: string }): Promise<void> {
  const row = await ctx.tx((w) => claimOrReschedule(w, message_id));
  if (!row) return;
  const release = renewLease(ctx, row);
  try {
    const sent = await sendOrFind(ctx, row);
    if (sent) await ctx.tx((w) => textStore.markTextSent(w, row.id, sent));
  } catch (error) {
    ctx.log.warn({ err: error, message_id, attempts: row.attempts }, 'sending a text failed');
    await ctx.tx((w) => recordFailure(w, row, error));
  } finally {
    release();
  }
}

async function claimOrReschedule(w: WriteCtx, id: string): Promise<store.ClaimedMessage | null> {
  const row = await store.claimMessage(w, id, leaseFrom(w.now));
  if (row === 'done') return null;
  if (!('until' in row)) return row;
  await scheduleAttempt(w, id, row.until);
  return null;
}

function scheduleAttempt(w: WriteCtx, id: string, runAt: Instant): Promise<void> {
  return w.enqueue(deliverText, { message_id: id }, { key: id, runAt });
}

/** Returns the text as the provider has it, or null if it is not sent now and that is recorded. */
async function sendOrFind(ctx: ActionCtx, row: store.ClaimedMessage): Promise<SentText | null> {
  if (row.is_doubtful) {
    const found = await findSent(ctx, row);
    if (found) return found;
  }
  if (!(await ctx.tx((w) => beginAttempt(w, row)))) return null;
  return ctx.external.texts.send({
    to: row.to_address,
    body: row.body_text,
    statusUrl: `${ctx.installation.publicUrl}/hooks/twilio/status/${ctx.subscriberId}/${row.id}`,
  });
}

/** The text in the provider's list; not one of the same words that belongs to another message. */
async function findSent(ctx: ActionCtx, row: store.ClaimedMessage): Promise<SentText | null> {
  const listed = await ctx.external.texts
    .find({ to: row.to_address, body: row.body_text, since: row.created_at })
    .catch((error: unknown) => {
      throw error instanceof TextDeferred ? new TextUncertain(error.message) : error;
    });
  const ids = listed.map((one) => one.providerId);
  const known = await ctx.read((r) => textStore.knownProviderIds(r, row.to_address, ids));
  return listed.find((one) => !known.has(one.providerId)) ?? null;
}

/** Decides once more right before the call: a text may have waited for hours. */
async function beginAttempt(w: WriteCtx, row: store.ClaimedMessage): Promise<boolean> {
  const decision = await decide(w, row);
  if (decision.is === 'now') return (await admit(w, row, 1)) && textStore.setDoubtful(w, row, true);
  if (decision.is === 'later') {
    const isOurs = await store.recordFailedAttempt(w, row, 'queued', quietHoursNote);
    if (isOurs) await scheduleAttempt(w, row.id, decision.at);
    return false;
  }
  if (!(await store.recordFailedAttempt(w, row, 'failed', textRefusals[decision.because]))) return false;
  await textStore.closeProblem(w, row.id);
  await refundTextCredits(w, row.id);
  return false;
}

/** Its credits are reserved already. */
async function decide(w: WriteCtx, row: store.ClaimedMessage): Promise<TextDecision> {
  const { timezone: zone } = await getCompany(w);
  if (await isOutdated(w, row)) return { is: 'never', because: 'outdated' };
  return mayText({
    ...{ now: w.now, zone, phone: row.to_address, needed: 0, balance: 0 },
    length: row.body_text.length,
    isConfigured: w.installation.canText,
    hasOptedOut: await hasOptedOut(w, row.to_address),
    isAnswer: isAnswerToKeyword(row.template_key),
  });
}

async function recordFailure(w: WriteCtx, row: store.ClaimedMessage, error: unknown): Promise<void> {
  if (error instanceof TextRejected) return fail(w, row, textFailure(error.code), error.code);
  const isSafe = error instanceof TextDeferred;
  if (isSafe) await textStore.setDoubtful(w, row, false);
  const reason = excerptOf(String(error), 500);
  if (!hasExhaustedTextAttempts(row.attempts)) {
    if (!(await store.recordFailedAttempt(w, row, 'queued', reason))) return;
    const wait = secondsToNextAttempt(row.attempts);
    const seconds = isSafe ? wait : Math.max(wait, secondsToLookUp);
    return scheduleAttempt(w, row.id, addMinutes(w.now, seconds / 60));
  }
  if (isSafe) return fail(w, row, reason, null);
  await store.recordFailedAttempt(w, row, 'uncertain', reason);
}

async function fail(
  w: WriteCtx,
  row: store.ClaimedMessage,
  reason: string,
  code: string | null,
): Promise<void> {
  if (!(await store.recordFailedAttempt(w, row, 'failed', reason))) return;
  await refundTextCredits(w, row.id);
  if (code === optedOutCode) {
    await optOut(w, row.to_address, 'provider');
    return textStore.closeProblem(w, row.id);
  }
  await w.emit({ type: 'message.failed', message_id: row.id, appointment_id: row.appointment_id, reason });
}
