import type { Selectable } from 'kysely';
import { asCents } from '#domain/base/money.ts';
import type { LocalDate } from '#domain/base/time.ts';
import { type DiscountTerms, normalizeDiscountCode } from '#domain/pricing/discounts.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { mine, updateMine } from '#server/db/scope.ts';
import type { DiscountCodes } from '#server/db/tables.ts';

const isId = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** The terms of a code with the description that clients see. */
export type LoadedDiscount = DiscountTerms & { description: string };

/** Returns a discount code by its id or by its text in any letter case; null if none exists. */
export async function loadDiscount(
  ctx: ReadCtx | WriteCtx,
  idOrCode: string,
): Promise<LoadedDiscount | null> {
  const wanted = idOrCode.trim();
  const row = await mine(ctx, 'discount_codes')
    .where(
      isId.test(wanted) ? 'id' : 'code',
      '=',
      isId.test(wanted) ? wanted.toLowerCase() : normalizeDiscountCode(wanted),
    )
    .selectAll()
    // A deleted code keeps its text, which a newer code may reuse.
    .orderBy('deleted_at', (order) => order.desc().nullsFirst())
    .executeTakeFirst();
  return row ? toDiscountTerms(row) : null;
}

/** Converts a row to the terms that domain/discounts.ts takes. */
export function toDiscountTerms(row: Selectable<DiscountCodes>): LoadedDiscount {
  return {
    id: row.id,
    code: row.code,
    type: row.type === 1 ? 1 : 2,
    percent: row.percent as DiscountTerms['percent'],
    amount_cents: row.amount_cents === null ? null : asCents(row.amount_cents),
    service_ids: row.service_ids,
    add_on_ids: row.add_on_ids,
    status: row.status,
    min_total_cents: asCents(row.min_total_cents),
    max_uses: row.max_uses,
    max_uses_per_client: row.max_uses_per_client,
    used_count: row.used_count,
    starts_on: row.starts_on as LocalDate | null,
    expires_on: row.expires_on as LocalDate | null,
    online: row.online,
    description: row.description,
  };
}

/** Returns the highest number of uses by any one of these clients, on appointments that were not canceled. */
export async function maxUsesByClient(
  ctx: ReadCtx | WriteCtx,
  discountId: string,
  clientIds: readonly string[],
  exceptAppointmentId: string | null,
): Promise<number> {
  if (clientIds.length === 0) return 0;
  let query = mine(ctx, 'appointment_people')
    .innerJoin('appointments', (on) =>
      on
        .onRef('appointments.subscriber_id', '=', 'appointment_people.subscriber_id')
        .onRef('appointments.id', '=', 'appointment_people.appointment_id'),
    )
    .where('appointment_people.person_id', 'in', [...clientIds])
    .where('appointment_people.role', '=', 'client')
    .where('appointments.discount_code_id', '=', discountId)
    .where('appointments.deleted_at', 'is', null)
    .where('appointments.status', '<>', 'canceled');
  if (exceptAppointmentId) query = query.where('appointments.id', '<>', exceptAppointmentId);
  const rows = await query
    .select((eb) => eb.fn.countAll<number>().as('uses'))
    .groupBy('appointment_people.person_id')
    .execute();
  return Math.max(0, ...rows.map((row) => row.uses));
}

/**
 * Counts one more use. Returns false if the last one, overall or per client, was taken concurrently. The row stays
 * locked until the caller commits, and the uses of its clients are counted under that lock, so two bookings of one
 * client cannot both pass.
 */
export async function redeemDiscount(
  ctx: WriteCtx,
  discountId: string,
  user: { clientIds: readonly string[]; appointmentId: string },
): Promise<boolean> {
  const row = await updateMine(ctx, 'discount_codes')
    .set((eb) => ({ used_count: eb('used_count', '+', 1) }))
    .where('id', '=', discountId)
    .where((eb) => eb.or([eb('max_uses', 'is', null), eb('used_count', '<', eb.ref('max_uses'))]))
    .returning('max_uses_per_client')
    .executeTakeFirst();
  if (row === undefined || row.max_uses_per_client === null) return row !== undefined;
  const uses = await maxUsesByClient(ctx, discountId, user.clientIds, user.appointmentId);
  return uses < row.max_uses_per_client;
}

/** Releases a use: the code was removed from an appointment, or the appointment was canceled. */
export async function releaseDiscount(ctx: WriteCtx, discountId: string): Promise<void> {
  await updateMine(ctx, 'discount_codes')
    .set((eb) => ({ used_count: eb('used_count', '-', 1) }))
    .where('id', '=', discountId)
    .where('used_count', '>', 0)
    .execute();
}
