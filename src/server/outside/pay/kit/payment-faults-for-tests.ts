import type { FaultAction } from '#simulators/pay/kit/faults.ts';
import { seededRandom } from '#testing/seeded-random.ts';
import { type Attempt, type BrowserToken, GatewayError, type Outcome } from './gateway.ts';
import { type GatewayBench, makeAttempt, makeRefund } from './gateway-bench-for-tests.ts';

/** The ways in which a call to a gateway can fail in transit. */
export const callFaults: readonly FaultAction[] = [
  { kind: 'timeout_before_commit' },
  { kind: 'timeout_after_commit' },
  { kind: 'reset' },
  { kind: 'reset_after_commit' },
  { kind: 'status', code: 500 },
  { kind: 'status', code: 503 },
  { kind: 'malformed_json' },
  { kind: 'rate_limit', retryAfter: 1 },
  { kind: 'truncate' },
];

const randomFaults: readonly FaultAction[] = [
  ...callFaults,
  { kind: 'auth_revoked' },
  { kind: 'latency', ms: 5 },
];

const benches = 2;

/**
 * Runs `count` payments and some refunds with random faults, and checks that our records match the simulator's and no
 * payer is charged twice. Most of the time is spent waiting for missing responses, so several benches run concurrently.
 */
export async function runPaymentsWithFaults(
  open: (timeoutMs: number) => Promise<GatewayBench>,
  count: number,
  seed: number,
) {
  const parts = Array.from({ length: benches }, async (_, part) => {
    const bench = await open(150);
    const views = await faultyPaymentsOf(bench, count / benches, seed * benches + part);
    await bench.sim.stop();
    return views;
  });
  return (await Promise.all(parts)).flat();
}

async function faultyPaymentsOf(bench: GatewayBench, count: number, seed: number) {
  const random = seededRandom(seed);
  const views: { attempt: Attempt; outcome: Outcome | null; refundedMinor: number }[] = [];
  for (let n = 0; n < count; n += 1) {
    const isFaulty = random() < 0.6;
    const pick = () => randomFaults[Math.floor(random() * randomFaults.length)] ?? { kind: 'reset' };
    const faults = bench.sim.listener.faults;
    if (isFaulty) {
      const times = 1 + Math.floor(random() * 5);
      faults.add({ match: { nth: 1 + Math.floor(random() * 3) }, action: pick(), times });
    }
    const card = random() < 0.15 ? bench.cards.declined : bench.cards.good;
    const { attempt, outcome } = await untilKnown(bench, makeAttempt({ amountMinor: 5000 + n }), card);
    let refundedMinor = 0;
    if (outcome?.state === 'succeeded' && random() < 0.3) {
      if (random() < 0.7)
        faults.add({ match: { nth: 1 + Math.floor(random() * 2) }, action: pick(), times: 2 });
      refundedMinor = await refundUntilKnown(bench, attempt, outcome);
    }
    faults.clear();
    views.push({ attempt, outcome, refundedMinor });
  }
  return views.map(({ attempt, outcome, refundedMinor }) => {
    const booked = bench.sim.payments().filter((one) => one.attemptId === attempt.id && one.isCharged);
    return {
      isPaid: outcome?.state === 'succeeded',
      charges: booked.length,
      refundedMinor,
      refundedThere: booked.reduce((sum, one) => sum + one.refundedMinor, 0),
    };
  });
}

async function untilKnown(bench: GatewayBench, attempt: Attempt, card: GatewayBench['cards']['good']) {
  let started = attempt;
  let token: BrowserToken | null = null;
  for (let tried = 0; tried < 20 && !token; tried += 1) {
    bench.clock.advance(61_000);
    try {
      const session = await bench.gateway.begin(bench.creds, attempt);
      started = { ...attempt, gatewayRef: session.gatewayRef };
      token = bench.pays(session, card);
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
    }
  }
  if (!token) throw new Error('never started');
  let outcome: Outcome | null = await bench.gateway.charge(bench.creds, started, token);
  for (let tried = 0; tried < 20 && outcome?.state === 'unknown'; tried += 1) {
    bench.clock.advance(61_000);
    try {
      outcome = await bench.gateway.findByAttempt(bench.creds, started);
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
    }
  }
  return { attempt: started, outcome };
}

async function refundUntilKnown(bench: GatewayBench, attempt: Attempt, outcome: Outcome): Promise<number> {
  const amountMinor = attempt.amountMinor;
  const refund = makeRefund(outcome.gatewayRef ?? '', { amountMinor, capturedMinor: amountMinor });
  for (let tried = 0; tried < 20; tried += 1) {
    bench.clock.advance(61_000);
    const given = await bench.gateway.refund(bench.creds, { ...refund, isRepeat: tried > 0 });
    if (given.state === 'succeeded' || given.state === 'pending') return given.amountMinor;
    const isOver =
      given.state === 'failed' &&
      !['gateway_unavailable', 'merchant_setup'].includes(given.failureCode ?? '');
    if (isOver) return 0;
  }
  throw new Error('a refund that never completes');
}
