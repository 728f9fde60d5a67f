import { type RawBuilder, sql } from 'kysely';
import { parseCents } from '#domain/base/money.ts';
import type { Zone } from '#domain/base/time.ts';
import { appointmentIdsMatching } from '#features/appointments/listing/appointment-text-search.ts';
import type { ReadCtx } from '#server/context.ts';
import { withinDays } from '#server/db/within-days.ts';
import type { HandlerInput } from '#wire/route.ts';
import type * as contract from '../contract.ts';

type PaymentFilter = HandlerInput<typeof contract.totalPayments>;

const states = {
  received: sql`payments.voided_at is null and payments.refunded_cents = 0 and payments.status = 'succeeded'`,
  given_back: sql`payments.refunded_cents > 0`,
  taken_back: sql`payments.voided_at is not null`,
  disputed: sql`payments.disputed_at is not null`,
} as const;

export type PaymentCondition = RawBuilder<boolean>;

/** Builds the condition of a filtered payment list. Each part has its own index. */
export async function paymentCondition(
  ctx: ReadCtx,
  input: PaymentFilter,
  zone: Zone,
): Promise<PaymentCondition> {
  const { text, method, state, appointmentId } = input;
  const all = [sql<boolean>`true`, ...withinDays('received_at', input, zone)];
  if (appointmentId) all.push(sql`payments.appointment_id = ${appointmentId}::uuid`);
  if (method) all.push(sql`payments.method = ${method}`);
  if (state) all.push(sql`${states[state]}`);
  if (text) all.push(await matching(ctx, text));
  return sql<boolean>`${sql.join(all, sql` and `)}`;
}

async function matching(ctx: ReadCtx, text: string) {
  const cents = parseCents(text);
  const conditions = [
    sql<boolean>`payments.appointment_id = any(array(${await appointmentIdsMatching(ctx, text)}))`,
  ];
  // An entered amount may exceed the range of the amount columns.
  if (cents !== null) conditions.push(sql`payments.amount_cents = ${cents}::bigint`);
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`;
}
