import { asCents, currencyIso, toCentsOrNull } from '#domain/base/money.ts';
import { addMinutes } from '#domain/base/time.ts';
import { isOnlinePaymentType } from '#domain/payments/gateways.ts';
import { isConfirming, isIdle } from '#domain/payments/payment-attempts.ts';
import {
  gatewayCreds,
  getGatewayConnection,
  getVerifiedAccount,
  isConnectionUsable,
} from '#features/company/gateway-connection.ts';
import { getCompany } from '#features/company/get-company.ts';
import type { ActionCtx, WriteCtx } from '#server/context.ts';
import { insertMine, mine } from '#server/db/scope.ts';
import { type BrowserSession, GatewayError } from '#server/outside/pay/kit/gateway.ts';
import type { GatewayType } from '#server/outside/pay/kit/gateway-type.ts';
import { AppError, badInput, notFound } from '#wire/errors.ts';
import type { HandlerInput } from '#wire/route.ts';
import {
  type AttemptRow,
  attemptById,
  attemptByKey,
  isGatewayPageOpen,
  openAttemptOf,
  shortId,
  updateAttempt,
} from '../attempt-store.ts';
import { onlinePaymentProblem } from '../invoices/online-payment-problem.ts';
import { getPayer } from '../invoices/payer.ts';
import { resolveInvoiceLink } from '../invoices/show-invoice.ts';
import { notifyGatewayRejected } from '../notify-gateway-rejected.ts';
import type * as contract from '../pay-contract.ts';
import { money } from '../present-payments.ts';
import { scheduleAttemptCheck } from '../scheduled-checks.ts';
import * as store from '../store.ts';
import { type AttemptAtGateway, loadAttemptAtGateway } from './attempt-at-gateway.ts';
import { cancelAttempt } from './cancel-attempt.ts';
import { settleAttempt } from './settle-attempt.ts';

type Input = HandlerInput<typeof contract.beginPayment>;

/**
 * Starts an online payment of an invoice and returns what the gateway's script needs in the payer's browser. A second
 * visitor gets the same attempt while it is unpaid, so that two tabs or two payers cannot both be charged.
 */
export async function beginPayment(ctx: ActionCtx, input: Input): Promise<contract.PaySession> {
  const { session, row } = await startPaymentSession(ctx, input);
  return {
    attempt_id: row.id,
    gateway: session.gateway,
    mode: session.mode,
    script_url: session.scriptUrl,
    redirect: session.redirect ? { ...session.redirect, fields: { ...session.redirect.fields } } : null,
    public_key: session.publicKey,
    client_token: session.clientToken ?? '',
    extra: { ...session.extra },
    amount: money(session.amountMinor),
    currency: session.currency,
  };
}

/** Same as `beginPayment`, for commands of this feature that continue with the session. */
export async function startPaymentSession(
  ctx: ActionCtx,
  input: Input,
): Promise<{ session: BrowserSession; row: AttemptRow }> {
  const row = await getOrCreateAttempt(ctx, input);
  if (isConfirming(row.state)) throw paymentBeingConfirmedError();
  if (!isIdle(row.state)) throw attemptEnded();
  const at = await ctx.read((r) => loadAttemptAtGateway(r, row.id));
  if (!at?.creds) throw onlinePaymentsUnavailable();
  if (at.row.page_until !== null) await checkPage(ctx, at);
  const known = handedOutPage(ctx, (await ctx.read((r) => attemptById(r, row.id))) ?? at.row);
  const made = known ?? (await beginAtGateway(ctx, at));
  const session = await ctx.tx(async (w) => {
    await store.lockByAppointment(w, row.appointment_id);
    const now = await attemptById(w, row.id);
    if (!now || !isIdle(now.state))
      throw now && !isConfirming(now.state) ? attemptEnded() : paymentBeingConfirmedError();
    // A competing request may already have handed out the only page that is allowed.
    const first = handedOutPage(w, now);
    if (first) return first;
    if (isOtherPage(now, made)) return null;
    await updateAttempt(w, row.id, { state: 'awaiting_payer', ...factsOf(w, row.id, made) });
    return made;
  });
  if (session) return { session, row };
  await cancelAttempt(ctx, row.id);
  throw paymentBeingConfirmedError();
}

/**
 * Returns the page that was already handed out for an attempt, while it can be paid and cannot be closed. A second page
 * could be paid as well.
 */
function handedOutPage(ctx: Pick<WriteCtx, 'now' | 'installation'>, row: AttemptRow): BrowserSession | null {
  if (row.locked_page === null || !isGatewayPageOpen(row, ctx.now)) return null;
  return JSON.parse(ctx.installation.decrypt(row.locked_page, aboutPage(row.id))) as BrowserSession;
}

/**
 * Returns whether another page was created for the attempt concurrently. The new one must not be used: a request that
 * closes the attempt only knows the stored page.
 */
function isOtherPage(row: AttemptRow, { page }: BrowserSession): boolean {
  return row.page_ref !== '' && page?.ref !== undefined && page.ref !== row.page_ref;
}

function factsOf(w: WriteCtx, id: string, session: BrowserSession) {
  const { gatewayRef, page } = session;
  const lives = page?.livesMinutes;
  return {
    ...(gatewayRef ? { gateway_ref: gatewayRef } : {}),
    ...(page?.ref ? { page_ref: page.ref } : {}),
    ...(page?.orderRef ? { order_ref: page.orderRef } : {}),
    ...(lives === undefined
      ? {}
      : {
          page_until: addMinutes(w.now, lives),
          locked_page: w.installation.encrypt(JSON.stringify(session), aboutPage(id)),
        }),
  };
}

const aboutPage = (id: string) => `page ${id}`;

/** Checks the page for a payment, which ends the attempt, before the page is handed out again. */
async function checkPage(ctx: ActionCtx, { row, attempt, creds }: AttemptAtGateway): Promise<void> {
  if (!creds) throw onlinePaymentsUnavailable();
  try {
    const found = await ctx.external.pay.of(creds).findByAttempt(creds, attempt);
    if (found) await ctx.tx((w) => settleAttempt(w, row.id, found, 'check'));
  } catch (error) {
    if (error instanceof GatewayError) throw gatewayUnavailable();
    throw error;
  }
}

/**
 * Returns the open attempt for this amount, a new one, or the one that was started under the same key, whatever its
 * state.
 */
export async function getOrCreateAttempt(ctx: ActionCtx, input: Input): Promise<AttemptRow> {
  // An attempt for another amount is closed at the gateway first. It may turn out to be paid; then nothing is due
  // anymore.
  for (let attempts = 0; attempts < 3; attempts += 1) {
    const { row, mustGo } = await ctx.tx((w) => chooseAttempt(w, input));
    if (!mustGo) return row;
    await cancelAttempt(ctx, row.id);
  }
  throw paymentBeingConfirmedError();
}

async function chooseAttempt(w: WriteCtx, input: Input): Promise<{ row: AttemptRow; mustGo: boolean }> {
  const appointmentId = await resolveInvoiceLink(w);
  const invoice = appointmentId ? await store.lockByAppointment(w, appointmentId) : undefined;
  const appointment = appointmentId ? await store.appointmentFacts(w, appointmentId) : undefined;
  if (!invoice || !appointment) throw notFound();
  const personId = await getPayer(w, appointment.id, input.p);
  if (input.idempotency_key) {
    const same = await attemptByKey(w, invoice.id, input.idempotency_key);
    if (same) return { row: same, mustGo: false };
  }
  const at = await usableGateway(w, invoice, appointment.status);
  const amountCents = await amountOf(w, invoice, input.amount);
  const open = await openAttemptOf(w, invoice.id);
  if (open) {
    if (!isIdle(open.state)) throw paymentBeingConfirmedError();
    const isSame =
      open.gateway === at.gateway &&
      open.mode === at.mode &&
      open.connection === at.connection &&
      open.checkout_style === at.checkout_style;
    return { row: open, mustGo: !isSame || open.amount_cents !== amountCents };
  }
  const row = await newAttempt(w, invoice, {
    ...at,
    amount_cents: amountCents,
    person_id: personId,
    client_key: input.idempotency_key ?? null,
  });
  return { row, mustGo: false };
}

async function usableGateway(w: WriteCtx, invoice: store.InvoiceRow, appointmentStatus: string) {
  if (invoice.status === 'void') throw new AppError('CONFLICT', 'This invoice is void');
  if (appointmentStatus === 'canceled')
    throw new AppError('CONFLICT', 'This appointment was canceled. Contact the company before you pay.');
  // Serializes with the removal of keys: either it waits for us and finds this attempt, or we wait and find no keys.
  await mine(w, 'companies').select('subscriber_id').forShare().execute();
  const { settings } = await getCompany(w);
  const { payment_type } = settings;
  if (!isOnlinePaymentType(payment_type)) throw onlinePaymentsUnavailable();
  const creds = await gatewayCreds(w, payment_type);
  const known = await getGatewayConnection(w, payment_type);
  if (!creds || !isConnectionUsable(known)) throw onlinePaymentsUnavailable();
  const { mode, connection } = creds;
  return {
    gateway: payment_type as GatewayType,
    mode,
    connection,
    account_id: getVerifiedAccount(known, creds),
    checkout_style: settings.checkout_style,
  };
}

async function amountOf(w: WriteCtx, invoice: store.InvoiceRow, typed: number | undefined): Promise<number> {
  const cents = typed === undefined ? asCents(invoice.outstanding_cents) : toCentsOrNull(typed);
  if (cents === null) throw badInput({ amount: 'Amount can have at most two decimals' });
  if (invoice.outstanding_cents <= 0) throw new AppError('CONFLICT', 'This invoice is already paid');
  const problem = await onlinePaymentProblem(w, invoice, cents);
  if (problem) throw badInput({ amount: problem });
  return cents;
}

async function newAttempt(
  w: WriteCtx,
  invoice: store.InvoiceRow,
  facts: Pick<
    AttemptRow,
    | 'gateway'
    | 'mode'
    | 'connection'
    | 'account_id'
    | 'checkout_style'
    | 'amount_cents'
    | 'person_id'
    | 'client_key'
  >,
): Promise<AttemptRow> {
  const id = shortId('pa');
  await insertMine(w, 'payment_attempts', {
    id,
    invoice_id: invoice.id,
    appointment_id: invoice.appointment_id,
    state: 'created',
    currency: currencyIso(invoice.currency),
    created_at: w.now,
    updated_at: w.now,
    ...facts,
  }).execute();
  // From here on the attempt is followed up even if this process dies.
  const runAt = addMinutes(w.now, 15);
  await scheduleAttemptCheck(w, id, runAt);
  const row = await attemptById(w, id);
  if (!row) throw notFound();
  return row;
}

async function beginAtGateway(
  ctx: ActionCtx,
  { attempt, creds, row }: AttemptAtGateway,
): Promise<BrowserSession> {
  if (!creds) throw onlinePaymentsUnavailable();
  try {
    return await ctx.external.pay.of(creds).begin(creds, attempt);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    ctx.log.warn({ gateway: row.gateway, code: error.code }, 'could not start a payment');
    await ctx.tx(async (w) => {
      if (error.code === 'merchant_setup') await notifyGatewayRejected(w, row, error.message);
    });
    // The row stays, so that a repeated request continues the same attempt.
    throw gatewayUnavailable();
  }
}

function gatewayUnavailable(): AppError {
  return new AppError('GATEWAY_ERROR', 'The payment provider isn’t responding. Try again in a minute.');
}

function onlinePaymentsUnavailable(): AppError {
  return new AppError('CONFLICT', 'This company isn’t accepting online payments right now');
}

function attemptEnded(): AppError {
  return new AppError('CONFLICT', 'This payment attempt has ended. Start a new payment.');
}

/** Returns the CONFLICT for an invoice whose payment is being confirmed; no one else can pay it until then. */
export function paymentBeingConfirmedError(): AppError {
  return new AppError('CONFLICT', 'A payment is being confirmed. Try again in a moment.');
}
