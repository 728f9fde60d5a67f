import type { Instant } from '#domain/base/time.ts';
import { type ExternalResponse, parseResponse } from '../../http-client.ts';
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
  type GatewayRef,
  type Outcome,
  type PaymentGateway,
  type Refund,
  type RefundOutcome,
} from '../kit/gateway.ts';
import type { GatewayContext } from '../kit/gateway-context.ts';
import { gatewayOf } from '../kit/gateway-of.ts';
import { type JsonCaller, parseGatewayResponse } from '../kit/json-calls.ts';
import { canceledOutcome, declinedOutcome, failedRefund, runCharge, runLookup } from '../kit/outcomes.ts';
import { paypalCaller } from './calls.ts';
import {
  captureSchema,
  disputeList,
  errorResponse,
  orderSchema,
  outcomeOfCapture,
  outcomeOfOrder,
  outcomeOfRefund,
  outcomeOfTransaction,
  refundSchema,
  searchResponse,
  type Transaction,
} from './schemas.ts';
import { paypalHints, registerPaypalWebhook } from './webhooks.ts';

const mostPages = 20;

/** PayPal: an order created here, approved by the payer at PayPal, captured here. */
export function paypalGateway(context: GatewayContext): PaymentGateway {
  const call = paypalCaller(context);
  return gatewayOf({
    type: 6,
    // The order's id is known before the payer approves, and only we capture.
    lookupIsFinalAfterMinutes: 0,
    checkCredentials: (creds) => checkKeys(call, creds),
    registerWebhook: (creds, url) => registerPaypalWebhook(call, creds, url),
    begin: (creds, attempt) => begin(context, call, creds, attempt),
    complete: (creds, attempt, token) => complete(call, creds, attempt, token),
    // PayPal cannot cancel an order; only we capture it, and it expires.
    cancel: async (creds, attempt) => {
      const now = attempt.gatewayRef ? await fetchRef(call, creds, attempt.gatewayRef) : null;
      return now && now.state !== 'awaiting_payer' ? now : canceledOutcome(attempt);
    },
    fetch: (creds, ref) => fetchRef(call, creds, ref),
    findByAttempt: async (creds, attempt) =>
      attempt.gatewayRef ? fetchRef(call, creds, attempt.gatewayRef) : null,
    refund: (creds, refund) => sendRefund(call, creds, refund),
    fetchRefund: async (creds, refund, ref) => {
      const answer = await call(creds, {
        method: 'GET',
        path: `/v2/payments/refunds/${encodeURIComponent(ref)}`,
        template: '/v2/payments/refunds/{id}',
      });
      return outcomeOfRefund(parseGatewayResponse(answer, refundSchema), refund.amountMinor);
    },
    isDisputed: (creds, ref) => isDisputed(call, creds, ref),
    list: (creds, since) => list(context, call, creds, since),
    parseWebhook: (creds, request) => paypalHints(call, creds, request),
  });
}

/** Verifies the keys: any read needs a token, so one successful read is enough. */
async function checkKeys(call: JsonCaller, creds: CredsOf<6>): Promise<CredentialCheck> {
  const answer = await call(creds, { method: 'GET', path: '/v1/notifications/webhooks' });
  if (answer.status >= 400) throw new GatewayError('refused', `paypal answered ${answer.status}`);
  const account = `PayPal ${creds.client_id.slice(0, 8)}…`;
  // An app permanently belongs to one account; only its secret is renewed.
  return { ok: true, account, accountId: creds.client_id, currencies: [], found: {} };
}

async function begin(
  context: GatewayContext,
  call: JsonCaller,
  creds: CredsOf<6>,
  attempt: Attempt,
): Promise<BrowserSession> {
  const answer = await call(creds, {
    method: 'POST',
    path: '/v2/checkout/orders',
    headers: { 'paypal-request-id': attempt.id, prefer: 'return=representation' },
    body: orderBody(attempt),
    isRepeatable: true,
  });
  const order = parseGatewayResponse(answer, orderSchema);
  const link = order.links?.find((one) => one.rel === 'payer-action' || one.rel === 'approve');
  const query = new URLSearchParams({ 'client-id': creds.client_id, currency: attempt.currency });
  const isRedirect = attempt.checkoutStyle === 'redirect';
  if (isRedirect && !link) throw new GatewayError('provider_contract_error', 'an order without a link');
  const session = browserSession(context, 'paypal', creds, attempt, {
    publicKey: creds.client_id,
    extra: { order_id: order.id },
  });
  return {
    ...session,
    scriptUrl: isRedirect ? null : `${session.scriptUrl}?${query}`,
    clientToken: order.id,
    ...(isRedirect && link ? { redirect: { url: link.href, method: 'GET' as const, fields: {} } } : {}),
    gatewayRef: `order:${order.id}`,
    page: { orderRef: order.id },
  };
}

function orderBody(attempt: Attempt) {
  return {
    intent: 'CAPTURE',
    purchase_units: [
      {
        reference_id: 'default',
        custom_id: attempt.id,
        // Unique per account, so there cannot be a second order for the same attempt.
        invoice_id: `${attempt.invoiceNumber}-${attempt.id}`,
        description: attempt.description.slice(0, 127),
        amount: { currency_code: attempt.currency, value: minorToDecimal(attempt.amountMinor) },
      },
    ],
    payment_source: {
      paypal: {
        experience_context: {
          return_url: attempt.returnUrl,
          cancel_url: attempt.cancelUrl,
          user_action: 'PAY_NOW',
          shipping_preference: 'NO_SHIPPING',
          brand_name: attempt.companyName.slice(0, 127),
          locale: attempt.locale,
        },
      },
    },
  };
}

/** Captures the attempt's order after checking that it is approved. */
async function complete(
  call: JsonCaller,
  creds: CredsOf<6>,
  attempt: Attempt,
  token: BrowserToken,
): Promise<Outcome> {
  const ref = attempt.gatewayRef;
  if (!ref?.startsWith('order:')) {
    return declinedOutcome(attempt, 'try_again', 'the payment was never started');
  }
  const id = ref.slice('order:'.length);
  if (token.value && token.value !== id) {
    return declinedOutcome(attempt, 'try_again', 'the page returned another order');
  }
  const before = await runLookup(attempt, () => fetchRef(call, creds, ref));
  return before.isApproved ? runCharge(attempt, () => capture(call, creds, attempt, id)) : before;
}

async function capture(call: JsonCaller, creds: CredsOf<6>, attempt: Attempt, id: string): Promise<Outcome> {
  const answer = await call(creds, {
    method: 'POST',
    path: `/v2/checkout/orders/${encodeURIComponent(id)}/capture`,
    template: '/v2/checkout/orders/{id}/capture',
    headers: { 'paypal-request-id': `${attempt.id}-c`, prefer: 'return=representation' },
    body: {},
    isRepeatable: true,
  });
  if (answer.status < 300) return outcomeOfOrder(parseResponse(answer.text, orderSchema));
  const { issues, text } = problemsOf(answer);
  if (issues.includes('ORDER_ALREADY_CAPTURED')) return fetchRef(call, creds, `order:${id}`);
  // Approvals expire at PayPal after some hours: nothing was captured, and nothing can be any more.
  if (answer.status === 404 || issues.includes('ORDER_EXPIRED')) return canceledOutcome(attempt);
  if (issues.includes('ORDER_NOT_APPROVED')) {
    return { ...canceledOutcome(attempt), state: 'awaiting_payer', gatewayRef: `order:${id}` };
  }
  return declinedOutcome(attempt, toDeclineCode(6, ...issues), text, { issues }, `order:${id}`);
}

function problemsOf(answer: ExternalResponse): { issues: string[]; text: string } {
  const problem = parseResponse(answer.text, errorResponse);
  const details = problem.details ?? [];
  const issues = details.flatMap((one) => (one.issue ? [one.issue] : []));
  const text = details.map((one) => one.description ?? one.issue ?? '').join('; ');
  return { issues, text: text || (problem.message ?? 'refused') };
}

function readOrder(id: string) {
  return {
    method: 'GET' as const,
    path: `/v2/checkout/orders/${encodeURIComponent(id)}`,
    template: '/v2/checkout/orders/{id}',
  };
}

async function fetchRef(call: JsonCaller, creds: CredsOf<6>, ref: GatewayRef): Promise<Outcome> {
  if (ref.startsWith('order:')) {
    return outcomeOfOrder(parseGatewayResponse(await call(creds, readOrder(ref.slice(6))), orderSchema));
  }
  const id = ref.replace(/^capture:/, '');
  const answer = await call(creds, {
    method: 'GET',
    path: `/v2/payments/captures/${encodeURIComponent(id)}`,
    template: '/v2/payments/captures/{id}',
  });
  const got = parseGatewayResponse(answer, captureSchema);
  const order = got.supplementary_data?.related_ids?.order_id;
  // Only the order contains the refunded amount.
  if (got.status === 'PARTIALLY_REFUNDED' && order) return fetchRef(call, creds, `order:${order}`);
  return outcomeOfCapture(got);
}

/** A capture does not show disputes; they are queried by the transaction they are about. */
async function isDisputed(call: JsonCaller, creds: CredsOf<6>, ref: GatewayRef): Promise<boolean> {
  const query = new URLSearchParams({ disputed_transaction_id: ref.replace(/^capture:/, '') });
  const path = `/v1/customer/disputes?${query}`;
  const answer = await call(creds, { method: 'GET', path, template: '/v1/customer/disputes' });
  return (parseGatewayResponse(answer, disputeList).items ?? []).length > 0;
}

async function sendRefund(call: JsonCaller, creds: CredsOf<6>, refund: Refund): Promise<RefundOutcome> {
  const id = refund.gatewayRef.replace(/^capture:/, '');
  const isWhole = refund.amountMinor === refund.capturedMinor;
  const answer = await call(creds, {
    method: 'POST',
    path: `/v2/payments/captures/${encodeURIComponent(id)}/refund`,
    template: '/v2/payments/captures/{id}/refund',
    headers: { 'paypal-request-id': refund.id, prefer: 'return=representation' },
    body: isWhole
      ? {}
      : { amount: { currency_code: refund.currency, value: minorToDecimal(refund.amountMinor) } },
    isRepeatable: true,
  });
  if (answer.status < 300) {
    return outcomeOfRefund(parseResponse(answer.text, refundSchema), refund.amountMinor);
  }
  const { issues, text } = problemsOf(answer);
  const isTooMuch = issues.some((issue) => /FULLY_REFUNDED|REFUND_AMOUNT_EXCEEDED/.test(issue));
  return failedRefund(refund, 'refund', isTooMuch ? 'too_much' : 'refused', text, { issues });
}

/** PayPal's own list, which may lag by hours. Payments only: T00…, with their custom_id. */
async function list(
  context: GatewayContext,
  call: JsonCaller,
  creds: CredsOf<6>,
  since: Instant,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (let page = 1; page <= mostPages; page += 1) {
    const query = new URLSearchParams({
      start_date: since,
      end_date: context.clock.now(),
      fields: 'transaction_info',
      page_size: '500',
      page: String(page),
    });
    const path = `/v1/reporting/transactions?${query}`;
    const answer = await call(creds, { method: 'GET', path, template: '/v1/reporting/transactions' });
    const got = parseGatewayResponse(answer, searchResponse);
    const captures = (got.transaction_details ?? [])
      .map((one) => one.transaction_info)
      .filter((one) => one.transaction_event_code?.startsWith('T00') && one.transaction_status !== 'D')
      // The list also contains what the company itself paid, as negative amounts.
      .filter((one) => Number(one.transaction_amount.value) > 0);
    for (const one of captures) outcomes.push(await listedPayment(call, creds, one));
    if (page >= (got.total_pages ?? 1)) return outcomes;
  }
  throw new GatewayError('provider_contract_error', 'the list of payments does not end');
}

/**
 * A payment received outside this app, such as via PayPal's own link, is no capture of the app: only the list has it.
 */
async function listedPayment(call: JsonCaller, creds: CredsOf<6>, listed: Transaction): Promise<Outcome> {
  try {
    return await fetchRef(call, creds, `capture:${listed.transaction_id}`);
  } catch (error) {
    if (error instanceof GatewayError && error.code === 'not_found') return outcomeOfTransaction(listed);
    throw error;
  }
}
