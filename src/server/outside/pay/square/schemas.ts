import { z } from 'zod/mini';
import { toDeclineCode } from '../kit/decline-codes.ts';
import type { Outcome, RefundOutcome } from '../kit/gateway.ts';
import { paidState } from '../kit/outcomes.ts';
import { redact } from '../kit/redact.ts';

const money = z.object({ amount: z.number().check(z.int()), currency: z.string() });
const errors = z.array(
  z.object({ category: z.optional(z.string()), code: z.string(), detail: z.optional(z.string()) }),
);

const paymentSchema = z.object({
  id: z.string().check(z.minLength(1)),
  status: z.enum(['APPROVED', 'PENDING', 'COMPLETED', 'CANCELED', 'FAILED']),
  amount_money: money,
  refunded_money: z.optional(money),
  reference_id: z.optional(z.string()),
  order_id: z.optional(z.string()),
  processing_fee: z.optional(z.array(z.object({ amount_money: z.optional(money) }))),
  card_details: z.optional(
    z.object({
      card: z.optional(
        z.object({
          card_brand: z.optional(z.string()),
          last_4: z.optional(z.string()),
          exp_month: z.optional(z.number()),
          exp_year: z.optional(z.number()),
        }),
      ),
      errors: z.optional(errors),
    }),
  ),
});
export type SquarePayment = z.infer<typeof paymentSchema>;
export const paymentResponse = z.object({ payment: paymentSchema });
export const paymentList = z.object({
  payments: z.optional(z.array(paymentSchema)),
  cursor: z.optional(z.string()),
});
export const disputeList = z.object({
  disputes: z.optional(
    z.array(z.object({ disputed_payment: z.optional(z.object({ payment_id: z.optional(z.string()) })) })),
  ),
  cursor: z.optional(z.string()),
});
export const errorResponse = z.object({ errors });

export const refundResponse = z.object({
  refund: z.object({
    id: z.string().check(z.minLength(1)),
    status: z.enum(['PENDING', 'COMPLETED', 'REJECTED', 'FAILED']),
    amount_money: money,
  }),
});
export const locationResponse = z.object({
  location: z.object({
    id: z.string(),
    merchant_id: z.optional(z.string()),
    name: z.optional(z.string()),
    status: z.optional(z.string()),
    currency: z.optional(z.string()),
    capabilities: z.optional(z.array(z.string())),
  }),
});
export const linkResponse = z.object({
  payment_link: z.object({ id: z.string(), url: z.string(), order_id: z.string() }),
});
/** Contains nothing that we need. */
export const closeLinkResponse = z.object({});
const subscription = z.object({
  id: z.string(),
  notification_url: z.string(),
  event_types: z.optional(z.array(z.string())),
  enabled: z.optional(z.boolean()),
  signature_key: z.optional(z.string()),
});
export const subscriptionResponse = z.object({ subscription });
export const subscriptionList = z.object({ subscriptions: z.optional(z.array(subscription)) });

const states = {
  APPROVED: 'pending',
  PENDING: 'pending',
  COMPLETED: 'succeeded',
  CANCELED: 'canceled',
  FAILED: 'failed',
} as const;

/** Maps a Square payment to an outcome. */
export function outcomeOfPayment(payment: SquarePayment): Outcome {
  const refundedMinor = payment.refunded_money?.amount ?? 0;
  const state = states[payment.status];
  const card = payment.card_details?.card;
  const [problem] = payment.card_details?.errors ?? [];
  const fees = (payment.processing_fee ?? []).map((fee) => fee.amount_money?.amount ?? 0);
  return {
    state: state === 'succeeded' ? paidState(payment.amount_money.amount, refundedMinor) : state,
    gatewayRef: payment.id,
    attemptId: payment.reference_id ?? null,
    ...(payment.order_id ? { orderRef: payment.order_id } : {}),
    amountMinor: payment.amount_money.amount,
    currency: payment.amount_money.currency,
    refundedMinor,
    ...(card?.last_4
      ? {
          card: {
            brand: (card.card_brand ?? 'card').toLowerCase(),
            last4: card.last_4,
            expMonth: card.exp_month ?? null,
            expYear: card.exp_year ?? null,
          },
        }
      : {}),
    ...(fees.length > 0 ? { feeMinor: fees.reduce((sum, fee) => sum + fee, 0) } : {}),
    ...(state === 'failed'
      ? { declineCode: toDeclineCode(4, problem?.code), declineText: problem?.detail }
      : {}),
    raw: redact(payment),
  };
}

/** Maps a Square refund, which is usually pending at first. */
export function outcomeOfRefund({ refund }: z.infer<typeof refundResponse>): RefundOutcome {
  const isFailed = refund.status === 'REJECTED' || refund.status === 'FAILED';
  return {
    state: isFailed ? 'failed' : refund.status === 'COMPLETED' ? 'succeeded' : 'pending',
    kind: 'refund',
    gatewayRef: refund.id,
    amountMinor: refund.amount_money.amount,
    ...(isFailed ? { failureCode: 'refused' as const, failureText: `the refund is ${refund.status}` } : {}),
    raw: redact(refund),
  };
}
