import { isIdle, isOpen } from '#domain/payments/payment-attempts.ts';
import type { ActionCtx, ReadCtx, WriteCtx } from '#server/context.ts';
import { type BrowserToken, GatewayError } from '#server/outside/pay/kit/gateway.ts';
import { AppError, notFound } from '#wire/errors.ts';
import type { HandlerInput } from '#wire/route.ts';
import { type AttemptRow, attemptById, attemptByOrder } from '../attempt-store.ts';
import { isAmountStillValid } from '../invoices/online-payment-problem.ts';
import { getPayer, requirePriceAccess } from '../invoices/payer.ts';
import { resolveInvoiceLink } from '../invoices/show-invoice.ts';
import type * as contract from '../pay-contract.ts';
import * as store from '../store.ts';
import { loadAttemptAtGateway } from './attempt-at-gateway.ts';
import { getOrCreateAttempt, paymentBeingConfirmedError, startPaymentSession } from './begin-payment.ts';
import { cancelAttempt } from './cancel-attempt.ts';
import { endAttemptManually } from './end-attempt-manually.ts';
import { checkAttempt, claimForCharge } from './follow-attempt.job.ts';
import { presentAttempt } from './present-attempt.ts';
import { settleAttempt } from './settle-attempt.ts';

/**
 * Charges what the payer approved in the gateway's form and returns the result. Charges nothing when the amount is no
 * longer what is due. A lost answer is not a failure: the payment is reported as being confirmed and is looked up.
 */
export async function pay(
  ctx: ActionCtx,
  input: HandlerInput<typeof contract.pay>,
): Promise<contract.PayResult> {
  const { publicId, p, amount, idempotency_key } = input;
  const began = input.attempt_id ? null : await begin(ctx, { publicId, p, amount, idempotency_key });
  const token: BrowserToken = {
    value: input.token ?? '',
    ...(input.descriptor ? { descriptor: input.descriptor } : {}),
    ...(input.postal_code ? { postalCode: input.postal_code } : {}),
  };
  return presentAttempt(await completed(ctx, input.attempt_id ?? began?.id ?? '', p, token));
}

async function begin(ctx: ActionCtx, input: HandlerInput<typeof contract.beginPayment>): Promise<AttemptRow> {
  const row = await getOrCreateAttempt(ctx, input);
  return isIdle(row.state) ? (await startPaymentSession(ctx, input)).row : row;
}

/** Creates the order of a new PayPal payment, which the payer approves at PayPal. */
export async function openPaypalOrder(ctx: ActionCtx, input: HandlerInput<typeof contract.openPaypalOrder>) {
  const { session, row } = await startPaymentSession(ctx, input);
  const order_id = session.extra.order_id ?? '';
  if (session.gateway !== 6) throw new AppError('CONFLICT', 'This company doesn’t accept PayPal');
  return { attempt_id: row.id, order_id };
}

/** Captures an approved PayPal order of this invoice. */
export async function capturePaypalOrder(
  ctx: ActionCtx,
  input: HandlerInput<typeof contract.capturePaypalOrder>,
): Promise<contract.PayResult> {
  const row = await ctx.read(async (r) => {
    const invoice = await store.byAppointment(r, (await resolveInvoiceLink(r)) ?? '');
    if (invoice) await requirePriceAccess(r, invoice.appointment_id);
    // Open or not: an order that was captured concurrently is reported with its current state.
    return invoice && attemptByOrder(r, invoice.id, input.order_id);
  });
  if (!row) throw new AppError('CONFLICT', 'This order is no longer open');
  return presentAttempt(await completed(ctx, row.id, input.p, { value: input.order_id }));
}

/**
 * Returns the state of an attempt to any caller who knows its id, except members of the company who may not see
 * amounts.
 */
export async function showPayState(
  ctx: ReadCtx,
  input: HandlerInput<typeof contract.getPayState>,
): Promise<contract.PayResult> {
  const row = await attemptById(ctx, input.attempt_id);
  if (!row || row.appointment_id !== (await resolveInvoiceLink(ctx))) throw notFound();
  await requirePriceAccess(ctx, row.appointment_id);
  return presentAttempt(row);
}

/**
 * Closes an attempt that waits for its payer. One that may have been charged is looked up immediately, and is ended
 * with the given reason when further lookups are pointless.
 */
export async function closeAttempt(
  ctx: ActionCtx,
  input: HandlerInput<typeof contract.closeAttempt>,
): Promise<contract.PayResult> {
  const row = await ctx.read((r) => attemptById(r, input.attemptId));
  if (!row) throw notFound();
  let isNowhere = false;
  if (isIdle(row.state)) await cancelAttempt(ctx, row.id);
  else ({ isNowhere } = await checkAttempt(ctx, row.id, 0));
  const reason = input.reason?.trim() ?? '';
  return ctx.finalTx(async (w) => {
    const now = await endAttemptManually(w, row, { isNowhere, reason });
    await w.audit({
      action: 'payment-attempt-closed',
      entity: 'payment_attempt',
      entity_id: null,
      after: { attempt: row.id, state: now.state, problem: now.problem, reason },
    });
    return presentAttempt(now);
  });
}

async function completed(
  ctx: ActionCtx,
  attemptId: string,
  p: string | undefined,
  token: BrowserToken,
): Promise<AttemptRow> {
  const claim = await ctx.tx((w) => claimAttempt(w, attemptId, p, token));
  if (claim.is === 'over') return claim.row;
  if (claim.is === 'closed') return checkClosedAttempt(ctx, claim.row);
  if (claim.is === 'misfit') {
    await cancelAttempt(ctx, attemptId);
    throw new AppError('CONFLICT', 'The amount has changed. Check the invoice and try again.');
  }
  const at = await ctx.read((r) => loadAttemptAtGateway(r, attemptId));
  if (!at?.creds) throw notFound();
  const outcome = await ctx.external.pay.of(at.creds).charge(at.creds, at.attempt, token);
  const row = await ctx.tx((w) => settleAttempt(w, attemptId, outcome, 'charge'));
  return row ?? at.row;
}

/** Checks a closed attempt whose payer returns from the gateway's page after all: they may have paid there. */
async function checkClosedAttempt(ctx: ActionCtx, row: AttemptRow): Promise<AttemptRow> {
  const at = await ctx.read((r) => loadAttemptAtGateway(r, row.id));
  if (!at?.creds) return row;
  try {
    const found = await ctx.external.pay.of(at.creds).findByAttempt(at.creds, at.attempt);
    if (!found) return row;
    return (await ctx.tx((w) => settleAttempt(w, row.id, found, 'check'))) ?? row;
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    throw new AppError('GATEWAY_ERROR', 'The payment provider isn’t responding. Try again in a minute.');
  }
}

/** Claims the attempt for a charge. Only one request at a time can; the others get its current state. */
async function claimAttempt(
  w: WriteCtx,
  attemptId: string,
  p: string | undefined,
  token: BrowserToken,
): Promise<{ is: 'ours' | 'over' | 'closed' | 'misfit'; row: AttemptRow }> {
  const appointmentId = await resolveInvoiceLink(w);
  const invoice = appointmentId ? await store.lockByAppointment(w, appointmentId) : undefined;
  const row = invoice ? await attemptById(w, attemptId) : undefined;
  if (!invoice || !row || row.invoice_id !== invoice.id) throw notFound();
  // The return address names the attempt but does not identify the payer, who may or may not have paid.
  const isBack = row.checkout_style === 'redirect' && token.value === '';
  if (!isBack) await getPayer(w, invoice.appointment_id, p);
  // Payments made in the browser (Stripe) or on a hosted page are already charged, so we only read the result. At
  // PayPal the payer only approves.
  const onlyReads = row.gateway === 5 || (isBack && row.gateway !== 6);
  const isClosed = !isOpen(row.state) && row.state !== 'succeeded';
  if (isClosed && isBack && onlyReads) return { is: 'closed', row };
  if (!isIdle(row.state)) return { is: 'over', row };
  // The keys it was made with are gone, for example after going live: its result could never be found out.
  if (!(await loadAttemptAtGateway(w, row.id))?.creds) {
    if (isBack && onlyReads) throw paymentBeingConfirmedError();
    return { is: 'misfit', row };
  }
  if (!onlyReads && !(await isAmountStillValid(w, row))) return { is: 'misfit', row };
  await claimForCharge(w, row);
  return { is: 'ours', row };
}
