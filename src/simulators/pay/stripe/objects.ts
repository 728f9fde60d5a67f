import {
  type ChargeRow,
  cardBrand,
  feeOf,
  type IntentRow,
  type RefundRow,
  type SessionRow,
  type StripeObject,
} from './ledger.ts';

/** Serializes a PaymentIntent as in the API; `expand` names what is included in full instead of by id. */
export function serializeIntent(
  intent: IntentRow,
  expand: readonly string[] = [],
  withSecret = true,
): StripeObject {
  const isWhole = expand.some((one) => one.startsWith('latest_charge'));
  return {
    id: intent.id,
    object: 'payment_intent',
    amount: intent.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: intent.status === 'succeeded' ? intent.amount : 0,
    automatic_payment_methods: { allow_redirects: 'always', enabled: true },
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: withSecret ? intent.clientSecret : undefined,
    confirmation_method: 'automatic',
    created: intent.created,
    currency: intent.currency,
    customer: null,
    description: intent.description,
    last_payment_error: intent.error,
    latest_charge: intent.charge
      ? isWhole
        ? serializeCharge(intent, intent.charge, expand.includes('latest_charge.balance_transaction'))
        : intent.charge.id
      : null,
    livemode: false,
    metadata: intent.metadata,
    next_action:
      intent.status === 'requires_action'
        ? { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect' } }
        : null,
    payment_method: intent.card ? `pm_${intent.id.slice(3)}` : null,
    payment_method_options: { card: { request_three_d_secure: 'automatic' } },
    payment_method_types: ['card'],
    processing: null,
    receipt_email: intent.receiptEmail,
    setup_future_usage: null,
    shipping: null,
    statement_descriptor: null,
    status: intent.status,
    transfer_data: null,
  };
}

/** Returns a charge as the API shows it; `withBalance` expands its balance transaction. */
export function serializeCharge(intent: IntentRow, charge: ChargeRow, withBalance = false): StripeObject {
  const { card } = charge;
  return {
    id: charge.id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: intent.amount,
    amount_refunded: charge.refunded,
    balance_transaction: withBalance ? serializeBalance(intent, charge) : `txn_${charge.id.slice(3)}`,
    billing_details: {
      address: { postal_code: card.postalCode || null },
      email: null,
      name: null,
      phone: null,
    },
    captured: true,
    created: charge.created,
    currency: intent.currency,
    disputed: charge.disputed,
    livemode: false,
    metadata: intent.metadata,
    outcome: { network_status: 'approved_by_network', risk_level: 'normal', type: 'authorized' },
    paid: true,
    payment_intent: intent.id,
    payment_method: `pm_${intent.id.slice(3)}`,
    payment_method_details: {
      type: 'card',
      card: {
        brand: cardBrand(card.number),
        country: 'US',
        exp_month: card.expMonth,
        exp_year: card.expYear,
        funding: 'credit',
        last4: card.number.slice(-4),
        network: cardBrand(card.number),
      },
    },
    receipt_url: 'https://pay.stripe.com/receipts/simulated',
    refunded: charge.refunded >= intent.amount,
    status: 'succeeded',
  };
}

/** Returns the balance transaction of a charge as the API shows it, with its fee. */
export function serializeBalance(intent: IntentRow, charge: ChargeRow): StripeObject {
  const fee = feeOf(intent.amount);
  return {
    id: `txn_${charge.id.slice(3)}`,
    object: 'balance_transaction',
    amount: intent.amount,
    created: charge.created,
    currency: intent.currency,
    fee,
    fee_details: [{ amount: fee, currency: intent.currency, type: 'stripe_fee' }],
    net: intent.amount - fee,
    source: charge.id,
    status: 'pending',
    type: 'charge',
  };
}

/** Returns a refund as the API shows it. */
export function serializeRefund(refund: RefundRow): StripeObject {
  return {
    id: refund.id,
    object: 'refund',
    amount: refund.amount,
    charge: refund.intent.charge?.id ?? null,
    created: refund.created,
    currency: refund.intent.currency,
    metadata: refund.metadata,
    payment_intent: refund.intent.id,
    reason: null,
    receipt_number: null,
    status: refund.status,
  };
}

/** Returns a checkout session as the API shows it, with what `expand` names. */
export function serializeSession(
  session: SessionRow,
  expand: readonly string[],
  publicUrl: string,
): StripeObject {
  const { intent } = session;
  const inner = expand
    .filter((one) => one.startsWith('payment_intent.'))
    .map((one) => one.slice('payment_intent.'.length));
  const isWhole = expand.some((one) => one.startsWith('payment_intent'));
  return {
    id: session.id,
    object: 'checkout.session',
    amount_subtotal: intent.amount,
    amount_total: intent.amount,
    cancel_url: session.cancelUrl,
    client_reference_id: session.reference,
    created: intent.created,
    currency: intent.currency,
    livemode: false,
    metadata: {},
    mode: 'payment',
    // The hosted page creates an intent when the payer confirms.
    payment_intent:
      session.status === 'complete' ? (isWhole ? serializeIntent(intent, inner) : intent.id) : null,
    payment_status: session.status === 'complete' ? 'paid' : 'unpaid',
    status: session.status,
    success_url: session.successUrl,
    ui_mode: 'hosted_page',
    url: session.status === 'open' ? `${publicUrl}/hosted/stripe/checkout/${session.id}` : null,
  };
}
