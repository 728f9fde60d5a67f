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

const told: GatewayPaymentState[] = [
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

/** What each state becomes by what is told; a dot stays as it is. */
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

describe('an attempt', () => {
  test.each(attemptStates)('in %s goes only forward', (from) => {
    for (const [n, one] of told.entries()) {
      const paid = from === 'succeeded' ? '.' : 'succeeded';
      const expected = isPaidState(one) ? paid : table[from][n];
      expect(nextAttemptState(from, one) ?? '.', `${from} told ${one}`).toBe(expected);
    }
  });

  test('ends the same in whatever order and however often the same things are told', () => {
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

  test('is open while money may be on its way, and being confirmed once it was sent', () => {
    expect(attemptStates.filter(isOpen)).toHaveLength(6);
    expect(attemptStates.filter(isIdle)).toEqual(['created', 'awaiting_payer']);
    expect(attemptStates.filter(isConfirming)).toEqual(['submitting', 'pending', 'held', 'unknown']);
  });
});

test('an attempt is ended by hand only where looking on leads nowhere', () => {
  const may = (state: AttemptState, problem: string, hoursSinceTry: number, isNowhere = false) =>
    canCloseManually({ state, problem, hoursSinceTry, isNowhere });
  for (const state of ['submitting', 'unknown'] as const) {
    expect(may(state, '', 47, true)).toBe(false);
    expect(may(state, 'never_known', 48)).toBe(true);
  }
  for (const state of ['pending', 'held'] as const) {
    expect(may(state, 'never_known', 500)).toBe(false);
    expect(may(state, '', 48, true)).toBe(true);
  }
  // What only waits for its payer is closed at the gateway, unless that told of something else.
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
