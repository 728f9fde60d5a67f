import { sql } from 'kysely';
import { asCents, fromCents } from '#domain/base/money.ts';
import { getCompany } from '#features/company/get-company.ts';
import type { ReadCtx } from '#server/context.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import type * as contract from '../list-contract.ts';
import { isInvoiceVoid } from './conditions.ts';
import { base, narrowing } from './list-appointments.ts';

/** Longer lists are not added up, so that the effort does not grow with the company. */
const maxSummed = 5000;

/** Adds up the prices of a filtered list and what is due of them, in one query. Void invoices do not count. */
export async function totalAppointments(
  ctx: ReadCtx,
  input: HandlerInput<typeof contract.totalAppointments>,
): Promise<HandlerOutput<typeof contract.totalAppointments>> {
  const { timezone } = await getCompany(ctx);
  const { conditions, collected } = await narrowing(ctx, input, timezone);
  const found = base(ctx, collected ?? conditions)
    .select(['total_fee_cents', 'outstanding_cents', isInvoiceVoid.as('is_void')])
    .limit(maxSummed + 1);
  const { count, total, due } = await ctx.db
    .selectFrom(found.as('found'))
    .select([
      (eb) => eb.fn.countAll<number>().as('count'),
      sql<number>`coalesce(sum(total_fee_cents) filter (where not is_void), 0)::bigint`.as('total'),
      sql<number>`coalesce(sum(greatest(outstanding_cents, 0)) filter (where not is_void), 0)::bigint`.as(
        'due',
      ),
    ])
    .executeTakeFirstOrThrow();
  if (Number(count) > maxSummed) return { isCapped: true, total: null, outstanding: null };
  return { isCapped: false, total: money(total), outstanding: money(due) };
}

const money = (cents: number) => fromCents(asCents(Number(cents)));
