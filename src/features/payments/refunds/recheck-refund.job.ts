import { addHours, asInstant } from '#domain/base/time.ts';
import type { ActionCtx, WriteCtx } from '#server/context.ts';
import { job } from '#server/jobs.ts';
import { GatewayError } from '#server/outside/pay/kit/gateway.ts';
import { isRefundOpen, type RefundRow } from '../refund-store.ts';
import { loadRefundAtGateway } from './refund-at-gateway.ts';
import { reverseRefund } from './reverse-refund.ts';

/** A bank may send money back weeks after it went: looked at again on these days, should no notice tell. */
const daysAfter = [1, 7, 30] as const;

/** Looks once more at a refund that was booked, in case the gateway tells by now that it did not arrive. */
export const recheckRefund = job<{ refund_id: string; round: number }>(
  'payments/recheck-refund',
  async (ctx, { refund_id, round }) => {
    await recheckBookedRefund(ctx, refund_id);
    await ctx.tx((w) => scheduleRecheck(w, refund_id, round + 1));
  },
  { retryLimit: 5, concurrency: 2 },
);

/** Plans the next look at a refund that was booked now (round 0), or looked at before. */
export async function scheduleRecheck(w: WriteCtx, refund_id: string, round = 0): Promise<void> {
  const at = await loadRefundAtGateway(w, refund_id);
  const days = daysAfter[round];
  if (!at || days === undefined || !isAskable(at.row)) return;
  const runAt = addHours(asInstant(at.row.created_at), days * 24);
  await w.enqueue(recheckRefund, { refund_id, round }, { key: `recheck:${refund_id}:${round}`, runAt });
}

/** Reads a booked refund at its gateway and takes it back when it failed there. Says nothing of one that cannot be read now. */
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
    ctx.log.warn({ gateway: at.gateway, code: error.code }, 'a booked refund could not be looked at again');
  }
}

/** A void is final at once; what was given back elsewhere has no name to be asked by. */
function isAskable(row: RefundRow): boolean {
  return row.kind === 'refund' && row.gateway_ref !== null && !isRefundOpen(row) && row.state === 'succeeded';
}
