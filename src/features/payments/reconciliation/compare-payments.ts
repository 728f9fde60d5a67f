import { asCents } from '#domain/base/money.ts';
import { isPaidState } from '#domain/payments/payment-attempts.ts';
import {
  isOwnAttemptKey,
  type OurPayment,
  paymentDifference,
} from '#domain/payments/payment-reconciliation.ts';
import type { ActionCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import type { Creds } from '#server/outside/pay/kit/credentials.ts';
import { GatewayError, type Outcome } from '#server/outside/pay/kit/gateway.ts';
import { recordSecondCharge } from '../attempts/second-charge.ts';
import { settleAttempt } from '../attempts/settle-attempt.ts';
import { type FoundDifference, markPaymentsMatching, saveDifference } from '../difference-store.ts';
import { loadRefundAtGateway } from '../refunds/refund-at-gateway.ts';
import {
  type ComparisonRun,
  comparisonBatchSize,
  findKnownAttempts,
  findReferencedAppointment,
  findUncompared,
  type KnownAttempt,
  keysOfOtherCompanies,
  reloadKnownAttempt,
} from './compare-ledger.ts';

/**
 * Goes through the payments the gateway lists. A payment of ours that was not reported yet is recorded like in any
 * other check. What a check does not explain is saved as a difference, and so is a second payment of one attempt: a
 * double charge.
 */
export async function compareGatewayPayments(
  ctx: ActionCtx,
  of: ComparisonRun,
  listed: readonly Outcome[],
): Promise<void> {
  const paid = listed.filter((one) => isPaidState(one.state));
  /** The reference under which each attempt appeared in the list. */
  const seenRefs = new Map<string, string>();
  for (let from = 0; from < paid.length; from += comparisonBatchSize) {
    const slice = paid.slice(from, from + comparisonBatchSize);
    const known = await ctx.read((r) => findKnownAttempts(r, of, slice));
    const elsewhere = await ctx.read((r) => keysOfOtherCompanies(r, slice));
    const agreeing: KnownAttempt[] = [];
    for (const theirs of slice) {
      const ours = known.find((one) => isOf(one, theirs));
      if (!ours) {
        if (!theirs.isOlder && !elsewhere.has(theirs.attemptId ?? ''))
          await ctx.tx((w) => saveUnknown(w, of, theirs));
      } else if (isSecond(ours.payment_ref ?? seenRefs.get(ours.attempt_id), theirs)) {
        await checkSecond(ctx, of, ours, theirs);
      } else {
        if (theirs.gatewayRef !== null) seenRefs.set(ours.attempt_id, theirs.gatewayRef);
        if (isWholeAnswer(ours, theirs) && differenceOf(ours, theirs) === null) agreeing.push(ours);
        else await checkAgain(ctx, of, ours.attempt_id, theirs);
      }
    }
    await ctx.tx((w) => markPaymentsMatching(w, of.creds.type, agreeing.flatMap(namesOf)));
  }
}

/**
 * Goes through recorded payments that the gateway did not list, or listed without their refunds. Each is queried
 * individually.
 */
export async function compareBookedPayments(ctx: ActionCtx, of: ComparisonRun): Promise<void> {
  for (let last = ''; ; ) {
    const after = last;
    const rows = await ctx.read((r) => findUncompared(r, of, after));
    for (const ours of rows) await askFor(ctx, of, ours);
    const end = rows.at(-1)?.payment_id;
    if (!end) return;
    last = end;
  }
}

function isOf(ours: KnownAttempt, { attemptId, gatewayRef, orderRef }: Outcome): boolean {
  if (attemptId !== null) return ours.attempt_id === attemptId;
  if (gatewayRef !== null && (ours.attempt_ref === gatewayRef || ours.payment_ref === gatewayRef))
    return true;
  return !!orderRef && ours.order_ref === orderRef;
}

/** Returns whether the list includes refunds. Some gateways do not list them, or list them only one by one. */
function isWholeAnswer(ours: KnownAttempt, theirs: Outcome): boolean {
  if (theirs.refundedMinor !== null) return true;
  return (ours.refunded_cents ?? 0) === 0 && (theirs.refunds ?? []).length === 0;
}

function differenceOf(ours: KnownAttempt, theirs: Outcome) {
  const { amount_cents, refunded_cents, refunding_cents, currency } = ours;
  if (amount_cents === null)
    return { kind: 'amount' as const, ours_cents: ours.asked_cents, theirs_cents: theirs.amountMinor };
  const facts: OurPayment = {
    amount_cents: asCents(amount_cents),
    refunded_cents: asCents(refunded_cents ?? 0),
    refunding_cents: asCents(refunding_cents),
    currency,
  };
  return paymentDifference(facts, {
    amount_cents: asCents(theirs.amountMinor),
    refunded_cents: theirs.refundedMinor === null ? null : asCents(theirs.refundedMinor),
    currency: theirs.currency,
  });
}

/** Returns whether this is a second payment: an attempt is paid once, so another reference means another charge. */
function isSecond(known: string | null | undefined, { gatewayRef }: Outcome): boolean {
  return !!known && gatewayRef !== null && gatewayRef !== known;
}

// An attempt may carry the reference of its second payment, whose difference must stay open.
function namesOf({ payment_id, attempt_id, attempt_ref, payment_ref }: KnownAttempt) {
  if (payment_id === null) return [];
  return [{ payment_id, about: [attempt_id, payment_ref ?? attempt_ref].filter((name) => name !== null) }];
}

/** Queries an apparent difference once more before it is reported, because a list is stale by the time it is read. */
async function checkAgain(
  ctx: ActionCtx,
  of: ComparisonRun,
  attemptId: string,
  listed: Outcome,
): Promise<void> {
  const fresh = await fetchAgain(ctx, of, listed);
  const { refunds } = listed;
  if (fresh) return applyOutcome(ctx, of, attemptId, { ...fresh, ...(refunds ? { refunds } : {}) });
  // Only the list knows this payment: nothing is recorded, it needs manual review.
  await ctx.tx(async (w) => {
    const ours = await reloadKnownAttempt(w, attemptId);
    if (!ours || ours.payment_id === null) return saveUnknown(w, of, listed, ours?.appointment_id);
    const difference = differenceOf(ours, listed);
    if (difference !== null) await saveFor(w, of, ours, { ...difference, about: nameOf(listed, ours) });
  });
}

/** Returns the gateway's current answer about a listed payment; null if only its list knows it. */
async function fetchAgain(
  ctx: ActionCtx,
  { creds }: ComparisonRun,
  listed: Outcome,
): Promise<Outcome | null> {
  if (listed.gatewayRef === null) return listed;
  try {
    return await ctx.external.pay.of(creds).fetch(creds, listed.gatewayRef);
  } catch (error) {
    if (error instanceof GatewayError && error.code === 'not_found') return null;
    throw error;
  }
}

/**
 * Reports a double charge of one attempt for as long as the second money is there. Applies nothing to the attempt,
 * whose payment is the first.
 */
async function checkSecond(
  ctx: ActionCtx,
  of: ComparisonRun,
  ours: KnownAttempt,
  listed: Outcome,
): Promise<void> {
  const fresh = (await fetchAgain(ctx, of, listed)) ?? listed;
  await ctx.tx((w) => recordSecond(w, of, ours, fresh));
}

async function recordSecond(
  w: WriteCtx,
  of: ComparisonRun,
  ours: KnownAttempt,
  theirs: Outcome,
): Promise<void> {
  const { currency, payment_id, appointment_id } = ours;
  const first = { gateway: of.creds.type, currency, payment_id, appointment_id };
  await recordSecondCharge(w, first, theirs, nameOf(theirs, ours));
}

/** Applies the gateway's current answer like any other check; what that does not explain is a difference. */
async function applyOutcome(
  ctx: ActionCtx,
  of: ComparisonRun,
  attemptId: string,
  fresh: Outcome,
): Promise<void> {
  const { creds } = of;
  const isFirst = await ctx.tx(async (w) => {
    const before = await reloadKnownAttempt(w, attemptId);
    const isOther = before !== undefined && isSecond(before.payment_ref, fresh);
    await (isOther ? recordSecond(w, of, before, fresh) : settleAttempt(w, attemptId, fresh, 'check'));
    return !isOther;
  });
  if (!isFirst) return;
  const refunded = fresh.refundedMinor ?? (await refundedThere(ctx, of, attemptId));
  await ctx.tx(async (w) => {
    const ours = await reloadKnownAttempt(w, attemptId);
    if (!ours || !isPaidState(fresh.state)) return;
    const difference = differenceOf(ours, { ...fresh, refundedMinor: refunded });
    if (difference === null) return markPaymentsMatching(w, creds.type, namesOf(ours));
    await saveFor(w, of, ours, { ...difference, about: nameOf(fresh, ours) });
  });
}

async function saveFor(
  w: WriteCtx,
  of: ComparisonRun,
  ours: KnownAttempt,
  found: Pick<FoundDifference, 'kind' | 'ours_cents' | 'theirs_cents' | 'about'>,
): Promise<void> {
  const { currency, payment_id, appointment_id } = ours;
  await saveDifference(w, { gateway: of.creds.type, ...found, currency, payment_id, appointment_id });
}

function nameOf(theirs: Outcome, ours: KnownAttempt): string {
  return theirs.gatewayRef ?? ours.attempt_id;
}

function leftOf(theirs: Outcome): number {
  return theirs.amountMinor - (theirs.refundedMinor ?? 0);
}

async function askFor(ctx: ActionCtx, of: ComparisonRun, ours: KnownAttempt): Promise<void> {
  const ref = ours.payment_ref ?? ours.attempt_ref;
  try {
    if (ref === null) throw new GatewayError('not_found', 'it has no name there');
    await applyOutcome(ctx, of, ours.attempt_id, await ctx.external.pay.of(of.creds).fetch(of.creds, ref));
  } catch (error) {
    if (!(error instanceof GatewayError) || error.code !== 'not_found') throw error;
    const missing = { kind: 'not_there', ours_cents: ours.amount_cents ?? 0, theirs_cents: 0 } as const;
    await ctx.tx((w) => saveFor(w, of, ours, { ...missing, about: ref ?? ours.attempt_id }));
  }
}

/**
 * Sums the refunds the gateway confirms one by one, where it does not report the total; null if we have no refunds.
 */
async function refundedThere(ctx: ActionCtx, of: ComparisonRun, attemptId: string): Promise<number | null> {
  const { creds } = of;
  const rows = await ctx.read((r) =>
    mine(r, 'payment_refunds')
      .innerJoin('payments', (on) =>
        on
          .onRef('payments.subscriber_id', '=', 'payment_refunds.subscriber_id')
          .onRef('payments.id', '=', 'payment_refunds.payment_id'),
      )
      .where('payments.attempt_id', '=', attemptId)
      .where('payment_refunds.state', '=', 'succeeded')
      .select(['payment_refunds.id', 'payment_refunds.gateway_ref', 'payment_refunds.amount_cents'])
      .execute(),
  );
  if (rows.length === 0) return null;
  let sum = 0;
  for (const row of rows) sum += await refundedAmount(ctx, creds, row);
  return sum;
}

async function refundedAmount(
  ctx: ActionCtx,
  creds: Creds,
  row: { id: string; gateway_ref: string | null; amount_cents: number },
): Promise<number> {
  const at = await ctx.read((r) => loadRefundAtGateway(r, row.id));
  // A refund without a gateway reference cannot be queried: our ledger is the only source.
  if (!at || row.gateway_ref === null) return row.amount_cents;
  try {
    const refunded = await ctx.external.pay.of(creds).fetchRefund(creds, at.refund, row.gateway_ref);
    return refunded.state === 'failed' ? 0 : refunded.amountMinor;
  } catch (error) {
    if (error instanceof GatewayError && error.code === 'not_found') return 0;
    throw error;
  }
}

/**
 * Saves money that none of our attempts explains. If it was taken outside the app, it may still be for one of our
 * orders.
 */
async function saveUnknown(
  w: WriteCtx,
  of: ComparisonRun,
  theirs: Outcome,
  appointmentId: string | null = null,
): Promise<void> {
  const theirs_cents = leftOf(theirs);
  const about = theirs.gatewayRef ?? theirs.attemptId;
  if (about === null || theirs_cents <= 0) return;
  await saveDifference(w, {
    gateway: of.creds.type,
    kind: isOwnAttemptKey(theirs.attemptId) ? 'not_here' : 'foreign',
    about,
    ours_cents: 0,
    theirs_cents,
    currency: theirs.currency ?? '',
    payment_id: null,
    appointment_id: appointmentId ?? (await findReferencedAppointment(w, theirs)),
  });
}
