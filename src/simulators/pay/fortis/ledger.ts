import { brandOf, type SimCard } from '../kit/cards.ts';
import type { SimClock } from '../kit/clock.ts';
import { hex, type SimIds } from '../kit/ids.ts';
import type { Signer, SimWebhooks } from '../kit/webhooks.ts';

export interface TransactionRow {
  id: string;
  status: number;
  reason: number;
  amount: number;
  apiId: string | null;
  order: string | null;
  paylinkId: string | null;
  card: SimCard;
  created: number;
  modified: number;
  isSettled: boolean;
  refunded: number;
  previous: string | null;
}

export interface ApplicationRow {
  id: string;
  clientAppId: string | null;
  body: Record<string, unknown>;
  status: 'open' | 'approved' | 'declined';
  link: string;
}

export interface PaylinkRow {
  id: string;
  apiId: string | null;
  amount: number;
  body: Record<string, unknown>;
  expires: string | null;
  isActive: boolean;
  created: number;
}

export interface FortisLedger {
  readonly transactions: Map<string, TransactionRow>;
  readonly tickets: Map<string, { card: SimCard; isUsed: boolean }>;
  readonly clientTokens: Set<string>;
  readonly hooks: Map<string, { id: string; url: string; auth: string }>;
  readonly applications: Map<string, ApplicationRow>;
  readonly paylinks: Map<string, PaylinkRow>;
}

/** Returns a ledger without entries. */
export function emptyLedger(): FortisLedger {
  return {
    transactions: new Map(),
    tickets: new Map(),
    clientTokens: new Set(),
    hooks: new Map(),
    applications: new Map(),
    paylinks: new Map(),
  };
}

export interface FortisState {
  book: FortisLedger;
  readonly clock: SimClock;
  readonly ids: SimIds;
  readonly webhooks: SimWebhooks;
  /** Public URL of the hosted pages. */
  publicUrl(): string;
}

/** Returns an id in Fortis’ format. */
export const newFortisId = (ids: SimIds) => `11e9${ids.text(20, hex)}`;

/** Simulator only (no list of test cards was found): the cents of the amount force an outcome. */
const byCents: Record<number, number> = {
  1: 1500,
  8: 1608,
  13: 1613,
  16: 1616,
  19: 1619,
  22: 1622,
  30: 1530,
  55: 1655,
  67: 1201,
};
const declinedCard = '4000000000000002';
const verbiage: Record<number, string> = {
  1000: 'APPROVED',
  1201: 'PARTIAL APPROVAL',
  1500: 'DECLINED',
  1616: 'NSF',
};

/** Adds a sale and sends its webhook. The card or the cents of the amount decide the outcome. */
export function newSale(
  world: FortisState,
  card: SimCard,
  amount: number,
  of: Pick<TransactionRow, 'apiId' | 'order' | 'paylinkId'>,
): TransactionRow {
  const reason = card.number === declinedCard ? 1500 : (byCents[amount % 100] ?? 1000);
  const isTaken = reason === 1000 || reason === 1201;
  const at = world.clock.seconds();
  const row: TransactionRow = {
    id: newFortisId(world.ids),
    status: isTaken ? 101 : 301,
    reason,
    amount: reason === 1201 ? Math.floor(amount / 2) : amount,
    ...of,
    card,
    created: at,
    modified: at,
    isSettled: false,
    refunded: 0,
    previous: null,
  };
  world.book.transactions.set(row.id, row);
  sendNotice(world, row);
  return row;
}

/** Settles at midnight UTC everything before. */
export function settle(world: FortisState): void {
  const cutOff = Math.floor(world.clock.seconds() / 86_400) * 86_400;
  for (const row of world.book.transactions.values())
    if (row.created < cutOff && row.status === 101) row.isSettled = true;
}

/** Returns a transaction as the API shows it. */
export function serializeTransaction(row: TransactionRow): Record<string, unknown> {
  const isVoidable = row.status === 101 && !row.isSettled;
  return {
    id: row.id,
    payment_method: 'cc',
    account_type: brandOf(row.card.number),
    first_six: row.card.number.slice(0, 6),
    last_four: row.card.number.slice(-4),
    transaction_amount: row.amount,
    auth_amount: row.amount,
    auth_code: row.status === 301 ? null : 'BR349K',
    avs: 'GOOD',
    cvv_response: 'M',
    status_code: row.status,
    reason_code_id: row.reason,
    type_id: row.previous ? 30 : 20,
    verbiage: verbiage[row.reason] ?? 'DECLINED',
    batch: row.isSettled ? '2' : null,
    settle_date: row.isSettled ? new Date(row.created * 1000).toISOString().slice(0, 10) : null,
    transaction_settlement_status: null,
    transaction_api_id: row.apiId,
    order_number: row.order,
    paylink_id: row.paylinkId,
    previous_transaction_id: row.previous,
    is_voidable: isVoidable,
    is_refundable: row.status === 101 && row.isSettled,
    created_ts: row.created,
    modified_ts: row.modified,
    response_message: null,
  };
}

/** Sends a transaction to each webhook. */
export function sendNotice(world: FortisState, row: TransactionRow): void {
  const body = JSON.stringify({ type: 'Transaction', data: serializeTransaction(row) });
  const id = `${row.id}-${row.status}-${row.modified}`;
  for (const hook of world.book.hooks.values()) {
    world.webhooks.emit({ id, type: `transaction.${row.status}`, url: hook.url, body, endpoint: hook.auth });
  }
}

/** No signature, only HTTP Basic. */
export const fortisSigner: Signer = (event) => ({ authorization: `Basic ${event.endpoint}` });
