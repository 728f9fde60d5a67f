import { json, type SimApi, type SimCall, type SimReply, type SimRoute } from '../kit/listener.ts';
import { listDisputes } from './delayed-events.ts';
import {
  buildSignedText,
  type CaptureRow,
  isSignatureValid,
  newPaypalId,
  type OrderRow,
  type PaypalState,
  sendNotice,
  serializeCapture,
  serializeOrder,
  serializeRefund,
} from './ledger.ts';

type Handler = (world: PaypalState, call: SimCall) => SimReply;
interface Money {
  currency_code?: string;
  value?: string;
}

/** The part of PayPal's API that we use; writes respect PayPal-Request-Id. */
export function paypalApi(world: PaypalState): SimApi {
  const on = (method: string, path: RegExp, run: Handler): SimRoute => [
    method,
    path,
    (call) => guarded(world, call, run),
  ];
  return {
    routes: [
      ['POST', /^\/v1\/oauth2\/token$/, (call) => giveToken(world, call)],
      on('POST', /^\/v2\/checkout\/orders$/, createOrder),
      on('GET', /^\/v2\/checkout\/orders\/([^/]+)$/, getOrder),
      on('PATCH', /^\/v2\/checkout\/orders\/([^/]+)$/, () => ({ status: 204, body: '' })),
      on('POST', /^\/v2\/checkout\/orders\/([^/]+)\/capture$/, captureOrder),
      on('GET', /^\/v2\/payments\/captures\/([^/]+)$/, getCapture),
      on('POST', /^\/v2\/payments\/captures\/([^/]+)\/refund$/, refundCapture),
      on('GET', /^\/v2\/payments\/refunds\/([^/]+)$/, getRefund),
      on('GET', /^\/v1\/customer\/disputes$/, listDisputes),
      on('GET', /^\/v1\/reporting\/transactions$/, searchTransactions),
      on('GET', /^\/v1\/notifications\/webhooks$/, (w) =>
        json(200, { webhooks: [...w.book.hooks.values()].map(shownHook) }),
      ),
      on('POST', /^\/v1\/notifications\/webhooks$/, createHook),
      on('PATCH', /^\/v1\/notifications\/webhooks\/([^/]+)$/, changeHook),
      on('DELETE', /^\/v1\/notifications\/webhooks\/([^/]+)$/, (w, call) =>
        w.book.hooks.delete(call.params[0] ?? '') ? { status: 204, body: '' } : notFound(),
      ),
      on('POST', /^\/v1\/notifications\/verify-webhook-signature$/, verifySignature),
    ],
    notFound,
    rateLimited: () => problem(429, 'RATE_LIMIT_REACHED', 'Too many requests.'),
    unauthorized: () =>
      json(401, { error: 'invalid_token', error_description: 'Token signature verification failed' }),
  };
}

function problem(status: number, name: string, message: string, ...issues: string[]): SimReply {
  const details = issues.map((issue) => ({ issue, description: issue.toLowerCase().replaceAll('_', ' ') }));
  return json(status, {
    name,
    message,
    debug_id: 'f0b1c2d3e4f5a',
    ...(issues.length > 0 ? { details } : {}),
    links: [],
  });
}

const notFound = () =>
  problem(404, 'RESOURCE_NOT_FOUND', 'The specified resource does not exist.', 'INVALID_RESOURCE_ID');
const unprocessable = (issue: string) =>
  problem(
    422,
    'UNPROCESSABLE_ENTITY',
    'The requested action could not be performed, semantically incorrect, or failed business validation.',
    issue,
  );

const tokenSeconds = 32_400;

function giveToken(world: PaypalState, call: SimCall): SimReply {
  const pair = /^Basic (.+)$/.exec(String(call.headers.authorization ?? ''))?.[1];
  const text = pair ? Buffer.from(pair, 'base64').toString() : '';
  const isGood =
    /^.+:.+$/.test(text) && !/revoked|invalid/.test(text) && call.text === 'grant_type=client_credentials';
  if (!isGood)
    return json(401, { error: 'invalid_client', error_description: 'Client Authentication failed' });
  const access_token = `A21AA${world.ids.text(60)}`;
  world.book.tokens.set(access_token, world.clock.ms() + tokenSeconds * 1000);
  return json(200, {
    scope: 'https://uri.paypal.com/services/payments',
    access_token,
    token_type: 'Bearer',
    app_id: 'APP-80W284485P519543T',
    expires_in: tokenSeconds,
    nonce: world.clock.iso(),
  });
}

function guarded(world: PaypalState, call: SimCall, run: Handler): SimReply {
  const token = /^Bearer (.+)$/.exec(String(call.headers.authorization ?? ''))?.[1] ?? '';
  if ((world.book.tokens.get(token) ?? 0) < world.clock.ms()) {
    return json(401, { error: 'invalid_token', error_description: 'Token signature verification failed' });
  }
  const mock = /"mock_application_codes"\s*:\s*"(\w+)"/.exec(
    String(call.headers['paypal-mock-response'] ?? ''),
  )?.[1];
  if (mock) return unprocessable(mock);
  const key =
    typeof call.headers['paypal-request-id'] === 'string'
      ? `${call.path}:${call.headers['paypal-request-id']}`
      : null;
  const stored = key && call.method === 'POST' ? world.book.keys.get(key) : undefined;
  if (stored && stored.request !== call.text) return unprocessable('PREVIOUS_REQUEST_IN_PROGRESS');
  if (stored) return { status: stored.status === 201 ? 200 : stored.status, body: stored.body };
  const reply = run(world, call);
  // Rejections are not stored: the payer may approve again, and then the same capture counts.
  if (key && reply.status < 300)
    world.book.keys.set(key, { request: call.text, status: reply.status, body: reply.body });
  return reply;
}

function createOrder(world: PaypalState, call: SimCall): SimReply {
  const body = JSON.parse(call.text) as {
    intent?: string;
    purchase_units?: { custom_id?: string; invoice_id?: string; amount?: Money }[];
    payment_source?: { paypal?: { experience_context?: { return_url?: string; cancel_url?: string } } };
  };
  const [unit] = body.purchase_units ?? [];
  const { value, currency_code } = unit?.amount ?? {};
  if (body.intent !== 'CAPTURE' || !unit || !currency_code || !/^\d+\.\d{2}$/.test(value ?? '')) {
    return problem(
      400,
      'INVALID_REQUEST',
      'Request is not well-formed, syntactically incorrect, or violates schema.',
      'INVALID_PARAMETER_VALUE',
    );
  }
  const context = body.payment_source?.paypal?.experience_context;
  const order: OrderRow = {
    id: newPaypalId(world.ids),
    status: body.payment_source ? 'PAYER_ACTION_REQUIRED' : 'CREATED',
    amount: Math.round(Number(value) * 100),
    currency: currency_code,
    customId: unit.custom_id ?? null,
    invoiceId: unit.invoice_id ?? null,
    returnUrl: context?.return_url ?? '',
    cancelUrl: context?.cancel_url ?? '',
    capture: null,
    isRefusedOnce: false,
    created: world.clock.iso(),
    approvedMs: null,
  };
  world.book.orders.set(order.id, order);
  return json(body.payment_source ? 200 : 201, serializeOrder(world, order));
}

function getOrder(world: PaypalState, call: SimCall): SimReply {
  const order = world.book.orders.get(call.params[0] ?? '');
  return order ? json(200, serializeOrder(world, order)) : notFound();
}

/** [U] PayPal keeps an approval for three hours by default; accounts can configure this. */
const approvalMs = 3 * 3_600_000;

function captureOrder(world: PaypalState, call: SimCall): SimReply {
  const order = world.book.orders.get(call.params[0] ?? '');
  if (!order) return notFound();
  if (order.status === 'COMPLETED') return unprocessable('ORDER_ALREADY_CAPTURED');
  if (order.status !== 'APPROVED') return unprocessable('ORDER_NOT_APPROVED');
  if (world.clock.ms() - (order.approvedMs ?? 0) > approvalMs) return unprocessable('ORDER_EXPIRED');
  if (order.isRefusedOnce) {
    order.isRefusedOnce = false;
    order.status = 'PAYER_ACTION_REQUIRED';
    return unprocessable('INSTRUMENT_DECLINED');
  }
  const others = [...world.book.orders.values()].filter(
    (one) => one.capture && one.invoiceId === order.invoiceId,
  );
  if (order.invoiceId && others.length > 0) return unprocessable('DUPLICATE_INVOICE_ID');
  order.status = 'COMPLETED';
  order.capture = {
    id: newPaypalId(world.ids),
    status: 'COMPLETED',
    refunded: 0,
    refunds: [],
    created: world.clock.iso(),
  };
  sendNotice(world, 'PAYMENT.CAPTURE.COMPLETED', 'capture', serializeCapture(world, order, order.capture));
  return json(201, serializeOrder(world, order));
}

function orderOfCapture(world: PaypalState, id: string | undefined): [OrderRow, CaptureRow] | null {
  for (const order of world.book.orders.values())
    if (order.capture && order.capture.id === id) return [order, order.capture];
  return null;
}

function getCapture(world: PaypalState, call: SimCall): SimReply {
  const found = orderOfCapture(world, call.params[0]);
  return found ? json(200, serializeCapture(world, ...found)) : notFound();
}

function refundCapture(world: PaypalState, call: SimCall): SimReply {
  const found = orderOfCapture(world, call.params[0]);
  if (!found) return notFound();
  const [order, capture] = found;
  const body = JSON.parse(call.text || '{}') as { amount?: Money };
  const left = order.amount - capture.refunded;
  const amount = body.amount ? Math.round(Number(body.amount.value) * 100) : left;
  if (left === 0) return unprocessable('CAPTURE_FULLY_REFUNDED');
  if (!(amount > 0) || amount > left) return unprocessable('REFUND_AMOUNT_EXCEEDED');
  capture.refunded += amount;
  const refund = {
    id: newPaypalId(world.ids),
    amount,
    status: 'COMPLETED' as const,
    created: world.clock.iso(),
  };
  capture.refunds.push(refund);
  sendNotice(world, 'PAYMENT.CAPTURE.REFUNDED', 'refund', serializeRefund(world, order, capture, refund));
  return json(201, serializeRefund(world, order, capture, refund));
}

function getRefund(world: PaypalState, call: SimCall): SimReply {
  for (const order of world.book.orders.values()) {
    const refund = order.capture?.refunds.find((one) => one.id === call.params[0]);
    if (order.capture && refund) return json(200, serializeRefund(world, order, order.capture, refund));
  }
  return notFound();
}

function searchTransactions(world: PaypalState, call: SimCall): SimReply {
  const from = Date.parse(call.query.get('start_date') ?? '') || 0;
  const all = [...world.book.orders.values()].filter((one) => one.capture && Date.parse(one.created) >= from);
  return json(200, {
    transaction_details: all.map((order) => ({
      transaction_info: {
        transaction_id: order.capture?.id,
        transaction_event_code: 'T0006',
        transaction_status: 'S',
        transaction_amount: { currency_code: order.currency, value: (order.amount / 100).toFixed(2) },
        ...(order.customId ? { custom_field: order.customId } : {}),
      },
    })),
    total_items: all.length,
    total_pages: 1,
    page: 1,
  });
}

function createHook(world: PaypalState, call: SimCall): SimReply {
  const body = JSON.parse(call.text) as { url?: string; event_types?: { name: string }[] };
  if (!body.url || !body.event_types?.length)
    return problem(400, 'VALIDATION_ERROR', 'Invalid data provided');
  if ([...world.book.hooks.values()].some((one) => one.url === body.url)) {
    return problem(400, 'WEBHOOK_URL_ALREADY_EXISTS', 'Webhook URL already exists');
  }
  const hook = { id: newPaypalId(world.ids), url: body.url, events: body.event_types.map((one) => one.name) };
  world.book.hooks.set(hook.id, hook);
  return json(201, shownHook(hook));
}

function changeHook(world: PaypalState, call: SimCall): SimReply {
  const hook = world.book.hooks.get(call.params[0] ?? '');
  if (!hook) return notFound();
  const patches = JSON.parse(call.text) as { op: string; path: string; value: { name: string }[] }[];
  for (const patch of patches) {
    if (patch.op !== 'replace' || patch.path !== '/event_types')
      return problem(400, 'VALIDATION_ERROR', 'Invalid data provided');
    hook.events = patch.value.map((one) => one.name);
  }
  return json(200, shownHook(hook));
}

function shownHook(hook: { id: string; url: string; events: string[] }) {
  return { id: hook.id, url: hook.url, event_types: hook.events.map((name) => ({ name })), links: [] };
}

/** Extracts the event from the body as text, because its bytes were signed. */
function verifySignature(world: PaypalState, call: SimCall): SimReply {
  const at = call.text.indexOf('"webhook_event":');
  const event = call.text.slice(at + '"webhook_event":'.length, -1);
  const proof = JSON.parse(call.text) as Record<string, string | undefined>;
  const hook = world.book.hooks.get(proof.webhook_id ?? '');
  const text = buildSignedText(
    proof.transmission_id ?? '',
    proof.transmission_time ?? '',
    hook?.id ?? '',
    event,
  );
  const isGood = hook !== undefined && isSignatureValid(world.pair, text, proof.transmission_sig ?? '');
  return json(200, { verification_status: isGood ? 'SUCCESS' : 'FAILURE' });
}
