import { asCents } from '#domain/base/money.ts';
import { addMinutes } from '#domain/base/time.ts';
import {
  awaitingPayerCheckMinutes,
  isIdle,
  isOpen,
  isPaidState,
  nextAttemptState,
} from '#domain/payments/payment-attempts.ts';
import type { WriteCtx } from '#server/context.ts';
import { insertMine } from '#server/db/scope.ts';
import { newId } from '#server/ids.ts';
import type { Outcome } from '#server/outside/pay/kit/gateway.ts';
import {
  type AttemptRow,
  attemptById,
  isInFlight,
  isPaidOnGatewayPage,
  updateAttempt,
} from '../attempt-store.ts';
import { saveDifference } from '../difference-store.ts';
import { notifyAdminsOfDeletedAppointmentPayment } from '../invoices/notify-admins.ts';
import { settleInvoice } from '../invoices/settle-invoice.ts';
import { notifyGatewayRejected } from '../notify-gateway-rejected.ts';
import { recordExternalRefunds } from '../refunds/record-external-refunds.ts';
import { scheduleAttemptCheck } from '../scheduled-checks.ts';
import { appointmentFacts, lockByAppointment } from '../store.ts';
import { isOfAnotherCharge } from './second-charge.ts';

/**
 * Where an outcome comes from: `charge` claimed and charged the attempt, `check` only read it at the gateway, `closing`
 * read or closed it because it waited for its payer. The last two ask the gateway before the row is locked, so they may
 * be stale.
 */
export type OutcomeSource = 'charge' | 'check' | 'closing';

/**
 * Applies what a gateway reported about an attempt. The state moves forward or stays, money that arrived is recorded
 * once, and an unfinished attempt is scheduled for another check. A report that does not match our row (attempt, amount
 * or currency) is rejected and audited; a second charge of a paid attempt is recorded separately; a report that is
 * older than a charge in progress is ignored.
 */
export async function settleAttempt(
  ctx: WriteCtx,
  attemptId: string,
  reported: Outcome,
  source: OutcomeSource,
): Promise<AttemptRow | undefined> {
  const found = await attemptById(ctx, attemptId);
  if (!found) return undefined;
  // Writing an attempt requires the lock on its invoice: from here on the row does not change.
  await lockByAppointment(ctx, found.appointment_id);
  const row = (await attemptById(ctx, attemptId)) ?? found;
  const outcome = source !== 'closing' && isStillPayable(row, reported) ? stillWaiting(reported) : reported;
  if (!isPaidState(outcome.state) && isSuperseded(ctx, row, source)) return row;
  const problem = problemOf(row, outcome);
  if (!problem && (await isOfAnotherCharge(ctx, row, outcome))) return row;
  if (problem) return refused(ctx, row, outcome, problem);
  const next = nextAttemptState(row.state, outcome.state);
  const isKnownNow = next !== null && !isOpen(next) && !row.problem.startsWith('wrong_');
  await updateAttempt(ctx, row.id, {
    ...(next ? { state: next } : {}),
    ...(isKnownNow ? { problem: '' } : {}),
    ...reportedFacts(ctx, row, outcome),
  });
  if (outcome.declineCode === 'merchant_setup') await notifyGatewayRejected(ctx, row, outcome.declineText);
  if (next === 'succeeded') await book(ctx, row, outcome);
  if (next === 'succeeded' || row.state === 'succeeded') await recordExternalRefunds(ctx, row, outcome);
  const state = next ?? row.state;
  if (isOpen(state)) {
    const isWaiting = state === 'awaiting_payer' && !outcome.isApproved;
    const runAt = addMinutes(ctx.now, isWaiting ? awaitingPayerCheckMinutes : 1);
    await scheduleAttemptCheck(ctx, row.id, runAt);
  }
  return attemptById(ctx, row.id);
}

// The request that is charging, or the next check, reports the result. Only a completed payment is true whenever it was
// read.
function isSuperseded(ctx: WriteCtx, row: AttemptRow, source: OutcomeSource): boolean {
  if (source === 'charge') return false;
  return isInFlight(row, ctx.now) || (source === 'closing' && !isIdle(row.state));
}

// A card declined on the hosted page, or no payment found there, does not end the attempt: the page accepts another
// card.
function isStillPayable(row: AttemptRow, reported: Outcome): boolean {
  const isBeingCleared = row.state === 'pending' || row.state === 'held';
  return (
    (reported.state === 'failed' || reported.state === 'canceled') &&
    isPaidOnGatewayPage(row) &&
    !isBeingCleared
  );
}

function stillWaiting(reported: Outcome): Outcome {
  const { declineCode, declineText, ...rest } = reported;
  return { ...rest, state: 'awaiting_payer', gatewayRef: null };
}

type Problem = 'wrong_attempt' | 'wrong_amount' | 'wrong_currency';

function problemOf(row: AttemptRow, outcome: Outcome): Problem | null {
  if (outcome.attemptId !== null && outcome.attemptId !== row.id) return 'wrong_attempt';
  const { orderRef } = outcome;
  const isOtherOrder = row.order_ref !== '' && orderRef !== undefined && orderRef !== row.order_ref;
  if (outcome.attemptId === null && isOtherOrder) return 'wrong_attempt';
  if (!isPaidState(outcome.state)) return null;
  if (outcome.amountMinor !== row.amount_cents) return 'wrong_amount';
  const isOther = outcome.currency !== null && outcome.currency.toUpperCase() !== row.currency;
  return isOther ? 'wrong_currency' : null;
}

/** Marks the attempt for manual review and records no money. Writes one audit entry, however often it is reported. */
async function refused(ctx: WriteCtx, row: AttemptRow, outcome: Outcome, problem: Problem) {
  if (row.problem === problem) return row;
  await updateAttempt(ctx, row.id, { problem });
  await ctx.audit({
    action: 'payment.refused',
    entity: 'payment_attempt',
    entity_id: null,
    before: { attempt: row.id, amount_cents: row.amount_cents, currency: row.currency },
    after: {
      reason: problem,
      gateway_ref: outcome.gatewayRef,
      amount_cents: outcome.amountMinor,
      currency: outcome.currency,
      attempt: outcome.attemptId,
    },
  });
  ctx.log.warn({ attempt: row.id, problem }, 'a payment does not fit its attempt');
  return attemptById(ctx, row.id);
}

function reportedFacts(ctx: WriteCtx, row: AttemptRow, outcome: Outcome) {
  const { gatewayRef, declineCode, declineText, raw } = outcome;
  // A page that waits for another card is closed by its page reference, not by the reference of the declined payment.
  const isPageOpen = outcome.state === 'awaiting_payer' && row.page_ref !== '' && row.gateway_ref !== null;
  return {
    ...(gatewayRef && !isPageOpen ? { gateway_ref: gatewayRef } : {}),
    ...(declineCode ? { decline_code: declineCode } : {}),
    ...(declineText ? { decline_text: declineText.slice(0, 300) } : {}),
    ...(raw === null
      ? {}
      : { locked_raw: ctx.installation.encrypt(JSON.stringify(raw), `attempt ${row.id}`) }),
  };
}

// A constraint makes this happen once: no second payment can reference the attempt.
async function book(ctx: WriteCtx, row: AttemptRow, outcome: Outcome): Promise<void> {
  const payment_id = newId();
  const amount_cents = asCents(row.amount_cents);
  const { card } = outcome;
  const booked = await insertMine(ctx, 'payments', {
    id: payment_id,
    invoice_id: row.invoice_id,
    appointment_id: row.appointment_id,
    attempt_id: row.id,
    amount_cents,
    method: row.gateway === 6 ? 'paypal' : 'card',
    gateway: row.gateway,
    gateway_ref: outcome.gatewayRef ?? row.gateway_ref,
    status: 'succeeded',
    idempotency_key: row.id,
    card_brand: card?.brand.slice(0, 30) ?? '',
    card_last4: card?.last4.slice(-4) ?? '',
    fee_cents: outcome.feeMinor ?? null,
    received_at: ctx.now,
    created_at: ctx.now,
  })
    // Any other conflict is not a repeat and must not be treated as one.
    .onConflict((oc) =>
      oc.columns(['subscriber_id', 'attempt_id']).where('attempt_id', 'is not', null).doNothing(),
    )
    .executeTakeFirst();
  if ((booked.numInsertedOrUpdatedRows ?? 0n) === 0n) return;
  await ctx.audit({
    action: 'payment-received',
    entity: 'payment',
    entity_id: payment_id,
    after: { attempt: row.id, amount_cents, gateway: row.gateway },
  });
  // The company has the money whatever happened to the appointment. A deleted one has no page left that would show it.
  if (!(await appointmentFacts(ctx, row.appointment_id)))
    return bookForDeleted(ctx, row, payment_id, outcome.gatewayRef);
  await settleInvoice(ctx, row.appointment_id, { payment_id, amount_cents });
}

async function bookForDeleted(
  ctx: WriteCtx,
  row: AttemptRow,
  payment_id: string,
  ref: string | null,
): Promise<void> {
  const { appointment_id, amount_cents, gateway, currency } = row;
  await settleInvoice(ctx, appointment_id, null);
  const about = ref ?? row.gateway_ref ?? row.id;
  const found = {
    gateway,
    kind: 'deleted',
    about,
    ours_cents: amount_cents,
    theirs_cents: amount_cents,
  } as const;
  await saveDifference(ctx, { ...found, currency, payment_id, appointment_id });
  await notifyAdminsOfDeletedAppointmentPayment(ctx, { id: payment_id, appointment_id, amount_cents });
}
