import { brandOf, type SimCard } from '../kit/cards.ts';
import type { SimClock } from '../kit/clock.ts';
import { alphanumeric, type SimIds } from '../kit/ids.ts';

export type StripeObject = Record<string, unknown> & { id: string; object: string };

export interface IntentRow {
  id: string;
  amount: number;
  currency: string;
  status: string;
  clientSecret: string;
  description: string | null;
  receiptEmail: string | null;
  metadata: Record<string, string>;
  created: number;
  charge: ChargeRow | null;
  error: Record<string, unknown> | null;
  card: SimCard | null;
}

export interface ChargeRow {
  id: string;
  card: SimCard;
  refunded: number;
  disputed: boolean;
  created: number;
}

export interface RefundRow {
  id: string;
  amount: number;
  intent: IntentRow;
  status: string;
  metadata: Record<string, string>;
  created: number;
}

export interface SessionRow {
  id: string;
  status: 'open' | 'complete' | 'expired';
  intent: IntentRow;
  reference: string | null;
  successUrl: string;
  cancelUrl: string;
}

/** The state of one Stripe account. */
export interface StripeLedger {
  readonly intents: Map<string, IntentRow>;
  readonly refunds: Map<string, RefundRow>;
  readonly sessions: Map<string, SessionRow>;
  readonly endpoints: Map<
    string,
    { id: string; url: string; secret: string; events: string[]; version: string }
  >;
  readonly events: Map<string, StripeObject>;
  /** Idempotency keys: the request and its stored reply. */
  readonly keys: Map<string, { request: string; status: number; body: string }>;
}

/** Returns a ledger without entries. */
export function emptyLedger(): StripeLedger {
  return {
    intents: new Map(),
    refunds: new Map(),
    sessions: new Map(),
    endpoints: new Map(),
    events: new Map(),
    keys: new Map(),
  };
}

/** Returns an id with Stripe’s prefix of its type. */
export const newStripeId = (ids: SimIds, prefix: string) => `${prefix}_${ids.text(24, alphanumeric)}`;

/** Decline codes of cards in Stripe's list: [code, decline_code, message]. */
const refusals: Record<string, [string, string | null, string]> = {
  '4000000000000002': ['card_declined', 'generic_decline', 'Your card was declined.'],
  '4000000000009995': ['card_declined', 'insufficient_funds', 'Your card has insufficient funds.'],
  '4000000000000069': ['expired_card', null, 'Your card has expired.'],
  '4000000000000127': ['incorrect_cvc', null, "Your card's security code is incorrect."],
  '4000000000000119': ['processing_error', null, 'An error occurred while processing your card.'],
};
const needsChallenge = new Set(['4000002500003155', '4000002760003184']);
const laterDisputed = '4000000000000259';

/** Confirms with a card: succeeds, is declined, or waits for 3-D Secure. */
export function confirmIntentWithCard(intent: IntentRow, card: SimCard, ids: SimIds, clock: SimClock): void {
  const refusal = refusals[card.number];
  intent.error = null;
  intent.card = card;
  if (refusal) {
    refuse(intent, refusal);
    return;
  }
  if (needsChallenge.has(card.number)) {
    intent.status = 'requires_action';
    return;
  }
  chargeIntent(intent, ids, clock);
}

/** Applies the payer's response to the challenge. */
export function resolveChallenge(intent: IntentRow, isApproved: boolean, ids: SimIds, clock: SimClock): void {
  if (intent.status !== 'requires_action') return;
  if (isApproved) chargeIntent(intent, ids, clock);
  else
    refuse(intent, [
      'payment_intent_authentication_failure',
      null,
      'The provided payment method has failed authentication.',
    ]);
}

function refuse(intent: IntentRow, [code, decline_code, message]: [string, string | null, string]): void {
  intent.status = 'requires_payment_method';
  intent.error = { type: 'card_error', code, ...(decline_code ? { decline_code } : {}), message };
}

function chargeIntent(intent: IntentRow, ids: SimIds, clock: SimClock): void {
  if (!intent.card) return;
  intent.status = 'succeeded';
  intent.charge = {
    id: newStripeId(ids, 'ch'),
    card: intent.card,
    refunded: 0,
    disputed: intent.card.number === laterDisputed,
    created: clock.seconds(),
  };
}

/** 2.9 % and 30 cents. */
export const feeOf = (amount: number) => Math.round(amount * 0.029) + 30;

/** Returns the brand of a card as the API names it. */
export const cardBrand = (number: string) => brandOf(number);
