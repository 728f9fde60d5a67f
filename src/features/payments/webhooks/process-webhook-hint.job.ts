import { isPaidState } from '#domain/payments/payment-attempts.ts';
import { gatewayCreds } from '#features/company/gateway-connection.ts';
import { type InboxEvent, type InboxOutcome, inboxJob } from '#features/connections/inbox.ts';
import type { ActionCtx, ReadCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import type { Creds } from '#server/outside/pay/kit/credentials.ts';
import { GatewayError, type Outcome, type WebhookHint } from '#server/outside/pay/kit/gateway.ts';
import type { GatewayType } from '#server/outside/pay/kit/gateway-type.ts';
import { type AttemptRow, attemptById } from '../attempt-store.ts';
import { settleAttempt } from '../attempts/settle-attempt.ts';
import { refundById, refundsOf } from '../refund-store.ts';
import { followRefund } from '../refunds/follow-refund.job.ts';
import { recheckBookedRefund } from '../refunds/recheck-refund.job.ts';
import { reverseExternalRefunds } from '../refunds/reverse-refund.ts';
import { lockByAppointment } from '../store.ts';

/** What a webhook hints at; stored with its event. */
export type HintData = {
  gateway: number;
  about: WebhookHint['about'];
  gateway_ref: string | null;
  attempt_id: string | null;
  order_ref: string | null;
};

type Hint = InboxEvent<HintData>;

/** Reads from the gateway what a webhook only hints at, and applies it. Idempotent and independent of order. */
export const processWebhookHint = inboxJob<HintData>('payments/read-hint', {
  apply: applyHint,
  abandon: (w, hint) =>
    w.audit({
      action: 'webhook-ignored',
      entity: 'gateway',
      entity_id: null,
      after: {
        payment_type: hint.data.gateway,
        event: hint.eventId,
        type: hint.type,
        reason: 'nothing of this company',
      },
    }),
});

async function applyHint(ctx: ActionCtx, event: Hint): Promise<InboxOutcome> {
  const hint = event.data;
  const { attempt, refund } = await ctx.read(async (r) => ({
    attempt: await attemptOf(r, hint),
    refund: hint.attempt_id ? await refundById(r, hint.attempt_id) : undefined,
  }));
  if (refund) {
    await followRefund.run(ctx, { refund_id: refund.id, checks: refund.checks });
    await recheckBookedRefund(ctx, refund.id);
    const now = await ctx.read((r) => refundById(r, refund.id));
    // The process that is asking the gateway now may record a result that is already stale.
    return now?.state === 'asking' ? 'later' : 'applied';
  }
  if (!attempt) return hint.gateway_ref || hint.attempt_id ? 'later' : 'of no matter';
  const ref = hint.gateway_ref ?? attempt.gateway_ref;
  const creds = await ctx.read((r) => gatewayCreds(r, attempt.gateway, attempt.mode));
  if (!ref || !creds) return 'later';
  try {
    if (hint.about === 'refund' && !(await recheckAll(ctx, attempt))) return 'later';
    const before = await ctx.read((r) => refundFingerprint(r, attempt));
    const outcome = await fetchOutcome(ctx, creds, ref, event);
    return await ctx.tx(async (w) => {
      await lockByAppointment(w, attempt.appointment_id);
      // An outcome that was read before a refund was recorded or reversed would revert that.
      if ((await refundFingerprint(w, attempt)) !== before) return 'later';
      await settleAttempt(w, attempt.id, outcome, 'check');
      if (hint.about === 'refund') await reverseExternalRefunds(w, attempt, outcome);
      return 'applied';
    });
  } catch (error) {
    if (error instanceof GatewayError) return error.code === 'not_found' ? 'of no matter' : 'later';
    throw error;
  }
}

/** Checks every recorded refund of a payment again; returns false while another refund is being requested. */
async function recheckAll(ctx: ActionCtx, attempt: AttemptRow): Promise<boolean> {
  const refunds = await ctx.read((r) => refundsOf(r, attempt.invoice_id));
  for (const refund of refunds) if (refund.state === 'succeeded') await recheckBookedRefund(ctx, refund.id);
  return refunds.every((refund) => refund.state !== 'asking');
}

/** Returns a fingerprint of an invoice's refunds, to detect changes. */
async function refundFingerprint(ctx: ReadCtx | WriteCtx, attempt: AttemptRow): Promise<string> {
  const refunds = await refundsOf(ctx, attempt.invoice_id);
  return refunds.map((refund) => `${refund.id} ${refund.state}`).join(', ');
}

/** Returns the gateway's view of the payment, marked as disputed where only its list of disputes says so. */
async function fetchOutcome(ctx: ActionCtx, creds: Creds, ref: string, hint: Hint): Promise<Outcome> {
  const gateway = ctx.external.pay.of(creds);
  const outcome = await gateway.fetch(creds, ref);
  if (hint.data.about !== 'dispute' || !gateway.isDisputed || !isPaidState(outcome.state)) return outcome;
  const isDisputed = await gateway.isDisputed(creds, ref).catch((error: unknown) => {
    // The keys may be limited to payments; then the signed webhook has to suffice.
    if (error instanceof GatewayError && error.code !== 'gateway_unavailable') return hint.isVerified;
    throw error;
  });
  return isDisputed ? { ...outcome, state: 'disputed' } : outcome;
}

/** Returns the attempt a webhook is about: by our id, else by the gateway's reference. Never one of another company. */
async function attemptOf(ctx: ReadCtx, hint: HintData) {
  const byId = hint.attempt_id ? await attemptById(ctx, hint.attempt_id) : undefined;
  if (byId) return byId.gateway === (hint.gateway as GatewayType) ? byId : undefined;
  const { gateway_ref, order_ref } = hint;
  const of = (name: 'gateway_ref' | 'order_ref', value: string) =>
    mine(ctx, 'payment_attempts')
      .where('gateway', '=', hint.gateway)
      .where(name, '=', value)
      .select('id')
      .executeTakeFirst();
  const row =
    (gateway_ref ? await of('gateway_ref', gateway_ref) : undefined) ??
    // A payment made on a hosted page may carry nothing of ours but its order.
    (order_ref ? await of('order_ref', order_ref) : undefined);
  return row && attemptById(ctx, row.id);
}
