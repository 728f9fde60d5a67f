import { createHmac } from 'node:crypto';
import { brandOf, type SimCard } from '../kit/cards.ts';
import type { SimClock } from '../kit/clock.ts';
import { digits, hex, type SimIds, upper } from '../kit/ids.ts';
import type { Signer, SimWebhooks } from '../kit/webhooks.ts';

export interface TransactionRow {
  id: string;
  kind: 'authCaptureTransaction' | 'refundTransaction';
  status: string;
  /** Minor units. */
  amount: number;
  refId: string | null;
  invoice: string | null;
  po: string | null;
  refTransId: string | null;
  card: SimCard | null;
  last4: string;
  submittedMs: number;
  batch: string | null;
  reason: [code: string, text: string];
  refunded: number;
}

interface HostedRow {
  madeMs: number;
  amount: number;
  invoice: string | null;
  po: string | null;
  refId: string | null;
  returnUrl: string;
  cancelUrl: string;
}

export interface AnetLedger {
  readonly transactions: Map<string, TransactionRow>;
  readonly nonces: Map<string, { card: SimCard; madeMs: number; isUsed: boolean }>;
  readonly hosted: Map<string, HostedRow>;
  readonly hooks: Map<string, { id: string; url: string; events: string[] }>;
  readonly batches: Map<string, { id: string; settledMs: number }>;
  readonly notifications: { notificationId: string; eventType: string; eventDate: string }[];
}

/** Returns a ledger without entries. */
export function emptyLedger(): AnetLedger {
  return {
    transactions: new Map(),
    nonces: new Map(),
    hosted: new Map(),
    hooks: new Map(),
    batches: new Map(),
    notifications: [],
  };
}

export interface AnetState {
  book: AnetLedger;
  readonly clock: SimClock;
  readonly ids: SimIds;
  readonly webhooks: SimWebhooks;
  /** The merchant's signature key: 128 characters, used as text. */
  readonly signatureKey: string;
  publicUrl(): string;
}

export type CardDecision = {
  code: '1' | '2' | '3' | '4';
  reason: [string, string];
  cvv: string;
  avs: string;
};
const avsOf: Record<string, string> = { '46205': 'N', '46201': 'A', '46217': 'Z', '46203': 'E' };
const approved: [string, string] = ['1', 'This transaction has been approved.'];
const declined: [string, string] = ['2', 'This transaction has been declined.'];

/** Decides a charge by the card and its address. */
function decideCard(world: AnetState, card: SimCard): CardDecision {
  const base = { cvv: 'P', avs: avsOf[card.postalCode] ?? 'Y' };
  const expired = card.expYear * 12 + card.expMonth < yearMonth(world.clock.ms());
  if (expired) return { ...base, code: '3', reason: ['8', 'The credit card has expired.'] };
  if (card.postalCode === '46282') return { ...base, code: '2', reason: declined };
  // [U] Which reason code a failed card code has.
  if (card.cvc === '901')
    return { ...base, code: '2', reason: ['44', 'This transaction has been declined.'], cvv: 'N' };
  if (card.postalCode === '46205')
    return {
      ...base,
      code: '2',
      reason: ['27', 'The transaction has been declined because of an AVS mismatch.'],
    };
  // Simulator only: held for review.
  if (card.cvc === '999')
    return { ...base, code: '4', reason: ['252', 'Your order has been received and is under review.'] };
  return { ...base, code: '1', reason: approved };
}

function yearMonth(ms: number): number {
  const date = new Date(ms);
  return date.getUTCFullYear() * 12 + date.getUTCMonth() + 1;
}

/** Adds a transaction with the outcome that was decided. */
export function newTransaction(
  world: AnetState,
  made: Pick<
    TransactionRow,
    'kind' | 'status' | 'amount' | 'refId' | 'invoice' | 'po' | 'refTransId' | 'card' | 'last4' | 'reason'
  >,
): TransactionRow {
  const row: TransactionRow = {
    ...made,
    id: `60${world.ids.text(9, digits)}`,
    submittedMs: world.clock.ms(),
    batch: null,
    refunded: 0,
  };
  world.book.transactions.set(row.id, row);
  return row;
}

/** Charges a card. Every attempt is recorded whatever its result; a webhook is sent unless it is a plain decline. */
export function chargeCard(
  world: AnetState,
  card: SimCard,
  about: Pick<TransactionRow, 'amount' | 'refId' | 'invoice' | 'po'>,
): { row: TransactionRow; verdict: CardDecision } {
  const verdict = decideCard(world, card);
  const status = {
    '1': 'capturedPendingSettlement',
    '4': 'FDSPendingReview',
    '2': 'declined',
    '3': 'generalError',
  }[verdict.code];
  const row = newTransaction(world, {
    amount: about.amount,
    refId: about.refId,
    invoice: about.invoice,
    po: about.po,
    kind: 'authCaptureTransaction',
    status,
    refTransId: null,
    card,
    last4: card.number.slice(-4),
    reason: verdict.reason,
  });
  if (verdict.code === '1') sendNotice(world, 'net.authorize.payment.authcapture.created', row);
  if (verdict.code === '4') sendNotice(world, 'net.authorize.payment.fraud.held', row);
  return { row, verdict };
}

/**
 * Whether the same charge succeeded within the window (seconds). Authorize.Net compares amount, card, invoice number
 * and purchase order number, among others.
 */
export function isDuplicate(
  world: AnetState,
  card: SimCard,
  about: Pick<TransactionRow, 'amount' | 'invoice' | 'po'>,
  window: number,
): boolean {
  const from = world.clock.ms() - window * 1000;
  return [...world.book.transactions.values()].some(
    (one) =>
      one.kind === 'authCaptureTransaction' &&
      !['declined', 'generalError'].includes(one.status) &&
      one.submittedMs > from &&
      one.amount === about.amount &&
      one.invoice === about.invoice &&
      one.po === about.po &&
      one.card?.number === card.number,
  );
}

/** Settles at midnight UTC, in one batch, everything captured or refunded before. */
export function settle(world: AnetState): void {
  const cutOff = Math.floor(world.clock.ms() / 86_400_000) * 86_400_000;
  const due = [...world.book.transactions.values()].filter(
    (one) => one.submittedMs < cutOff && /PendingSettlement$/.test(one.status),
  );
  if (due.length === 0) return;
  const batch = { id: world.ids.text(8, digits), settledMs: cutOff };
  world.book.batches.set(batch.id, batch);
  for (const one of due) {
    one.status = one.kind === 'refundTransaction' ? 'refundSettledSuccessfully' : 'settledSuccessfully';
    one.batch = batch.id;
  }
}

/** Sends an event to each webhook that subscribes to its type. */
export function sendNotice(world: AnetState, eventType: string, row: TransactionRow): void {
  const notificationId = `${world.ids.text(8, hex)}-0000-4000-8000-${world.ids.text(12, hex)}`;
  const eventDate = new Date(world.clock.ms()).toISOString();
  world.book.notifications.push({ notificationId, eventType, eventDate });
  for (const one of world.book.hooks.values()) {
    if (!one.events.includes(eventType)) continue;
    const amount = (row.amount / 100).toFixed(2);
    // Written by hand: the provider writes 10.00, which a JSON library would turn into 10.
    const body = `{"notificationId":"${notificationId}","eventType":"${eventType}","eventDate":"${eventDate}","webhookId":"${one.id}","payload":{"responseCode":${row.status === 'FDSPendingReview' ? 4 : 1},"authCode":"HH5414","avsResponse":"Y","authAmount":${amount},${row.refId ? `"merchantReferenceId":"${row.refId}",` : ''}"entityName":"transaction","id":"${row.id}"}}`;
    world.webhooks.emit({
      id: notificationId,
      type: eventType,
      url: one.url,
      body,
      endpoint: world.signatureKey,
    });
  }
}

/** Signs with the upper-case hex HMAC-SHA512 of the body, using the key as text. */
export const anetSigner: Signer = (event) => ({
  'x-anet-signature': `sha512=${createHmac('sha512', event.endpoint).update(event.body).digest('hex').toUpperCase()}`,
});

export const accountTypes = {
  visa: 'Visa',
  mastercard: 'MasterCard',
  amex: 'AmericanExpress',
  discover: 'Discover',
};
/** Returns the brand of a transaction’s card as the API names it. */
export const accountTypeOf = (row: TransactionRow) =>
  row.card ? accountTypes[brandOf(row.card.number)] : 'Visa';
/** Returns a new payment nonce. */
export const newNonce = (ids: SimIds) =>
  Buffer.from(JSON.stringify({ code: ids.text(24, upper) })).toString('base64');
