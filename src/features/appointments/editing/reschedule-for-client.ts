import { addMinutes, asInstant, type Instant } from '#domain/base/time.ts';
import type { WriteCtx } from '#server/context.ts';
import { appointmentTimeRanges, bookTechnicians, claimAppointmentTime } from '../booking/book-technicians.ts';
import { updateAtRev } from '../booking/store.ts';
import type { LoadedAppointment } from '../rows.ts';

/**
 * Moves an appointment without sub-events to another start for a client, with the same technicians and the messages of
 * the office's own dialog. The caller has checked that this person may. Returns false if it was changed since it was
 * loaded; throws CONFLICT if a technician is busy.
 */
export async function rescheduleForClient(
  ctx: WriteCtx,
  before: LoadedAppointment,
  { at, person_id }: { at: Instant; person_id: string },
): Promise<boolean> {
  const { id, duration_minutes: minutes } = before;
  const time = { date_time: at, end_time: addMinutes(at, minutes) };
  if (!(await updateAtRev(ctx, before, time))) return false;
  const ranges = appointmentTimeRanges(at, minutes, before.people, [], []);
  const claim = await claimAppointmentTime(ctx, ranges, id, null);
  await bookTechnicians(ctx, id, ranges, claim);
  await ctx.emit({ type: 'appointment.changed', appointment_id: id, fields: ['date_time'] });
  await ctx.emit({
    ...{ type: 'appointment.rescheduled', appointment_id: id, actor: 'client', person_id },
    ...{ old_date_time: asInstant(before.date_time), new_date_time: at },
  });
  return true;
}
