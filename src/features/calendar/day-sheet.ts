import { parseLocalDate } from '#domain/base/time.ts';
import { presentAppointmentsForUser } from '#features/appointments/details/present-for-user.ts';
import type { ReadCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { badInput, notFound } from '#wire/errors.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import type * as contract from './contract.ts';
import { listEvents } from './list-events.ts';

/** Returns a technician's day sheet: every stop in order, with contacts and access details. */
export async function daySheet(
  ctx: ReadCtx,
  { date, technicianId }: HandlerInput<typeof contract.daySheet>,
): Promise<HandlerOutput<typeof contract.daySheet>> {
  const day = parseLocalDate(date);
  if (day === null) throw badInput({ date: 'Date is not valid' });
  const technician = await mine(ctx, 'users')
    .where('id', '=', technicianId)
    .select(['id', 'first_name', 'last_name', 'phone'])
    .executeTakeFirst();
  if (!technician) throw notFound();
  const entries = await listEvents(ctx, { startDate: day, endDate: day, technicianId });
  const ids = new Set(entries.flatMap(({ systemRef }) => systemRef.appointmentId ?? []));
  return { technician, entries, appointments: await presentAppointmentsForUser(ctx, [...ids]) };
}
