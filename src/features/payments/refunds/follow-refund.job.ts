import { asInstant, type Instant } from '#domain/base/time.ts';
import { mayBeAnswered, needsReview, nextCheckAt } from '#domain/connections/lost-answers.ts';
import { followRequest } from '#features/connections/follow-request.ts';
import type { ActionCtx, WriteCtx } from '#server/context.ts';
import { job } from '#server/jobs.ts';
import { GatewayError, type RefundOutcome } from '#server/outside/pay/kit/gateway.ts';
import { isRefundOpen, refundById, updateRefund } from '../refund-store.ts';
import { refundCheck, scheduleRefundCheck } from '../scheduled-checks.ts';
import { loadRefundAtGateway, type RefundAtGateway, requestRefund } from './refund-at-gateway.ts';
import { settleRefund } from './settle-refund.ts';

/**
 * Follows a refund until its result is known. An unknown one is requested again under its own id, which never refunds
 * twice.
 */
export const followRefund = job(
  refundCheck,
  async (ctx, { refund_id: id, checks }) => {
    await followRequest(ctx, {
      load: async (r) => {
        const at = await loadRefundAtGateway(r, id);
        return at && isRefundOpen(at.row) ? at : undefined;
      },
      ask: async (at) => ({ outcome: await checkGateway(ctx, at), hasKeys: at.creds !== null }),
      settle: async (w, { outcome, hasKeys }) => {
        if (outcome) await settleRefund(w, id, outcome, true);
        return recordCheck(w, id, checks + 1, hasKeys);
      },
      schedule: (w, runAt) => scheduleRefundCheck(w, id, runAt, checks + 1),
    });
  },
  { retryLimit: 20, concurrency: 4 },
);

/** Counts a check and returns when the next one is due; null when the result is known. */
async function recordCheck(
  w: WriteCtx,
  id: string,
  checks: number,
  hasKeys: boolean,
): Promise<Instant | null> {
  const row = await refundById(w, id);
  if (!row || !isRefundOpen(row)) return null;
  const sentAt = asInstant(row.created_at);
  // A bank may take its time, but without keys no answer will ever come.
  const isPending = row.state === 'pending' && hasKeys;
  const isStuck = needsReview(sentAt, w.now) && !isPending && !row.problem;
  await updateRefund(w, id, { checks, ...(isStuck ? { problem: 'never_known' } : {}) });
  return nextCheckAt(sentAt, checks, w.now);
}

async function checkGateway(ctx: ActionCtx, at: RefundAtGateway): Promise<RefundOutcome | null> {
  const { row, refund, creds } = at;
  if (!creds) return null;
  try {
    if (row.state === 'pending' && row.gateway_ref)
      return await ctx.external.pay.of(creds).fetchRefund(creds, refund, row.gateway_ref);
    // The first request may still be waiting for the answer.
    if (row.state === 'asking' && mayBeAnswered(asInstant(row.created_at), ctx.now)) return null;
    return await requestRefund(ctx, at, true);
  } catch (error) {
    if (error instanceof GatewayError) return null;
    throw error;
  }
}
