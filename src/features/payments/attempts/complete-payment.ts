import { isIdle, isOpen } from '#domain/payments/payment-attempts.ts';
import type { ErrandCtx, ReadCtx, WriteCtx } from '#server/context.ts';
import { type BrowserToken, GatewayError } from '#server/outside/pay/kit/gateway.ts';
import { AppError, notFound } from '#wire/errors.ts';
import type { Takes } from '#wire/route.ts';
import { type AttemptRow, attemptById, attemptOfOrder } from '../attempt-store.ts';
import { payerOf, refuseBlindTeam } from '../invoices/payer.ts';
import { appointmentOfLink } from '../invoices/show-invoice.ts';
import { amountStillFits } from '../invoices/what-is-owed.ts';
import type * as contract from '../pay-contract.ts';
import * as store from '../store.ts';
import { beingConfirmed, openAttempt, openedSession } from './begin-payment.ts';
import { dropAttempt } from './drop-attempt.ts';
import { endByHand } from './end-by-hand.ts';
import { lookAfter, sendToBeCharged } from './follow-attempt.job.ts';
import { atGateway } from './invoice-at-gateway.ts';
import { presentAttempt } from './present-attempt.ts';
import { settleAttempt } from './settle-attempt.ts';

/**
 * Charges what the payer approved in the gateway's own form, and says what became of it. Nothing is charged when the amount is
 * no longer what is owed. A lost answer is no failure: the payer is told that it is being confirmed, and it is looked up.
 */
export async function pay(ctx: ErrandCtx, input: Takes<typeof contract.pay>): Promise<contract.PayResult> {
  const { publicId, p, amount, idempotency_key } = input;
  const began = input.attempt_id ? null : await begin(ctx, { publicId, p, amount, idempotency_key });
  const token: BrowserToken = {
    value: input.token ?? '',
    ...(input.descriptor ? { descriptor: input.descriptor } : {}),
    ...(input.postal_code ? { postalCode: input.postal_code } : {}),
  };
  return presentAttempt(await completed(ctx, input.attempt_id ?? began?.id ?? '', p, token));
}

async function begin(ctx: ErrandCtx, input: Takes<typeof contract.beginPayment>): Promise<AttemptRow> {
  const row = await openAttempt(ctx, input);
  return isIdle(row.state) ? (await openedSession(ctx, input)).row : row;
}

/** The order of a new PayPal payment, which the payer approves at PayPal. */
export async function openPaypalOrder(ctx: ErrandCtx, input: Takes<typeof contract.openPaypalOrder>) {
  const { session, row } = await openedSession(ctx, input);
  const order_id = session.extra.order_id ?? '';
  if (session.gateway !== 6) throw new AppError('CONFLICT', 'This company doesn’t accept PayPal');
  return { attempt_id: row.id, order_id };
}

/** Takes the money of an approved PayPal order of this invoice. */
export async function capturePaypalOrder(
  ctx: ErrandCtx,
  input: Takes<typeof contract.capturePaypalOrder>,
): Promise<contract.PayResult> {
  const row = await ctx.read(async (r) => {
    const invoice = await store.byAppointment(r, (await appointmentOfLink(r)) ?? '');
    if (invoice) await refuseBlindTeam(r, invoice.appointment_id);
    // Open or not: what was taken meanwhile is told as it stands.
    return invoice && attemptOfOrder(r, invoice.id, input.order_id);
  });
  if (!row) throw new AppError('CONFLICT', 'This order is no longer open');
  return presentAttempt(await completed(ctx, row.id, input.p, { value: input.order_id }));
}

/** How a try stands, for whoever knows its id but for people of the company who must not see amounts. */
export async function showPayState(
  ctx: ReadCtx,
  input: Takes<typeof contract.getPayState>,
): Promise<contract.PayResult> {
  const row = await attemptById(ctx, input.attempt_id);
  if (!row || row.appointment_id !== (await appointmentOfLink(ctx))) throw notFound();
  await refuseBlindTeam(ctx, row.appointment_id);
  return presentAttempt(row);
}

/**
 * Closes a try that waits for its payer; one that may have charged somebody is looked up at once, and ended with a reason when
 * looking on leads nowhere.
 */
export async function closeAttempt(
  ctx: ErrandCtx,
  input: Takes<typeof contract.closeAttempt>,
): Promise<contract.PayResult> {
  const row = await ctx.read((r) => attemptById(r, input.attemptId));
  if (!row) throw notFound();
  let isNowhere = false;
  if (isIdle(row.state)) await dropAttempt(ctx, row.id);
  else ({ isNowhere } = await lookAfter(ctx, row.id, 0));
  const reason = input.reason?.trim() ?? '';
  return ctx.lastTx(async (w) => {
    const now = await endByHand(w, row, { isNowhere, reason });
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
  ctx: ErrandCtx,
  attemptId: string,
  p: string | undefined,
  token: BrowserToken,
): Promise<AttemptRow> {
  const claim = await ctx.tx((w) => claimed(w, attemptId, p, token));
  if (claim.is === 'over') return claim.row;
  if (claim.is === 'closed') return lookedAtClosed(ctx, claim.row);
  if (claim.is === 'misfit') {
    await dropAttempt(ctx, attemptId);
    throw new AppError('CONFLICT', 'The amount has changed. Check the invoice and try again.');
  }
  const at = await ctx.read((r) => atGateway(r, attemptId));
  if (!at?.creds) throw notFound();
  const outcome = await ctx.outside.pay.of(at.creds).complete(at.creds, at.attempt, token);
  const row = await ctx.tx((w) => settleAttempt(w, attemptId, outcome, 'charge'));
  return row ?? at.row;
}

/** A try that was given up, whose payer comes back from the gateway's page all the same: they may have paid there. */
async function lookedAtClosed(ctx: ErrandCtx, row: AttemptRow): Promise<AttemptRow> {
  const at = await ctx.read((r) => atGateway(r, row.id));
  if (!at?.creds) return row;
  try {
    const found = await ctx.outside.pay.of(at.creds).findByAttempt(at.creds, at.attempt);
    if (!found) return row;
    return (await ctx.tx((w) => settleAttempt(w, row.id, found, 'look'))) ?? row;
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    throw new AppError('GATEWAY_ERROR', 'The payment provider isn’t responding. Try again in a minute.');
  }
}

/** One page at a time sends a try to be charged: the others are told how it stands. */
async function claimed(
  w: WriteCtx,
  attemptId: string,
  p: string | undefined,
  token: BrowserToken,
): Promise<{ is: 'ours' | 'over' | 'closed' | 'misfit'; row: AttemptRow }> {
  const appointmentId = await appointmentOfLink(w);
  const invoice = appointmentId ? await store.lockedByAppointment(w, appointmentId) : undefined;
  const row = invoice ? await attemptById(w, attemptId) : undefined;
  if (!invoice || !row || row.invoice_id !== invoice.id) throw notFound();
  // Whoever comes back from the gateway's page has paid there or not: the address says of which try, but not who it is.
  const isBack = row.checkout_style === 'redirect' && token.value === '';
  if (!isBack) await payerOf(w, invoice.appointment_id, p);
  // What was charged in the payer's browser or on the gateway's own page is charged: we only read it. At PayPal they approve.
  const onlyReads = row.gateway === 5 || (isBack && row.gateway !== 6);
  const isClosed = !isOpen(row.state) && row.state !== 'succeeded';
  if (isClosed && isBack && onlyReads) return { is: 'closed', row };
  if (!isIdle(row.state)) return { is: 'over', row };
  // Made with keys that are gone, as before going live: nobody could say what became of it.
  if (!(await atGateway(w, row.id))?.creds) {
    if (isBack && onlyReads) throw beingConfirmed();
    return { is: 'misfit', row };
  }
  if (!onlyReads && !(await amountStillFits(w, row))) return { is: 'misfit', row };
  await sendToBeCharged(w, row);
  return { is: 'ours', row };
}
