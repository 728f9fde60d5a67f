import { type ExternalResponse, RequestFailed, UnexpectedResponse } from '../../http-client.ts';
import {
  type Attempt,
  type DeclineCode,
  GatewayError,
  type Outcome,
  type Refund,
  type RefundOutcome,
} from './gateway.ts';
import { maskCardNumbers, redact } from './redact.ts';

/** Whether the payer was charged is unknown: only a lookup or a retry with the same key can resolve it. */
export function unknownOutcome(attempt: Attempt, why: string, declineCode?: DeclineCode): Outcome {
  return { ...blank(attempt), state: 'unknown', declineText: why, ...(declineCode ? { declineCode } : {}) };
}

/** The payer was certainly not charged. */
export function declinedOutcome(
  attempt: Attempt,
  declineCode: DeclineCode,
  text: string,
  raw: unknown = null,
  gatewayRef: string | null = null,
): Outcome {
  return {
    ...blank(attempt),
    state: 'failed',
    declineCode,
    declineText: maskCardNumbers(text).slice(0, 300),
    raw: redact(raw),
    gatewayRef,
  };
}

/** The attempt can no longer be paid, and was not. */
export function canceledOutcome(attempt: Attempt): Outcome {
  return { ...blank(attempt), state: 'canceled' };
}

/** The payer has not paid yet. */
export function waitingOutcome(attempt: Attempt): Outcome {
  return { ...blank(attempt), state: 'awaiting_payer', gatewayRef: attempt.gatewayRef ?? null };
}

function blank(attempt: Attempt): Omit<Outcome, 'state'> {
  return {
    gatewayRef: null,
    attemptId: attempt.id,
    amountMinor: attempt.amountMinor,
    currency: attempt.currency,
    refundedMinor: 0,
    raw: null,
  };
}

/** Runs a charge. A failure becomes `failed` only if nothing can have been charged, otherwise `unknown`. */
export async function runCharge(attempt: Attempt, run: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof RequestFailed && error.reason !== 'uncertain') {
      return declinedOutcome(attempt, 'gateway_unavailable', error.message);
    }
    if (error instanceof GatewayError && error.code === 'merchant_setup') {
      return declinedOutcome(attempt, 'merchant_setup', error.message);
    }
    if (isExpected(error)) return unknownOutcome(attempt, error.message);
    throw error;
  }
}

/** Looks up a charge that happens elsewhere (the payer's browser). A failed lookup says nothing about the charge. */
export async function runLookup(attempt: Attempt, run: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await run();
  } catch (error) {
    if (!isExpected(error)) throw error;
    const isSetup = error instanceof GatewayError && error.code === 'merchant_setup';
    return unknownOutcome(attempt, error.message, isSetup ? 'merchant_setup' : undefined);
  }
}

/** Runs a refund. A failure becomes `failed` only if nothing can have been refunded, otherwise `unknown`. */
export async function runRefund(
  refund: Refund,
  kind: RefundOutcome['kind'],
  run: () => Promise<RefundOutcome>,
): Promise<RefundOutcome> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof RequestFailed && error.reason !== 'uncertain') {
      return failedRefund(refund, kind, 'gateway_unavailable', error.message);
    }
    if (error instanceof GatewayError && error.code === 'merchant_setup') {
      return failedRefund(refund, kind, 'merchant_setup', error.message);
    }
    if (isExpected(error)) {
      return { ...blankRefund(refund, kind), state: 'unknown', failureText: error.message };
    }
    throw error;
  }
}

/** No money was refunded. */
export function failedRefund(
  refund: Refund,
  kind: RefundOutcome['kind'],
  failureCode: NonNullable<RefundOutcome['failureCode']>,
  text: string,
  raw: unknown = null,
): RefundOutcome {
  return {
    ...blankRefund(refund, kind),
    state: 'failed',
    failureCode,
    failureText: maskCardNumbers(text).slice(0, 300),
    raw: redact(raw),
  };
}

function blankRefund(refund: Refund, kind: RefundOutcome['kind']): Omit<RefundOutcome, 'state'> {
  return { kind, gatewayRef: null, amountMinor: refund.amountMinor, raw: null };
}

/** Runs a read and turns any failure into a GatewayError. */
export async function runRead<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof RequestFailed) throw new GatewayError('gateway_unavailable', error.message);
    if (error instanceof UnexpectedResponse) throw new GatewayError(error.code, error.message);
    throw error;
  }
}

function isExpected(error: unknown): error is Error {
  return (
    error instanceof RequestFailed || error instanceof UnexpectedResponse || error instanceof GatewayError
  );
}

/**
 * Throws for responses that do not answer the request: keys rejected (nothing was done, unless by an earlier attempt),
 * rate limited, or the service is failing (it may have been done).
 */
export function throwIfNotAnswered(answer: ExternalResponse, provider: string): void {
  const { status, isDoubtful } = answer;
  if (status >= 500 || status === 408) throw new RequestFailed('uncertain', `${provider} answered ${status}`);
  const isRefused = status === 401 || status === 403 || status === 429;
  if (!isRefused) return;
  if (isDoubtful)
    throw new RequestFailed(
      'uncertain',
      `${provider} answered ${status} after an attempt with an unknown result`,
    );
  if (status === 429) throw new RequestFailed('not_sent', `${provider} is busy`);
  throw new GatewayError('merchant_setup', `${provider} does not accept the keys`);
}

/** Returns the state of a paid payment by the refunded amount. */
export function paidState(amountMinor: number, refundedMinor: number): Outcome['state'] {
  if (refundedMinor <= 0) return 'succeeded';
  return refundedMinor >= amountMinor ? 'refunded' : 'partially_refunded';
}
