import { json, type SimCall, type SimReply } from '../kit/listener.ts';
import type { StripeAccount } from './account.ts';
import { type FormTree, listAt, mapAt, textAt } from './form.ts';
import { serializeBalance, serializeCharge, serializeRefund, serializeSession } from './objects.ts';
import { errorReply, listReply, notFoundReply, objectReply, wrongStateReply } from './replies.ts';

/** Answers POST /v1/checkout/sessions. */
export function createSession(account: StripeAccount, _call: SimCall, form: FormTree): SimReply {
  const item = (form.line_items as FormTree | undefined)?.['0'];
  const price = typeof item === 'object' ? item.price_data : undefined;
  const amount = typeof price === 'object' ? Number(textAt(price, 'unit_amount')) : Number.NaN;
  if (!Number.isInteger(amount)) return notFoundReply('line_items');
  if (
    !['hosted_page', 'embedded_page', 'elements', 'form'].includes(textAt(form, 'ui_mode') ?? 'hosted_page')
  ) {
    return errorReply(400, { type: 'invalid_request_error', param: 'ui_mode', message: 'Invalid ui_mode' });
  }
  return json(
    200,
    serializeSession(account.newSession(amount, form), listAt(form, 'expand'), account.publicUrl()),
  );
}

/** Answers GET /v1/checkout/sessions/{id}. */
export function getSession(account: StripeAccount, call: SimCall, form: FormTree): SimReply {
  const session = account.book.sessions.get(call.params[0] ?? '');
  return objectReply(session && serializeSession(session, listAt(form, 'expand'), account.publicUrl()), call);
}

/** Answers POST /v1/checkout/sessions/{id}/expire and sends the webhook. */
export function expireSession(account: StripeAccount, call: SimCall): SimReply {
  const session = account.book.sessions.get(call.params[0] ?? '');
  if (!session) return objectReply(undefined, call);
  if (session.status !== 'open') return wrongStateReply(session.status);
  session.status = 'expired';
  const shown = serializeSession(session, [], account.publicUrl());
  account.notify('checkout.session.expired', shown);
  return json(200, shown);
}

/** Answers GET /v1/charges/{id}. */
export function getCharge(account: StripeAccount, call: SimCall): SimReply {
  const intent = [...account.book.intents.values()].find((one) => one.charge?.id === call.params[0]);
  return objectReply(intent?.charge ? serializeCharge(intent, intent.charge) : undefined, call);
}

/** Answers GET /v1/balance_transactions/{id}. */
export function getBalance(account: StripeAccount, call: SimCall): SimReply {
  const intent = [...account.book.intents.values()].find(
    (one) => one.charge?.id.slice(3) === call.params[0]?.slice(4),
  );
  return objectReply(intent?.charge ? serializeBalance(intent, intent.charge) : undefined, call);
}

/** Answers POST /v1/refunds: at most what is left of the charge. */
export function createRefund(account: StripeAccount, _call: SimCall, form: FormTree): SimReply {
  const intent = account.book.intents.get(textAt(form, 'payment_intent') ?? '');
  if (!intent?.charge)
    return errorReply(400, {
      type: 'invalid_request_error',
      code: 'resource_missing',
      param: 'payment_intent',
      message: 'No such payment_intent',
    });
  const left = intent.amount - intent.charge.refunded;
  const amount = Number(textAt(form, 'amount') ?? left);
  if (left === 0)
    return errorReply(400, {
      type: 'invalid_request_error',
      code: 'charge_already_refunded',
      message: 'Charge has already been refunded.',
    });
  if (!Number.isInteger(amount) || amount < 1 || amount > left) {
    return errorReply(400, {
      type: 'invalid_request_error',
      param: 'amount',
      message: `Refund amount is greater than unrefunded amount on charge (${left})`,
    });
  }
  return json(
    200,
    serializeRefund(account.newRefund(intent, intent.charge, amount, mapAt(form, 'metadata'))),
  );
}

/** Answers GET /v1/refunds/{id}. */
export function getRefund(account: StripeAccount, call: SimCall): SimReply {
  const refund = account.book.refunds.get(call.params[0] ?? '');
  return objectReply(refund && serializeRefund(refund), call);
}

/** Answers GET /v1/webhook_endpoints. */
export function listEndpoints(account: StripeAccount): SimReply {
  return json(
    200,
    listReply(
      [...account.book.endpoints.values()].map((one) => account.shownEndpoint(one)),
      '/v1/webhook_endpoints',
    ),
  );
}

/** Answers POST /v1/webhook_endpoints with the endpoint’s secret. */
export function createEndpoint(account: StripeAccount, _call: SimCall, form: FormTree): SimReply {
  const url = textAt(form, 'url');
  if (!url || !URL.canParse(url)) return notFoundReply('url');
  const made = account.newEndpoint(url, listAt(form, 'enabled_events'), textAt(form, 'api_version') ?? '');
  return json(200, { ...account.shownEndpoint(made), secret: made.secret });
}

/** Answers DELETE /v1/webhook_endpoints/{id}. */
export function deleteEndpoint(account: StripeAccount, call: SimCall): SimReply {
  const id = call.params[0] ?? '';
  if (!account.book.endpoints.delete(id)) return objectReply(undefined, call);
  return json(200, { id, object: 'webhook_endpoint', deleted: true });
}
