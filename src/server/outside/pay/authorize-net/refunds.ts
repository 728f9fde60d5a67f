import { decimalToMinor, minorToDecimal } from '../kit/amounts.ts';
import type { CredsOf } from '../kit/credentials.ts';
import type { Refund, RefundOutcome } from '../kit/gateway.ts';
import type { JsonCaller } from '../kit/json-calls.ts';
import { failedRefund } from '../kit/outcomes.ts';
import { redact } from '../kit/redact.ts';
import { sendAnetRequest } from './calls.ts';
import { fetchTransactionDetails, findRefund, type TransactionDetails } from './lookup.ts';
import { chargeResponse, type Transaction } from './schemas.ts';

/**
 * Sends a refund. Before settlement the whole payment is voided and a partial refund is impossible; afterwards anything
 * up to the remaining amount is refunded. The gateway says which applies. A retry is looked up first, since there are
 * no idempotency keys.
 */
export async function sendRefund(
  call: JsonCaller,
  creds: CredsOf<3>,
  refund: Refund,
): Promise<RefundOutcome> {
  const { transaction } = await fetchTransactionDetails(call, creds, refund.gatewayRef);
  const isWhole = refund.amountMinor === decimalToMinor(transaction.authAmount ?? transaction.settleAmount);
  if (transaction.transactionStatus === 'voided') {
    return isWhole && refund.isRepeat
      ? done(refund, 'void', transaction.transId, transaction)
      : failedRefund(refund, 'void', 'too_much', 'The payment was voided');
  }
  if (transaction.transactionStatus === 'capturedPendingSettlement') {
    if (!isWhole) return failedRefund(refund, 'refund', 'not_settled', 'Possible after the next settlement');
    return send(call, creds, refund, 'void', {
      transactionType: 'voidTransaction',
      refTransId: refund.gatewayRef,
    });
  }
  if (transaction.transactionStatus !== 'settledSuccessfully') {
    return failedRefund(refund, 'refund', 'refused', `The payment is ${transaction.transactionStatus}`);
  }
  const earlier = refund.isRepeat ? await findRefund(call, creds, refund) : null;
  if (earlier) return refundState(refund, earlier);
  return send(call, creds, refund, 'refund', {
    transactionType: 'refundTransaction',
    amount: minorToDecimal(refund.amountMinor),
    payment: { creditCard: { cardNumber: last4Of(transaction), expirationDate: 'XXXX' } },
    refTransId: refund.gatewayRef,
  });
}

/** Returns the current state of a refund: voids are final, refunds wait for settlement. */
export async function fetchRefundOutcome(
  call: JsonCaller,
  creds: CredsOf<3>,
  refund: Refund,
  ref: string,
): Promise<RefundOutcome> {
  const details = await fetchTransactionDetails(call, creds, ref);
  if (details.transaction.transactionStatus === 'voided' && ref === refund.gatewayRef) {
    return done(refund, 'void', ref, details.transaction);
  }
  return refundState(refund, details);
}

function refundState(refund: Refund, { transaction }: TransactionDetails): RefundOutcome {
  const status = transaction.transactionStatus;
  if (status === 'refundSettledSuccessfully') return done(refund, 'refund', transaction.transId, transaction);
  if (status === 'refundPendingSettlement') {
    return { ...done(refund, 'refund', transaction.transId, transaction), state: 'pending' };
  }
  return failedRefund(refund, 'refund', 'refused', `The refund is ${status}`, transaction);
}

async function send(
  call: JsonCaller,
  creds: CredsOf<3>,
  refund: Refund,
  kind: RefundOutcome['kind'],
  transactionRequest: Record<string, unknown>,
): Promise<RefundOutcome> {
  const options = { isRead: false, refId: refund.id };
  const answer = await sendAnetRequest(
    call,
    creds,
    'createTransactionRequest',
    { transactionRequest },
    chargeResponse,
    options,
  );
  const got = answer.transactionResponse;
  if (got?.responseCode === '1') {
    const ref = kind === 'void' ? refund.gatewayRef : (got.transId ?? refund.gatewayRef);
    // A void is final immediately; a refund completes with the next settlement.
    return { ...done(refund, kind, ref, answer), state: kind === 'void' ? 'succeeded' : 'pending' };
  }
  const [problem] = got?.errors ?? [];
  const text = problem?.errorText ?? answer.messages.message[0]?.text ?? 'refused';
  const code =
    problem?.errorCode === '54' ? 'not_settled' : problem?.errorCode === '55' ? 'too_much' : 'refused';
  return failedRefund(refund, kind, code, text, answer);
}

function done(refund: Refund, kind: RefundOutcome['kind'], gatewayRef: string, raw: unknown): RefundOutcome {
  return { state: 'succeeded', kind, gatewayRef, amountMinor: refund.amountMinor, raw: redact(raw) };
}

function last4Of(transaction: Transaction): string {
  return /(\d{4})$/.exec(transaction.payment?.creditCard?.cardNumber ?? '')?.[1] ?? '';
}
