import { parseResponse } from '../../http-client.ts';
import { browserSession } from '../kit/browser-session.ts';
import type { Creds, CredsOf } from '../kit/credentials.ts';
import type {
  Attempt,
  BrowserSession,
  BrowserToken,
  CredentialCheck,
  Outcome,
  PaymentGateway,
} from '../kit/gateway.ts';
import type { GatewayContext } from '../kit/gateway-context.ts';
import { gatewayOf } from '../kit/gateway-of.ts';
import { type JsonCaller, jsonCaller, parseGatewayResponse } from '../kit/json-calls.ts';
import { canceledOutcome, declinedOutcome, unknownOutcome } from '../kit/outcomes.ts';
import { asCredsOf } from '../kit/verify-credentials.ts';
import { findByApiId, findOnPaylink, readTransaction, transactionsSince } from './lookup.ts';
import { closePaylink, openPaylink } from './paylinks.ts';
import { fetchRefundOutcome, sendRefund } from './refunds.ts';
import {
  errorResponse,
  isPartialApproval,
  isRefund,
  locationResponse,
  outcomeOfTransaction,
  type Transaction,
  ticketResponse,
  transactionResponse,
} from './schemas.ts';
import { fortisHints, registerFortisWebhook } from './webhooks.ts';

/** Fortis via its HTTP API: a ticket from the browser is charged here, once; our id finds the charge again. */
export function fortisGateway(context: GatewayContext): PaymentGateway {
  const call = jsonCaller(context, 'fortis', (creds: Creds) => {
    const keys = asCredsOf(creds, 7);
    return {
      'user-id': keys.user_id,
      'user-api-key': keys.user_api_key,
      'developer-id': keys.developer_id || context.fortisDeveloperId,
    };
  });
  return gatewayOf({
    type: 7,
    lookupIsFinalAfterMinutes: context.minutes.fortisLookup,
    checkCredentials: (creds) => checkLocation(call, creds),
    registerWebhook: (creds, url) => registerFortisWebhook(call, creds, url),
    begin: (creds, attempt) => begin(context, call, creds, attempt),
    charge: (creds, attempt, token) => charge(call, creds, attempt, token),
    cancel: (creds, attempt) => cancel(call, creds, attempt),
    fetch: async (creds, ref) => fetchedOutcome(call, creds, await readTransaction(call, creds, ref)),
    findByAttempt: (creds, attempt) => find(call, creds, attempt),
    refund: (creds, refund) => sendRefund(call, creds, refund),
    fetchRefund: (creds, refund, ref) => fetchRefundOutcome(call, creds, refund, ref),
    list: async (creds, since) => {
      const all = await transactionsSince(call, creds, since);
      return all.filter((one) => !isRefund(one)).map(outcomeOfTransaction);
    },
    parseWebhook: async (creds, request) => fortisHints(creds, request),
  });
}

async function checkLocation(call: JsonCaller, creds: CredsOf<7>): Promise<CredentialCheck> {
  const path = `/v1/locations/${encodeURIComponent(creds.location_id)}`;
  const answer = await call(creds, { method: 'GET', path, template: '/v1/locations/{id}' });
  const { data } = parseGatewayResponse(answer, locationResponse);
  return { ok: true, account: data.name ?? data.id, accountId: data.id, currencies: [], found: {} };
}

async function begin(
  context: GatewayContext,
  call: JsonCaller,
  creds: CredsOf<7>,
  attempt: Attempt,
): Promise<BrowserSession> {
  const session = browserSession(context, 'fortis', creds, attempt, {
    publicKey: '',
    extra: { environment: creds.mode === 'live' ? 'production' : 'sandbox' },
  });
  if (attempt.checkoutStyle === 'redirect') {
    const { id, payment_url } = await openPaylink(call, creds, attempt);
    return {
      ...session,
      scriptUrl: null,
      redirect: { url: payment_url, method: 'GET', fields: {} },
      gatewayRef: `paylink:${id}`,
      page: { ref: id, orderRef: id },
    };
  }
  const answer = await call(creds, {
    method: 'POST',
    path: '/v1/elements/ticket/intention',
    body: { location_id: creds.location_id, product_transaction_id: creds.product_transaction_id },
    kind: 'read',
    // An unused intention has no effect.
    isRepeatable: true,
  });
  const { client_token } = parseGatewayResponse(answer, ticketResponse).data;
  return { ...session, clientToken: client_token };
}

/** Deletes the link first: what is found afterwards is all that can have been paid. */
async function cancel(call: JsonCaller, creds: CredsOf<7>, attempt: Attempt): Promise<Outcome> {
  const { pageRef } = attempt;
  const problem = pageRef ? await closePaylink(call, creds, pageRef).then(noProblem, asProblem) : null;
  const found = await find(call, creds, attempt);
  if (found) return found;
  if (problem) throw problem;
  return canceledOutcome(attempt);
}

const noProblem = () => null;
const asProblem = (error: Error) => error;

async function charge(
  call: JsonCaller,
  creds: CredsOf<7>,
  attempt: Attempt,
  token: BrowserToken,
): Promise<Outcome> {
  const answer = await call(creds, {
    method: 'POST',
    path: '/v1/transactions/cc/sale/ticket',
    body: {
      ticket_id: token.value,
      transaction_amount: attempt.amountMinor,
      location_id: creds.location_id,
      product_transaction_id: creds.product_transaction_id,
      transaction_api_id: attempt.id,
      order_number: attempt.invoiceNumber.slice(0, 32),
      description: attempt.description.slice(0, 64),
      ...(token.postalCode ? { billing_address: { postal_code: token.postalCode } } : {}),
    },
  });
  if (answer.status >= 300) {
    const text = parseResponse(answer.text, errorResponse).detail ?? 'refused';
    // Our id is taken: an earlier attempt arrived after all.
    if (/transaction_api_id/.test(text)) {
      return (await find(call, creds, attempt)) ?? unknownOutcome(attempt, 'our id is taken');
    }
    return declinedOutcome(attempt, /ticket/i.test(text) ? 'try_again' : 'declined', text);
  }
  const transaction = parseResponse(answer.text, transactionResponse).data;
  return isPartialApproval(transaction)
    ? voidPartialApproval(call, creds, attempt, transaction)
    : outcomeOfTransaction(transaction);
}

/** Voids an approval for less than the requested amount, so that the payer can use another card. */
async function voidPartialApproval(
  call: JsonCaller,
  creds: CredsOf<7>,
  attempt: Attempt,
  transaction: Transaction,
): Promise<Outcome> {
  if (!(await isVoided(call, creds, transaction)))
    return unknownOutcome(attempt, 'a partial approval could not be voided');
  return declinedOutcome(
    attempt,
    'insufficient_funds',
    'only partially approved',
    transaction,
    transaction.id,
  );
}

async function isVoided(call: JsonCaller, creds: CredsOf<7>, transaction: Transaction): Promise<boolean> {
  if (transaction.status_code === 201) return true;
  const back = await call(creds, {
    method: 'PUT',
    path: `/v1/transactions/${encodeURIComponent(transaction.id)}/void`,
    template: '/v1/transactions/{id}/void',
    body: {},
  });
  return back.status < 300;
}

/**
 * Maps a fetched transaction. A webhook may lead to a partial approval before the lost response of its charge is looked
 * up.
 */
async function fetchedOutcome(
  call: JsonCaller,
  creds: CredsOf<7>,
  transaction: Transaction,
): Promise<Outcome> {
  const outcome = outcomeOfTransaction(transaction);
  const isDone = !isPartialApproval(transaction) || (await isVoided(call, creds, transaction));
  return isDone ? outcome : { ...outcome, state: 'unknown' };
}

/**
 * Finds the payment with the attempt's id or paid by its link. Returns a declined one only if there is no other, and
 * never one of a link, where the payer can enter another card. A voided partial approval counts as declined.
 */
async function find(call: JsonCaller, creds: CredsOf<7>, attempt: Attempt): Promise<Outcome | null> {
  const isByLink = attempt.checkoutStyle === 'redirect';
  const there = isByLink
    ? await findOnPaylink(call, creds, attempt)
    : await findByApiId(call, creds, attempt.id);
  const all = there.filter((one) => !isRefund(one));
  const outcomes: Outcome[] = [];
  for (const one of all) {
    const isPart = isPartialApproval(one);
    outcomes.push(isPart ? await voidPartialApproval(call, creds, attempt, one) : outcomeOfTransaction(one));
  }
  const good = outcomes.find((one) => one.state !== 'failed');
  if (!isByLink) return good ?? outcomes[0] ?? null;
  return good ? { ...good, attemptId: attempt.id } : null;
}
