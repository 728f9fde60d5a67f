import { addHours, addMinutes, asInstant, type Instant } from '#domain/base/time.ts';
import { firstCheckAt, isLookupFinal, needsReview, retryAt } from '#domain/connections/lost-answers.ts';
import {
  awaitingPayerCheckMinutes,
  awaitingPayerTimeoutHours,
  isIdle,
  isOpen,
} from '#domain/payments/payment-attempts.ts';
import { followRequest } from '#features/connections/follow-request.ts';
import type { ActionCtx, WriteCtx } from '#server/context.ts';
import { job } from '#server/jobs.ts';
import { GatewayError, type Outcome, type PaymentGateway } from '#server/outside/pay/kit/gateway.ts';
import { canceledOutcome, declinedOutcome } from '#server/outside/pay/kit/outcomes.ts';
import {
  type AttemptRow,
  attemptById,
  isGatewayPageOpen,
  isInFlight,
  updateAttempt,
} from '../attempt-store.ts';
import { isAmountStillValid } from '../invoices/online-payment-problem.ts';
import { notifyGatewayRejected } from '../notify-gateway-rejected.ts';
import { attemptCheck, scheduleAttemptCheck } from '../scheduled-checks.ts';
import { lockByAppointment } from '../store.ts';
import {
  type AttemptAtGateway,
  couldBePaidElsewhere,
  isPageInOtherAccount,
  loadAttemptAtGateway,
} from './attempt-at-gateway.ts';
import { settleAttempt } from './settle-attempt.ts';

/**
 * Follows an attempt until its result is known, even if the process that started it died. Looks up an unknown result,
 * captures what the payer approved without returning, and closes an attempt that waits for its payer after a day or
 * when its amount is no longer valid.
 */
export const followAttempt = job(
  attemptCheck,
  async (ctx, { attempt_id, checks }) => {
    await checkAttempt(ctx, attempt_id, checks);
  },
  { retryLimit: 20, concurrency: 4 },
);

/**
 * Checks an open attempt once, applies the gateway's answer and schedules the next check. Returns whether no gateway
 * can be asked about it.
 */
export async function checkAttempt(
  ctx: ActionCtx,
  attemptId: string,
  checks: number,
): Promise<{ isNowhere: boolean }> {
  const result = await followRequest(ctx, {
    load: async (r) => {
      const at = await loadAttemptAtGateway(r, attemptId);
      return at && isOpen(at.row.state) ? at : undefined;
    },
    ask: async (at) => {
      const seen = await checkGateway(ctx, at);
      const isIdleNow = isIdle(at.row.state);
      const result = seen.outcome?.isApproved && isIdleNow ? await capture(ctx, at, seen) : seen;
      return { ...result, source: result.isCharged ? 'charge' : isIdleNow ? 'closing' : 'check' } as const;
    },
    settle: async (w, found) => {
      if (found.outcome) await settleAttempt(w, attemptId, found.outcome, found.source);
      return recordCheck(w, attemptId, checks + 1, found);
    },
    schedule: (w, runAt) => scheduleAttemptCheck(w, attemptId, runAt, checks + 1),
  });
  return { isNowhere: result?.isNowhere ?? false };
}

/**
 * Claims an idle attempt for a charge. The caller holds the lock on its invoice. Competing requests see that it is
 * being charged, and if the process dies, the attempt is looked up.
 */
export async function claimForCharge(w: WriteCtx, row: Pick<AttemptRow, 'id'>): Promise<void> {
  await updateAttempt(w, row.id, { state: 'submitting', tried_at: w.now });
  await scheduleAttemptCheck(w, row.id, firstCheckAt(w.now));
}

interface CheckResult {
  /** null: nothing new. */
  outcome: Outcome | null;
  /** The result cannot be queried: the keys are gone, or their gateway does not know the attempt. */
  isNowhere?: boolean;
  /** The keys belong to another account now: that it does not know the attempt proves nothing. */
  hasOtherKeys?: boolean;
  /** This check claimed the attempt and sent the charge. */
  isCharged?: boolean;
  /** It was canceled because it was not paid in time. */
  isExpiry?: boolean;
  /** The gateway no longer accepts the keys. */
  setupProblem?: string;
}

const nowhere: CheckResult = { outcome: null, isNowhere: true };
const elsewhere: CheckResult = { ...nowhere, hasOtherKeys: true };

async function checkGateway(ctx: ActionCtx, at: AttemptAtGateway): Promise<CheckResult> {
  const { row, attempt, creds } = at;
  if (isInFlight(row, ctx.now)) return { outcome: null };
  if (isIdle(row.state) && isPageInOtherAccount(at, ctx.now)) return elsewhere;
  if (!creds) return isIdle(row.state) ? { outcome: canceledOutcome(attempt) } : nowhere;
  const gateway = ctx.external.pay.of(creds);
  try {
    if (isIdle(row.state)) return await checkIdleAttempt(ctx, at, gateway);
    if (row.state === 'pending' || row.state === 'held')
      return row.gateway_ref ? { outcome: await gateway.fetch(creds, row.gateway_ref) } : nowhere;
    const found = await gateway.findByAttempt(creds, attempt);
    if (found) return { outcome: found };
    if (at.hasOtherKeys) return elsewhere;
    const isFinal = isLookupFinal(sentAt(row), gateway.lookupIsFinalAfterMinutes, ctx.now);
    return {
      outcome: isFinal ? declinedOutcome(attempt, 'try_again', 'it never reached the gateway') : null,
    };
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    if (error.code === 'not_found' && isIdle(row.state) && couldBePaidElsewhere(at, ctx.now))
      return elsewhere;
    // A gateway that does not know it cannot have charged it. Simulators lose their data on restart.
    if (error.code === 'not_found' && isIdle(row.state)) return { outcome: canceledOutcome(attempt) };
    if (error.code === 'not_found') return at.hasOtherKeys ? elsewhere : nowhere;
    return { outcome: null, ...(error.code === 'merchant_setup' ? { setupProblem: error.message } : {}) };
  }
}

/**
 * Captures what the payer approved without returning, because PayPal asked them to pay immediately. Of two competing
 * captures only one runs.
 */
async function capture(
  ctx: ActionCtx,
  { row, attempt, creds }: AttemptAtGateway,
  seen: CheckResult,
): Promise<CheckResult> {
  if (!creds || !(await ctx.tx((w) => claimApproved(w, row)))) return { outcome: null };
  const outcome = await ctx.external.pay.of(creds).charge(creds, attempt, { value: '' });
  // No payer is waiting to retry: a request that could not be made is repeated at the next check.
  const isPutOff = outcome.declineCode === 'gateway_unavailable' || outcome.declineCode === 'merchant_setup';
  if (outcome.state === 'failed' && isPutOff) return { ...seen, isCharged: true };
  return { outcome, isCharged: true, isExpiry: outcome.state === 'canceled' };
}

async function claimApproved(w: WriteCtx, { id, appointment_id }: AttemptRow): Promise<boolean> {
  await lockByAppointment(w, appointment_id);
  const row = await attemptById(w, id);
  if (!row || !isIdle(row.state) || !(await isAmountStillValid(w, row))) return false;
  await claimForCharge(w, row);
  return true;
}

async function checkIdleAttempt(
  ctx: ActionCtx,
  { row, attempt, creds }: AttemptAtGateway,
  gateway: PaymentGateway,
): Promise<CheckResult> {
  if (!creds) return { outcome: null };
  const isOver = ctx.now >= addHours(asInstant(row.created_at), awaitingPayerTimeoutHours);
  const fits = await ctx.read((r) => isAmountStillValid(r, row));
  if (isOver && fits && row.gateway === 6 && row.gateway_ref !== null) {
    const found = await gateway.findByAttempt(creds, attempt);
    if (found?.isApproved) return { outcome: found };
  }
  if ((!isOver && fits) || isGatewayPageOpen(row, ctx.now)) {
    // On a hosted page the payer pays without us and may never return.
    const mayBePaid = row.gateway_ref !== null || row.checkout_style === 'redirect';
    return { outcome: mayBePaid ? await gateway.findByAttempt(creds, attempt) : null };
  }
  return { outcome: await gateway.cancel(creds, attempt), isExpiry: isOver };
}

/** Counts a check and returns when the next one is due; null when the result is known. */
async function recordCheck(
  ctx: WriteCtx,
  id: string,
  checks: number,
  result: CheckResult,
): Promise<Instant | null> {
  const row = await attemptById(ctx, id);
  if (!row) return null;
  if (result.setupProblem !== undefined) await notifyGatewayRejected(ctx, row, result.setupProblem);
  if (row.state === 'canceled' && result.isExpiry) await updateAttempt(ctx, id, { state: 'expired', checks });
  if (!isOpen(row.state)) return null;
  const isLong = needsReview(sentAt(row), ctx.now) && !isIdle(row.state);
  const problem = result.hasOtherKeys ? 'other_keys' : isLong ? 'never_known' : '';
  await updateAttempt(ctx, id, { checks, ...(row.problem ? {} : { problem }) });
  if (isLong || row.problem.startsWith('wrong_')) return addHours(ctx.now, 24);
  const isWaiting = isIdle(row.state) && !result.outcome?.isApproved;
  return isWaiting ? addMinutes(ctx.now, awaitingPayerCheckMinutes) : retryAt(checks, ctx.now);
}

function sentAt(row: AttemptRow) {
  return asInstant(row.tried_at ?? row.created_at);
}
