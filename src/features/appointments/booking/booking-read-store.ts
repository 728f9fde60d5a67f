import { asInstant, type Instant } from '#domain/base/time.ts';
import type { ServiceUse } from '#domain/scheduling/suggested-service.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';

/** Returns which of these ids are active rows of the table. */
export async function activeIds(
  ctx: ReadCtx | WriteCtx,
  table: 'templates' | 'agreement_templates',
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await mine(ctx, table as 'templates')
    .where('id', 'in', [...ids])
    .where('deleted_at', 'is', null)
    .where('status', '=', 1)
    .select('id')
    .execute();
  return new Set(rows.map((row) => row.id));
}

/** Lists the active rows of the table as options, by name. */
export async function activeOptions(
  ctx: ReadCtx,
  table: 'templates' | 'agreement_templates',
): Promise<{ value: string; label: string }[]> {
  return mine(ctx, table as 'templates')
    .where('status', '=', 1)
    .where('deleted_at', 'is', null)
    .select(['id as value', 'name as label'])
    .orderBy('name')
    .execute();
}

/** Lists the company's groups of actions, in order. */
export async function actionGroupOptions(ctx: ReadCtx) {
  return mine(ctx, 'action_groups')
    .where('appointment_id', 'is', null)
    .select(['id', 'name', 'enable', 'is_default'])
    .orderBy('position')
    .orderBy('id')
    .execute();
}

/** Returns whether an appointment has this order id, apart from `exceptId`. */
export async function isOrderIdTaken(
  ctx: ReadCtx | WriteCtx,
  orderId: string,
  exceptId?: string,
): Promise<boolean> {
  let query = mine(ctx, 'appointments').where('order_id', '=', orderId).where('deleted_at', 'is', null);
  if (exceptId) query = query.where('id', '<>', exceptId);
  return (await query.select('id').executeTakeFirst()) !== undefined;
}

/** Returns the services and add-ons of the appointment being moved. */
export async function chosenIds(ctx: ReadCtx, appointmentId: string): Promise<string[]> {
  const services = await mine(ctx, 'appointment_services')
    .where('appointment_id', '=', appointmentId)
    .select('service_id as id')
    .execute();
  const addOns = await mine(ctx, 'appointment_addons')
    .where('appointment_id', '=', appointmentId)
    .select('add_on_id as id')
    .execute();
  return [...services, ...addOns].map((one) => one.id);
}

/** Returns where an appointment is. */
export async function addressOf(
  ctx: ReadCtx,
  appointmentId: string,
): Promise<{ lat: number | null; lng: number | null; zip: string } | undefined> {
  return mine(ctx, 'appointments')
    .where('id', '=', appointmentId)
    .select(['lat', 'lng', 'zip_code as zip'])
    .executeTakeFirst();
}

/** Counts how many of the latest appointments, by their time and without canceled ones, include each service. */
export async function latestServiceUses(
  ctx: ReadCtx,
  latest: number,
): Promise<{ total: number; uses: ServiceUse[] }> {
  const rows = await mine(ctx, 'appointments')
    .where('deleted_at', 'is', null)
    .where('status', '<>', 'canceled')
    .select('id')
    .orderBy('date_time', 'desc')
    .limit(latest)
    .execute();
  if (rows.length === 0) return { total: 0, uses: [] };
  const uses = await mine(ctx, 'appointment_services')
    .where(
      'appointment_id',
      'in',
      rows.map(({ id }) => id),
    )
    .select(({ fn }) => ['service_id as serviceId', fn.countAll<string>().as('appointments')])
    .groupBy('service_id')
    .execute();
  return {
    total: rows.length,
    uses: uses.map(({ serviceId, appointments }) => ({ serviceId, appointments: Number(appointments) })),
  };
}

/** Lists requests without a technician for the same time: they block no one but compete for it (decisions T-48). */
export async function competingRequests(ctx: ReadCtx, start: Instant, end: Instant, except: string | null) {
  const rows = await mine(ctx, 'appointments')
    .where('appointments.status', '=', 'requested')
    .where('appointments.deleted_at', 'is', null)
    .where('appointments.date_time', '>', ctx.now)
    .where('appointments.date_time', '<', end)
    .where('appointments.end_time', '>', start)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('appointment_people as p')
            .select('p.id')
            .whereRef('p.subscriber_id', '=', 'appointments.subscriber_id')
            .whereRef('p.appointment_id', '=', 'appointments.id')
            .where('p.role', '=', 'inspector'),
        ),
      ),
    )
    .select(['id', 'order_id', 'address', 'date_time', 'end_time'])
    .orderBy('date_time')
    .limit(20)
    .execute();
  return rows
    .filter((row) => row.id !== except)
    .map((row) => ({
      appointment_id: row.id,
      title: [row.order_id, row.address].filter(Boolean).join(' · '),
      start: asInstant(row.date_time),
      end: asInstant(row.end_time),
    }));
}
