import type { PastOrder } from '#domain/booking/rebook.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';

/** More say nothing about what is usual now. */
const mostOrders = 24;
const agentRoles = ['agent', 'listing_agent'] as const;

/** An active agent; undefined for one who was deactivated, deleted or merged into another. */
export function activeAgent(ctx: ReadCtx | WriteCtx, id: string) {
  return mine(ctx, 'contacts')
    .where('id', '=', id)
    .where('kind', '=', 'agent')
    .where('status', '=', 1)
    .where('deleted_at', 'is', null)
    .select(['id', 'first_name', 'last_name', 'email', 'phone'])
    .executeTakeFirst();
}

/** Whether the agent exists in this company. */
export async function isAgent(ctx: ReadCtx, id: string): Promise<boolean> {
  const row = await mine(ctx, 'contacts')
    .where('id', '=', id)
    .where('kind', '=', 'agent')
    .where('deleted_at', 'is', null)
    .select('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The agent's orders that were not canceled, the latest first. */
function ordersOf(ctx: ReadCtx, agentId: string) {
  return mine(ctx, 'appointments')
    .where('deleted_at', 'is', null)
    .where('status', '<>', 'canceled')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('appointment_people as p')
          .whereRef('p.subscriber_id', '=', 'appointments.subscriber_id')
          .whereRef('p.appointment_id', '=', 'appointments.id')
          .where('p.person_id', '=', agentId)
          .where('p.role', 'in', [...agentRoles])
          .select('p.id'),
      ),
    )
    .orderBy('date_time', 'desc')
    .orderBy('id', 'desc')
    .limit(mostOrders);
}

/** What the agent has ordered, without properties and clients, the latest first. */
export async function pastOrders(ctx: ReadCtx, agentId: string): Promise<PastOrder[]> {
  const orders = await ordersOf(ctx, agentId).select(['id', 'square_feet']).execute();
  if (orders.length === 0) return [];
  const ids = orders.map((one) => one.id);
  const services = await mine(ctx, 'appointment_services')
    .where('appointment_id', 'in', ids)
    .select(['appointment_id', 'service_id'])
    .execute();
  const addOns = await mine(ctx, 'appointment_addons')
    .where('appointment_id', 'in', ids)
    .select(['appointment_id', 'service_id', 'add_on_id'])
    .execute();
  const technicians = await mine(ctx, 'appointment_people')
    .where('appointment_id', 'in', ids)
    .where('role', '=', 'inspector')
    .where('invisible', '=', false)
    .orderBy('position')
    .select(['appointment_id', 'person_id'])
    .execute();
  return orders.map(({ id, square_feet }) => ({
    services: Object.fromEntries(
      services
        .filter((one) => one.appointment_id === id)
        .map(({ service_id }) => [
          service_id,
          addOns
            .filter((one) => one.appointment_id === id && one.service_id === service_id)
            .map((one) => one.add_on_id),
        ]),
    ),
    technicianId: technicians.find((one) => one.appointment_id === id)?.person_id ?? null,
    squareFeet: square_feet,
  }));
}

/** The public ids of the agent's orders, the latest first. */
export function orderLinks(ctx: ReadCtx, agentId: string) {
  return ordersOf(ctx, agentId).select(['id', 'public_id']).execute();
}

/** The name of a technician. */
export function technicianName(ctx: ReadCtx, id: string) {
  return mine(ctx, 'users').where('id', '=', id).select(['first_name', 'last_name']).executeTakeFirst();
}
