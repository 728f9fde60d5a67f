import { describe, expect, test } from 'vitest';
import {
  type AttemptState,
  attemptStates,
  canCloseManually,
  type GatewayPaymentState,
  isConfirming,
  isIdle,
  isOpen,
  isPaidState,
  nextAttemptState,
} from './payment-attempts.ts';

const reported: GatewayPaymentState[] = [
  'awaiting_payer',
  'pending',
  'held',
  'unknown',
  'failed',
  'canceled',
  'succeeded',
  'partially_refunded',
  'refunded',
  'disputed',
];

/** The next state by reported gateway state; a dot means unchanged. */
const table: Record<AttemptState, string[]> = {
  //               awaiting          pending    held    unknown    failed    canceled
  created: ['awaiting_payer', 'pending', 'held', 'unknown', 'failed', 'canceled'],
  awaiting_payer: ['.', 'pending', 'held', 'unknown', 'failed', 'canceled'],
  submitting: ['awaiting_payer', 'pending', 'held', 'unknown', 'failed', 'canceled'],
  pending: ['.', '.', 'held', '.', 'failed', 'canceled'],
  held: ['.', 'pending', '.', '.', 'failed', 'canceled'],
  unknown: ['awaiting_payer', 'pending', 'held', '.', 'failed', 'canceled'],
  succeeded: ['.', '.', '.', '.', '.', '.'],
  failed: ['.', '.', '.', '.', '.', '.'],
  canceled: ['.', '.', '.', '.', '.', '.'],
  expired: ['.', '.', '.', '.', '.', '.'],
};

describe('payment attempt', () => {
  test.each(attemptStates)('only moves forward from %s', (from) => {
    for (const [n, one] of reported.entries()) {
      const paid = from === 'succeeded' ? '.' : 'succeeded';
      const expected = isPaidState(one) ? paid : table[from][n];
      expect(nextAttemptState(from, one) ?? '.', `${from} reported ${one}`).toBe(expected);
    }
  });

  test('ends in the same state regardless of the order and number of reports', () => {
    const stories: GatewayPaymentState[][] = [
      ['pending', 'succeeded', 'refunded'],
      ['awaiting_payer', 'succeeded', 'disputed'],
      ['pending', 'failed', 'succeeded'],
    ];
    for (const story of stories) {
      for (const order of permutations([...story, ...story])) {
        let state: AttemptState = 'awaiting_payer';
        for (const one of order) state = nextAttemptState(state, one) ?? state;
        expect(state).toBe('succeeded');
      }
    }
  });

  test('is open while money may be on its way, and confirming once it was submitted', () => {
    expect(attemptStates.filter(isOpen)).toHaveLength(6);
    expect(attemptStates.filter(isIdle)).toEqual(['created', 'awaiting_payer']);
    expect(attemptStates.filter(isConfirming)).toEqual(['submitting', 'pending', 'held', 'unknown']);
  });
});

test('can be closed manually only if further checks cannot resolve it', () => {
  const may = (state: AttemptState, problem: string, hoursSinceAttempt: number, isNowhere = false) =>
    canCloseManually({ state, problem, hoursSinceAttempt, isNowhere });
  for (const state of ['submitting', 'unknown'] as const) {
    expect(may(state, '', 47, true)).toBe(false);
    expect(may(state, 'never_known', 48)).toBe(true);
  }
  for (const state of ['pending', 'held'] as const) {
    expect(may(state, 'never_known', 500)).toBe(false);
    expect(may(state, '', 48, true)).toBe(true);
  }
  // One that only waits for its payer is closed at the gateway, unless the gateway reported a different payment.
  expect(may('awaiting_payer', '', 500, true)).toBe(false);
  for (const state of ['awaiting_payer', 'submitting', 'pending'] as const)
    expect(may(state, 'wrong_amount', 0)).toBe(true);
  for (const state of ['succeeded', 'failed', 'canceled', 'expired'] as const)
    expect(may(state, 'wrong_amount', 500, true)).toBe(false);
});

function permutations<T>(all: readonly T[]): T[][] {
  if (all.length < 2) return [[...all]];
  return all.flatMap((one, n) => permutations(all.filter((_, m) => m !== n)).map((rest) => [one, ...rest]));
}
