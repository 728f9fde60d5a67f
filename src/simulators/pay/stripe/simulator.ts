import { simClock } from '../kit/clock.ts';
import { simIds } from '../kit/ids.ts';
import { startListener } from '../kit/listener.ts';
import type { PaySimulator, SimulatorOptions } from '../kit/provider.ts';
import { simWebhooks } from '../kit/webhooks.ts';
import { stripeAccount, stripeSigner } from './account.ts';
import { stripeBrowser } from './browser.ts';
import { stripeDelayedEvents } from './delayed-events.ts';
import { stripeApi } from './routes.ts';

/** Starts a local Stripe simulator: intents, checkout, refunds, endpoints, events; state in memory. */
export async function startStripeSimulator(options: SimulatorOptions = {}): Promise<PaySimulator> {
  const clock = simClock();
  const ids = simIds();
  const webhooks = simWebhooks({
    clock,
    ids,
    userAgent: 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
    sign: stripeSigner,
  });
  const account = stripeAccount(clock, ids, webhooks, options.publicUrl ?? (() => 'http://127.0.0.1'));
  const listener = await startListener(stripeApi(account), options.port);
  return {
    provider: 'stripe',
    url: listener.url,
    listener,
    webhooks,
    clock,
    browser: stripeBrowser(account),
    delayedEvents: stripeDelayedEvents(account),
    payments: () =>
      [...account.book.intents.values()].map((intent) => ({
        ref: intent.id,
        attemptId: intent.metadata.attempt ?? null,
        amountMinor: intent.amount,
        refundedMinor: intent.charge?.refunded ?? 0,
        isCharged: intent.charge !== null,
      })),
    reset() {
      account.reset();
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
