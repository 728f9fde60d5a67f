import { z } from 'zod/mini';
import { UnexpectedResponse } from '../../http-client.ts';
import { toDeclineCode } from '../kit/decline-codes.ts';
import type { Outcome, OutcomeState } from '../kit/gateway.ts';
import { redact } from '../kit/redact.ts';

const whole = z.number().check(z.int());

export const transaction = z.object({
  id: z.string().check(z.minLength(1)),
  status_code: whole,
  reason_code_id: z.nullish(whole),
  auth_amount: z.nullish(whole),
  transaction_amount: z.nullish(whole),
  transaction_api_id: z.nullish(z.string()),
  paylink_id: z.nullish(z.string()),
  last_four: z.nullish(z.string()),
  account_type: z.nullish(z.string()),
  verbiage: z.nullish(z.string()),
  is_voidable: z.nullish(z.boolean()),
  settle_date: z.nullish(z.string()),
  modified_ts: z.nullish(whole),
});
export type Transaction = z.infer<typeof transaction>;
export const transactionResponse = z.object({ data: transaction });
export const transactionList = z.object({ list: z.array(transaction) });
export const ticketResponse = z.object({
  data: z.object({ client_token: z.string().check(z.minLength(1)) }),
});
export const locationResponse = z.object({ data: z.object({ id: z.string(), name: z.nullish(z.string()) }) });
export const errorResponse = z.object({
  statusCode: z.optional(z.number()),
  title: z.optional(z.string()),
  detail: z.optional(z.string()),
});
export const webhookSchema = z.object({
  id: z.string(),
  url: z.nullish(z.string()),
  is_active: z.nullish(z.boolean()),
});

const approved = 1000;
const states: Readonly<Record<number, OutcomeState>> = {
  101: 'succeeded',
  102: 'pending',
  121: 'pending',
  131: 'pending',
  132: 'pending',
  133: 'pending',
  134: 'succeeded',
  201: 'refunded',
  301: 'failed',
  331: 'disputed',
};
/** Refunds are separate transactions. */
export const isRefund = (one: Transaction) => one.status_code === 111;
/** Approved for less than requested: always voided, so it never counts as paid or refunded. */
export const isPartialApproval = (one: Transaction) => one.reason_code_id === 1201;

/** Maps a transaction to an outcome: a sale only counts with status 101 and reason 1000. */
export function outcomeOfTransaction(one: Transaction): Outcome {
  const state = stateOf(one);
  const amountMinor = one.auth_amount ?? one.transaction_amount;
  if (amountMinor === null || amountMinor === undefined)
    throw new UnexpectedResponse('a payment without an amount');
  return {
    state,
    gatewayRef: one.id,
    attemptId: one.transaction_api_id ?? null,
    ...(one.paylink_id ? { orderRef: one.paylink_id } : {}),
    amountMinor,
    currency: null,
    // Refunds are separate from the payment, which does not mention them; a void is always the whole amount.
    refundedMinor: state === 'refunded' ? amountMinor : null,
    ...(one.last_four
      ? {
          card: { brand: one.account_type ?? 'card', last4: one.last_four, expMonth: null, expYear: null },
        }
      : {}),
    ...(state === 'failed'
      ? {
          declineCode: isPartialApproval(one)
            ? 'insufficient_funds'
            : toDeclineCode(7, String(one.reason_code_id)),
          declineText: one.verbiage ?? undefined,
        }
      : {}),
    raw: redact(one),
  };
}

function stateOf(one: Transaction): OutcomeState {
  if (isPartialApproval(one)) return 'failed';
  const state = states[one.status_code];
  if (state === undefined) return 'pending';
  if (one.status_code === 101 && one.reason_code_id !== approved) return 'failed';
  return state;
}
