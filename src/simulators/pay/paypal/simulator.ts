import type { PaySimulator, SimulatorOptions } from '../kit/provider.ts';
import { type SimParts, startSimulator } from '../kit/simulator.ts';
import { paypalBrowser } from './browser.ts';
import { paypalDelayedEvents } from './delayed-events.ts';
import { emptyLedger, newKeyPair, type PaypalState, paypalSigner } from './ledger.ts';
import { paypalApi } from './routes.ts';

/** Starts a local PayPal simulator: tokens, orders, captures, refunds, webhooks signed with its own key. */
export function startPaypalSimulator(options: SimulatorOptions = {}): Promise<PaySimulator> {
  const pair = newKeyPair();
  const head = {
    provider: 'paypal',
    userAgent: 'PayPal/AUHD-214.0-58843985',
    signer: ({ ids, apiUrl }: Pick<SimParts, 'ids' | 'apiUrl'>) =>
      paypalSigner(pair, ids, () => `${apiUrl()}/v1/notifications/certs/CERT-simulated`),
  };
  return startSimulator(options, head, (parts) => {
    const world: PaypalState = { ...parts, book: emptyLedger(), pair };
    return {
      api: paypalApi(world),
      browser: paypalBrowser(world),
      delayedEvents: paypalDelayedEvents(world),
      payments: () =>
        [...world.book.orders.values()].map((one) => ({
          ref: one.capture?.id ?? one.id,
          attemptId: one.customId,
          amountMinor: one.amount,
          refundedMinor: one.capture?.refunded ?? 0,
          isCharged: one.capture !== null,
        })),
      clear() {
        const { tokens } = world.book;
        world.book = { ...emptyLedger(), tokens };
      },
    };
  });
}
