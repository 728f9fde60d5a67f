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

/** Nobody knows whether the payer was charged: only a lookup or a repeat with the same key may say. */
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

/** Runs a charge; what goes wrong on the way becomes `failed` only when nothing can have been charged, else `unknown`. */
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

/** Looks what became of a charge that happens elsewhere (the payer's browser): not knowing says nothing about it. */
export async function runLookup(attempt: Attempt, run: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await run();
  } catch (error) {
    if (!isExpected(error)) throw error;
    const isSetup = error instanceof GatewayError && error.code === 'merchant_setup';
    return unknownOutcome(attempt, error.message, isSetup ? 'merchant_setup' : undefined);
  }
}

/** Runs a refund, with the same care. */
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

/** No money went back. */
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

/** Runs a read; what goes wrong becomes a GatewayError. */
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
 * Throws for what is no answer to the question: keys refused (nothing was done, unless an earlier try did it), asked too
 * often, or the service is broken (it may have been done).
 */
export function throwIfNotAnswered(answer: ExternalResponse, provider: string): void {
  const { status, isDoubtful } = answer;
  if (status >= 500 || status === 408) throw new RequestFailed('uncertain', `${provider} answered ${status}`);
  const isRefused = status === 401 || status === 403 || status === 429;
  if (!isRefused) return;
  if (isDoubtful) throw new RequestFailed('uncertain', `${provider} answered ${status} after an unclear try`);
  if (status === 429) throw new RequestFailed('not_sent', `${provider} is busy`);
  throw new GatewayError('merchant_setup', `${provider} does not accept the keys`);
}

/** State of a paid payment by what went back. */
export function paidState(amountMinor: number, refundedMinor: number): Outcome['state'] {
  if (refundedMinor <= 0) return 'succeeded';
  return refundedMinor >= amountMinor ? 'refunded' : 'partially_refunded';
}
