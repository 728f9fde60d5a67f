import type { Instant } from '#domain/base/time.ts';
import { dateOf } from '../../../clock.ts';
import type { CredsOf } from '../kit/credentials.ts';
import { type Attempt, GatewayError } from '../kit/gateway.ts';
import { type JsonCaller, parseGatewayResponse } from '../kit/json-calls.ts';
import { type Transaction, transactionList, transactionResponse } from './schemas.ts';

const pageSize = 500;
const mostPages = 20;
/** Clocks differ: a payment may appear older than its attempt. */
const slackMs = 5 * 60_000;

/** Reads a transaction by the gateway's id. */
export async function readTransaction(call: JsonCaller, creds: CredsOf<7>, id: string): Promise<Transaction> {
  const path = `/v1/transactions/${encodeURIComponent(id)}`;
  const answer = await call(creds, { method: 'GET', path, template: '/v1/transactions/{id}' });
  return parseGatewayResponse(answer, transactionResponse).data;
}

/** Returns all transactions with this id of ours. */
export async function findByApiId(
  call: JsonCaller,
  creds: CredsOf<7>,
  apiId: string,
): Promise<Transaction[]> {
  const found = await page(call, creds, ['transaction_api_id', '=', apiId], 1, 5);
  // Filtered again here: a gateway that ignores the filter must not give us someone else's payment.
  return found.filter((one) => one.transaction_api_id === apiId);
}

/**
 * Returns all payments and attempts on an attempt's link. They carry the link's name and no other reference of ours.
 */
export async function findOnPaylink(
  call: JsonCaller,
  creds: CredsOf<7>,
  attempt: Attempt,
): Promise<Transaction[]> {
  const { id, orderRef, createdAt } = attempt;
  const all = await transactionsSince(call, creds, createdAt, slackMs);
  const isOnLink = (one: Transaction) => orderRef !== undefined && one.paylink_id === orderRef;
  return all.filter((one) => isOnLink(one) || one.transaction_api_id === id);
}

/** Returns all transactions created since then. */
export async function transactionsSince(
  call: JsonCaller,
  creds: CredsOf<7>,
  since: Instant,
  slack = 0,
): Promise<Transaction[]> {
  const from = String(Math.floor((dateOf(since).getTime() - slack) / 1000));
  const all: Transaction[] = [];
  for (let number = 1; number <= mostPages; number += 1) {
    const found = await page(call, creds, ['created_ts', '>=', from], number, pageSize);
    all.push(...found);
    if (found.length < pageSize) return all;
  }
  throw new GatewayError('provider_contract_error', 'the list of transactions does not end');
}

async function page(
  call: JsonCaller,
  creds: CredsOf<7>,
  [key, operator, value]: [string, string, string],
  number: number,
  size: number,
): Promise<Transaction[]> {
  const query = new URLSearchParams({
    'filter_by[0][key]': key,
    'filter_by[0][operator]': operator,
    'filter_by[0][value]': value,
    'page[number]': String(number),
    'page[size]': String(size),
  });
  const path = `/v1/transactions?${query}`;
  const answer = await call(creds, { method: 'GET', path, template: '/v1/transactions' });
  return parseGatewayResponse(answer, transactionList).list;
}
