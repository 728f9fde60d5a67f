import { onTestFinished } from 'vitest';
import type { PaymentGateway } from '#server/outside/pay/kit/gateway.ts';
import type { PaymentHarness } from './payment-harness-for-tests.ts';

/** Overrides calls of the gateways until the test ends; each override receives the real gateway. */
export function overrideGateway(
  harness: PaymentHarness,
  changes: (real: PaymentGateway) => Partial<PaymentGateway>,
): void {
  const { external } = harness.testApp.runtime;
  const { pay } = external;
  const of: typeof pay.of = (creds) => {
    const real = pay.of(creds);
    return { ...real, ...changes(real) };
  };
  Object.assign(external, { pay: { ...pay, of } });
  onTestFinished(() => {
    Object.assign(external, { pay });
  });
}

/** Creates a promise to wait for and the function that resolves it. */
export function createSignal(): { opened: Promise<void>; open: () => void } {
  let open = () => {};
  const opened = new Promise<void>((done) => {
    open = done;
  });
  return { opened, open };
}

/** Counts the charges the gateway has recorded for these attempts. */
export function countCharges(
  harness: PaymentHarness,
  gateway: 3 | 4 | 5 | 6 | 7,
  attempts: readonly { id: string }[],
) {
  const ids = new Set(attempts.map((one) => one.id));
  const all = harness.sim(gateway).payments();
  return all.filter((one) => one.isCharged && one.attemptId !== null && ids.has(one.attemptId ?? '')).length;
}
