import { z } from 'zod/mini';
import { addHours } from '#domain/base/time.ts';
import { type ExternalResponse, parseResponse } from '../../http-client.ts';
import type { CredsOf } from '../kit/credentials.ts';
import { type Attempt, GatewayError } from '../kit/gateway.ts';
import { type JsonCaller, parseGatewayResponse } from '../kit/json-calls.ts';
import { errorResponse } from './schemas.ts';

const path = '/v1/paylinks';
const template = '/v1/paylinks/{id}';
/** The page's address is only returned on request. */
const withUrl = { 'expand[0]': 'payment_url' };

const paylink = z.object({
  id: z.string().check(z.minLength(1)),
  paylink_api_id: z.nullish(z.string()),
  amount_due: z.number().check(z.int()),
  payment_url: z.string().check(z.minLength(1)),
});
type Paylink = z.infer<typeof paylink>;
const paylinkAnswer = z.object({ data: paylink });
const paylinkList = z.object({ list: z.array(paylink) });
const closedAnswer = z.object({ data: z.object({ id: z.string() }) });

/** Returns the single link to Fortis' own page for an attempt. A repeated call finds it by our id. */
export async function openPaylink(call: JsonCaller, creds: CredsOf<7>, attempt: Attempt): Promise<Paylink> {
  const body = {
    location_id: creds.location_id,
    cc_product_transaction_id: creds.product_transaction_id,
    paylink_api_id: attempt.id,
    amount_due: attempt.amountMinor,
    description: attempt.description.slice(0, 64),
    // Sends no message: the payer is already on our page.
    delivery_method: 0,
    paylink_action: 'sale',
    store_token: false,
    expire_date: lastDayOf(attempt),
    // Without an address for declines the payer stays there and can use another card.
    redirect_url_on_approve: attempt.returnUrl,
    redirect_url_delay: 0,
  };
  const answer = await call(creds, {
    method: 'POST',
    path: `${path}?${new URLSearchParams(withUrl)}`,
    body,
    kind: 'read',
    // Our id is unique among links: a repeated call does not create a second one.
    isRepeatable: true,
  });
  const link = answer.status < 300 ? parseResponse(answer.text, paylinkAnswer).data : null;
  const found = link ?? (await knownLink(call, creds, attempt, answer));
  if (found.amount_due !== attempt.amountMinor)
    throw new GatewayError('provider_contract_error', 'the link asks for another amount');
  return found;
}

/** Deletes a link. Throws unless it is certain that the link can no longer be paid. */
export async function closePaylink(call: JsonCaller, creds: CredsOf<7>, id: string): Promise<void> {
  const of = `${path}/${encodeURIComponent(id)}`;
  const answer = await call(creds, { method: 'DELETE', path: of, template, isRepeatable: true });
  // A missing link is closed; after any other response it may still be paid.
  if (answer.status !== 404) parseGatewayResponse(answer, closedAnswer);
}

async function knownLink(
  call: JsonCaller,
  creds: CredsOf<7>,
  attempt: Attempt,
  refused: ExternalResponse,
): Promise<Paylink> {
  const text = parseResponse(refused.text, errorResponse).detail ?? 'refused';
  // For example, links are not enabled for the account: only the company can change that.
  if (!/paylink_api_id/.test(text))
    throw new GatewayError('merchant_setup', `Fortis does not open its own payment page: ${text}`);
  const query = new URLSearchParams({
    'filter_by[0][key]': 'paylink_api_id',
    'filter_by[0][operator]': '=',
    'filter_by[0][value]': attempt.id,
    'page[number]': '1',
    'page[size]': '5',
    ...withUrl,
  });
  const answer = await call(creds, { method: 'GET', path: `${path}?${query}`, template: path });
  // Filtered again here: a gateway that ignores the filter must not give us someone else's link.
  const ours = parseGatewayResponse(answer, paylinkList).list.find(
    (one) => one.paylink_api_id === attempt.id,
  );
  if (!ours) throw new GatewayError('provider_contract_error', 'a link has our id but cannot be found');
  return ours;
}

/**
 * Links expire by date: two days ahead is at least one full day in any time zone, as long as an attempt waits for its
 * payer.
 */
function lastDayOf(attempt: Attempt): string {
  return addHours(attempt.createdAt, 48).slice(0, 10);
}
