import type { PaySimulator, SimulatorOptions } from '../kit/provider.ts';
import { startSimulator } from '../kit/simulator.ts';
import { squareBrowser } from './browser.ts';
import { squareDelayedEvents } from './delayed-events.ts';
import { emptyLedger, type SquareState, squareSigner } from './ledger.ts';
import { squareApi } from './routes.ts';

/** Starts a local Square simulator: payments, refunds, links, subscriptions; state in memory. */
export function startSquareSimulator(options: SimulatorOptions = {}): Promise<PaySimulator> {
  const head = {
    provider: 'square',
    userAgent: 'Square Connect v2',
    signer: () => squareSigner,
  };
  return startSimulator(options, head, (parts) => {
    const world: SquareState = { ...parts, book: emptyLedger() };
    return {
      api: squareApi(world),
      browser: squareBrowser(world),
      delayedEvents: squareDelayedEvents(world),
      payments: () =>
        [...world.book.payments.values()].map((one) => ({
          ref: one.id,
          attemptId: one.reference,
          amountMinor: one.amount,
          refundedMinor: one.refunded,
          isCharged: one.status === 'COMPLETED',
        })),
      clear() {
        world.book = emptyLedger();
      },
    };
  });
}
