import { sql } from 'kysely';
import { asCents, fromCents } from '#domain/base/money.ts';
import { getCompany } from '#features/company/get-company.ts';
import type { ReadCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import type * as contract from '../contract.ts';
import { paymentCondition } from './payment-condition.ts';

/**
 * Adds up the payments of a filtered list by state, one line per currency of the invoices, in one query. A voided payment
 * counts as voided only; what was refunded is part of what was received.
 */
export async function totalPayments(
  ctx: ReadCtx,
  input: HandlerInput<typeof contract.totalPayments>,
): Promise<HandlerOutput<typeof contract.totalPayments>> {
  const { timezone } = await getCompany(ctx);
  const wanted = await paymentCondition(ctx, input, timezone);
  const rows = await mine(ctx, 'payments')
    .innerJoin('invoices', (on) =>
      on
        .onRef('invoices.subscriber_id', '=', 'payments.subscriber_id')
        .onRef('invoices.id', '=', 'payments.invoice_id'),
    )
    .where(wanted)
    .groupBy('invoices.currency')
    .orderBy('invoices.currency')
    .select([
      'invoices.currency',
      (eb) => eb.fn.countAll<number>().as('count'),
      sum(
        'amount_cents',
        sql`payments.voided_at is null and payments.status not in ('pending', 'failed')`,
      ).as('received'),
      sum('refunded_cents', sql`payments.voided_at is null`).as('refunded'),
      sum('amount_cents', sql`payments.voided_at is null and payments.status = 'pending'`).as('pending'),
      sum('amount_cents', sql`payments.voided_at is not null`).as('voided'),
      sum('amount_cents', sql`payments.voided_at is null and payments.disputed_at is not null`).as(
        'disputed',
      ),
    ])
    .execute();
  return {
    totals: rows.map(({ currency, count, ...sums }) => ({
      currency,
      count: Number(count),
      received: money(sums.received),
      refunded: money(sums.refunded),
      pending: money(sums.pending),
      voided: money(sums.voided),
      disputed: money(sums.disputed),
    })),
  };
}

const sum = (column: string, of: ReturnType<typeof sql>) =>
  sql<number>`coalesce(sum(payments.${sql.ref(column)}) filter (where ${of}), 0)::bigint`;

const money = (cents: number) => fromCents(asCents(Number(cents)));
