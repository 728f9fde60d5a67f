import { z } from 'zod/mini';
import { UnexpectedResponse } from '../../http-client.ts';
import { toDeclineCode } from '../kit/decline-codes.ts';
import type { Outcome } from '../kit/gateway.ts';
import { paidState } from '../kit/outcomes.ts';
import { redact } from '../kit/redact.ts';

const whole = z.number().check(z.int());
const card = z.object({
  brand: z.nullish(z.string()),
  last4: z.nullish(z.string()),
  exp_month: z.nullish(whole),
  exp_year: z.nullish(whole),
});
const charge = z.object({
  id: z.string(),
  amount_refunded: whole,
  disputed: z.optional(z.boolean()),
  balance_transaction: z.nullish(z.union([z.string(), z.object({ fee: whole })])),
  payment_method_details: z.nullish(z.object({ card: z.nullish(card) })),
});

/** The fields of a PaymentIntent that we use, validated strictly; everything else is passed through. */
export const intentSchema = z.object({
  id: z.string().check(z.regex(/^pi_/)),
  object: z.literal('payment_intent'),
  amount: whole,
  currency: z.string(),
  status: z.enum([
    'requires_payment_method',
    'requires_confirmation',
    'requires_action',
    'processing',
    'requires_capture',
    'canceled',
    'succeeded',
  ]),
  client_secret: z.nullish(z.string()),
  metadata: z.optional(z.record(z.string(), z.string())),
  latest_charge: z.nullish(z.union([z.string(), charge])),
  last_payment_error: z.nullish(
    z.object({
      code: z.nullish(z.string()),
      decline_code: z.nullish(z.string()),
      message: z.nullish(z.string()),
    }),
  ),
});
export type Intent = z.infer<typeof intentSchema>;

/** The same for a Checkout Session. */
export const sessionSchema = z.object({
  id: z.string().check(z.regex(/^cs_/)),
  object: z.literal('checkout.session'),
  status: z.enum(['open', 'complete', 'expired']),
  url: z.nullish(z.string()),
  amount_total: z.nullish(whole),
  currency: z.nullish(z.string()),
  client_reference_id: z.nullish(z.string()),
  payment_intent: z.nullish(z.union([z.string(), intentSchema])),
});
export type Session = z.infer<typeof sessionSchema>;

export const refundSchema = z.object({
  id: z.string().check(z.regex(/^re_/)),
  object: z.literal('refund'),
  amount: whole,
  status: z.enum(['succeeded', 'pending', 'failed', 'canceled', 'requires_action']),
  failure_reason: z.nullish(z.string()),
});

export type StripeRefund = z.infer<typeof refundSchema>;

/** Validates a Stripe object by our schema. Throws UnexpectedResponse. */
export function parseStripeObject<S extends z.ZodMiniType>(value: unknown, schema: S): z.infer<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new UnexpectedResponse(
    `unexpected response at ${parsed.error.issues[0]?.path.join('.') || 'its root'}`,
  );
}

/** Maps a PaymentIntent to an outcome. */
export function outcomeOfIntent(intent: Intent): Outcome {
  const paid = typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
  const refundedMinor = paid?.amount_refunded ?? 0;
  const used = paid?.payment_method_details?.card;
  const balance = paid?.balance_transaction;
  const problem = intent.last_payment_error;
  const state = stateOf(intent, refundedMinor, paid?.disputed ?? false);
  return {
    state,
    gatewayRef: intent.id,
    attemptId: intent.metadata?.attempt ?? null,
    amountMinor: intent.amount,
    currency: intent.currency.toUpperCase(),
    refundedMinor,
    ...(used?.last4
      ? {
          card: {
            brand: used.brand ?? 'card',
            last4: used.last4,
            expMonth: used.exp_month ?? null,
            expYear: used.exp_year ?? null,
          },
        }
      : {}),
    ...(balance && typeof balance === 'object' ? { feeMinor: balance.fee } : {}),
    // Declined is not final: the payer may enter another card in the same form until the intent is canceled.
    ...(problem && (state === 'failed' || intent.status === 'requires_payment_method')
      ? {
          declineCode: toDeclineCode(5, problem.decline_code, problem.code),
          declineText: problem.message ?? undefined,
        }
      : {}),
    raw: redact(intent),
  };
}

function stateOf(intent: Intent, refundedMinor: number, isDisputed: boolean): Outcome['state'] {
  switch (intent.status) {
    case 'succeeded':
      return isDisputed ? 'disputed' : paidState(intent.amount, refundedMinor);
    case 'processing':
    case 'requires_capture':
      return 'pending';
    case 'canceled':
      return intent.last_payment_error ? 'failed' : 'canceled';
    default:
      return 'awaiting_payer';
  }
}
