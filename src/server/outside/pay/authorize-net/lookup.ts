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
/** Statuses of refunds; everything else is a payment. */
const backwards = /^refund/;

export interface TransactionDetails {
  readonly transaction: Transaction;
  readonly refId: string | null;
}

/** Fetches a transaction. Without idempotency keys, attempts are found in the gateway's lists by the refId we sent. */
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
 * Finds the payment of an attempt. Returns a failed one only if there is no other, and never one of the hosted page,
 * where the payer can enter another card.
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

/** Finds the transaction of a refund by the refund's id. */
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
 * Returns all payments since then with full details and their listed refunds, including those made at the gateway
 * itself. Older payments are included only if they were refunded since then.
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
    // A refund voided before settlement returned no money; one without a payment is unknown to us.
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

// The status is not enough: a voided refund has the status of a void.
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

/** The gateway limits invoice numbers to 20 characters. */
export function toInvoiceNumber(attempt: Attempt): string {
  return attempt.invoiceNumber.slice(0, 20);
}

/** Returns unsettled transactions, and those of the batches settled since. */
async function since(call: JsonCaller, creds: CredsOf<3>, from: Instant): Promise<Summary[]> {
  const fromMs = dateOf(from).getTime() - slackMs;
  const all = await pages(call, creds, 'getUnsettledTransactionListRequest', {});
  const first = new Date(fromMs).toISOString();
  // A query may span at most 31 days; payments with an unknown outcome are looked up for two.
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
  throw new GatewayError('provider_contract_error', 'the list of transactions does not end');
}
