import { formatWithOffset, type LocalDate } from '#domain/base/time.ts';
import { readDays } from '#features/availability/list-slots.ts';
import { placeOf } from '#features/availability/places.ts';
import type { ReadCtx } from '#server/context.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import type { listChangeSlots as contract } from '../change-contract.ts';
import { findPublicSlots, firstFreeSlots, type PublicSearch, startOf } from '../public-slots.ts';
import { type OpenChange, openChange, technicianIdsOf } from './client-changes.ts';

type Output = HandlerOutput<typeof contract>;

/** Lists the times to which the client may move the appointment, and the next free day if there are none. */
export async function listChangeSlots(ctx: ReadCtx, input: HandlerInput<typeof contract>): Promise<Output> {
  const days = readDays(input.fromDate, input.toDate);
  const open = await openChange(ctx, input.p);
  const { company, changes } = open;
  const { timezone } = company;
  if (changes.reschedule !== null) return { timezone, days: [], next_day: null };
  const search = searchForMove(open);
  const slots = await findPublicSlots(ctx, company, days, search);
  const [next] = slots.length > 0 ? [] : await firstFreeSlots(ctx, company, days.from, search, { most: 1 });
  const byDay = new Map<LocalDate, Output['days'][number]['starts']>();
  for (const slot of slots) {
    const starts = byDay.get(slot.date) ?? [];
    byDay.set(slot.date, [...starts, { at: formatWithOffset(startOf(slot), timezone) }]);
  }
  return {
    timezone,
    days: [...byDay].map(([date, starts]) => ({ date, starts })),
    next_day: next?.date ?? null,
  };
}

/** Returns what a new time of this appointment has to be free for: its technicians, services, length and place. */
export function searchForMove({ company, appointment, start }: OpenChange): PublicSearch {
  const { lat, lng, zip_code: zip, services, addons } = appointment;
  const technicianIds = technicianIdsOf(appointment);
  const [only, another] = technicianIds;
  return {
    durationMinutes: appointment.duration_minutes,
    services: [...services.map((one) => one.service_id), ...addons.map((one) => one.add_on_id)],
    zip: zip || null,
    place: placeOf(company, { lat, lng, zip }),
    technicianId: another === undefined ? (only ?? null) : null,
    holdId: null,
    moving: { appointmentId: appointment.id, start, technicianIds },
  };
}
