import { callFaults } from '../../src/server/outside/pay/kit/payment-faults-for-tests.ts';
import type { PaySimulator } from '../../src/simulators/pay/kit/provider.ts';
import type { WebhookMode } from '../../src/simulators/pay/kit/webhooks.ts';

export type RandomFn = () => number;

/** Returns the same numbers in every run with a seed. */
export function createRandom(seed: number): RandomFn {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}

/** Each hanging call holds a payer for half a minute. */
const hangsAtMost = 0.15;

/** How webhooks arrive, by share of payments; the rest arrive normally. A forged one must have no effect. */
const arrivals: readonly (readonly [share: number, mode: WebhookMode])[] = [
  [0.22, { kind: 'drop', rate: 1 }],
  [0.22, { kind: 'duplicate', n: 3 }],
  [0.22, { kind: 'shuffle' }],
  [0.08, { kind: 'bad_signature' }],
];

function arrivalOf(random: RandomFn): WebhookMode {
  let left = random();
  for (const [share, mode] of arrivals) {
    if (left < share) return mode;
    left -= share;
  }
  return { kind: 'auto' };
}

/**
 * Breaks one of the next calls to a gateway in some way, and loses, triples, reorders or forges some of its webhooks.
 * Limited in frequency, so that some calls get through: after five failures in half a minute the server stops calling a
 * gateway for a minute.
 */
export function injectFaults(sim: PaySimulator, random: RandomFn): void {
  sim.webhooks.mode(arrivalOf(random));
  if (random() > 0.12) return;
  const hanging = callFaults.filter((one) => one.kind.startsWith('timeout'));
  const quick = callFaults.filter((one) => !one.kind.startsWith('timeout'));
  const kinds = random() < hangsAtMost ? hanging : quick;
  const action = kinds[Math.floor(random() * kinds.length)] ?? { kind: 'reset' };
  sim.listener.faults.add({ match: { nth: 1 + Math.floor(random() * 3) }, action });
}
