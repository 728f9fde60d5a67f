import { formPage, redirectTo, webPage } from '../browser/pages.ts';
import { cardOf, type TestCard } from '../kit/cards.ts';
import { json, type SimCall, type SimReply } from '../kit/listener.ts';
import { invalid, notFound } from './errors.ts';
import { type FortisState, newFortisId, newSale, type PaylinkRow } from './ledger.ts';

type Body = Record<string, unknown>;

/** The fields in the description of the request; we send some of them. */
const allowed = new Set([
  'location_id',
  'cc_product_transaction_id',
  'email',
  'amount_due',
  'location_api_id',
  'contact_id',
  'contact_api_id',
  'paylink_api_id',
  'ach_product_transaction_id',
  'expire_date',
  'display_product_transaction_receipt_details',
  'display_billing_fields',
  'delivery_method',
  'cell_phone',
  'description',
  'store_token',
  'store_token_title',
  'paylink_action',
  'bank_funded_only_override',
  'tags',
  'redirect_url_delay',
  'redirect_url_on_approve',
  'redirect_url_on_decline',
]);
/** Simulator only: an account without links enabled. */
const withoutLinks = '11e9nolinks';

/** POST /v1/paylinks: a link to a page that asks for a card and charges it. */
export function createPaylink(world: FortisState, call: SimCall, body: Body): SimReply {
  const apiId = typeof body.paylink_api_id === 'string' ? body.paylink_api_id : null;
  const problem =
    problemOf(body) ?? (apiId && isTaken(world, apiId) ? '"paylink_api_id" already exists' : null);
  if (problem) return invalid(problem);
  const row: PaylinkRow = {
    id: newFortisId(world.ids),
    apiId,
    amount: Number(body.amount_due),
    body,
    expires: typeof body.expire_date === 'string' ? body.expire_date : null,
    isActive: true,
    created: world.clock.seconds(),
  };
  world.book.paylinks.set(row.id, row);
  return json(201, { type: 'Paylink', data: shown(world, row, call) });
}

/** GET /v1/paylinks, listed and filtered like transactions. */
export function listPaylinks(world: FortisState, call: SimCall): SimReply {
  const key = call.query.get('filter_by[0][key]');
  const value = call.query.get('filter_by[0][value]');
  const list = [...world.book.paylinks.values()]
    .map((row) => shown(world, row, call))
    .filter((one) => !key || String(one[key]) === value);
  return json(200, { type: 'PaylinksCollection', list });
}

/** DELETE /v1/paylinks/{id}. [U] What happens with the record: here it is deleted, and its id can be used again. */
export function deletePaylink(world: FortisState, call: SimCall): SimReply {
  const row = world.book.paylinks.get(call.params[0] ?? '');
  if (!row) return notFound();
  world.book.paylinks.delete(row.id);
  return json(200, { type: 'Paylink', data: shown(world, { ...row, isActive: false }, call) });
}

/**
 * /hosted/fortis/paylink/{id}. [U] Its design, that another card may follow a declined one, and that it is paid once.
 */
export function paylinkPage(
  world: FortisState,
  cards: readonly TestCard[],
  call: { method: string; path: string; form: URLSearchParams },
): SimReply | null {
  const id = /^paylink\/(\w+)$/.exec(call.path)?.[1];
  if (id === undefined) return null;
  const row = world.book.paylinks.get(id);
  const isOver = row?.expires && world.clock.iso().slice(0, 10) > row.expires;
  if (!row || isOver) return webPage('Payment', '<p>This link is no longer valid.</p>');
  // Simulator only: two tabs that pay at the same moment.
  const isTwice = call.form.get('twice') === '1';
  if (!row.isActive && !isTwice) return webPage('Payment', '<p>This link is paid.</p>');
  if (call.method === 'GET') return formPage('Payment', row.amount, cards);
  if (call.form.get('choice') === 'cancel') return webPage('Payment', '<p>Nothing was charged.</p>');
  const card = cardOf(Object.fromEntries(call.form));
  if (typeof card === 'string') return formPage('Payment', row.amount, cards, card);
  const sale = newSale(world, card, row.amount, { apiId: null, order: null, paylinkId: id });
  if (sale.reason !== 1000) return formPage('Payment', row.amount, cards, 'The card was declined.');
  row.isActive = false;
  return redirectTo(String(row.body.redirect_url_on_approve ?? ''));
}

function problemOf(body: Body): string | null {
  const unknown = Object.keys(body).find((name) => !allowed.has(name));
  if (unknown) return `"${unknown}" is not allowed`;
  const amount = body.amount_due;
  if (amount === undefined) return '"amount_due" is required';
  if (!Number.isInteger(amount) || Number(amount) < 1 || Number(amount) > 999_999_999)
    return '"amount_due" must be an integer';
  if (!body.cc_product_transaction_id && !body.ach_product_transaction_id)
    return '"cc_product_transaction_id" is required';
  if (body.cc_product_transaction_id === withoutLinks)
    return '"cc_product_transaction_id" does not have paylinks enabled';
  if (body.expire_date !== undefined && !/^\d{4}-\d{2}-\d{2}$/.test(String(body.expire_date)))
    return '"expire_date" fails to match the required pattern';
  for (const [name, max] of Object.entries({ description: 64, paylink_api_id: 64 }))
    if (String(body[name] ?? '').length > max)
      return `"${name}" length must be less than or equal to ${max} characters long`;
  return Number(body.redirect_url_delay ?? 0) > 15 ? '"redirect_url_delay" must be at most 15' : null;
}

function isTaken(world: FortisState, apiId: string): boolean {
  return [...world.book.paylinks.values()].some((one) => one.apiId === apiId);
}

function shown(world: FortisState, row: PaylinkRow, call: SimCall): Record<string, unknown> {
  const asked = [...call.query].filter(([name]) => name.startsWith('expand')).map(([, value]) => value);
  return {
    ...row.body,
    id: row.id,
    paylink_api_id: row.apiId,
    status_id: true,
    // [U] The meaning of the numbers is not published.
    status_code: 1,
    active: row.isActive,
    created_ts: row.created,
    modified_ts: row.created,
    ...(asked.includes('payment_url')
      ? { payment_url: `${world.publicUrl()}/hosted/fortis/paylink/${row.id}` }
      : {}),
  };
}
