import { simClock } from '../kit/clock.ts';
import { simIds } from '../kit/ids.ts';
import { startListener } from '../kit/listener.ts';
import type { PaySimulator, SimulatorOptions } from '../kit/provider.ts';
import { simWebhooks } from '../kit/webhooks.ts';
import { squareBrowser } from './browser.ts';
import { squareDelayedEvents } from './delayed-events.ts';
import { emptyLedger, type SquareState, squareSigner } from './ledger.ts';
import { squareApi } from './routes.ts';

/** Starts a local Square simulator: payments, refunds, links, subscriptions; state in memory. */
export async function startSquareSimulator(options: SimulatorOptions = {}): Promise<PaySimulator> {
  const clock = simClock();
  const ids = simIds();
  const webhooks = simWebhooks({ clock, ids, userAgent: 'Square Connect v2', sign: squareSigner });
  const publicUrl = options.publicUrl ?? (() => 'http://127.0.0.1');
  const world: SquareState = { book: emptyLedger(), clock, ids, webhooks, publicUrl };
  const listener = await startListener(squareApi(world), options.port);
  return {
    provider: 'square',
    url: listener.url,
    listener,
    webhooks,
    clock,
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
    reset() {
      world.book = emptyLedger();
      webhooks.reset();
      clock.reset();
      listener.faults.clear();
      listener.forget();
      ids.seed(1);
    },
    seed: (seed) => ids.seed(seed),
    stop: () => listener.stop(),
  };
}
