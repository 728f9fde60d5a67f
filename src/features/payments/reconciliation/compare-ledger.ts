import { sql } from 'kysely';
import type { Instant } from '#domain/base/time.ts';
import { isOwnAttemptKey } from '#domain/payments/payment-reconciliation.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import type { Creds } from '#server/outside/pay/kit/credentials.ts';
import type { Outcome } from '#server/outside/pay/kit/gateway.ts';

/** A comparison under way. */
export interface ComparisonRun {
  creds: Creds;
  /** The account the keys are for; empty: not known. */
  account: string;
  /** Payments from then on are compared. */
  since: Instant;
  startedAt: Instant;
}

/** Our book is read in slices of so many payments. */
export const comparisonBatchSize = 200;

/** A try of ours with the payment that came of it. */
export type KnownAttempt = Awaited<ReturnType<typeof findKnownAttempts>>[number];

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
      'payment_attempts.order_ref',
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

/** Our try with its payment, as they are now. */
export function reloadKnownAttempt(ctx: ReadCtx | WriteCtx, attemptId: string) {
  return known(ctx).where('payment_attempts.id', '=', attemptId).executeTakeFirst();
}

/** Our tries behind these payments: by our key, else by the gateway's name of the payment or of its order. */
export function findKnownAttempts(ctx: ReadCtx, of: ComparisonRun, slice: readonly Outcome[]) {
  const keys = slice.flatMap((one) => one.attemptId ?? []);
  const refs = slice.flatMap((one) => one.gatewayRef ?? []);
  const orders = slice.flatMap((one) => one.orderRef || []);
  return known(ctx)
    .where('payment_attempts.gateway', '=', of.creds.type)
    .where((eb) =>
      eb.or([
        eb('payment_attempts.id', 'in', keys.length > 0 ? keys : ['']),
        eb('payment_attempts.gateway_ref', 'in', refs.length > 0 ? refs : ['']),
        eb('payments.gateway_ref', 'in', refs.length > 0 ? refs : ['']),
        ...(orders.length > 0 ? [eb('payment_attempts.order_ref', 'in', orders)] : []),
      ]),
    )
    .execute();
}

/** What we booked with these keys, or with others of their account, and did not find yet in this comparison. */
export function findUncompared(ctx: ReadCtx, of: ComparisonRun, after: string) {
  const { creds, account, since, startedAt } = of;
  return known(ctx)
    .where('payments.gateway', '=', creds.type)
    .where('payment_attempts.mode', '=', creds.mode)
    .where((eb) =>
      eb.or([
        eb('payment_attempts.connection', 'in', ['', creds.connection]),
        ...(account === '' ? [] : [eb('payment_attempts.account_id', '=', account)]),
      ]),
    )
    .where(
      sql<boolean>`(payments.created_at >= ${since} or exists (select from payment_refunds r
        where r.subscriber_id = payments.subscriber_id and r.payment_id = payments.id and r.updated_at >= ${since}))`,
    )
    .where(sql<boolean>`(payments.compared_at is null or payments.compared_at < ${startedAt})`)
    .where('payments.voided_at', 'is', null)
    .$if(after !== '', (query) => query.where('payments.id', '>', after))
    .orderBy('payments.id')
    .limit(comparisonBatchSize)
    .execute();
}

/** Which of these keys are of other companies here: what comes in for them at a shared account is none of our business. */
export async function keysOfOtherCompanies(ctx: ReadCtx, slice: readonly Outcome[]): Promise<Set<string>> {
  const keys = slice.flatMap((one) => (isOwnAttemptKey(one.attemptId) ? [one.attemptId ?? ''] : []));
  if (keys.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`select attempts_elsewhere(${sql.val(keys)}::text[], ${
    ctx.subscriberId
  }::uuid) as id`.execute(ctx.db);
  return new Set(rows.map((row) => row.id));
}

/** The appointment that money taken past us is for: its order there is ours, or somebody named our order or invoice; else null. */
export async function findReferencedAppointment(
  ctx: ReadCtx | WriteCtx,
  { attemptId, orderRef }: Outcome,
): Promise<string | null> {
  const ordered = orderRef
    ? await mine(ctx, 'payment_attempts')
        .where('order_ref', '=', orderRef)
        .select('appointment_id')
        .limit(1)
        .executeTakeFirst()
    : undefined;
  const name = attemptId?.trim() ?? '';
  if (ordered || name === '') return ordered?.appointment_id ?? null;
  const row = await mine(ctx, 'invoices')
    .innerJoin('appointments', (on) =>
      on
        .onRef('appointments.subscriber_id', '=', 'invoices.subscriber_id')
        .onRef('appointments.id', '=', 'invoices.appointment_id'),
    )
    .where((eb) => eb.or([eb('invoices.number', '=', name), eb('appointments.order_id', '=', name)]))
    .select('invoices.appointment_id')
    .limit(1)
    .executeTakeFirst();
  return row?.appointment_id ?? null;
}
