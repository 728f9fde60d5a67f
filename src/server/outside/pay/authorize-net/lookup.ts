import type { Instant } from '#domain/base/time.ts';
import { dateOf } from '../../../clock.ts';
import { decimalToMinor } from '../kit/amounts.ts';
import type { CredsOf } from '../kit/credentials.ts';
import { type Attempt, GatewayError, type Outcome, type Refund } from '../kit/gateway.ts';
import type { JsonCaller } from '../kit/json-calls.ts';
import { sendAnetRead } from './calls.ts';
import {
  batchesResponse,
  detailsResponse,
  listResponse,
  outcomeOfDetails,
  type Summary,
  type Transaction,
} from './schemas.ts';

const slackMs = 5 * 60_000;
const pageSize = 1000;
const mostPages = 20;
/** Statuses of money on its way back; everything else is a payment. */
const backwards = /^refund/;

export interface TransactionDetails {
  readonly transaction: Transaction;
  readonly refId: string | null;
}

/** Authorize.Net has no idempotency key: what became of a try is found in its lists, by the refId we sent along. */
export async function fetchTransactionDetails(
  call: JsonCaller,
  creds: CredsOf<3>,
  transId: string,
): Promise<TransactionDetails> {
  const answer = await sendAnetRead(
    call,
    creds,
    'getTransactionDetailsRequest',
    { transId },
    detailsResponse,
  );
  if (!answer.transaction) throw new GatewayError('not_found', 'no such transaction');
  return { transaction: answer.transaction, refId: answer.transrefId ?? null };
}

/**
 * The payment of an attempt; a failed one only when no other is, and never one of the hosted page: there another card may be
 * typed.
 */
export async function findPayment(
  call: JsonCaller,
  creds: CredsOf<3>,
  attempt: Attempt,
): Promise<Outcome | null> {
  const invoice = toInvoiceNumber(attempt);
  const found: Outcome[] = [];
  for (const one of await since(call, creds, attempt.createdAt)) {
    if (one.invoiceNumber !== invoice || backwards.test(one.transactionStatus)) continue;
    const { transaction, refId } = await fetchTransactionDetails(call, creds, one.transId);
    if (refId === attempt.id) found.push(outcomeOfDetails(transaction, refId));
  }
  const good = found.find((one) => one.state !== 'failed');
  return good ?? (attempt.checkoutStyle === 'redirect' ? null : (found[0] ?? null));
}

/** The transaction of a refund, by the refund's id. */
export async function findRefund(
  call: JsonCaller,
  creds: CredsOf<3>,
  refund: Refund,
): Promise<TransactionDetails | null> {
  for (const one of await since(call, creds, refund.createdAt)) {
    if (!backwards.test(one.transactionStatus) || decimalToMinor(one.settleAmount) !== refund.amountMinor)
      continue;
    const details = await fetchTransactionDetails(call, creds, one.transId);
    if (details.refId === refund.id) return details;
  }
  return null;
}

/**
 * All payments since then, each read whole and with the refunds that the lists tell of, also those made at the gateway itself;
 * older payments only where money of them went back since then.
 */
export async function listPayments(call: JsonCaller, creds: CredsOf<3>, from: Instant): Promise<Outcome[]> {
  const payments = new Map<string, Outcome>();
  const back: TransactionDetails[] = [];
  for (const one of await since(call, creds, from)) {
    const details = await fetchTransactionDetails(call, creds, one.transId);
    if (isRefund(details.transaction)) back.push(details);
    else payments.set(one.transId, outcomeOfDetails(details.transaction, details.refId));
  }
  for (const { transaction, refId } of back) {
    // One that was voided before it was settled gave nothing back; one without a payment is of nothing that we know.
    const of = transaction.refTransId;
    if (!of || of === '0' || !backwards.test(transaction.transactionStatus)) continue;
    const payment = payments.get(of) ?? (await olderPayment(call, creds, of));
    if (!payment) continue;
    const amountMinor =
      decimalToMinor(transaction.settleAmount) || decimalToMinor(transaction.authAmount) || 0;
    const refund = { gatewayRef: transaction.transId, refundId: refId, amountMinor };
    payments.set(of, { ...payment, refunds: [...(payment.refunds ?? []), refund] });
  }
  return [...payments.values()];
}

// Its status tells as well, but not of one that was voided.
function isRefund({ transactionType, transactionStatus }: Transaction): boolean {
  return transactionType === 'refundTransaction' || backwards.test(transactionStatus);
}

async function olderPayment(call: JsonCaller, creds: CredsOf<3>, transId: string): Promise<Outcome | null> {
  try {
    const { transaction, refId } = await fetchTransactionDetails(call, creds, transId);
    return { ...outcomeOfDetails(transaction, refId), isOlder: true };
  } catch (error) {
    if (error instanceof GatewayError && error.code === 'not_found') return null;
    throw error;
  }
}

/** Invoice numbers have at most 20 characters there. */
export function toInvoiceNumber(attempt: Attempt): string {
  return attempt.invoiceNumber.slice(0, 20);
}

/** What is not settled yet, and the batches settled since. */
async function since(call: JsonCaller, creds: CredsOf<3>, from: Instant): Promise<Summary[]> {
  const fromMs = dateOf(from).getTime() - slackMs;
  const all = await pages(call, creds, 'getUnsettledTransactionListRequest', {});
  const first = new Date(fromMs).toISOString();
  // At most 31 days in one question; unknown payments are looked for during two.
  const last = new Date(fromMs + 30 * 86_400_000).toISOString();
  const batches = await sendAnetRead(
    call,
    creds,
    'getSettledBatchListRequest',
    { firstSettlementDate: first, lastSettlementDate: last },
    batchesResponse,
  );
  for (const { batchId } of batches.batchList ?? []) {
    all.push(...(await pages(call, creds, 'getTransactionListRequest', { batchId })));
  }
  return all.filter((one) => Date.parse(one.submitTimeUTC) >= fromMs);
}

async function pages(
  call: JsonCaller,
  creds: CredsOf<3>,
  name: string,
  fields: Record<string, unknown>,
): Promise<Summary[]> {
  const found: Summary[] = [];
  for (let offset = 1; offset <= mostPages; offset += 1) {
    const question = {
      ...fields,
      sorting: { orderBy: 'submitTimeUTC', orderDescending: true },
      paging: { limit: pageSize, offset },
    };
    const page = (await sendAnetRead(call, creds, name, question, listResponse)).transactions ?? [];
    found.push(...page);
    if (page.length < pageSize) return found;
  }
  throw new GatewayError('provider_contract_error', 'the list of transactions has no end');
}
