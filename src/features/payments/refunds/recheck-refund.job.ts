import { addHours, asInstant } from '#domain/base/time.ts';
import type { ActionCtx, WriteCtx } from '#server/context.ts';
import { job } from '#server/jobs.ts';
import { GatewayError } from '#server/outside/pay/kit/gateway.ts';
import { isRefundOpen, type RefundRow } from '../refund-store.ts';
import { loadRefundAtGateway } from './refund-at-gateway.ts';
import { reverseRefund } from './reverse-refund.ts';

/** A bank may return a refund weeks later: it is checked again after these days in case no webhook comes. */
const daysAfter = [1, 7, 30] as const;

/** Checks a recorded refund again, in case the gateway reports by now that it failed. */
export const recheckRefund = job<{ refund_id: string; round: number }>(
  'payments/recheck-refund',
  async (ctx, { refund_id, round }) => {
    await recheckBookedRefund(ctx, refund_id);
    await ctx.tx((w) => scheduleRecheck(w, refund_id, round + 1));
  },
  { retryLimit: 5, concurrency: 2 },
);

/** Schedules the next check of a refund that was just recorded (round 0) or checked before. */
export async function scheduleRecheck(w: WriteCtx, refund_id: string, round = 0): Promise<void> {
  const at = await loadRefundAtGateway(w, refund_id);
  const days = daysAfter[round];
  if (!at || days === undefined || !isAskable(at.row)) return;
  const runAt = addHours(asInstant(at.row.created_at), days * 24);
  await w.enqueue(recheckRefund, { refund_id, round }, { key: `recheck:${refund_id}:${round}`, runAt });
}

/** Reads a recorded refund at its gateway and reverses it if it failed there. Does nothing if it cannot be read now. */
export async function recheckBookedRefund(ctx: ActionCtx, refundId: string): Promise<void> {
  const at = await ctx.read((r) => loadRefundAtGateway(r, refundId));
  if (!at?.creds || !isAskable(at.row) || at.row.gateway_ref === null) return;
  const { creds, refund, row } = at;
  try {
    const now = await ctx.external.pay.of(creds).fetchRefund(creds, refund, row.gateway_ref ?? '');
    if (now.state === 'failed')
      await ctx.tx((w) => reverseRefund(w, row.id, now.failureText ?? 'the refund failed'));
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    ctx.log.warn({ gateway: at.gateway, code: error.code }, 'could not recheck a recorded refund');
  }
}

/**
 * Returns whether the refund can be queried. A void is final immediately; a refund made elsewhere may have no
 * reference.
 */
function isAskable(row: RefundRow): boolean {
  return row.kind === 'refund' && row.gateway_ref !== null && !isRefundOpen(row) && row.state === 'succeeded';
}
