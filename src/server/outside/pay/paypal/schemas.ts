import { z } from 'zod/mini';
import { UnexpectedResponse } from '../../http-client.ts';
import { decimalToMinor } from '../kit/amounts.ts';
import { toDeclineCode } from '../kit/decline-codes.ts';
import type { Outcome, RefundOutcome } from '../kit/gateway.ts';
import { redact } from '../kit/redact.ts';

const money = z.object({ currency_code: z.string(), value: z.string() });
const link = z.object({ href: z.string(), rel: z.string() });

export const tokenResponse = z.object({
  access_token: z.string().check(z.minLength(1)),
  expires_in: z.number(),
});
export const refundSchema = z.object({
  id: z.string().check(z.minLength(1)),
  status: z.enum(['COMPLETED', 'PENDING', 'FAILED', 'CANCELLED']),
  amount: z.optional(money),
});
export const captureSchema = z.object({
  id: z.string().check(z.minLength(1)),
  status: z.enum(['COMPLETED', 'PENDING', 'DECLINED', 'FAILED', 'REFUNDED', 'PARTIALLY_REFUNDED']),
  status_details: z.optional(z.object({ reason: z.optional(z.string()) })),
  amount: money,
  custom_id: z.optional(z.string()),
  seller_receivable_breakdown: z.optional(z.object({ paypal_fee: z.optional(money) })),
  supplementary_data: z.optional(
    z.object({ related_ids: z.optional(z.object({ order_id: z.optional(z.string()) })) }),
  ),
});
export type Capture = z.infer<typeof captureSchema>;
export const orderSchema = z.object({
  id: z.string().check(z.minLength(1)),
  status: z.enum(['CREATED', 'SAVED', 'APPROVED', 'VOIDED', 'COMPLETED', 'PAYER_ACTION_REQUIRED']),
  links: z.optional(z.array(link)),
  purchase_units: z.optional(
    z.array(
      z.object({
        custom_id: z.optional(z.string()),
        amount: z.optional(money),
        payments: z.optional(
          z.object({
            captures: z.optional(z.array(captureSchema)),
            refunds: z.optional(z.array(refundSchema)),
          }),
        ),
      }),
    ),
  ),
});
export type Order = z.infer<typeof orderSchema>;
export const errorResponse = z.object({
  name: z.optional(z.string()),
  message: z.optional(z.string()),
  details: z.optional(
    z.array(z.object({ issue: z.optional(z.string()), description: z.optional(z.string()) })),
  ),
});
export const disputeList = z.object({ items: z.optional(z.array(z.object({ dispute_id: z.string() }))) });
const transactionSchema = z.object({
  transaction_id: z.string(),
  custom_field: z.optional(z.string()),
  transaction_event_code: z.optional(z.string()),
  transaction_status: z.optional(z.string()),
  transaction_amount: money,
});
export type Transaction = z.infer<typeof transactionSchema>;
export const searchResponse = z.object({
  total_pages: z.optional(z.number()),
  transaction_details: z.optional(z.array(z.object({ transaction_info: transactionSchema }))),
});

const states = {
  COMPLETED: 'succeeded',
  PENDING: 'pending',
  DECLINED: 'failed',
  FAILED: 'failed',
  REFUNDED: 'refunded',
  PARTIALLY_REFUNDED: 'partially_refunded',
} as const;

/** Maps a capture, which is the payment; `refundedMinor` is null when only the order contains the refunded amount. */
export function outcomeOfCapture(capture: Capture, refundedMinor: number | null = null): Outcome {
  const amountMinor = parseAmountMinor(capture.amount);
  const isReview = capture.status === 'PENDING' && /REVIEW/.test(capture.status_details?.reason ?? '');
  const fee = capture.seller_receivable_breakdown?.paypal_fee;
  const none = capture.status === 'PARTIALLY_REFUNDED' ? refundedMinor : 0;
  return {
    state: isReview ? 'held' : states[capture.status],
    gatewayRef: `capture:${capture.id}`,
    attemptId: capture.custom_id ?? null,
    amountMinor,
    currency: capture.amount.currency_code,
    refundedMinor: capture.status === 'REFUNDED' ? amountMinor : none,
    ...(fee ? { feeMinor: parseAmountMinor(fee) } : {}),
    ...(states[capture.status] === 'failed'
      ? {
          declineCode: toDeclineCode(6, capture.status_details?.reason),
          declineText: capture.status_details?.reason,
        }
      : {}),
    raw: redact(capture),
  };
}

/** Maps a payment known from PayPal's list alone, which only shows a full refund: V, reversed. */
export function outcomeOfTransaction(listed: Transaction): Outcome {
  const { transaction_amount, transaction_status, custom_field } = listed;
  const amountMinor = parseAmountMinor(transaction_amount);
  const isReversed = transaction_status === 'V';
  return {
    state: isReversed ? 'refunded' : transaction_status === 'P' ? 'pending' : 'succeeded',
    gatewayRef: `capture:${listed.transaction_id}`,
    attemptId: custom_field ?? null,
    amountMinor,
    currency: transaction_amount.currency_code,
    refundedMinor: isReversed ? amountMinor : null,
    raw: redact(listed),
  };
}

/** Maps an order. Without a capture it waits for the payer or for us. */
export function outcomeOfOrder(order: Order): Outcome {
  const [unit] = order.purchase_units ?? [];
  const captures = unit?.payments?.captures ?? [];
  const capture = captures.find((one) => states[one.status] !== 'failed') ?? captures[0];
  if (capture) {
    const back = (unit?.payments?.refunds ?? [])
      .filter((one) => one.status === 'COMPLETED' || one.status === 'PENDING')
      .reduce((sum, one) => sum + (one.amount ? parseAmountMinor(one.amount) : 0), 0);
    return outcomeOfCapture({ ...capture, custom_id: capture.custom_id ?? unit?.custom_id }, back);
  }
  return {
    state: order.status === 'VOIDED' ? 'canceled' : 'awaiting_payer',
    gatewayRef: `order:${order.id}`,
    attemptId: unit?.custom_id ?? null,
    amountMinor: unit?.amount ? parseAmountMinor(unit.amount) : 0,
    currency: unit?.amount?.currency_code ?? null,
    refundedMinor: 0,
    ...(order.status === 'APPROVED' ? { isApproved: true } : {}),
    raw: redact(order),
  };
}

/** Converts PayPal's refund to an outcome; where it has no amount, the requested one is used. */
export function outcomeOfRefund(refund: z.infer<typeof refundSchema>, requestedMinor: number): RefundOutcome {
  const isFailed = refund.status === 'FAILED' || refund.status === 'CANCELLED';
  return {
    state: isFailed ? 'failed' : refund.status === 'COMPLETED' ? 'succeeded' : 'pending',
    kind: 'refund',
    gatewayRef: refund.id,
    amountMinor: refund.amount ? parseAmountMinor(refund.amount) : requestedMinor,
    ...(isFailed ? { failureCode: 'refused' as const, failureText: `the refund is ${refund.status}` } : {}),
    raw: redact(refund),
  };
}

/** Parses an amount. Throws UnexpectedResponse if it is invalid. */
function parseAmountMinor(value: { value: string }): number {
  const minor = decimalToMinor(value.value);
  if (minor === null) throw new UnexpectedResponse('an amount is invalid');
  return minor;
}
