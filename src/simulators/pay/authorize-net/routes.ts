import type { SimApi, SimCall, SimReply } from '../kit/listener.ts';
import { json } from '../kit/listener.ts';
import { findMisplacedField } from './field-order.ts';
import type { AnetState } from './ledger.ts';
import {
  getBatches,
  getBatchTransactions,
  getDetails,
  getHostedPage,
  getMerchant,
  getUnsettled,
} from './reads.ts';
import { type AnetResponse, errorResponse, type Fields } from './responses.ts';
import { createTransaction } from './transactions.ts';

type Handler = (world: AnetState, fields: Fields) => AnetResponse;

const handlers: Record<string, Handler> = {
  createTransactionRequest: createTransaction,
  getTransactionDetailsRequest: getDetails,
  getUnsettledTransactionListRequest: getUnsettled,
  getTransactionListRequest: getBatchTransactions,
  getSettledBatchListRequest: getBatches,
  getMerchantDetailsRequest: getMerchant,
  getHostedPaymentPageRequest: getHostedPage,
};

/** The API: one address for everything; responses are JSON after a byte order mark, with status 200 even for errors. */
export function anetApi(world: AnetState): SimApi {
  return {
    routes: [
      ['POST', /^\/xml\/v1\/request\.api$/, (call) => spoken(world, call)],
      ['GET', /^\/rest\/v1\/webhooks$/, (call) => withBasic(call, () => json(200, hooksOf(world)))],
      ['POST', /^\/rest\/v1\/webhooks$/, (call) => withBasic(call, () => createHook(world, call))],
      [
        'GET',
        /^\/rest\/v1\/notifications$/,
        (call) => withBasic(call, () => json(200, { notifications: world.book.notifications })),
      ],
    ],
    notFound: () => json(404, { status: 404, reason: 'NOT_FOUND', message: 'Not found' }),
    rateLimited: () => ({
      status: 429,
      body: 'Too Many Requests',
      headers: { 'content-type': 'text/plain' },
    }),
    unauthorized: () =>
      bom(errorResponse('E00007', 'User authentication failed due to invalid authentication values.')),
  };
}

function bom(answer: AnetResponse): SimReply {
  return {
    status: 200,
    body: `\uFEFF${JSON.stringify(answer)}`,
    headers: { 'content-type': 'application/json; charset=utf-8' },
  };
}

function spoken(world: AnetState, call: SimCall): SimReply {
  let request: Record<string, Fields>;
  try {
    request = JSON.parse(call.text) as Record<string, Fields>;
  } catch {
    return bom(errorResponse('E00003', 'The JSON could not be parsed.'));
  }
  const [name = '', fields = {}] = Object.entries(request)[0] ?? [];
  const keys = (fields.merchantAuthentication ?? {}) as { name?: string; transactionKey?: string };
  const isGood =
    keys.name && keys.transactionKey && !/revoked|invalid/.test(`${keys.name}${keys.transactionKey}`);
  if (!isGood)
    return bom(errorResponse('E00007', 'User authentication failed due to invalid authentication values.'));
  const wrong = findMisplacedField(name, fields);
  if (wrong) return bom(errorResponse('E00003', wrong));
  const handler = handlers[name];
  if (!handler) return bom(errorResponse('E00003', `Unknown request ${name}`));
  const refId = typeof fields.refId === 'string' ? fields.refId : undefined;
  if (refId && refId.length > 20)
    return bom(errorResponse('E00003', "The 'refId' element is invalid: its length is greater than 20."));
  return bom({ ...(refId ? { refId } : {}), ...handler(world, fields) });
}

function withBasic(call: SimCall, run: () => SimReply): SimReply {
  const pair = /^Basic (.+)$/.exec(String(call.headers.authorization ?? ''))?.[1];
  const text = pair ? Buffer.from(pair, 'base64').toString() : '';
  if (!/^.+:.+$/.test(text) || /revoked|invalid/.test(text)) {
    return json(401, { status: 401, reason: 'UNAUTHORIZED', message: 'Invalid login' });
  }
  return run();
}

function hooksOf(world: AnetState) {
  return [...world.book.hooks.values()].map(({ id, url, events }) => ({
    webhookId: id,
    name: 'Gable',
    url,
    eventTypes: events,
    status: 'active',
    _links: { self: { href: `/rest/v1/webhooks/${id}` } },
  }));
}

function createHook(world: AnetState, call: SimCall): SimReply {
  const asked = JSON.parse(call.text) as { url?: string; eventTypes?: string[]; status?: string };
  if (!asked.url || !asked.eventTypes?.length)
    return json(400, { status: 400, reason: 'INVALID_DATA', message: 'url and eventTypes' });
  const id = `${world.ids.text(8, 'abcdef0123456789')}-0000-4000-8000-${world.ids.text(12, 'abcdef0123456789')}`;
  world.book.hooks.set(id, { id, url: asked.url, events: asked.eventTypes });
  return json(
    200,
    hooksOf(world).find((one) => one.webhookId === id),
  );
}
