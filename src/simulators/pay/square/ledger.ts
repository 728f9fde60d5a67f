import { createHmac } from 'node:crypto';
import { brandOf, type SimCard } from '../kit/cards.ts';
import type { SimClock } from '../kit/clock.ts';
import { type SimIds, upper } from '../kit/ids.ts';
import type { Signer, SimWebhooks } from '../kit/webhooks.ts';

export interface PaymentRow {
  id: string;
  status: 'COMPLETED' | 'APPROVED' | 'CANCELED' | 'FAILED';
  amount: number;
  currency: string;
  refunded: number;
  reference: string | null;
  note: string | null;
  orderId: string;
  location: string;
  card: SimCard;
  error: string | null;
  created: string;
  updated: string;
}

export interface RefundRow {
  id: string;
  payment: PaymentRow;
  amount: number;
  status: 'PENDING' | 'COMPLETED' | 'FAILED';
  created: string;
}

/** A card with its nonce; `isVerified`: its bank requires no verification, or the buyer has approved. */
export interface NonceRow {
  card: SimCard;
  isVerified: boolean;
  isUsed: boolean;
}

interface LinkRow {
  id: string;
  orderId: string;
  amount: number;
  currency: string;
  note: string | null;
  location: string;
  redirectUrl: string;
  isPaid: boolean;
}

export interface SubscriptionRow {
  id: string;
  url: string;
  events: string[];
  key: string;
}

/** A dispute as in the API and the webhook. */
export interface DisputeRow {
  id: string;
  paymentId: string;
  amount: number;
  currency: string;
  created: string;
}

export interface SquareLedger {
  readonly payments: Map<string, PaymentRow>;
  readonly refunds: Map<string, RefundRow>;
  readonly disputes: Map<string, DisputeRow>;
  readonly nonces: Map<string, NonceRow>;
  readonly links: Map<string, LinkRow>;
  readonly subscriptions: Map<string, SubscriptionRow>;
  readonly keys: Map<string, { request: string; status: number; body: string }>;
}

/** Returns a ledger without entries. */
export function emptyLedger(): SquareLedger {
  return {
    payments: new Map(),
    refunds: new Map(),
    disputes: new Map(),
    nonces: new Map(),
    links: new Map(),
    subscriptions: new Map(),
    keys: new Map(),
  };
}

export interface SquareState {
  book: SquareLedger;
  readonly clock: SimClock;
  readonly ids: SimIds;
  readonly webhooks: SimWebhooks;
  publicUrl(): string;
}

const sandboxNonces: Record<string, Partial<SimCard>> = {
  'cnon:card-nonce-ok': {},
  'cnon:card-nonce-declined': { number: '4000000000000002' },
  'cnon:card-nonce-rejected-cvv': { cvc: '911' },
  'cnon:card-nonce-rejected-postalcode': { postalCode: '99999' },
  'cnon:card-nonce-rejected-expiration': { expMonth: 1, expYear: 2040 },
};
const plainCard: SimCard = {
  number: '4111111111111111',
  expMonth: 11,
  expYear: 2030,
  cvc: '111',
  postalCode: '78701',
};
// [U] One card of Square's list for strong customer authentication.
const scaCards = new Set(['4800000000000004']);

/** Whether this card's bank requires the buyer to verify. */
export const requiresBuyerVerification = (card: SimCard) => scaCards.has(card.number);

/** Returns the card of a token, or the error when it is invalid. */
export function cardFromToken(
  world: SquareState,
  source: string,
): { card: SimCard; isVerified: boolean } | string {
  const fixed = sandboxNonces[source];
  if (fixed) return { card: { ...plainCard, ...fixed }, isVerified: true };
  const nonce = world.book.nonces.get(source);
  if (source === 'cnon:card-nonce-already-used' || nonce?.isUsed) return 'CARD_TOKEN_USED';
  if (!nonce) return 'NOT_FOUND';
  nonce.isUsed = true;
  return nonce;
}

/** Returns Square's error code for the card, or null. */
export function cardErrorCode(card: SimCard, isVerified: boolean): string | null {
  if (!isVerified) return 'CARD_DECLINED_VERIFICATION_REQUIRED';
  if (card.number === '4000000000000002') return 'GENERIC_DECLINE';
  if (card.number === '4000000000009995') return 'INSUFFICIENT_FUNDS';
  if (card.cvc === '911') return 'CVV_FAILURE';
  if (card.postalCode === '99999') return 'ADDRESS_VERIFICATION_FAILURE';
  return card.expMonth === 1 && card.expYear === 2040 ? 'INVALID_EXPIRATION' : null;
}

/** Creates a payment: completed, or failed with the reason. */
export function newPayment(
  world: SquareState,
  made: Pick<PaymentRow, 'amount' | 'currency' | 'reference' | 'note' | 'card' | 'error' | 'location'> & {
    orderId?: string;
  },
): PaymentRow {
  const at = world.clock.iso();
  const payment: PaymentRow = {
    ...made,
    id: world.ids.text(32),
    status: made.error ? 'FAILED' : 'COMPLETED',
    refunded: 0,
    orderId: made.orderId ?? world.ids.text(22),
    created: at,
    updated: at,
  };
  world.book.payments.set(payment.id, payment);
  sendNotice(world, 'payment.created', 'payment', payment.id, { payment: serializePayment(payment) });
  // In production, Square sends several updates for one sale, often at once.
  if (!made.error) {
    for (let n = 0; n < 3; n += 1) {
      sendNotice(world, 'payment.updated', 'payment', payment.id, { payment: serializePayment(payment) });
    }
  }
  return payment;
}

/** Creates a refund that is pending at first and completes a moment later. */
export function newRefund(world: SquareState, payment: PaymentRow, amount: number): RefundRow {
  payment.refunded += amount;
  const id = `${payment.id}_${world.ids.text(42)}`;
  const refund: RefundRow = { id, payment, amount, status: 'PENDING', created: world.clock.iso() };
  world.book.refunds.set(id, refund);
  sendNotice(world, 'refund.created', 'refund', id, { refund: serializeRefund(refund) });
  setImmediate(() => {
    refund.status = 'COMPLETED';
    sendNotice(world, 'refund.updated', 'refund', id, { refund: serializeRefund(refund) });
  });
  return refund;
}

/** Notifies every subscription with this event type. */
export function sendNotice(
  world: SquareState,
  type: string,
  kind: string,
  id: string,
  object: unknown,
): void {
  for (const one of world.book.subscriptions.values()) {
    if (!one.events.includes(type)) continue;
    const event = {
      merchant_id: 'ML0SIMULATED1',
      location_id: 'L88917AVBK2S5',
      type,
      event_id: `${world.ids.text(8, 'abcdef0123456789')}-0000-4000-8000-${world.ids.text(12, 'abcdef0123456789')}`,
      created_at: world.clock.iso(),
      data: { type: kind, id, object },
    };
    world.webhooks.emit({
      id: event.event_id,
      type,
      url: one.url,
      body: JSON.stringify(event),
      endpoint: one.key,
    });
  }
}

/** Signs with the Base64 HMAC-SHA256 of address and body. */
export const squareSigner: Signer = (event) => {
  const signature = createHmac('sha256', event.endpoint)
    .update(event.url + event.body)
    .digest('base64');
  return { 'x-square-hmacsha256-signature': signature, 'square-environment': 'Sandbox' };
};

const brands = { visa: 'VISA', mastercard: 'MASTERCARD', amex: 'AMERICAN_EXPRESS', discover: 'DISCOVER' };

/** Returns a payment as the API shows it. */
export function serializePayment(payment: PaymentRow): Record<string, unknown> {
  const money = { amount: payment.amount, currency: payment.currency };
  const isPaid = payment.status === 'COMPLETED';
  return {
    id: payment.id,
    created_at: payment.created,
    updated_at: payment.updated,
    amount_money: money,
    total_money: money,
    ...(isPaid ? { approved_money: money } : {}),
    ...(isPaid
      ? {
          processing_fee: [
            { type: 'INITIAL', amount_money: { ...money, amount: Math.round(payment.amount * 0.029) + 30 } },
          ],
        }
      : {}),
    ...(payment.refunded > 0 ? { refunded_money: { ...money, amount: payment.refunded } } : {}),
    status: payment.status,
    source_type: 'CARD',
    card_details: {
      status: isPaid ? 'CAPTURED' : 'FAILED',
      card: {
        card_brand: brands[brandOf(payment.card.number)],
        last_4: payment.card.number.slice(-4),
        exp_month: payment.card.expMonth,
        exp_year: payment.card.expYear,
        card_type: 'CREDIT',
        prepaid_type: 'NOT_PREPAID',
        fingerprint: 'sq-1-simulated',
      },
      entry_method: 'KEYED',
      cvv_status: payment.error === 'CVV_FAILURE' ? 'CVV_REJECTED' : 'CVV_ACCEPTED',
      avs_status: payment.error === 'ADDRESS_VERIFICATION_FAILURE' ? 'AVS_REJECTED' : 'AVS_ACCEPTED',
      ...(payment.error ? { errors: [serializeError(payment.error)] } : { auth_result_code: 'vNEn2f' }),
    },
    location_id: payment.location,
    order_id: payment.orderId,
    ...(payment.reference ? { reference_id: payment.reference } : {}),
    ...(payment.note ? { note: payment.note } : {}),
    risk_evaluation: { created_at: payment.created, risk_level: riskOf(payment.amount) },
    receipt_number: payment.id.slice(0, 4),
    receipt_url: `https://squareup.com/receipt/preview/${payment.id}`,
    delay_action: 'CANCEL',
    delay_duration: 'PT168H',
    version_token: payment.id.toUpperCase(),
  };
}

function riskOf(amount: number): string {
  return amount === 2222 ? 'MODERATE' : amount === 3333 ? 'HIGH' : 'NORMAL';
}

/** Returns a refund as the API shows it. */
export function serializeRefund(refund: RefundRow): Record<string, unknown> {
  return {
    id: refund.id,
    status: refund.status,
    amount_money: { amount: refund.amount, currency: refund.payment.currency },
    payment_id: refund.payment.id,
    order_id: refund.payment.orderId,
    created_at: refund.created,
    updated_at: refund.created,
    location_id: 'L88917AVBK2S5',
  };
}

/** Returns an error in Square’s format. */
export function serializeError(code: string, category = 'PAYMENT_METHOD_ERROR'): Record<string, unknown> {
  return { category, code, detail: `Authorization error: '${code}'` };
}

/** Returns a new id in Square’s format. */
export const newKey = (ids: SimIds) => ids.text(22, upper);
