/** An attempt of a payer to pay online: its states, and how long it is checked. */
import { reviewAfterHours } from '../connections/lost-answers.ts';

export const attemptStates = [
  'created',
  'awaiting_payer',
  'submitting',
  'pending',
  'held',
  'unknown',
  'succeeded',
  'failed',
  'canceled',
  'expired',
] as const;
export type AttemptState = (typeof attemptStates)[number];

/** The state of a payment as its gateway reports it. */
export type GatewayPaymentState =
  | 'awaiting_payer'
  | 'pending'
  | 'held'
  | 'succeeded'
  | 'partially_refunded'
  | 'refunded'
  | 'disputed'
  | 'failed'
  | 'canceled'
  | 'unknown';

/** An invoice has at most one attempt in these states: money may be on its way. */
export const openStates = ['created', 'awaiting_payer', 'submitting', 'pending', 'held', 'unknown'] as const;

/** Nothing was submitted to be charged yet: another payer may take over the attempt, or it may be closed. */
const idleStates = ['created', 'awaiting_payer'] as const;

/** Returns whether money may be on its way, so that no one else may pay now. */
export function isConfirming(state: AttemptState): boolean {
  return isOpen(state) && !isIdle(state);
}

/** Returns whether the result of the attempt is not settled yet. */
export function isOpen(state: AttemptState): boolean {
  return (openStates as readonly string[]).includes(state);
}

/** Returns whether the attempt waits for its payer: nothing was sent to charge it. */
export function isIdle(state: AttemptState): boolean {
  return (idleStates as readonly string[]).includes(state);
}

/** Returns whether the payer's money arrived, whatever happened to it later. */
export function isPaidState(reported: GatewayPaymentState): boolean {
  return ['succeeded', 'partially_refunded', 'refunded', 'disputed'].includes(reported);
}

/**
 * Returns whether a user may close this attempt although it is unknown whether the payer was charged. Only if further
 * checks cannot resolve it: the gateway reported a different payment than requested, or was asked for a long time and
 * cannot say. A payment that the gateway reports as in progress is never closed manually.
 */
export function canCloseManually(facts: {
  state: AttemptState;
  problem: string;
  hoursSinceAttempt: number;
  /** No gateway can be asked: the keys were removed or changed, or the gateway does not know the payment. */
  isNowhere: boolean;
}): boolean {
  const { state, problem, hoursSinceAttempt, isNowhere } = facts;
  if (!isOpen(state)) return false;
  if (problem.startsWith('wrong_')) return true;
  if (isIdle(state) || hoursSinceAttempt < reviewAfterHours) return false;
  return isNowhere || state === 'unknown' || state === 'submitting';
}

/**
 * Returns the state of an attempt after a report from the gateway; null leaves it unchanged. Attempts only move
 * forward: one that succeeded stays so, one that is being confirmed does not return to waiting for the payer unless
 * nothing was charged, and money that arrives late counts even after the attempt was abandoned.
 */
export function nextAttemptState(from: AttemptState, reported: GatewayPaymentState): AttemptState | null {
  if (from === 'succeeded') return null;
  if (isPaidState(reported)) return 'succeeded';
  if (!isOpen(from)) return null;
  if (reported === 'failed' || reported === 'canceled') return reported;
  const isBeingCleared = from === 'pending' || from === 'held';
  if (reported === 'unknown') return isBeingCleared || from === 'unknown' ? null : 'unknown';
  if (reported === 'awaiting_payer') return isBeingCleared || from === reported ? null : reported;
  return reported === from ? null : (reported as 'pending' | 'held');
}

/** How often an attempt that waits for its payer is checked; it is abandoned after `awaitingPayerTimeoutHours`. */
export const awaitingPayerCheckMinutes = 15;
export const awaitingPayerTimeoutHours = 24;
