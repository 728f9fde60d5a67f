import { type AnetState, accountTypeOf, type TransactionRow } from './ledger.ts';
import { type AnetResponse, errorResponse, type Fields, okMessages } from './responses.ts';

/** Answers getTransactionDetailsRequest. */
export function getDetails(world: AnetState, fields: Fields): AnetResponse {
  const row = world.book.transactions.get(String(fields.transId));
  if (!row) return errorResponse('E00040', 'The record cannot be found.');
  const [code, text] = row.reason;
  const isDeclined = row.status === 'declined' || row.status === 'generalError';
  return {
    transaction: {
      transId: row.id,
      ...(row.refTransId ? { refTransId: row.refTransId } : {}),
      submitTimeUTC: new Date(row.submittedMs).toISOString(),
      submitTimeLocal: new Date(row.submittedMs).toISOString().replace(/\.\d+Z$/, ''),
      transactionType: row.kind,
      transactionStatus: row.status,
      responseCode: isDeclined ? 2 : 1,
      responseReasonCode: Number(code),
      responseReasonDescription: text,
      authCode: 'HH5414',
      AVSResponse: 'Y',
      cardCodeResponse: 'P',
      ...(row.batch ? { batch: batchOf(world, row.batch) } : {}),
      order: { invoiceNumber: row.invoice ?? '', description: '' },
      authAmount: row.amount / 100,
      settleAmount: isDeclined || row.status === 'voided' ? 0 : row.amount / 100,
      taxExempt: false,
      payment: {
        creditCard: { cardNumber: `XXXX${row.last4}`, expirationDate: 'XXXX', cardType: accountTypeOf(row) },
      },
      recurringBilling: false,
      product: 'Card Not Present',
      marketType: 'eCommerce',
    },
    ...(row.refId ? { transrefId: row.refId } : {}),
    messages: okMessages,
  };
}

const isUnsettled = (row: TransactionRow) => row.batch === null;

/** Answers getUnsettledTransactionListRequest. */
export function getUnsettled(world: AnetState, fields: Fields): AnetResponse {
  return listOf([...world.book.transactions.values()].filter(isUnsettled), fields);
}

/** Answers getTransactionListRequest: the transactions of a batch. */
export function getBatchTransactions(world: AnetState, fields: Fields): AnetResponse {
  const batch = String(fields.batchId);
  return listOf(
    [...world.book.transactions.values()].filter((row) => row.batch === batch),
    fields,
  );
}

function listOf(rows: TransactionRow[], fields: Fields): AnetResponse {
  const { limit = 1000, offset = 1 } = (fields.paging ?? {}) as { limit?: number; offset?: number };
  const sorted = [...rows].reverse();
  const page = sorted.slice((offset - 1) * limit, offset * limit);
  return {
    ...(page.length > 0 ? { transactions: page.map(summaryOf) } : {}),
    totalNumInResultSet: rows.length,
    messages:
      page.length > 0
        ? okMessages
        : { resultCode: 'Ok', message: [{ code: 'I00004', text: 'No records found.' }] },
  };
}

function summaryOf(row: TransactionRow) {
  return {
    transId: row.id,
    submitTimeUTC: new Date(row.submittedMs).toISOString(),
    submitTimeLocal: new Date(row.submittedMs).toISOString().replace(/\.\d+Z$/, ''),
    transactionStatus: row.status,
    invoiceNumber: row.invoice ?? '',
    accountType: accountTypeOf(row),
    accountNumber: `XXXX${row.last4}`,
    settleAmount: row.amount / 100,
    marketType: 'eCommerce',
    product: 'Card Not Present',
    hasReturnedItems: false,
  };
}

/** Answers getSettledBatchListRequest, for at most 31 days. */
export function getBatches(world: AnetState, fields: Fields): AnetResponse {
  const from = Date.parse(String(fields.firstSettlementDate ?? '')) || 0;
  const to = Date.parse(String(fields.lastSettlementDate ?? '')) || Number.MAX_SAFE_INTEGER;
  if (to - from > 31 * 86_400_000 && fields.firstSettlementDate) {
    return errorResponse('E00074', 'The date range must not exceed 31 days.');
  }
  const found = [...world.book.batches.values()].filter(
    (one) => one.settledMs >= from && one.settledMs <= to,
  );
  return {
    ...(found.length > 0 ? { batchList: found.map((one) => batchOf(world, one.id)) } : {}),
    messages: okMessages,
  };
}

function batchOf(world: AnetState, id: string) {
  const at = new Date(world.book.batches.get(id)?.settledMs ?? 0).toISOString();
  return {
    batchId: id,
    settlementTimeUTC: at,
    settlementTimeLocal: at.replace(/\.\d+Z$/, ''),
    settlementState: 'settledSuccessfully',
    paymentMethod: 'creditCard',
  };
}

/** Answers getMerchantDetailsRequest. */
export function getMerchant(_world: AnetState, _fields: Fields): AnetResponse {
  return {
    isTestMode: false,
    processors: [{ name: 'First Data Nashville', id: 2, cardTypes: ['A', 'D', 'M', 'V'] }],
    merchantName: 'Whitfield Home Inspections',
    gatewayId: '565697',
    marketTypes: ['eCommerce'],
    productCodes: ['CNP'],
    paymentMethods: ['Visa', 'MasterCard', 'AmericanExpress', 'Discover'],
    currencies: ['USD'],
    publicClientKey: '5SimulatedPublicClientKeyOfHarborHomeInspections',
    messages: okMessages,
  };
}

/** Answers getHostedPaymentPageRequest with the token of a new page. */
export function getHostedPage(world: AnetState, fields: Fields): AnetResponse {
  const request = (fields.transactionRequest ?? {}) as {
    amount?: string;
    order?: { invoiceNumber?: string };
    poNumber?: string;
  };
  const settings = ((fields.hostedPaymentSettings as { setting?: unknown } | undefined)?.setting ?? []) as {
    settingName: string;
    settingValue: string;
  }[];
  const returns = settings.find((one) => one.settingName === 'hostedPaymentReturnOptions');
  const { url = '', cancelUrl = '' } = JSON.parse(returns?.settingValue ?? '{}') as {
    url?: string;
    cancelUrl?: string;
  };
  const token = world.ids.text(120);
  world.book.hosted.set(token, {
    madeMs: world.clock.ms(),
    amount: Math.round(Number(request.amount) * 100),
    invoice: request.order?.invoiceNumber ?? null,
    po: request.poNumber ?? null,
    refId: typeof fields.refId === 'string' ? fields.refId : null,
    returnUrl: url,
    cancelUrl,
  });
  return { token, messages: okMessages };
}
