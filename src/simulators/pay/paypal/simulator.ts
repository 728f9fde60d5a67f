import { simClock } from '../kit/clock.ts';
import { simIds } from '../kit/ids.ts';
import { startListener } from '../kit/listener.ts';
import type { PaySimulator, SimulatorOptions } from '../kit/provider.ts';
import { simWebhooks } from '../kit/webhooks.ts';
import { paypalBrowser } from './browser.ts';
import { paypalDelayedEvents } from './delayed-events.ts';
import { emptyLedger, newKeyPair, type PaypalState, paypalSigner } from './ledger.ts';
import { paypalApi } from './routes.ts';

/** Starts a local PayPal simulator: tokens, orders, captures, refunds, webhooks signed with its own key. */
export async function startPaypalSimulator(options: SimulatorOptions = {}): Promise<PaySimulator> {
  const clock = simClock();
  const ids = simIds();
  const pair = newKeyPair();
  let apiUrl = '';
  const certUrl = () => `${apiUrl}/v1/notifications/certs/CERT-simulated`;
  const sign = paypalSigner(pair, ids, certUrl);
  const webhooks = simWebhooks({ clock, ids, userAgent: 'PayPal/AUHD-214.0-58843985', sign });
  const publicUrl = options.publicUrl ?? (() => 'http://127.0.0.1');
  const world: PaypalState = {
    book: emptyLedger(),
    clock,
    ids,
    webhooks,
    pair,
    publicUrl,
    apiUrl: () => apiUrl,
  };
  const listener = await startListener(paypalApi(world), options.port);
  apiUrl = listener.url;
  return {
    provider: 'paypal',
    url: listener.url,
    listener,
    webhooks,
    clock,
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
    reset() {
      const { tokens } = world.book;
      world.book = { ...emptyLedger(), tokens };
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
