import { sql } from 'kysely';
import { asCents } from '#domain/money.ts';
import { isPaidBy } from '#domain/payment-attempts.ts';
import { isOurKey, type OursAtGateway, paymentDifference } from '#domain/payment-comparison.ts';
import type { Instant } from '#domain/time.ts';
import type { ErrandCtx, ReadCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import type { Creds } from '#server/outside/pay/credentials.ts';
import { GatewayError, type Outcome } from '#server/outside/pay/gateway.ts';
import { keepDifference, noteAgreement } from './differences.ts';
import { refundAtGateway } from './refund-at-gateway.ts';
import { settleAttempt } from './settle-attempt.ts';

/** A comparison under way. */
export interface Comparing {
  creds: Creds;
  /** Payments from then on are compared. */
  since: Instant;
  startedAt: Instant;
}

const sliceSize = 200;

/**
 * Goes through what the gateway lists. A payment of ours that we had not heard of is booked as by any other look; what no look
 * explains is kept as a difference.
 */
export async function compareTheirs(
  ctx: ErrandCtx,
  of: Comparing,
  listed: readonly Outcome[],
): Promise<void> {
  const paid = listed.filter((one) => isPaidBy(one.state));
  for (let from = 0; from < paid.length; from += sliceSize) {
    const slice = paid.slice(from, from + sliceSize);
    const known = await ctx.read((r) => oursOf(r, of, slice));
    const agreeing: Known[] = [];
    for (const theirs of slice) {
      const ours = known.find((one) => isOf(one, theirs));
      if (ours && isWholeAnswer(ours, theirs) && differenceOf(ours, theirs) === null) agreeing.push(ours);
      else if (ours) await lookCloser(ctx, of, ours.attempt_id, theirs);
      else await ctx.tx((w) => keepUnknown(w, of, theirs));
    }
    await ctx.tx((w) => noteAgreement(w, of.creds.type, agreeing.flatMap(namesOf)));
  }
}

/** Goes through what we booked and the gateway did not list, or lists without what went back. Each is asked for by itself. */
export async function compareOurs(ctx: ErrandCtx, of: Comparing): Promise<void> {
  for (let last = ''; ; ) {
    const after = last;
    const rows = await ctx.read((r) => notCompared(r, of, after));
    for (const ours of rows) await askFor(ctx, of, ours);
    const end = rows.at(-1)?.payment_id;
    if (!end) return;
    last = end;
  }
}

type Known = Awaited<ReturnType<typeof oursOf>>[number];

function known(ctx: ReadCtx | WriteCtx) {
  return mine(ctx, 'payment_attempts')
    .leftJoin('payments', (on) =>
      on
        .onRef('payments.subscriber_id', '=', 'payment_attempts.subscriber_id')
        .onRef('payments.attempt_id', '=', 'payment_attempts.id'),
    )
    .select([
      'payment_attempts.id as attempt_id',
      'payment_attempts.gateway_ref as attempt_ref',
      'payment_attempts.amount_cents as asked_cents',
      'payment_attempts.currency',
      'payment_attempts.appointment_id',
      'payments.id as payment_id',
      'payments.gateway_ref as payment_ref',
      'payments.amount_cents',
      'payments.refunded_cents',
      sql<number>`(select coalesce(sum(r.amount_cents), 0)::int from payment_refunds r
        where r.subscriber_id = payments.subscriber_id and r.payment_id = payments.id
        and r.state in ('asking', 'pending', 'unknown'))`.as('refunding_cents'),
    ]);
}

/** Our tries behind these payments: by our key, else by the gateway's name. */
function oursOf(ctx: ReadCtx, of: Comparing, slice: readonly Outcome[]) {
  const keys = slice.flatMap((one) => one.attemptId ?? []);
  const refs = slice.flatMap((one) => one.gatewayRef ?? []);
  return known(ctx)
    .where('payment_attempts.gateway', '=', of.creds.type)
    .where((eb) =>
      eb.or([
        eb('payment_attempts.id', 'in', keys.length > 0 ? keys : ['']),
        eb('payment_attempts.gateway_ref', 'in', refs.length > 0 ? refs : ['']),
      ]),
    )
    .execute();
}

function notCompared(ctx: ReadCtx, of: Comparing, after: string) {
  const { creds, since, startedAt } = of;
  return known(ctx)
    .where('payments.gateway', '=', creds.type)
    .where('payment_attempts.mode', '=', creds.mode)
    .where('payment_attempts.connection', 'in', ['', creds.connection])
    .where(
      sql<boolean>`(payments.created_at >= ${since} or exists (select from payment_refunds r
        where r.subscriber_id = payments.subscriber_id and r.payment_id = payments.id and r.updated_at >= ${since}))`,
    )
    .where(sql<boolean>`(payments.compared_at is null or payments.compared_at < ${startedAt})`)
    .where('payments.voided_at', 'is', null)
    .$if(after !== '', (query) => query.where('payments.id', '>', after))
    .orderBy('payments.id')
    .limit(sliceSize)
    .execute();
}

function isOf(ours: Known, { attemptId, gatewayRef }: Outcome): boolean {
  return attemptId === null
    ? gatewayRef !== null && ours.attempt_ref === gatewayRef
    : ours.attempt_id === attemptId;
}

/** Some gateways do not say in their list what went back. */
function isWholeAnswer(ours: Known, theirs: Outcome): boolean {
  return theirs.refundedMinor !== null || (ours.refunded_cents ?? 0) === 0;
}

function differenceOf(ours: Known, theirs: Outcome) {
  const { amount_cents, refunded_cents, refunding_cents, currency } = ours;
  if (amount_cents === null)
    return { kind: 'amount' as const, ours_cents: ours.asked_cents, theirs_cents: theirs.amountMinor };
  const facts: OursAtGateway = {
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

function namesOf({ payment_id, attempt_id, attempt_ref, payment_ref }: Known) {
  if (payment_id === null) return [];
  return [{ payment_id, about: [attempt_id, attempt_ref, payment_ref].filter((name) => name !== null) }];
}

/** A list is old when it is read: what seems different is asked for once more before it is told. */
async function lookCloser(ctx: ErrandCtx, of: Comparing, attemptId: string, listed: Outcome): Promise<void> {
  const { creds } = of;
  const ref = listed.gatewayRef;
  const fresh = ref === null ? listed : await ctx.outside.pay.of(creds).fetch(creds, ref);
  await judge(ctx, of, attemptId, fresh);
}

/** Applies what the gateway says now, as any other look does; what that does not explain is a difference. */
async function judge(ctx: ErrandCtx, of: Comparing, attemptId: string, fresh: Outcome): Promise<void> {
  const { creds } = of;
  const refunded = fresh.refundedMinor ?? (await refundedThere(ctx, of, attemptId));
  await ctx.tx(async (w) => {
    await settleAttempt(w, attemptId, fresh, 'look');
    const ours = await known(w).where('payment_attempts.id', '=', attemptId).executeTakeFirst();
    if (!ours || !isPaidBy(fresh.state)) return;
    const difference = differenceOf(ours, { ...fresh, refundedMinor: refunded });
    if (difference === null) return noteAgreement(w, creds.type, namesOf(ours));
    const about = fresh.gatewayRef ?? attemptId;
    const { currency, payment_id, appointment_id } = ours;
    await keepDifference(w, {
      gateway: creds.type,
      ...difference,
      about,
      currency,
      payment_id,
      appointment_id,
    });
  });
}

async function askFor(ctx: ErrandCtx, of: Comparing, ours: Known): Promise<void> {
  const ref = ours.payment_ref ?? ours.attempt_ref;
  try {
    if (ref === null) throw new GatewayError('not_found', 'it has no name there');
    await judge(ctx, of, ours.attempt_id, await ctx.outside.pay.of(of.creds).fetch(of.creds, ref));
  } catch (error) {
    if (!(error instanceof GatewayError) || error.code !== 'not_found') throw error;
    await ctx.tx((w) =>
      keepDifference(w, {
        gateway: of.creds.type,
        kind: 'not_there',
        about: ref ?? ours.attempt_id,
        ours_cents: ours.amount_cents ?? 0,
        theirs_cents: 0,
        currency: ours.currency,
        payment_id: ours.payment_id,
        appointment_id: ours.appointment_id,
      }),
    );
  }
}

/** What went back by the gateway's own word, refund by refund, where it does not tell the sum; null without refunds of ours. */
async function refundedThere(ctx: ErrandCtx, of: Comparing, attemptId: string): Promise<number | null> {
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
  for (const row of rows) sum += await wentBack(ctx, creds, row);
  return sum;
}

async function wentBack(
  ctx: ErrandCtx,
  creds: Creds,
  row: { id: string; gateway_ref: string | null; amount_cents: number },
): Promise<number> {
  const at = await ctx.read((r) => refundAtGateway(r, row.id));
  // Without a name of its own it cannot be asked for: our book is all there is.
  if (!at || row.gateway_ref === null) return row.amount_cents;
  try {
    const told = await ctx.outside.pay.of(creds).fetchRefund(creds, at.refund, row.gateway_ref);
    return told.state === 'failed' ? 0 : told.amountMinor;
  } catch (error) {
    if (error instanceof GatewayError && error.code === 'not_found') return 0;
    throw error;
  }
}

async function keepUnknown(w: WriteCtx, of: Comparing, theirs: Outcome): Promise<void> {
  const theirs_cents = theirs.amountMinor - (theirs.refundedMinor ?? 0);
  const about = theirs.gatewayRef ?? theirs.attemptId;
  if (about === null || theirs_cents <= 0) return;
  await keepDifference(w, {
    gateway: of.creds.type,
    kind: isOurKey(theirs.attemptId) ? 'not_here' : 'foreign',
    about,
    ours_cents: 0,
    theirs_cents,
    currency: theirs.currency ?? '',
    payment_id: null,
    appointment_id: null,
  });
}
