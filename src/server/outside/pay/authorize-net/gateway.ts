import { minorToDecimal } from '../kit/amounts.ts';
import { browserSession } from '../kit/browser-session.ts';
import type { CredsOf } from '../kit/credentials.ts';
import { toDeclineCode } from '../kit/decline-codes.ts';
import {
  type Attempt,
  type BrowserSession,
  type BrowserToken,
  type CredentialCheck,
  GatewayError,
  type Outcome,
  type PaymentGateway,
} from '../kit/gateway.ts';
import type { GatewayContext } from '../kit/gateway-context.ts';
import { gatewayOf } from '../kit/gateway-of.ts';
import { type JsonCaller, jsonCaller } from '../kit/json-calls.ts';
import { canceledOutcome, declinedOutcome } from '../kit/outcomes.ts';
import { redact } from '../kit/redact.ts';
import { sendAnetRead, sendAnetRequest } from './calls.ts';
import { fetchTransactionDetails, findPayment, listPayments, toInvoiceNumber } from './lookup.ts';
import { fetchRefundOutcome, sendRefund } from './refunds.ts';
import {
  type ChargeResponse,
  chargeResponse,
  hostedPageResponse,
  merchantResponse,
  outcomeOfDetails,
  toCardInfo,
} from './schemas.ts';
import { anetHints, registerAnetWebhook } from './webhooks.ts';

const descriptor = 'COMMON.ACCEPT.INAPP.PAYMENT';
const hostedForms = {
  test: 'https://test.authorize.net/payment/payment',
  live: 'https://accept.authorize.net/payment/payment',
};

/** The maximum. Our id is part of the comparison, so a duplicate can only be the same attempt. */
const onceInEightHours = { setting: [{ settingName: 'duplicateWindow', settingValue: '28800' }] };

/**
 * Authorize.Net via its XML API in JSON. It has no idempotency keys, so a charge is sent once and looked up afterwards.
 */
export function anetGateway(context: GatewayContext): PaymentGateway {
  const call = jsonCaller(context, 'authorize_net', () => ({}));
  return gatewayOf({
    type: 3,
    lookupIsFinalAfterMinutes: 15,
    checkCredentials: (creds) => checkMerchant(call, creds),
    registerWebhook: (creds, url) => registerAnetWebhook(call, creds, url),
    begin: (creds, attempt) => begin(context, call, creds, attempt),
    charge: (creds, attempt, token) => charge(call, creds, attempt, token),
    cancel: async (creds, attempt) => (await findPayment(call, creds, attempt)) ?? canceledOutcome(attempt),
    fetch: async (creds, ref) => {
      const { transaction, refId } = await fetchTransactionDetails(call, creds, ref);
      return outcomeOfDetails(transaction, refId);
    },
    findByAttempt: (creds, attempt) => findPayment(call, creds, attempt),
    refund: (creds, refund) => sendRefund(call, creds, refund),
    fetchRefund: (creds, refund, ref) => fetchRefundOutcome(call, creds, refund, ref),
    list: (creds, since) => listPayments(call, creds, since),
    parseWebhook: async (creds, request) => anetHints(creds, request),
  });
}

async function checkMerchant(call: JsonCaller, creds: CredsOf<3>): Promise<CredentialCheck> {
  const got = await sendAnetRead(call, creds, 'getMerchantDetailsRequest', {}, merchantResponse);
  return {
    ok: true,
    account: got.merchantName ?? got.gatewayId ?? creds.api_login_id,
    accountId: got.gatewayId ?? '',
    currencies: got.currencies ?? [],
    found: got.publicClientKey ? { public_client_key: got.publicClientKey } : {},
  };
}

async function begin(
  context: GatewayContext,
  call: JsonCaller,
  creds: CredsOf<3>,
  attempt: Attempt,
): Promise<BrowserSession> {
  const session = browserSession(context, 'authorize_net', creds, attempt, {
    publicKey: creds.public_client_key ?? '',
    extra: { api_login_id: creds.api_login_id },
  });
  if (attempt.checkoutStyle === 'embedded') return session;
  const token = await hostedToken(call, creds, attempt);
  const url =
    creds.mode === 'simulator'
      ? `${context.simPublicUrl()}/hosted/authorize-net/payment`
      : hostedForms[creds.mode];
  const redirect = { url, method: 'POST', fields: { token } } as const;
  return { ...session, scriptUrl: null, redirect, page: { livesMinutes: context.minutes.anetPage } };
}

async function hostedToken(call: JsonCaller, creds: CredsOf<3>, attempt: Attempt): Promise<string> {
  const settings = {
    hostedPaymentReturnOptions: {
      showReceipt: false,
      url: attempt.returnUrl,
      urlText: 'Continue',
      cancelUrl: attempt.cancelUrl,
      cancelUrlText: 'Cancel',
    },
    hostedPaymentPaymentOptions: { cardCodeRequired: true },
    hostedPaymentButtonOptions: { text: 'Pay' },
  };
  const fields = {
    transactionRequest: {
      transactionType: 'authCaptureTransaction',
      amount: minorToDecimal(attempt.amountMinor),
      order: { invoiceNumber: toInvoiceNumber(attempt), description: attempt.description.slice(0, 255) },
      poNumber: attempt.id,
      transactionSettings: onceInEightHours,
    },
    hostedPaymentSettings: {
      setting: Object.entries(settings).map(([settingName, value]) => ({
        settingName,
        settingValue: JSON.stringify(value),
      })),
    },
  };
  const options = { isRead: true, refId: attempt.id };
  const answer = await sendAnetRequest(
    call,
    creds,
    'getHostedPaymentPageRequest',
    fields,
    hostedPageResponse,
    options,
  );
  if (answer.token) return answer.token;
  throw new GatewayError('refused', answer.messages.message[0]?.code ?? 'refused');
}

async function charge(
  call: JsonCaller,
  creds: CredsOf<3>,
  attempt: Attempt,
  token: BrowserToken,
): Promise<Outcome> {
  // The order of these fields is prescribed by the gateway's XML schema.
  const transactionRequest = {
    transactionType: 'authCaptureTransaction',
    amount: minorToDecimal(attempt.amountMinor),
    payment: { opaqueData: { dataDescriptor: token.descriptor ?? descriptor, dataValue: token.value } },
    order: { invoiceNumber: toInvoiceNumber(attempt), description: attempt.description.slice(0, 255) },
    // Part of the gateway's duplicate check: the same attempt sent twice is a duplicate, an equal partial payment is
    // not.
    poNumber: attempt.id,
    ...(attempt.email ? { customer: { email: attempt.email } } : {}),
    ...(token.postalCode ? { billTo: { zip: token.postalCode } } : {}),
    transactionSettings: onceInEightHours,
  };
  const options = { isRead: false, refId: attempt.id };
  const answer = await sendAnetRequest(
    call,
    creds,
    'createTransactionRequest',
    { transactionRequest },
    chargeResponse,
    options,
  );
  return outcomeOfCharge(call, creds, attempt, answer);
}

async function outcomeOfCharge(
  call: JsonCaller,
  creds: CredsOf<3>,
  attempt: Attempt,
  answer: ChargeResponse,
): Promise<Outcome> {
  const got = answer.transactionResponse;
  const [problem] = got?.errors ?? [];
  const last4 = /(\d{4})$/.exec(got?.accountNumber ?? '')?.[1];
  if (got?.responseCode === '1' || got?.responseCode === '4') {
    return {
      ...canceledOutcome(attempt),
      state: got.responseCode === '1' ? 'succeeded' : 'held',
      gatewayRef: got.transId ?? null,
      currency: null,
      refundedMinor: null,
      ...(last4 ? { card: toCardInfo(got.accountType, last4) } : {}),
      raw: redact(answer),
    };
  }
  // "Duplicate" may mean our own earlier attempt, whose response was lost.
  const earlier = problem?.errorCode === '11' ? await findPayment(call, creds, attempt) : null;
  if (earlier) return earlier;
  const [message] = answer.messages.message;
  const text = problem?.errorText ?? message?.text ?? 'declined';
  return declinedOutcome(
    attempt,
    toDeclineCode(3, problem?.errorCode, message?.code),
    text,
    answer,
    got?.transId || null,
  );
}
