import type Stripe from 'stripe';
import type { Instant } from '#domain/base/time.ts';
import { dateOf } from '../../../clock.ts';
import { newId } from '../../../ids.ts';
import { RequestFailed } from '../../http-client.ts';
import { browserSession } from '../kit/browser-session.ts';
import type { CredsOf } from '../kit/credentials.ts';
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
import { canceledOutcome, declinedOutcome, failedRefund, runRead } from '../kit/outcomes.ts';
import { redact } from '../kit/redact.ts';
import { stripeClient, toStripeError } from './client.ts';
import {
  type Intent,
  intentSchema,
  outcomeOfIntent,
  parseStripeObject,
  refundSchema,
  type Session,
  type StripeRefund,
  sessionSchema,
} from './outcomes.ts';
import { registerStripeWebhook, stripeHints } from './webhooks.ts';

const withCharge = ['latest_charge.balance_transaction'];
const fromSession = ['payment_intent.latest_charge.balance_transaction'];
/** Maximum length of the list used for reconciliation. */
const mostListed = 2000;

/** Stripe via its own SDK: an intent created here, confirmed between the payer's browser and Stripe, then read here. */
export function stripeGateway(context: GatewayContext): PaymentGateway {
  const open = (creds: CredsOf<5>) => stripeClient(context.http, context.base('stripe', creds.mode), creds);
  return gatewayOf({
    type: 5,
    // The intent's id is known before the payer confirms: what does not exist now was never created.
    lookupIsFinalAfterMinutes: 0,
    runRead: asking,
    checkCredentials: (creds) => checkAccount(open(creds)),
    registerWebhook: (creds, url, key) => registerStripeWebhook(open(creds), creds, url, key),
    begin: (creds, attempt) => begin(context, open(creds), creds, attempt),
    complete: (creds, attempt, token) => complete(open(creds), attempt, token).catch(rethrown),
    cancel: (creds, attempt) => cancel(open(creds), attempt),
    fetch: (creds, ref) => fetchRef(open(creds), ref),
    findByAttempt: async (creds, attempt) =>
      attempt.gatewayRef ? fetchRef(open(creds), attempt.gatewayRef) : null,
    refund: (creds, refund) => sendRefund(open(creds), refund),
    fetchRefund: async (creds, _refund, ref) =>
      refundOutcome(parseStripeObject(await open(creds).refunds.retrieve(ref), refundSchema)),
    list: (creds, since) => listIntents(open(creds), since),
    parseWebhook: async (creds, request) => stripeHints(creds, request),
  });
}

/** Runs a call and turns a rejection by Stripe into a GatewayError. */
function asking<T>(run: () => Promise<T>): Promise<T> {
  return runRead(() => run().catch(rethrown));
}

function rethrown(error: unknown): never {
  const problem = toStripeError(error);
  throw new GatewayError(problem.statusCode === 404 ? 'not_found' : 'refused', problem.code ?? problem.type);
}

async function checkAccount(stripe: Stripe): Promise<CredentialCheck> {
  const account = await stripe.accounts.retrieveCurrent().catch(rethrown);
  const name = account.settings?.dashboard?.display_name || account.business_profile?.name || account.id;
  return { ok: true, account: name, accountId: account.id, currencies: [], found: {} };
}

async function begin(
  context: GatewayContext,
  stripe: Stripe,
  creds: CredsOf<5>,
  attempt: Attempt,
): Promise<BrowserSession> {
  const common = browserSession(context, 'stripe', creds, attempt, {
    publicKey: creds.publishable_key,
    extra: {},
  });
  if (attempt.checkoutStyle === 'redirect') {
    const session = await openCheckout(stripe, attempt);
    if (!session.url) throw new GatewayError('provider_contract_error', 'a checkout without a URL');
    return {
      ...common,
      scriptUrl: null,
      redirect: { url: session.url, method: 'GET', fields: {} },
      gatewayRef: session.id,
      page: { ref: session.id },
    };
  }
  const intent = await openIntent(stripe, attempt);
  return {
    ...common,
    clientToken: intent.client_secret ?? '',
    gatewayRef: intent.id,
  };
}

async function openIntent(stripe: Stripe, attempt: Attempt): Promise<Intent> {
  const made = await stripe.paymentIntents.create(
    {
      amount: attempt.amountMinor,
      currency: attempt.currency.toLowerCase(),
      automatic_payment_methods: { enabled: true },
      description: attempt.description,
      ...(attempt.email ? { receipt_email: attempt.email } : {}),
      metadata: metadataOf(attempt),
    },
    { idempotencyKey: attempt.id },
  );
  return parseStripeObject(made, intentSchema);
}

async function openCheckout(stripe: Stripe, attempt: Attempt): Promise<Session> {
  const back = `${attempt.returnUrl}${attempt.returnUrl.includes('?') ? '&' : '?'}cs={CHECKOUT_SESSION_ID}`;
  const made = await stripe.checkout.sessions.create(
    {
      mode: 'payment',
      ui_mode: 'hosted_page',
      line_items: [
        {
          quantity: 1,
          price_data: {
            currency: attempt.currency.toLowerCase(),
            unit_amount: attempt.amountMinor,
            product_data: { name: attempt.description },
          },
        },
      ],
      success_url: back,
      cancel_url: attempt.cancelUrl,
      client_reference_id: attempt.id,
      ...(attempt.email ? { customer_email: attempt.email } : {}),
      payment_intent_data: { metadata: metadataOf(attempt) },
    },
    { idempotencyKey: attempt.id },
  );
  return parseStripeObject(made, sessionSchema);
}

function metadataOf(attempt: Attempt): Record<string, string> {
  return { attempt: attempt.id, invoice: attempt.invoiceId, subscriber: attempt.subscriberId };
}

/**
 * Completes an attempt that the browser claims to have confirmed: only Stripe's state counts. A declined intent is
 * canceled before it is reported as failed, and the payer starts again: while it is open, a second tab could still pay
 * it.
 */
async function complete(stripe: Stripe, attempt: Attempt, token: BrowserToken): Promise<Outcome> {
  const ref = attempt.gatewayRef;
  if (!ref) return declinedOutcome(attempt, 'try_again', 'the payment was never started');
  if (token.value && token.value !== ref) {
    return declinedOutcome(attempt, 'try_again', 'the page returned another payment');
  }
  const outcome = await fetchRef(stripe, ref);
  const isDeclined = outcome.state === 'awaiting_payer' && outcome.declineCode !== undefined;
  if (!isDeclined || !outcome.gatewayRef?.startsWith('pi_')) return outcome;
  const closed = await closeIntent(stripe, outcome.gatewayRef);
  return closed.state === 'canceled' ? { ...outcome, state: 'failed' } : closed;
}

/**
 * Cancels an attempt. The key is new for each call, so that retries only happen within it: a later call may succeed.
 */
async function cancel(stripe: Stripe, attempt: Attempt): Promise<Outcome> {
  const ref = attempt.gatewayRef;
  if (!ref) return canceledOutcome(attempt);
  if (ref.startsWith('pi_')) return closeIntent(stripe, ref);
  try {
    await stripe.checkout.sessions.expire(ref, {}, { idempotencyKey: newId() });
  } catch (error) {
    // Already complete or expired: the next line reads the current state.
    toStripeError(error);
  }
  return fetchRef(stripe, ref);
}

async function closeIntent(stripe: Stripe, id: string): Promise<Outcome> {
  try {
    const closed = await stripe.paymentIntents.cancel(
      id,
      { expand: withCharge },
      { idempotencyKey: newId() },
    );
    return outcomeOfIntent(parseStripeObject(closed, intentSchema));
  } catch (error) {
    // Rejected because it is already paid or canceled: read it.
    toStripeError(error);
    return fetchRef(stripe, id);
  }
}

async function fetchRef(stripe: Stripe, ref: GatewayRef): Promise<Outcome> {
  if (!ref.startsWith('cs_')) {
    return outcomeOfIntent(
      parseStripeObject(await stripe.paymentIntents.retrieve(ref, { expand: withCharge }), intentSchema),
    );
  }
  const got = await stripe.checkout.sessions.retrieve(ref, { expand: fromSession });
  const session = parseStripeObject(got, sessionSchema);
  const intent = session.payment_intent;
  if (
    intent &&
    typeof intent === 'object' &&
    (session.status === 'complete' || intent.status === 'succeeded')
  ) {
    return outcomeOfIntent(intent);
  }
  return {
    state: session.status === 'expired' ? 'canceled' : 'awaiting_payer',
    gatewayRef: session.id,
    attemptId: session.client_reference_id ?? null,
    amountMinor: session.amount_total ?? 0,
    currency: session.currency?.toUpperCase() ?? null,
    refundedMinor: 0,
    raw: redact(session),
  };
}

async function sendRefund(stripe: Stripe, refund: Refund): Promise<RefundOutcome> {
  try {
    const made = await stripe.refunds.create(
      { payment_intent: refund.gatewayRef, amount: refund.amountMinor, metadata: { refund: refund.id } },
      { idempotencyKey: refund.id },
    );
    return refundOutcome(parseStripeObject(made, refundSchema));
  } catch (error) {
    const problem = toStripeError(error);
    if (problem.statusCode === 409) throw new RequestFailed('uncertain', 'the same refund is in progress');
    const isTooMuch = problem.code === 'charge_already_refunded' || /greater than/.test(problem.message);
    return failedRefund(refund, 'refund', isTooMuch ? 'too_much' : 'refused', problem.message);
  }
}

function refundOutcome(got: StripeRefund): RefundOutcome {
  const isFailed = got.status === 'failed' || got.status === 'canceled';
  return {
    state: got.status === 'succeeded' ? 'succeeded' : isFailed ? 'failed' : 'pending',
    kind: 'refund',
    gatewayRef: got.id,
    amountMinor: got.amount,
    ...(isFailed
      ? { failureCode: 'refused' as const, failureText: got.failure_reason ?? 'refund failed' }
      : {}),
    raw: redact(got),
  };
}

async function listIntents(stripe: Stripe, since: Instant): Promise<Outcome[]> {
  const from = Math.floor(dateOf(since).getTime() / 1000);
  const pages = stripe.paymentIntents.list({
    created: { gte: from },
    limit: 100,
    expand: ['data.latest_charge'],
  });
  const found = await pages.autoPagingToArray({ limit: mostListed });
  return found.map((one) => outcomeOfIntent(parseStripeObject(one, intentSchema)));
}
