import { z } from 'zod/mini';
import { addHours } from '#domain/base/time.ts';
import { type ExternalResponse, parseResponse } from '../../http-client.ts';
import type { CredsOf } from '../kit/credentials.ts';
import { type Attempt, GatewayError } from '../kit/gateway.ts';
import { type JsonCaller, parseGatewayResponse } from '../kit/json-calls.ts';
import { errorResponse } from './schemas.ts';

const path = '/v1/paylinks';
const template = '/v1/paylinks/{id}';
/** The address of the page is told only where it is asked for. */
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

/** The one link to Fortis' own page that an attempt has: asked for again, it is found under our id. */
export async function openPaylink(call: JsonCaller, creds: CredsOf<7>, attempt: Attempt): Promise<Paylink> {
  const body = {
    location_id: creds.location_id,
    cc_product_transaction_id: creds.product_transaction_id,
    paylink_api_id: attempt.id,
    amount_due: attempt.amountMinor,
    description: attempt.description.slice(0, 64),
    // Nobody is written to: whoever pays stands before our page.
    delivery_method: 0,
    paylink_action: 'sale',
    store_token: false,
    expire_date: lastDayOf(attempt),
    // Without an address for declines the payer stays there and may take another card.
    redirect_url_on_approve: attempt.returnUrl,
    redirect_url_delay: 0,
  };
  const answer = await call(creds, {
    method: 'POST',
    path: `${path}?${new URLSearchParams(withUrl)}`,
    body,
    kind: 'read',
    // Our id stands on one link only: a repeat makes no second one.
    isRepeatable: true,
  });
  const link = answer.status < 300 ? parseResponse(answer.text, paylinkAnswer).data : null;
  const found = link ?? (await knownLink(call, creds, attempt, answer));
  if (found.amount_due !== attempt.amountMinor)
    throw new GatewayError('provider_contract_error', 'the link asks for another amount');
  return found;
}

/** Takes a link away; throws unless it certainly cannot be paid any more. */
export async function closePaylink(call: JsonCaller, creds: CredsOf<7>, id: string): Promise<void> {
  const of = `${path}/${encodeURIComponent(id)}`;
  const answer = await call(creds, { method: 'DELETE', path: of, template, isRepeatable: true });
  // Not there any more is closed; whatever else is said, it may still be paid.
  if (answer.status !== 404) parseGatewayResponse(answer, closedAnswer);
}

async function knownLink(
  call: JsonCaller,
  creds: CredsOf<7>,
  attempt: Attempt,
  refused: ExternalResponse,
): Promise<Paylink> {
  const text = parseResponse(refused.text, errorResponse).detail ?? 'refused';
  // As where links are not switched on for the account: only the company can change that.
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
  // Also asked for in words: a gateway that ignores the filter must not hand us another's link.
  const ours = parseGatewayResponse(answer, paylinkList).list.find(
    (one) => one.paylink_api_id === attempt.id,
  );
  if (!ours) throw new GatewayError('provider_contract_error', 'our id is on a link that is not there');
  return ours;
}

/** Links end by the day: two days on is a day at least in every zone of theirs, as long as a try waits for its payer. */
function lastDayOf(attempt: Attempt): string {
  return addHours(attempt.createdAt, 48).slice(0, 10);
}
