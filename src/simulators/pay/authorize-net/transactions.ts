import {
  type AnetState,
  accountTypeOf,
  chargeCard,
  isDuplicate,
  newTransaction,
  sendNotice,
  type TransactionRow,
} from './ledger.ts';
import { type AnetResponse, errorResponse, type Fields, okMessages } from './responses.ts';

interface Request {
  transactionType?: string;
  amount?: string | number;
  payment?: {
    opaqueData?: { dataDescriptor?: string; dataValue?: string };
    creditCard?: { cardNumber?: string };
  };
  refTransId?: string;
  order?: { invoiceNumber?: string };
  poNumber?: string;
  billTo?: { zip?: string };
  transactionSettings?: { setting?: Setting[] | Setting };
}
interface Setting {
  settingName?: string;
  settingValue?: string;
}

const nonceMs = 15 * 60_000;

/** createTransactionRequest: charge, void, refund. */
export function createTransaction(world: AnetState, fields: Fields): AnetResponse {
  const request = (fields.transactionRequest ?? {}) as Request;
  const refId = typeof fields.refId === 'string' ? fields.refId : null;
  if (request.transactionType === 'authCaptureTransaction') return charge(world, request, refId);
  if (request.transactionType === 'voidTransaction') return voided(world, request);
  if (request.transactionType === 'refundTransaction') return refund(world, request, refId);
  return errorResponse('E00003', `The 'transactionType' element is invalid: ${request.transactionType}`);
}

function charge(world: AnetState, request: Request, refId: string | null): AnetResponse {
  const { dataDescriptor, dataValue } = request.payment?.opaqueData ?? {};
  const nonce = world.book.nonces.get(dataValue ?? '');
  const isFresh = nonce && !nonce.isUsed && world.clock.ms() - nonce.madeMs < nonceMs;
  if (dataDescriptor !== 'COMMON.ACCEPT.INAPP.PAYMENT' || !isFresh)
    return errorResponse('E00114', 'Invalid OTS Token.');
  const invoice = request.order?.invoiceNumber ?? null;
  if (invoice && invoice.length > 20)
    return errorResponse('E00003', "The 'invoiceNumber' element is invalid: longer than 20.");
  const amount = minor(request.amount);
  if (amount === null || amount <= 0) return failed('5', 'A valid amount is required.');
  nonce.isUsed = true;
  const card = { ...nonce.card, postalCode: request.billTo?.zip ?? nonce.card.postalCode };
  const about = { amount, refId, invoice, po: request.poNumber ?? null };
  if (isDuplicate(world, card, about, windowOf(request))) {
    return failed('11', 'A duplicate transaction has been submitted.');
  }
  const { row, verdict } = chargeCard(world, card, about);
  const isTaken = verdict.code === '1' || verdict.code === '4';
  const [code, text] = verdict.reason;
  return {
    transactionResponse: {
      ...responseOf(row, verdict.code),
      avsResultCode: verdict.avs,
      cvvResultCode: verdict.cvv,
      ...(isTaken
        ? { messages: [{ code, description: text }] }
        : { errors: [{ errorCode: code, errorText: text }] }),
    },
    messages: isTaken
      ? okMessages
      : { resultCode: 'Error', message: [{ code: 'E00027', text: 'The transaction was unsuccessful.' }] },
  };
}

function voided(world: AnetState, request: Request): AnetResponse {
  const row = world.book.transactions.get(request.refTransId ?? '');
  if (!row) return failed('16', 'The transaction cannot be found.');
  if (row.status === 'voided') return approvedOf(row, 'This transaction has already been voided.');
  if (!/PendingSettlement$|^FDS/.test(row.status)) {
    return failed('310', 'This transaction has already been settled and cannot be voided.');
  }
  row.status = 'voided';
  // Voiding a refund reverses it.
  const origin = row.kind === 'refundTransaction' ? world.book.transactions.get(row.refTransId ?? '') : row;
  if (origin) origin.refunded += row === origin ? row.amount : -row.amount;
  sendNotice(world, 'net.authorize.payment.void.created', row);
  return approvedOf(row, 'This transaction has been approved.');
}

function refund(world: AnetState, request: Request, refId: string | null): AnetResponse {
  const row = world.book.transactions.get(request.refTransId ?? '');
  const amount = minor(request.amount);
  if (!row || amount === null) return failed('16', 'The transaction cannot be found.');
  if (request.payment?.creditCard?.cardNumber !== row.last4)
    return failed('6', 'The credit card number is invalid.');
  if (row.status !== 'settledSuccessfully') {
    return failed('54', 'The referenced transaction does not meet the criteria for issuing a credit.');
  }
  if (amount > row.amount - row.refunded) {
    return failed(
      '55',
      'The sum of credits against the referenced transaction would exceed original debit amount.',
    );
  }
  row.refunded += amount;
  const made = newTransaction(world, {
    kind: 'refundTransaction',
    status: 'refundPendingSettlement',
    amount,
    refId,
    invoice: row.invoice,
    po: row.po,
    refTransId: row.id,
    card: row.card,
    last4: row.last4,
    reason: ['1', 'This transaction has been approved.'],
  });
  sendNotice(world, 'net.authorize.payment.refund.created', made);
  return approvedOf(made, 'This transaction has been approved.');
}

function approvedOf(row: TransactionRow, description: string): AnetResponse {
  return {
    transactionResponse: { ...responseOf(row, '1'), messages: [{ code: '1', description }] },
    messages: okMessages,
  };
}

function failed(errorCode: string, errorText: string): AnetResponse {
  return {
    transactionResponse: {
      responseCode: '3',
      authCode: '',
      transId: '0',
      accountNumber: '',
      accountType: '',
      errors: [{ errorCode, errorText }],
    },
    messages: {
      resultCode: 'Error',
      message: [{ code: 'E00027', text: 'The transaction was unsuccessful.' }],
    },
  };
}

function responseOf(row: TransactionRow, responseCode: string) {
  return {
    responseCode,
    authCode: responseCode === '1' ? 'HH5414' : '',
    cavvResultCode: '2',
    transId: row.id,
    refTransID: row.refTransId ?? '',
    transHash: '',
    testRequest: '0',
    accountNumber: `XXXX${row.last4}`,
    accountType: accountTypeOf(row),
    networkTransId: `N${row.id}`,
  };
}

function windowOf(request: Request): number {
  const all = request.transactionSettings?.setting ?? [];
  const found = (Array.isArray(all) ? all : [all]).find((one) => one.settingName === 'duplicateWindow');
  return Math.min(28_800, Number(found?.settingValue ?? 120));
}

function minor(amount: string | number | undefined): number | null {
  const value = Number(amount);
  return Number.isFinite(value) ? Math.round(value * 100) : null;
}
