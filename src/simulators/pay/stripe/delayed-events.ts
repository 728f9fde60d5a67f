import type { PaySimulator } from '../kit/provider.ts';
import type { StripeAccount } from './account.ts';
import { newStripeId } from './ledger.ts';
import { serializeRefund } from './objects.ts';

/** What Stripe reports days after a refund or a payment. */
export function stripeDelayedEvents(account: StripeAccount): NonNullable<PaySimulator['delayedEvents']> {
  return {
    failRefund(ref) {
      const refund = account.book.refunds.get(ref);
      if (!refund?.intent.charge || refund.status === 'failed') return;
      refund.status = 'failed';
      refund.intent.charge.refunded -= refund.amount;
      account.notify('refund.failed', {
        ...serializeRefund(refund),
        failure_reason: 'expired_or_canceled_card',
      });
    },
    dispute(ref) {
      const intent = account.book.intents.get(ref);
      if (!intent?.charge) return;
      intent.charge.disputed = true;
      account.notify('charge.dispute.created', {
        id: newStripeId(account.ids, 'du'),
        object: 'dispute',
        amount: intent.amount,
        charge: intent.charge.id,
        currency: intent.currency,
        livemode: false,
        metadata: {},
        payment_intent: intent.id,
        reason: 'fraudulent',
        status: 'needs_response',
      });
    },
  };
}
