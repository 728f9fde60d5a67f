import type { PaySimulator, SimulatorOptions } from '../kit/provider.ts';
import { startSimulator } from '../kit/simulator.ts';
import { stripeAccount, stripeSigner } from './account.ts';
import { stripeBrowser } from './browser.ts';
import { stripeDelayedEvents } from './delayed-events.ts';
import { stripeApi } from './routes.ts';

/** Starts a local Stripe simulator: intents, checkout, refunds, endpoints, events; state in memory. */
export function startStripeSimulator(options: SimulatorOptions = {}): Promise<PaySimulator> {
  const head = {
    provider: 'stripe',
    userAgent: 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
    signer: () => stripeSigner,
  };
  return startSimulator(options, head, (parts) => {
    const { clock, ids, webhooks, publicUrl } = parts;
    const account = stripeAccount(clock, ids, webhooks, publicUrl);
    return {
      api: stripeApi(account),
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
      clear: () => account.reset(),
    };
  });
}
