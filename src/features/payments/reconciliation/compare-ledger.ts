import { sql } from 'kysely';
import type { Instant } from '#domain/base/time.ts';
import { isOwnAttemptKey } from '#domain/payments/payment-reconciliation.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import type { Creds } from '#server/outside/pay/kit/credentials.ts';
import type { Outcome } from '#server/outside/pay/kit/gateway.ts';

/** A running comparison. */
export interface ComparisonRun {
  creds: Creds;
  /** The account the keys belong to; empty if unknown. */
  account: string;
  /** Payments from this time on are compared. */
  since: Instant;
  startedAt: Instant;
}

/** Our ledger is read in batches of this size. */
export const comparisonBatchSize = 200;

/** One of our attempts with the payment that came of it. */
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

/** Reloads one of our attempts with its payment. */
export function reloadKnownAttempt(ctx: ReadCtx | WriteCtx, attemptId: string) {
  return known(ctx).where('payment_attempts.id', '=', attemptId).executeTakeFirst();
}

/**
 * Finds our attempts behind these payments: by our key, else by the gateway's reference of the payment or its order.
 */
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

/** Finds payments recorded with these keys, or others of their account, that this comparison has not matched yet. */
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

/** Returns which of these keys belong to other companies of this installation, which may share the gateway account. */
export async function keysOfOtherCompanies(ctx: ReadCtx, slice: readonly Outcome[]): Promise<Set<string>> {
  const keys = slice.flatMap((one) => (isOwnAttemptKey(one.attemptId) ? [one.attemptId ?? ''] : []));
  if (keys.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`select attempts_elsewhere(${sql.val(keys)}::text[], ${
    ctx.subscriberId
  }::uuid) as id`.execute(ctx.db);
  return new Set(rows.map((row) => row.id));
}

/**
 * Returns the appointment that a payment taken outside the app is for: its gateway order is ours, or it names our order
 * or invoice; else null.
 */
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
