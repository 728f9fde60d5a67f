import { json, type SimApi, type SimCall, type SimReply, type SimRoute } from '../kit/listener.ts';
import { listDisputes } from './delayed-events.ts';
import {
  cardErrorCode,
  cardFromToken,
  newKey,
  newPayment,
  newRefund,
  type SquareState,
  type SubscriptionRow,
  serializeError,
  serializePayment,
  serializeRefund,
} from './ledger.ts';

type Body = Record<string, unknown>;
type Handler = (world: SquareState, call: SimCall, body: Body) => SimReply;
interface Money {
  amount?: number;
  currency?: string;
}

const location = {
  id: 'L88917AVBK2S5',
  name: 'Whitfield Home Inspections',
  status: 'ACTIVE',
  country: 'US',
  currency: 'USD',
  language_code: 'en-US',
  merchant_id: 'ML0SIMULATED1',
  timezone: 'America/New_York',
  type: 'PHYSICAL',
  capabilities: ['CREDIT_CARD_PROCESSING', 'AUTOMATIC_TRANSFERS'],
};

/** The same merchant's other location. */
const secondLocation = { ...location, id: 'L2SIMULATED02', name: 'Whitfield Home Inspections South' };

/** Simulator only: a key that contains "other" belongs to another merchant. */
function locationOf({ headers, params }: SimCall) {
  const found = params[0] === 'main' ? location : locationById(params[0]);
  const isOther = /other/i.test(String(headers.authorization));
  return found && isOther ? { ...found, merchant_id: 'ML0SIMULATED2' } : found;
}

function locationById(id: unknown) {
  return [location, secondLocation].find((one) => one.id === id);
}

/** The part of Square's API that we use; writes respect `idempotency_key`. */
export function squareApi(world: SquareState): SimApi {
  const on = (method: string, path: RegExp, run: Handler): SimRoute => [
    method,
    path,
    (call) => guarded(world, call, run),
  ];
  return {
    routes: [
      on('GET', /^\/v2\/locations$/, () => json(200, { locations: [location, secondLocation] })),
      on('GET', /^\/v2\/locations\/([^/]+)$/, (_w, call) => {
        const found = locationOf(call);
        return found ? json(200, { location: found }) : notFound();
      }),
      on('POST', /^\/v2\/payments$/, createPayment),
      on('GET', /^\/v2\/payments$/, listPayments),
      on('GET', /^\/v2\/payments\/([^/]+)$/, getPayment),
      on('POST', /^\/v2\/payments\/([^/]+)\/(cancel|complete)$/, endPayment),
      on('POST', /^\/v2\/refunds$/, createRefund),
      on('GET', /^\/v2\/refunds\/([^/]+)$/, getRefund),
      on('GET', /^\/v2\/disputes$/, listDisputes),
      on('POST', /^\/v2\/online-checkout\/payment-links$/, createLink),
      on('DELETE', /^\/v2\/online-checkout\/payment-links\/([^/]+)$/, deleteLink),
      on('GET', /^\/v2\/webhooks\/subscriptions$/, (w) =>
        json(200, { subscriptions: [...w.book.subscriptions.values()].map(shownSubscription) }),
      ),
      on('POST', /^\/v2\/webhooks\/subscriptions$/, createSubscription),
      on('GET', /^\/v2\/webhooks\/subscriptions\/([^/]+)$/, (w, call) => {
        const row = w.book.subscriptions.get(call.params[0] ?? '');
        return row ? json(200, { subscription: shownSubscription(row) }) : notFound();
      }),
      on('DELETE', /^\/v2\/webhooks\/subscriptions\/([^/]+)$/, (w, call) =>
        w.book.subscriptions.delete(call.params[0] ?? '') ? json(200, {}) : notFound(),
      ),
    ],
    notFound,
    rateLimited: () => refused(429, 'RATE_LIMITED', 'RATE_LIMIT_ERROR'),
    unauthorized,
  };
}

const unauthorized = () => refused(401, 'UNAUTHORIZED', 'AUTHENTICATION_ERROR');
const notFound = () => refused(404, 'NOT_FOUND', 'INVALID_REQUEST_ERROR');

function refused(status: number, code: string, category = 'INVALID_REQUEST_ERROR', detail = code): SimReply {
  return json(status, { errors: [{ category, code, detail }] });
}

function guarded(world: SquareState, call: SimCall, run: Handler): SimReply {
  const token = /^Bearer (.+)$/.exec(String(call.headers.authorization ?? ''))?.[1];
  if (!token || /revoked|invalid/.test(token)) return unauthorized();
  let body: Body = {};
  if (call.text) {
    try {
      body = JSON.parse(call.text) as Body;
    } catch {
      return refused(400, 'INVALID_REQUEST_ERROR', 'INVALID_REQUEST_ERROR', 'The body is not JSON');
    }
  }
  const key = typeof body.idempotency_key === 'string' ? `${call.path}:${body.idempotency_key}` : null;
  const stored = key ? world.book.keys.get(key) : undefined;
  if (stored && stored.request !== call.text) return refused(400, 'IDEMPOTENCY_KEY_REUSED');
  if (stored) return { status: stored.status, body: stored.body };
  if (call.method === 'POST' && !key && !/cancel|complete/.test(call.path))
    return refused(400, 'MISSING_REQUIRED_PARAMETER');
  if (key && String(body.idempotency_key).length > 45) return refused(400, 'VALUE_TOO_LONG');
  const reply = run(world, call, body);
  if (key) world.book.keys.set(key, { request: call.text, status: reply.status, body: reply.body });
  return reply;
}

function createPayment(world: SquareState, _call: SimCall, body: Body): SimReply {
  const unknown = Object.keys(body).find((name) => !paymentFields.has(name));
  if (unknown) return refused(400, 'UNKNOWN_BODY_PARAMETER', 'INVALID_REQUEST_ERROR', unknown);
  const { amount, currency } = (body.amount_money ?? {}) as Money;
  if (!Number.isInteger(amount) || amount === undefined || amount < 1) return refused(400, 'VALUE_TOO_LOW');
  if (currency !== location.currency)
    return refused(400, 'INVALID_VALUE', 'INVALID_REQUEST_ERROR', 'amount_money.currency');
  const at = locationById(body.location_id ?? location.id);
  if (!at) return refused(400, 'INVALID_LOCATION');
  const found = cardFromToken(world, String(body.source_id));
  if (typeof found === 'string') {
    return found === 'NOT_FOUND'
      ? notFound()
      : json(400, { errors: [serializeError(found, 'INVALID_REQUEST_ERROR')] });
  }
  const error = cardErrorCode(found.card, found.isVerified);
  const payment = newPayment(world, {
    amount,
    currency,
    reference: typeof body.reference_id === 'string' ? body.reference_id : null,
    note: typeof body.note === 'string' ? body.note : null,
    location: at.id,
    card: found.card,
    error,
  });
  if (error) return json(400, { errors: [serializeError(error)], payment: serializePayment(payment) });
  return json(200, { payment: serializePayment(payment) });
}

const paymentFields = new Set([
  'source_id',
  'idempotency_key',
  'amount_money',
  'autocomplete',
  'location_id',
  'reference_id',
  'note',
  'buyer_email_address',
  'tip_money',
  'app_fee_money',
  'order_id',
  'customer_id',
  'verification_token',
  'billing_address',
  'shipping_address',
  'delay_duration',
  'delay_action',
]);

const pageSize = 100;

function listPayments(world: SquareState, call: SimCall): SimReply {
  const from = call.query.get('begin_time') ?? '';
  const at = call.query.get('location_id');
  const all = [...world.book.payments.values()].filter(
    (one) =>
      Date.parse(one.created) >= (Date.parse(from) || 0) &&
      (at === null || at === 'main' || one.location === at),
  );
  if (call.query.get('sort_order') !== 'ASC') all.reverse();
  const start = Number(call.query.get('cursor') ?? 0);
  const limit = Math.min(pageSize, Number(call.query.get('limit') ?? pageSize));
  const page = all.slice(start, start + limit).map(serializePayment);
  const more = start + limit < all.length ? { cursor: String(start + limit) } : {};
  return json(200, { ...(page.length > 0 ? { payments: page } : {}), ...more });
}

function getPayment(world: SquareState, call: SimCall): SimReply {
  const payment = world.book.payments.get(call.params[0] ?? '');
  return payment ? json(200, { payment: serializePayment(payment) }) : notFound();
}

function endPayment(world: SquareState, call: SimCall): SimReply {
  const payment = world.book.payments.get(call.params[0] ?? '');
  if (!payment) return notFound();
  if (payment.status !== 'APPROVED') return refused(400, 'BAD_REQUEST');
  payment.status = call.params[1] === 'cancel' ? 'CANCELED' : 'COMPLETED';
  return json(200, { payment: serializePayment(payment) });
}

function createRefund(world: SquareState, _call: SimCall, body: Body): SimReply {
  const payment = world.book.payments.get(String(body.payment_id));
  if (payment?.status !== 'COMPLETED') return notFound();
  const { amount } = (body.amount_money ?? {}) as Money;
  if (!Number.isInteger(amount) || amount === undefined || amount < 1) return refused(400, 'VALUE_TOO_LOW');
  if (amount > payment.amount - payment.refunded) {
    return refused(
      400,
      'REFUND_AMOUNT_INVALID',
      'REFUND_ERROR',
      'The requested refund amount exceeds the amount available to refund.',
    );
  }
  return json(200, { refund: serializeRefund(newRefund(world, payment, amount)) });
}

function getRefund(world: SquareState, call: SimCall): SimReply {
  const refund = world.book.refunds.get(call.params[0] ?? '');
  return refund ? json(200, { refund: serializeRefund(refund) }) : notFound();
}

function createLink(world: SquareState, _call: SimCall, body: Body): SimReply {
  const quick = (body.quick_pay ?? {}) as { name?: string; price_money?: Money; location_id?: string };
  const options = (body.checkout_options ?? {}) as { redirect_url?: string };
  const { amount, currency } = quick.price_money ?? {};
  if (!quick.name || !amount || !currency) return refused(400, 'MISSING_REQUIRED_PARAMETER');
  const id = newKey(world.ids).slice(0, 16);
  const link = {
    id,
    orderId: world.ids.text(22),
    amount,
    currency,
    note: typeof body.payment_note === 'string' ? body.payment_note : null,
    location: locationById(quick.location_id)?.id ?? location.id,
    redirectUrl: options.redirect_url ?? '',
    isPaid: false,
  };
  world.book.links.set(id, link);
  const url = `${world.publicUrl()}/hosted/square/pay/${id}`;
  return json(200, {
    payment_link: {
      id,
      version: 1,
      order_id: link.orderId,
      url,
      long_url: url,
      created_at: world.clock.iso(),
    },
  });
}

function deleteLink(world: SquareState, call: SimCall): SimReply {
  const link = world.book.links.get(call.params[0] ?? '');
  if (!link) return notFound();
  world.book.links.delete(link.id);
  return json(200, { id: link.id, cancelled_order_id: link.orderId });
}

function createSubscription(world: SquareState, _call: SimCall, body: Body): SimReply {
  const asked = (body.subscription ?? {}) as { notification_url?: string; event_types?: string[] };
  if (!asked.notification_url || !asked.event_types?.length)
    return refused(400, 'MISSING_REQUIRED_PARAMETER');
  const row = {
    id: `wbhk_${world.ids.text(32)}`,
    url: asked.notification_url,
    events: asked.event_types,
    key: newKey(world.ids),
  };
  world.book.subscriptions.set(row.id, row);
  return json(200, { subscription: shownSubscription(row) });
}

function shownSubscription(row: SubscriptionRow) {
  return {
    id: row.id,
    name: 'Gable',
    enabled: true,
    event_types: row.events,
    notification_url: row.url,
    api_version: '2026-09-16',
    signature_key: row.key,
  };
}
