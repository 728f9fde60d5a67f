import { type ExternalResponse, parseResponse } from '../../http-client.ts';
import type { CredsOf } from '../kit/credentials.ts';
import type { Refund, RefundOutcome } from '../kit/gateway.ts';
import { type JsonCaller, parseGatewayResponse } from '../kit/json-calls.ts';
import { failedRefund } from '../kit/outcomes.ts';
import { redact } from '../kit/redact.ts';
import { findByApiId, readTransaction } from './lookup.ts';
import { errorResponse, isRefund, type Transaction, transactionResponse } from './schemas.ts';

/** Voids the whole payment while possible; otherwise refunds with a separate transaction under the refund's id. */
export async function sendRefund(
  call: JsonCaller,
  creds: CredsOf<7>,
  refund: Refund,
): Promise<RefundOutcome> {
  const payment = await readTransaction(call, creds, refund.gatewayRef);
  const isWhole = refund.amountMinor === (payment.auth_amount ?? payment.transaction_amount);
  if (payment.status_code === 201) {
    return isWhole && refund.isRepeat
      ? done(refund, 'void', payment)
      : failedRefund(refund, 'void', 'too_much', 'The payment was voided');
  }
  const earlier = refund.isRepeat ? await findByApiId(call, creds, refund.id) : [];
  const [found] = earlier.filter(isRefund);
  if (found) return done(refund, 'refund', found);
  if (isWhole && payment.is_voidable) return sendVoid(call, creds, refund);
  const answer = await call(creds, {
    method: 'PATCH',
    path: `/v1/transactions/${encodeURIComponent(refund.gatewayRef)}/refund`,
    template: '/v1/transactions/{id}/refund',
    body: { transaction_amount: refund.amountMinor, transaction_api_id: refund.id },
  });
  if (answer.status >= 300) return refusal(refund, 'refund', answer, payment);
  const made = parseResponse(answer.text, transactionResponse).data;
  return isRefund(made)
    ? done(refund, 'refund', made)
    : failedRefund(refund, 'refund', 'refused', made.verbiage ?? 'refused', made);
}

async function sendVoid(call: JsonCaller, creds: CredsOf<7>, refund: Refund): Promise<RefundOutcome> {
  // Sent once: a second void of the same payment would be rejected and look like a failure.
  const answer = await call(creds, {
    method: 'PUT',
    path: `/v1/transactions/${encodeURIComponent(refund.gatewayRef)}/void`,
    template: '/v1/transactions/{id}/void',
    body: {},
    isRepeatable: false,
  });
  if (answer.status >= 300) return refusal(refund, 'void', answer, null);
  return done(refund, 'void', parseResponse(answer.text, transactionResponse).data);
}

/** Returns the current state of a refund. */
export async function fetchRefundOutcome(
  call: JsonCaller,
  creds: CredsOf<7>,
  refund: Refund,
  ref: string,
): Promise<RefundOutcome> {
  const path = `/v1/transactions/${encodeURIComponent(ref)}`;
  const answer = await call(creds, { method: 'GET', path, template: '/v1/transactions/{id}' });
  const now = parseGatewayResponse(answer, transactionResponse).data;
  if (now.status_code === 201) return done(refund, 'void', now);
  return isRefund(now)
    ? done(refund, 'refund', now)
    : failedRefund(refund, 'refund', 'refused', now.verbiage ?? 'refused', now);
}

function refusal(
  refund: Refund,
  kind: RefundOutcome['kind'],
  answer: ExternalResponse,
  payment: Transaction | null,
): RefundOutcome {
  const text = parseResponse(answer.text, errorResponse).detail ?? 'refused';
  if (/exceed|remaining/i.test(text)) return failedRefund(refund, kind, 'too_much', text);
  return failedRefund(refund, kind, payment?.is_voidable ? 'not_settled' : 'refused', text);
}

function done(refund: Refund, kind: RefundOutcome['kind'], made: Transaction): RefundOutcome {
  return {
    state: 'succeeded',
    kind,
    gatewayRef: made.id,
    amountMinor: refund.amountMinor,
    raw: redact(made),
  };
}
