/** One try of a payer to pay online: which states it goes through, and how long it is looked after. */

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

/** As the gateway tells a payment. */
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

/** An invoice has at most one attempt in these: money may be on its way. */
export const openStates = ['created', 'awaiting_payer', 'submitting', 'pending', 'held', 'unknown'] as const;

/** Nothing was sent to be charged yet: another payer may take the attempt over, or it may be closed. */
export const idleStates = ['created', 'awaiting_payer'] as const;

/** Is money perhaps on its way, so that nobody else may pay now? */
export function isConfirming(state: AttemptState): boolean {
  return isOpen(state) && !isIdle(state);
}

export function isOpen(state: AttemptState): boolean {
  return (openStates as readonly string[]).includes(state);
}

export function isIdle(state: AttemptState): boolean {
  return (idleStates as readonly string[]).includes(state);
}

/** Did the payer's money arrive, whatever happened to it later? */
export function isPaidState(told: GatewayPaymentState): boolean {
  return ['succeeded', 'partially_refunded', 'refunded', 'disputed'].includes(told);
}

/**
 * May a person end this attempt, though nobody knows whether the payer was charged? Only where looking on leads nowhere: the
 * gateway told of something else than was asked for, or has been asked for long and cannot tell. A payment that it says is
 * under way is never ended by hand.
 */
export function canCloseManually(facts: {
  state: AttemptState;
  problem: string;
  hoursSinceTry: number;
  /** Nobody can be asked: the keys are gone or others, or the gateway does not know it. */
  isNowhere: boolean;
}): boolean {
  const { state, problem, hoursSinceTry, isNowhere } = facts;
  if (!isOpen(state)) return false;
  if (problem.startsWith('wrong_')) return true;
  if (isIdle(state) || hoursSinceTry < manualCloseAfterHours) return false;
  return isNowhere || state === 'unknown' || state === 'submitting';
}

/**
 * Where an attempt stands after the gateway told something; null leaves it where it is. It only goes forward: what succeeded
 * stays so, what is being confirmed does not wait for the payer again unless nothing was charged, and money that arrives late
 * counts even after the attempt was given up.
 */
export function nextAttemptState(from: AttemptState, told: GatewayPaymentState): AttemptState | null {
  if (from === 'succeeded') return null;
  if (isPaidState(told)) return 'succeeded';
  if (!isOpen(from)) return null;
  if (told === 'failed' || told === 'canceled') return told;
  const isBeingCleared = from === 'pending' || from === 'held';
  if (told === 'unknown') return isBeingCleared || from === 'unknown' ? null : 'unknown';
  if (told === 'awaiting_payer') return isBeingCleared || from === told ? null : told;
  return told === from ? null : (told as 'pending' | 'held');
}

/** Minutes from one look at an attempt or refund to the next: soon at first, then hourly. */
export function nextCheckMinutes(checks: number): number {
  return [1, 2, 5, 15, 60][checks] ?? 60;
}

/** After this many hours without an end a person must look, and may end an attempt that is stuck. */
export const manualCloseAfterHours = 48;
/** An attempt that waits for its payer is looked at this often, and given up after `awaitingPayerTimeoutHours`. */
export const awaitingPayerCheckMinutes = 15;
export const awaitingPayerTimeoutHours = 24;
