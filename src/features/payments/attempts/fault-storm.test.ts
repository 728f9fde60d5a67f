import { expect, test } from 'vitest';
import { inRotation } from '#testing/thorough.ts';
import { runFaultStorm } from './fault-storm-for-tests.ts';
import { testGateways } from './gateway-cards-for-tests.ts';
import { openPaymentHarness } from './payment-harness-for-tests.ts';

const harness = await openPaymentHarness({ timeoutMs: 150 });
/** `npm run bench -- payments` runs the long version. */
const count = Number(process.env.GABLE_STORM_PAYMENTS ?? 5);

test.each(inRotation(testGateways, 2, 1))(
  'gateway %i: each invoice is charged and recorded once, whatever fails',
  { timeout: 60_000 + count * 2000 },
  async (gateway) => {
    const story = await runFaultStorm(harness, gateway, count, 40 + gateway);
    expect(story.filter((one) => one.charges > 1)).toEqual([]);
    expect(story.filter((one) => one.charges !== one.booked)).toEqual([]);
    expect(story.filter((one) => one.refundedHere !== one.refundedThere)).toEqual([]);
    expect(story.filter((one) => one.paidCents !== one.bookedCents - one.refundedHere)).toEqual([]);
    expect(story.filter((one) => one.isOpen)).toEqual([]);
    expect(story.some((one) => one.booked === 1)).toBe(true);
  },
);
