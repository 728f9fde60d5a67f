import { json, type SimApi, type SimCall, type SimReply, type SimRoute } from '../kit/listener.ts';
import { invalid, notFound } from './errors.ts';
import {
  type FortisState,
  newFortisId,
  newSale,
  sendNotice,
  serializeTransaction,
  type TransactionRow,
} from './ledger.ts';
import { createApplication, listApplications } from './onboarding.ts';
import { createPaylink, deletePaylink, listPaylinks } from './paylinks.ts';

type Body = Record<string, unknown>;
type Handler = (world: FortisState, call: SimCall, body: Body) => SimReply;

const location = {
  id: '11e95f8ec39de8fbdb0a4f1a',
  name: 'Whitfield Home Inspections',
  account_number: 'SIM-1',
};

/** The part of Fortis' API that we use. */
export function fortisApi(world: FortisState): SimApi {
  const on = (method: string, path: RegExp, run: Handler): SimRoute => [
    method,
    path,
    (call) => guarded(world, call, run),
  ];
  return {
    routes: [
      on('GET', /^\/v1\/locations\/([^/]+)$/, (_w, call) =>
        call.params[0] === location.id ? json(200, { type: 'Location', data: location }) : notFound(),
      ),
      on('POST', /^\/v1\/elements\/ticket\/intention$/, newIntention),
      on('POST', /^\/v1\/transactions\/cc\/sale\/ticket$/, sale),
      on('GET', /^\/v1\/transactions$/, listTransactions),
      on('GET', /^\/v1\/transactions\/([^/]+)$/, (w, call) =>
        shown(w.book.transactions.get(call.params[0] ?? '')),
      ),
      on('PUT', /^\/v1\/transactions\/([^/]+)\/void$/, voidTransaction),
      on('PATCH', /^\/v1\/transactions\/([^/]+)\/refund$/, refund),
      on('POST', /^\/v1\/paylinks$/, createPaylink),
      on('GET', /^\/v1\/paylinks$/, listPaylinks),
      on('DELETE', /^\/v1\/paylinks\/([^/]+)$/, deletePaylink),
      on('POST', /^\/v1\/onboarding$/, (w, _call, body) => createApplication(w, body)),
      on('GET', /^\/v1\/onboarding$/, listApplications),
      // [U] Where registered postbacks are listed.
      on('GET', /^\/v1\/webhooks\/transaction$/, (w) =>
        json(200, { type: 'PostbackConfigsCollection', list: [...w.book.hooks.values()].map(shownHook) }),
      ),
      on('POST', /^\/v1\/webhooks\/transaction$/, createHook),
      on('DELETE', /^\/v1\/webhooks\/([^/]+)$/, (w, call) =>
        w.book.hooks.delete(call.params[0] ?? '') ? { status: 204, body: '' } : notFound(),
      ),
    ],
    notFound,
    rateLimited: () =>
      json(429, { statusCode: 429, error: 'Too Many Requests', message: 'Rate limit exceeded' }),
    unauthorized,
  };
}

const unauthorized = () => json(401, { statusCode: 401, error: 'Unauthorized', message: 'Invalid token' });

function guarded(world: FortisState, call: SimCall, run: Handler): SimReply {
  const keys = ['user-id', 'user-api-key', 'developer-id'].map((name) => call.headers[name]);
  if (keys.some((key) => !key || /revoked|invalid/.test(String(key)))) return unauthorized();
  let body: Body = {};
  try {
    body = call.text ? (JSON.parse(call.text) as Body) : {};
  } catch {
    return invalid('The body is not JSON');
  }
  return run(world, call, body);
}

function newIntention(world: FortisState, _call: SimCall, body: Body): SimReply {
  if (body.location_id !== location.id) return invalid('"location_id" is required');
  const client_token = `eyJ${world.ids.text(60)}`;
  world.book.clientTokens.add(client_token);
  return json(201, { type: 'TicketIntention', data: { location_id: location.id, client_token } });
}

function sale(world: FortisState, _call: SimCall, body: Body): SimReply {
  for (const name of ['ticket_id', 'transaction_amount', 'location_id', 'product_transaction_id']) {
    if (body[name] === undefined) return invalid(`"${name}" is required`);
  }
  const unknown = Object.keys(body).find((name) => !saleFields.has(name));
  if (unknown) return invalid(`"${unknown}" is not allowed`);
  const amount = body.transaction_amount;
  if (typeof amount !== 'number' || !Number.isInteger(amount) || amount < 1)
    return invalid('"transaction_amount" must be an integer');
  const apiId = typeof body.transaction_api_id === 'string' ? body.transaction_api_id : null;
  const isTaken = apiId !== null && [...world.book.transactions.values()].some((one) => one.apiId === apiId);
  if (isTaken) return invalid('"transaction_api_id" already exists');
  const ticket = world.book.tickets.get(String(body.ticket_id));
  if (!ticket || ticket.isUsed) return invalid('"ticket_id" is not a valid ticket');
  ticket.isUsed = true;
  const order = typeof body.order_number === 'string' ? body.order_number : null;
  return shown(newSale(world, ticket.card, amount, { apiId, order, paylinkId: null }), 201);
}

const saleFields = new Set([
  'ticket_id',
  'transaction_amount',
  'location_id',
  'product_transaction_id',
  'transaction_api_id',
  'order_number',
  'description',
  'billing_address',
  'save_account',
  'tags',
]);

function listTransactions(world: FortisState, call: SimCall): SimReply {
  const filter = (part: string) => call.query.get(`filter_by[0][${part}]`) ?? '';
  const [key, operator, value] = [filter('key'), filter('operator'), filter('value')];
  const all = [...world.book.transactions.values()].map(serializeTransaction).filter((one) => {
    if (!key) return true;
    return operator === '>=' ? Number(one[key]) >= Number(value) : String(one[key]) === value;
  });
  const size = Number(call.query.get('page[size]') ?? 50);
  const start = (Number(call.query.get('page[number]') ?? 1) - 1) * size;
  return json(200, {
    type: 'TransactionsCollection',
    list: all.slice(start, start + size),
    pagination: { total_count: all.length, page_count: Math.ceil(all.length / size) },
  });
}

function voidTransaction(world: FortisState, call: SimCall): SimReply {
  const row = world.book.transactions.get(call.params[0] ?? '');
  if (!row) return notFound();
  if (row.status !== 101 || row.isSettled) return invalid('Transaction cannot be voided');
  row.status = 201;
  row.refunded = row.amount;
  row.modified = world.clock.seconds();
  sendNotice(world, row);
  return shown(row);
}

function refund(world: FortisState, call: SimCall, body: Body): SimReply {
  const row = world.book.transactions.get(call.params[0] ?? '');
  if (!row) return notFound();
  if (row.status !== 101 || !row.isSettled) return invalid('Transaction is not settled');
  const amount = typeof body.transaction_amount === 'number' ? body.transaction_amount : row.amount;
  if (amount > row.amount - row.refunded) return invalid('"transaction_amount" exceeds the remaining amount');
  row.refunded += amount;
  row.modified = world.clock.seconds();
  const apiId = typeof body.transaction_api_id === 'string' ? body.transaction_api_id : null;
  const at = world.clock.seconds();
  const made: TransactionRow = {
    ...row,
    id: newFortisId(world.ids),
    status: 111,
    amount,
    apiId,
    previous: row.id,
    refunded: 0,
    created: at,
    modified: at,
    isSettled: false,
  };
  world.book.transactions.set(made.id, made);
  sendNotice(world, made);
  return shown(made);
}

function createHook(world: FortisState, _call: SimCall, body: Body): SimReply {
  const { url, basic_auth_username, basic_auth_password, number_of_attempts, attempt_interval } = body;
  if (typeof url !== 'string') return invalid('"url" is required');
  if (Number(number_of_attempts) > 5 || Number(attempt_interval) < 300)
    return invalid('"attempt_interval" must be greater than or equal to 300');
  const auth = Buffer.from(`${basic_auth_username}:${basic_auth_password}`).toString('base64');
  const hook = { id: newFortisId(world.ids), url, auth };
  world.book.hooks.set(hook.id, hook);
  return json(201, { type: 'Webhook', data: shownHook(hook) });
}

function shownHook(hook: { id: string; url: string }) {
  return { id: hook.id, url: hook.url, is_active: true, on_create: true, on_update: true, on_delete: false };
}

function shown(row: TransactionRow | undefined, status = 200): SimReply {
  return row ? json(status, { type: 'Transaction', data: serializeTransaction(row) }) : notFound();
}
