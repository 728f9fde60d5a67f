import { brokenCalls } from '../src/server/outside/pay/storm-for-tests.ts';
import type { PaySimulator } from '../src/simulators/pay/kit/provider.ts';

export type Dice = () => number;

/** The same numbers in every run of a seed. */
export function dice(seed: number): Dice {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}

/** Each hanging call holds a payer for half a minute. */
const hangsAtMost = 0.15;

/**
 * Lets one of the next calls of a gateway break in some way, and some of its notices be lost or come three times. Not so often
 * that nobody is let through any more: after five failures in half a minute the server leaves a gateway alone for a minute.
 */
export function breaksCalls(sim: PaySimulator, random: Dice): void {
  sim.webhooks.mode(
    random() < 0.25
      ? { kind: 'drop', rate: 1 }
      : random() < 0.35
        ? { kind: 'duplicate', n: 3 }
        : { kind: 'auto' },
  );
  if (random() > 0.12) return;
  const hanging = brokenCalls.filter((one) => one.kind.startsWith('timeout'));
  const quick = brokenCalls.filter((one) => !one.kind.startsWith('timeout'));
  const kinds = random() < hangsAtMost ? hanging : quick;
  const action = kinds[Math.floor(random() * kinds.length)] ?? { kind: 'reset' };
  sim.listener.faults.add({ match: { nth: 1 + Math.floor(random() * 3) }, action });
}
