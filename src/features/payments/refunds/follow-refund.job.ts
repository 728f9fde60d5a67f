import { addHours, addMinutes, asInstant } from '#domain/base/time.ts';
import { manualCloseAfterHours, nextCheckMinutes } from '#domain/payments/payment-attempts.ts';
import type { ActionCtx } from '#server/context.ts';
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
  async (ctx, { refund_id, checks }) => {
    const at = await ctx.read((r) => loadRefundAtGateway(r, refund_id));
    if (!at || !isRefundOpen(at.row)) return;
    const outcome = await checkGateway(ctx, at);
    await ctx.tx(async (w) => {
      if (outcome) await settleRefund(w, refund_id, outcome, true);
      const row = await refundById(w, refund_id);
      if (!row || !isRefundOpen(row)) return;
      const isLong = w.now >= addHours(asInstant(row.created_at), manualCloseAfterHours);
      // A bank may take its time, but without keys no answer will ever come.
      const isPending = row.state === 'pending' && at.creds !== null;
      await updateRefund(w, row.id, {
        checks: checks + 1,
        ...(isLong && !isPending && !row.problem ? { problem: 'never_known' } : {}),
      });
      const runAt = addMinutes(w.now, isLong ? 24 * 60 : nextCheckMinutes(checks + 1));
      await scheduleRefundCheck(w, refund_id, runAt, checks + 1);
    });
  },
  { retryLimit: 20, concurrency: 4 },
);

async function checkGateway(ctx: ActionCtx, at: RefundAtGateway): Promise<RefundOutcome | null> {
  const { row, refund, creds } = at;
  if (!creds) return null;
  try {
    if (row.state === 'pending' && row.gateway_ref)
      return await ctx.external.pay.of(creds).fetchRefund(creds, refund, row.gateway_ref);
    // The first request may still be waiting for the answer.
    if (row.state === 'asking' && ctx.now < addMinutes(asInstant(row.created_at), 2)) return null;
    return await requestRefund(ctx, at, true);
  } catch (error) {
    if (error instanceof GatewayError) return null;
    throw error;
  }
}
