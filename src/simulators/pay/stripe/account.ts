import { createHmac } from 'node:crypto';
import type { SimCard } from '../kit/cards.ts';
import type { SimClock } from '../kit/clock.ts';
import type { SimIds } from '../kit/ids.ts';
import { json, type SimReply } from '../kit/listener.ts';
import type { Signer, SimWebhooks } from '../kit/webhooks.ts';
import { type FormTree, mapAt, textAt } from './form.ts';
import {
  type ChargeRow,
  confirmIntentWithCard,
  emptyLedger,
  type IntentRow,
  newStripeId,
  type RefundRow,
  resolveChallenge,
  type SessionRow,
  type StripeLedger,
  type StripeObject,
} from './ledger.ts';
import { serializeCharge, serializeIntent, serializeRefund, serializeSession } from './objects.ts';

type Endpoint = StripeLedger['endpoints'] extends Map<string, infer E> ? E : never;

/** The simulator's only account: the operations of its API and its pages. */
export interface StripeAccount {
  book: StripeLedger;
  readonly ids: SimIds;
  publicUrl(): string;
  newIntent(amount: number, currency: string, form: FormTree): IntentRow;
  newSession(amount: number, form: FormTree): SessionRow;
  newRefund(
    intent: IntentRow,
    charge: ChargeRow,
    amount: number,
    metadata: Record<string, string>,
  ): RefundRow;
  newEndpoint(url: string, events: string[], version: string): Endpoint;
  shownEndpoint(endpoint: Endpoint): StripeObject;
  confirm(intent: IntentRow, card: SimCard): SimReply;
  answerChallenge(intent: IntentRow, isApproved: boolean): void;
  /** Notifies all endpoints that subscribe to this event type. */
  notify(type: string, object: StripeObject): void;
  reset(): void;
}

/** Creates an account without payments. */
export function stripeAccount(
  clock: SimClock,
  ids: SimIds,
  webhooks: SimWebhooks,
  publicUrl: () => string,
): StripeAccount {
  const account: StripeAccount = {
    book: emptyLedger(),
    ids,
    publicUrl,
    newIntent: (amount, currency, form) => newIntent(account, clock, amount, currency, form),
    newSession: (amount, form) => newSession(account, amount, form),
    newRefund: (intent, charge, amount, metadata) => {
      charge.refunded += amount;
      const id = newStripeId(ids, 're');
      const refund = { id, amount, intent, status: 'succeeded', metadata, created: clock.seconds() };
      account.book.refunds.set(refund.id, refund);
      account.notify('charge.refunded', serializeCharge(intent, charge));
      account.notify('refund.created', serializeRefund(refund));
      return refund;
    },
    newEndpoint(url, events, version) {
      const id = newStripeId(ids, 'we');
      const endpoint = { id, url, secret: `whsec_${ids.text(32)}`, events, version };
      account.book.endpoints.set(id, endpoint);
      return endpoint;
    },
    shownEndpoint: (endpoint) => shownEndpoint(endpoint, clock),
    confirm: (intent, card) => confirmed(account, intent, card, clock),
    answerChallenge(intent, isApproved) {
      resolveChallenge(intent, isApproved, ids, clock);
      notifyResult(account, intent);
    },
    notify: (type, object) => notifyEndpoints(account, clock, webhooks, type, object),
    reset: () => {
      account.book = emptyLedger();
    },
  };
  return account;
}

function newIntent(
  account: StripeAccount,
  clock: SimClock,
  amount: number,
  currency: string,
  form: FormTree,
): IntentRow {
  const id = newStripeId(account.ids, 'pi');
  const intent: IntentRow = {
    id,
    amount,
    currency,
    status: 'requires_payment_method',
    clientSecret: `${id}_secret_${account.ids.text(25)}`,
    description: textAt(form, 'description') ?? null,
    receiptEmail: textAt(form, 'receipt_email') ?? null,
    metadata: mapAt(form, 'metadata'),
    created: clock.seconds(),
    charge: null,
    error: null,
    card: null,
  };
  account.book.intents.set(id, intent);
  return intent;
}

function newSession(account: StripeAccount, amount: number, form: FormTree): SessionRow {
  const currency = textAt(form, 'line_items', '0', 'price_data', 'currency') ?? 'usd';
  const metadata = mapAt(form, 'payment_intent_data', 'metadata');
  const session: SessionRow = {
    id: `cs_test_${account.ids.text(58)}`,
    status: 'open',
    intent: account.newIntent(amount, currency, { metadata }),
    reference: textAt(form, 'client_reference_id') ?? null,
    successUrl: textAt(form, 'success_url') ?? '',
    cancelUrl: textAt(form, 'cancel_url') ?? '',
  };
  account.book.sessions.set(session.id, session);
  return session;
}

function shownEndpoint({ id, url, events, version }: Endpoint, clock: SimClock): StripeObject {
  return {
    id,
    object: 'webhook_endpoint',
    api_version: version || null,
    application: null,
    created: clock.seconds(),
    description: null,
    enabled_events: events,
    livemode: false,
    metadata: {},
    status: 'enabled',
    url,
  };
}

function confirmed(account: StripeAccount, intent: IntentRow, card: SimCard, clock: SimClock): SimReply {
  if (!['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(intent.status)) {
    const message = `This PaymentIntent's status is ${intent.status}.`;
    return json(400, {
      error: { type: 'invalid_request_error', code: 'payment_intent_unexpected_state', message },
    });
  }
  confirmIntentWithCard(intent, card, account.ids, clock);
  notifyResult(account, intent);
  if (!intent.error) return json(200, serializeIntent(intent));
  return json(402, { error: { ...intent.error, payment_intent: serializeIntent(intent) } });
}

function notifyResult(account: StripeAccount, intent: IntentRow): void {
  if (intent.status === 'requires_action') return;
  const type = intent.status === 'succeeded' ? 'payment_intent.succeeded' : 'payment_intent.payment_failed';
  account.notify(type, serializeIntent(intent));
  const session = [...account.book.sessions.values()].find((one) => one.intent === intent);
  if (!session || intent.status !== 'succeeded') return;
  session.status = 'complete';
  account.notify('checkout.session.completed', serializeSession(session, [], account.publicUrl()));
}

function notifyEndpoints(
  account: StripeAccount,
  clock: SimClock,
  webhooks: SimWebhooks,
  type: string,
  object: StripeObject,
): void {
  const id = newStripeId(account.ids, 'evt');
  const event = {
    id,
    object: 'event',
    api_version: '2026-10-28.endive',
    created: clock.seconds(),
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  };
  account.book.events.set(id, event);
  for (const endpoint of account.book.endpoints.values()) {
    if (!endpoint.events.includes(type) && !endpoint.events.includes('*')) continue;
    webhooks.emit({
      id,
      type,
      url: endpoint.url,
      body: JSON.stringify(event, null, 2),
      endpoint: endpoint.secret,
    });
  }
}

/** t=…,v1=…: hex HMAC-SHA256 of time, a dot and the body, with the whole secret as key. */
export const stripeSigner: Signer = (event, atMs) => {
  const t = Math.floor(atMs / 1000);
  const v1 = createHmac('sha256', event.endpoint).update(`${t}.${event.body}`).digest('hex');
  return { 'stripe-signature': `t=${t},v1=${v1}` };
};
