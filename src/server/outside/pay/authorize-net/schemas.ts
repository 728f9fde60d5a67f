import { z } from 'zod/mini';
import { decimalToMinor } from '../kit/amounts.ts';
import { toDeclineCode } from '../kit/decline-codes.ts';
import type { Outcome, OutcomeState } from '../kit/gateway.ts';
import { redact } from '../kit/redact.ts';

const amount = z.union([z.number(), z.string()]);
const messages = z.object({
  resultCode: z.enum(['Ok', 'Error']),
  message: z.array(z.object({ code: z.string(), text: z.string() })),
});
export type Messages = z.infer<typeof messages>;

/** Response of createTransaction; HTTP is 200 whatever happened. */
export const chargeResponse = z.object({
  messages,
  refId: z.nullish(z.string()),
  transactionResponse: z.nullish(
    z.object({
      responseCode: z.nullish(z.string()),
      transId: z.nullish(z.string()),
      accountNumber: z.nullish(z.string()),
      accountType: z.nullish(z.string()),
      errors: z.nullish(z.array(z.object({ errorCode: z.string(), errorText: z.string() }))),
    }),
  ),
});
export type ChargeResponse = z.infer<typeof chargeResponse>;

const transaction = z.object({
  transId: z.string(),
  transactionType: z.optional(z.string()),
  /** For a refund: the payment that it refunds. */
  refTransId: z.nullish(z.string()),
  transactionStatus: z.string(),
  responseReasonCode: z.nullish(z.union([z.number(), z.string()])),
  responseReasonDescription: z.nullish(z.string()),
  authAmount: z.nullish(amount),
  settleAmount: z.nullish(amount),
  payment: z.nullish(
    z.object({
      creditCard: z.nullish(z.object({ cardNumber: z.nullish(z.string()), cardType: z.nullish(z.string()) })),
    }),
  ),
});
export type Transaction = z.infer<typeof transaction>;
/** transrefId is the refId of the charge, at the top level; the top level's refId only echoes that of this read. */
export const detailsResponse = z.object({
  messages,
  transrefId: z.nullish(z.string()),
  transaction: z.nullish(transaction),
});

const summary = z.object({
  transId: z.string(),
  submitTimeUTC: z.string(),
  transactionStatus: z.string(),
  invoiceNumber: z.nullish(z.string()),
  settleAmount: z.nullish(amount),
});
export type Summary = z.infer<typeof summary>;
export const listResponse = z.object({
  messages,
  transactions: z.nullish(z.array(summary)),
  totalNumInResultSet: z.nullish(z.number()),
});
export const batchesResponse = z.object({
  messages,
  batchList: z.nullish(z.array(z.object({ batchId: z.string() }))),
});
export const merchantResponse = z.object({
  messages,
  merchantName: z.nullish(z.string()),
  gatewayId: z.nullish(z.string()),
  publicClientKey: z.nullish(z.string()),
  currencies: z.nullish(z.array(z.string())),
});
export const hostedPageResponse = z.object({ messages, token: z.nullish(z.string()) });

const states: Readonly<Record<string, OutcomeState>> = {
  authorizedPendingCapture: 'pending',
  approvedReview: 'pending',
  capturedPendingSettlement: 'succeeded',
  settledSuccessfully: 'succeeded',
  FDSPendingReview: 'held',
  FDSAuthorizedPendingReview: 'held',
  underReview: 'held',
  // We capture immediately: a voided payment had been paid and was refunded in full.
  voided: 'refunded',
  chargeback: 'disputed',
  returnedItem: 'disputed',
  declined: 'failed',
  communicationError: 'failed',
  generalError: 'failed',
  failedReview: 'failed',
  settlementError: 'failed',
  expired: 'failed',
  couldNotVoid: 'succeeded',
};

/** Maps a payment's details to an outcome. An unknown status counts as pending, which moves no money on our side. */
export function outcomeOfDetails(one: Transaction, attemptId: string | null): Outcome {
  const state = states[one.transactionStatus] ?? 'pending';
  const amountMinor = decimalToMinor(one.settleAmount) ?? decimalToMinor(one.authAmount) ?? 0;
  const card = one.payment?.creditCard;
  const last4 = /(\d{4})$/.exec(card?.cardNumber ?? '')?.[1];
  return {
    state,
    gatewayRef: one.transId,
    attemptId,
    amountMinor: decimalToMinor(one.authAmount) || amountMinor,
    currency: null,
    refundedMinor: state === 'refunded' ? decimalToMinor(one.authAmount) : null,
    ...(last4 ? { card: toCardInfo(card?.cardType, last4) } : {}),
    ...(state === 'failed'
      ? {
          declineCode: toDeclineCode(3, String(one.responseReasonCode ?? '')),
          declineText: one.responseReasonDescription ?? one.transactionStatus,
        }
      : {}),
    raw: redact(one),
  };
}

/** The gateway does not return the expiry date. */
export function toCardInfo(type: string | null | undefined, last4: string) {
  return { brand: (type ?? 'card').toLowerCase(), last4, expMonth: null, expYear: null };
}
