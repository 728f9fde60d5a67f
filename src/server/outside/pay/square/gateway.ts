import type { Instant } from '#domain/base/time.ts';
import { dateOf } from '../../../clock.ts';
import { parseResponse } from '../../http-client.ts';
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
  type Refund,
  type RefundOutcome,
} from '../kit/gateway.ts';
import type { GatewayContext } from '../kit/gateway-context.ts';
import { gatewayOf } from '../kit/gateway-of.ts';
import { type JsonCaller, jsonCaller, parseGatewayResponse } from '../kit/json-calls.ts';
import { canceledOutcome, declinedOutcome, failedRefund, unknownOutcome } from '../kit/outcomes.ts';
import { asCredsOf } from '../kit/verify-credentials.ts';
import {
  closeLinkResponse,
  disputeList,
  errorResponse,
  linkResponse,
  locationResponse,
  outcomeOfPayment,
  outcomeOfRefund,
  paymentList,
  paymentResponse,
  refundResponse,
  type SquarePayment,
} from './schemas.ts';
import { registerSquareWebhook, squareHints, squareVersion } from './webhooks.ts';

const mostPages = 20;
/** Clocks differ: a payment may appear older than its attempt. */
const slackMs = 5 * 60_000;

/** Square via its HTTP API: a token from the browser is charged here, under the attempt's key. */
export function squareGateway(context: GatewayContext): PaymentGateway {
  const call = jsonCaller(context, 'square', (creds) => ({
    authorization: `Bearer ${asCredsOf(creds, 4).access_token}`,
    'square-version': squareVersion,
  }));
  return gatewayOf({
    type: 4,
    lookupIsFinalAfterMinutes: 15,
    checkCredentials: (creds) => checkLocation(call, creds),
    registerWebhook: (creds, url, key) => registerSquareWebhook(call, creds, url, key),
    begin: (creds, attempt) => begin(context, call, creds, attempt),
    charge: (creds, attempt, token) => charge(call, creds, attempt, token),
    // Without a payment link there is nothing at Square before the charge.
    cancel: (creds, attempt) => cancel(call, creds, attempt),
    fetch: async (creds, ref) => {
      const path = `/v2/payments/${encodeURIComponent(ref)}`;
      const answer = await call(creds, { method: 'GET', path, template: '/v2/payments/{id}' });
      return outcomeOfPayment(parseGatewayResponse(answer, paymentResponse).payment);
    },
    findByAttempt: (creds, attempt) => find(call, creds, attempt),
    refund: (creds, refund) => sendRefund(call, creds, refund),
    fetchRefund: async (creds, _refund, ref) => {
      const path = `/v2/refunds/${encodeURIComponent(ref)}`;
      const answer = await call(creds, { method: 'GET', path, template: '/v2/refunds/{id}' });
      return outcomeOfRefund(parseGatewayResponse(answer, refundResponse));
    },
    isDisputed: (creds, ref) => isDisputed(call, creds, ref),
    list: async (creds, since) => (await paymentsSince(call, creds, since)).map(outcomeOfPayment),
    parseWebhook: async (creds, request) => squareHints(creds, request),
  });
}

async function checkLocation(call: JsonCaller, creds: CredsOf<4>): Promise<CredentialCheck> {
  const path = `/v2/locations/${encodeURIComponent(creds.location_id)}`;
  const answer = await call(creds, { method: 'GET', path, template: '/v2/locations/{id}' });
  const { location } = parseGatewayResponse(answer, locationResponse);
  const isReady = location.status === 'ACTIVE' && location.capabilities?.includes('CREDIT_CARD_PROCESSING');
  if (!isReady) {
    return { ok: false, code: 'not_active', message: 'This Square location cannot take card payments yet' };
  }
  const currencies = location.currency ? [location.currency] : [];
  // Payments are listed per location: other locations of the same merchant do not have them.
  const accountId = location.merchant_id ? `${location.merchant_id}/${location.id}` : '';
  return { ok: true, account: location.name ?? location.id, accountId, currencies, found: {} };
}

async function begin(
  context: GatewayContext,
  call: JsonCaller,
  creds: CredsOf<4>,
  attempt: Attempt,
): Promise<BrowserSession> {
  const session = browserSession(context, 'square', creds, attempt, {
    publicKey: creds.application_id,
    extra: { location_id: creds.location_id },
  });
  if (attempt.checkoutStyle === 'embedded') return session;
  const body = {
    idempotency_key: attempt.id,
    quick_pay: {
      name: attempt.description,
      price_money: { amount: attempt.amountMinor, currency: attempt.currency },
      location_id: creds.location_id,
    },
    checkout_options: { redirect_url: attempt.returnUrl },
    payment_note: `${attempt.invoiceNumber} ${attempt.id}`,
  };
  const path = '/v2/online-checkout/payment-links';
  const answer = await call(creds, { method: 'POST', path, body, isRepeatable: true });
  const link = parseGatewayResponse(answer, linkResponse).payment_link;
  return {
    ...session,
    scriptUrl: null,
    redirect: { url: link.url, method: 'GET', fields: {} },
    gatewayRef: `order:${link.order_id}`,
    page: { ref: link.id, orderRef: link.order_id },
  };
}

/** Deletes the payment link first: what is found afterwards is all that can have been paid. */
async function cancel(call: JsonCaller, creds: CredsOf<4>, attempt: Attempt): Promise<Outcome> {
  const { pageRef } = attempt;
  const path = `/v2/online-checkout/payment-links/${encodeURIComponent(pageRef ?? '')}`;
  const template = '/v2/online-checkout/payment-links/{id}';
  const closed = pageRef ? await call(creds, { method: 'DELETE', path, template, isRepeatable: true }) : null;
  const found = await find(call, creds, attempt);
  if (found) return found;
  // A missing link is closed; after any other response it may still be paid.
  if (closed && closed.status !== 404) parseGatewayResponse(closed, closeLinkResponse);
  return canceledOutcome(attempt);
}

async function charge(
  call: JsonCaller,
  creds: CredsOf<4>,
  attempt: Attempt,
  token: BrowserToken,
): Promise<Outcome> {
  const body = {
    source_id: token.value,
    idempotency_key: attempt.id,
    amount_money: { amount: attempt.amountMinor, currency: attempt.currency },
    autocomplete: true,
    location_id: creds.location_id,
    reference_id: attempt.id,
    note: attempt.invoiceNumber,
    ...(attempt.email ? { buyer_email_address: attempt.email } : {}),
  };
  const answer = await call(creds, { method: 'POST', path: '/v2/payments', body, isRepeatable: true });
  if (answer.status < 300) return outcomeOfPayment(parseResponse(answer.text, paymentResponse).payment);
  const { errors } = parseResponse(answer.text, errorResponse);
  const codes = errors.map((error) => error.code);
  // Another body was sent under this key before: a lookup will show what became of it.
  if (codes.includes('IDEMPOTENCY_KEY_REUSED')) return unknownOutcome(attempt, 'the key was used before');
  return declinedOutcome(
    attempt,
    toDeclineCode(4, ...codes),
    errors.map((error) => error.detail ?? error.code).join('; '),
    { errors },
  );
}

/**
 * Finds the payment with the attempt's id or on its payment link's order. Returns a failed one only if there is no
 * other, and never one of a payment link, where the payer can enter another card.
 */
async function find(call: JsonCaller, creds: CredsOf<4>, attempt: Attempt): Promise<Outcome | null> {
  const { orderRef } = attempt;
  const all = await paymentsSince(call, creds, attempt.createdAt);
  const ours = all.filter(
    (one) => one.reference_id === attempt.id || (orderRef !== undefined && one.order_id === orderRef),
  );
  const good = ours.find((one) => one.status !== 'FAILED' && one.status !== 'CANCELED');
  const best = good ?? (attempt.checkoutStyle === 'redirect' ? undefined : ours[0]);
  return best ? { ...outcomeOfPayment(best), attemptId: attempt.id } : null;
}

async function paymentsSince(call: JsonCaller, creds: CredsOf<4>, since: Instant): Promise<SquarePayment[]> {
  const from = new Date(dateOf(since).getTime() - slackMs).toISOString();
  const found: SquarePayment[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    const query = new URLSearchParams({
      begin_time: from,
      location_id: creds.location_id,
      sort_order: 'ASC',
      limit: '100',
      ...(cursor ? { cursor } : {}),
    });
    const answer = await call(creds, {
      method: 'GET',
      path: `/v2/payments?${query}`,
      template: '/v2/payments',
    });
    const list = parseGatewayResponse(answer, paymentList);
    found.push(...(list.payments ?? []));
    cursor = list.cursor;
    if (!cursor) return found;
  }
  throw new GatewayError('provider_contract_error', 'the list of payments does not end');
}

/** Square's payments do not show disputes, only its list of disputes does. */
async function isDisputed(call: JsonCaller, creds: CredsOf<4>, ref: string): Promise<boolean> {
  let cursor: string | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    const query = new URLSearchParams({ location_id: creds.location_id, ...(cursor ? { cursor } : {}) });
    const path = `/v2/disputes?${query}`;
    const list = parseGatewayResponse(
      await call(creds, { method: 'GET', path, template: '/v2/disputes' }),
      disputeList,
    );
    if (list.disputes?.some((one) => one.disputed_payment?.payment_id === ref)) return true;
    cursor = list.cursor;
    if (!cursor) return false;
  }
  return false;
}

async function sendRefund(call: JsonCaller, creds: CredsOf<4>, refund: Refund): Promise<RefundOutcome> {
  const body = {
    idempotency_key: refund.id,
    payment_id: refund.gatewayRef,
    amount_money: { amount: refund.amountMinor, currency: refund.currency },
    reason: refund.reason.slice(0, 192),
  };
  const answer = await call(creds, { method: 'POST', path: '/v2/refunds', body, isRepeatable: true });
  if (answer.status < 300) return outcomeOfRefund(parseResponse(answer.text, refundResponse));
  const { errors } = parseResponse(answer.text, errorResponse);
  const isTooMuch = errors.some((error) => /REFUND_AMOUNT_INVALID|PAYMENT_NOT_REFUNDABLE/.test(error.code));
  const text = errors.map((error) => error.detail ?? error.code).join('; ');
  return failedRefund(refund, 'refund', isTooMuch ? 'too_much' : 'refused', text, { errors });
}
