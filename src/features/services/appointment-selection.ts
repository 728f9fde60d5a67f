import { sql } from 'kysely';
import type { ReadCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { notFound } from '#wire/errors.ts';

/** What an appointment uses from the price list. */
export interface AppointmentSelection {
  appointmentId: string;
  serviceIds: string[];
  addOnIds: string[];
  discountId: string | null;
  /** The code's text when it was applied; the code itself may have been renamed since. */
  discountCode: string | null;
}

/**
 * Returns the services, add-ons and discount code of an appointment, which it keeps even when they are no longer
 * offered. Only for users who may edit it. Throws NOT_FOUND when it does not exist or belongs to another company.
 */
export async function getAppointmentSelection(
  ctx: ReadCtx,
  appointmentId: string,
): Promise<AppointmentSelection> {
  const row = await mine(ctx, 'appointments')
    .where('id', '=', appointmentId)
    .where('deleted_at', 'is', null)
    .select([
      'discount_code_id',
      sql<string | null>`discount_snapshot ->> 'code'`.as('code'),
      idsIn('appointment_services', 'service_id').as('services'),
      idsIn('appointment_addons', 'add_on_id').as('addons'),
      idsIn('appointment_people', 'person_id', sql`and child.role = 'inspector'`).as('technicians'),
    ])
    .executeTakeFirst();
  if (!row) throw notFound();
  ctx.requireCapability('edit_appointment', { assigned_technician_ids: row.technicians });
  return {
    appointmentId,
    serviceIds: row.services,
    addOnIds: row.addons,
    discountId: row.discount_code_id,
    discountCode: row.code,
  };
}

function idsIn(
  table: 'appointment_services' | 'appointment_addons' | 'appointment_people',
  column: string,
  more = sql``,
) {
  return sql<string[]>`(
    select coalesce(jsonb_agg(child.${sql.ref(column)}), '[]') from ${sql.table(table)} child
    where child.subscriber_id = appointments.subscriber_id and child.appointment_id = appointments.id ${more})`;
}
