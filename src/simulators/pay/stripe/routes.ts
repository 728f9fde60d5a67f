import { cardOf } from '../kit/cards.ts';
import { json, type SimApi, type SimCall, type SimReply, type SimRoute } from '../kit/listener.ts';
import type { StripeAccount } from './account.ts';
import { type FormTree, listAt, mapAt, parseForm, textAt, unknownParameter } from './form.ts';
import { serializeIntent } from './objects.ts';
import { errorReply, listReply, notFoundReply, objectReply, wrongStateReply } from './replies.ts';
import {
  createEndpoint,
  createRefund,
  createSession,
  deleteEndpoint,
  expireSession,
  getBalance,
  getCharge,
  getRefund,
  getSession,
  listEndpoints,
} from './resource-routes.ts';

const intentFields = [
  'amount',
  'currency',
  'automatic_payment_methods[enabled]',
  'automatic_payment_methods[allow_redirects]',
  'description',
  'receipt_email',
  'metadata*',
  'expand*',
  'payment_method_types*',
  'capture_method',
  'statement_descriptor_suffix',
  'shipping*',
  'customer',
  'setup_future_usage',
];
const sessionFields = [
  'mode',
  'ui_mode',
  'success_url',
  'cancel_url',
  'client_reference_id',
  'customer_email',
  'metadata*',
  'expand*',
  'payment_intent_data[metadata]*',
  'payment_intent_data[description]',
  'line_items[][quantity]',
  'line_items[][price_data][currency]',
  'line_items[][price_data][unit_amount]',
  'line_items[][price_data][product_data][name]',
  'locale',
  'expires_at',
];

const refundFields = ['payment_intent', 'charge', 'amount', 'reason', 'metadata*', 'expand*'];
const endpointFields = ['url', 'enabled_events*', 'api_version', 'description'];

type Handler = (account: StripeAccount, call: SimCall, form: FormTree) => SimReply;

/** Method, path, known parameters, handler. */
const table: readonly (readonly [string, RegExp, readonly string[], Handler])[] = [
  ['GET', /^\/v1\/account$/, [], (_account, call) => json(200, accountOf(call))],
  ['POST', /^\/v1\/payment_intents$/, intentFields, createIntent],
  ['GET', /^\/v1\/payment_intents$/, ['*'], listIntents],
  ['GET', /^\/v1\/payment_intents\/search$/, ['*'], searchIntents],
  ['GET', /^\/v1\/payment_intents\/([^/]+)$/, ['expand*', 'client_secret'], getIntent],
  ['POST', /^\/v1\/payment_intents\/([^/]+)$/, intentFields, updateIntent],
  ['POST', /^\/v1\/payment_intents\/([^/]+)\/cancel$/, ['cancellation_reason', 'expand*'], cancelIntent],
  ['POST', /^\/v1\/checkout\/sessions$/, sessionFields, createSession],
  ['GET', /^\/v1\/checkout\/sessions\/([^/]+)$/, ['expand*'], getSession],
  ['POST', /^\/v1\/checkout\/sessions\/([^/]+)\/expire$/, ['expand*'], expireSession],
  ['GET', /^\/v1\/charges\/([^/]+)$/, ['expand*'], getCharge],
  ['GET', /^\/v1\/balance_transactions\/([^/]+)$/, [], getBalance],
  ['POST', /^\/v1\/refunds$/, refundFields, createRefund],
  ['GET', /^\/v1\/refunds\/([^/]+)$/, ['expand*'], getRefund],
  ['GET', /^\/v1\/webhook_endpoints$/, ['limit', 'starting_after'], listEndpoints],
  ['POST', /^\/v1\/webhook_endpoints$/, endpointFields, createEndpoint],
  ['DELETE', /^\/v1\/webhook_endpoints\/([^/]+)$/, [], deleteEndpoint],
  ['GET', /^\/v1\/events$/, ['*'], listEvents],
  ['GET', /^\/v1\/events\/([^/]+)$/, [], getEvent],
];

/** The part of Stripe's API that we use; every POST respects Idempotency-Key. */
export function stripeApi(account: StripeAccount): SimApi {
  const routes = table.map(
    ([method, path, known, run]): SimRoute => [method, path, (call) => guarded(account, call, known, run)],
  );
  return {
    routes: [
      ...routes,
      ['POST', /^\/v1\/payment_intents\/([^/]+)\/confirm$/, (call) => confirmIntent(account, call)],
    ],
    notFound: (call) =>
      errorReply(404, {
        type: 'invalid_request_error',
        message: `Unrecognized request URL (${call.method}: ${call.path}).`,
      }),
    rateLimited: () =>
      errorReply(429, { type: 'rate_limit_error', code: 'rate_limit', message: 'Too many requests.' }),
    unauthorized,
  };
}

const accountObject = {
  id: 'acct_1SimulatedGable01',
  object: 'account',
  business_profile: { name: 'Whitfield Home Inspections', url: null },
  charges_enabled: true,
  country: 'US',
  default_currency: 'usd',
  settings: { dashboard: { display_name: 'Whitfield Home Inspections', timezone: 'America/New_York' } },
  type: 'standard',
};

/** Simulator only: a key that contains "other" belongs to another account. */
function accountOf({ headers }: SimCall) {
  const isOther = /other/i.test(String(headers.authorization));
  return isOther ? { ...accountObject, id: 'acct_1SimulatedGable02' } : accountObject;
}

const unauthorized = () =>
  errorReply(401, { type: 'invalid_request_error', message: 'Invalid API Key provided: sk_test_****' });

/** Checks key, parameters and idempotency before the handler and stores the reply after it. */
function guarded(account: StripeAccount, call: SimCall, known: readonly string[], run: Handler): SimReply {
  const key = /^Bearer (.+)$/.exec(call.headers.authorization ?? '')?.[1] ?? '';
  if (!/^(sk|rk)_test_\w+$/.test(key) || /revoked|invalid/.test(key)) return unauthorized();
  const form = parseForm(call.method === 'POST' ? call.text : call.query.toString());
  const id = `req_${account.ids.text(14)}`;
  const idempotency = call.method === 'POST' ? call.headers['idempotency-key'] : undefined;
  const name = typeof idempotency === 'string' ? `${key}:${idempotency}` : null;
  const stored = name ? account.book.keys.get(name) : undefined;
  const request = `${call.path}?${call.text}`;
  if (stored && stored.request !== request) {
    return errorReply(400, {
      type: 'idempotency_error',
      message:
        'Keys for idempotent requests can only be used with the same parameters they were first used with.',
    });
  }
  if (stored) {
    return {
      status: stored.status,
      body: stored.body,
      headers: { 'idempotent-replayed': 'true', 'request-id': id },
    };
  }
  const unknown = known.includes('*') ? null : unknownParameter(form, known);
  if (unknown) {
    return errorReply(400, {
      type: 'invalid_request_error',
      code: 'parameter_unknown',
      param: unknown,
      message: `Received unknown parameter: ${unknown}`,
    });
  }
  const reply = run(account, call, form);
  if (name) account.book.keys.set(name, { request, status: reply.status, body: reply.body });
  return { ...reply, headers: { ...reply.headers, 'request-id': id } };
}

function createIntent(account: StripeAccount, _call: SimCall, form: FormTree): SimReply {
  const amount = Number(textAt(form, 'amount'));
  const currency = textAt(form, 'currency') ?? '';
  if (!Number.isInteger(amount) || amount < 50) {
    return errorReply(400, {
      type: 'invalid_request_error',
      code: 'amount_too_small',
      param: 'amount',
      message: 'Amount must be at least $0.50 usd',
    });
  }
  if (!/^[a-z]{3}$/.test(currency)) return notFoundReply('currency');
  return json(200, serializeIntent(account.newIntent(amount, currency, form), listAt(form, 'expand')));
}

function getIntent(account: StripeAccount, call: SimCall, form: FormTree): SimReply {
  const intent = account.book.intents.get(call.params[0] ?? '');
  return objectReply(intent && serializeIntent(intent, listAt(form, 'expand')), call);
}

function updateIntent(account: StripeAccount, call: SimCall, form: FormTree): SimReply {
  const intent = account.book.intents.get(call.params[0] ?? '');
  if (!intent) return objectReply(undefined, call);
  if (intent.status === 'succeeded' || intent.status === 'canceled') return wrongStateReply(intent.status);
  intent.metadata = { ...intent.metadata, ...mapAt(form, 'metadata') };
  intent.amount = Number(textAt(form, 'amount') ?? intent.amount);
  return json(200, serializeIntent(intent, listAt(form, 'expand')));
}

function cancelIntent(account: StripeAccount, call: SimCall, form: FormTree): SimReply {
  const intent = account.book.intents.get(call.params[0] ?? '');
  if (!intent) return objectReply(undefined, call);
  if (intent.status === 'succeeded' || intent.status === 'canceled') return wrongStateReply(intent.status);
  if ([...account.book.sessions.values()].some((one) => one.intent === intent)) {
    const message =
      'You cannot cancel this PaymentIntent: it belongs to a Checkout Session. Expire the session.';
    return errorReply(400, { type: 'invalid_request_error', message });
  }
  intent.status = 'canceled';
  account.notify('payment_intent.canceled', serializeIntent(intent));
  return json(200, serializeIntent(intent, listAt(form, 'expand')));
}

/** Called from the frame only: authenticated by the client secret, not by the secret key. */
function confirmIntent(account: StripeAccount, call: SimCall): SimReply {
  const form = parseForm(call.text);
  const intent = account.book.intents.get(call.params[0] ?? '');
  if (!intent || textAt(form, 'client_secret') !== intent.clientSecret) return unauthorized();
  const typed = mapAt(form, 'payment_method_data', 'card');
  const card = cardOf({
    number: typed.number,
    cvc: typed.cvc,
    expiry: `${typed.exp_month}/${typed.exp_year}`,
    postal_code: typed.postal_code,
  });
  if (typeof card === 'string')
    return errorReply(402, { type: 'card_error', code: 'incorrect_number', message: card });
  return account.confirm(intent, card);
}

function listIntents(account: StripeAccount, call: SimCall): SimReply {
  const from = Number(call.query.get('created[gte]') ?? 0);
  const all = [...account.book.intents.values()].filter((one) => one.created >= from).reverse();
  const after = all.findIndex(({ id }) => id === call.query.get('starting_after')) + 1;
  const limit = Number(call.query.get('limit') ?? 10);
  const expand = [...call.query]
    .filter(([name]) => name.startsWith('expand'))
    .map(([, path]) => path.replace(/^data\./, ''));
  const page = all.slice(after, after + limit).map((one) => serializeIntent(one, expand));
  return json(200, { ...listReply(page, '/v1/payment_intents'), has_more: all.length > after + limit });
}

function searchIntents(account: StripeAccount, call: SimCall): SimReply {
  const [, name = '', value = ''] =
    /^metadata\['(\w+)'\]:'([^']*)'$/.exec(call.query.get('query') ?? '') ?? [];
  const all = [...account.book.intents.values()].filter((one) => one.metadata[name] === value);
  return json(200, {
    object: 'search_result',
    url: '/v1/payment_intents/search',
    has_more: false,
    data: all.map((one) => serializeIntent(one)),
  });
}

function listEvents(account: StripeAccount): SimReply {
  return json(200, listReply([...account.book.events.values()].reverse(), '/v1/events'));
}

function getEvent(account: StripeAccount, call: SimCall): SimReply {
  return objectReply(account.book.events.get(call.params[0] ?? ''), call);
}
