import {
  addDays,
  addHours,
  asZone,
  type LocalDate,
  localAt,
  localDate,
  toInstant,
} from '#domain/base/time.ts';
import { createEvent } from '#features/calendar/contract.ts';
import { saveExternalEvent } from '#features/calendar/save-external-event.ts';
import { withWriteCtx } from '#server/http/call-contexts.ts';
import type { Runtime } from '#server/runtime.ts';
import { systemCallFacts } from '../create-runtime.ts';
import { callAsOwner, type DemoContext } from './demo-context.ts';

const zone = asZone('America/New_York');

/** Calendar entries besides appointments: `day` counts from today, times are minutes of the day, 0 to 0 is all day. */
const entries = [
  {
    day: 1,
    from: 8 * 60,
    to: 8 * 60 + 45,
    who: null,
    title: 'Team briefing',
    description: 'Week ahead, keys, vans',
  },
  { day: 2, from: 17 * 60, to: 18 * 60, who: 0, title: 'Call the county about permits', description: '' },
  {
    day: 3,
    from: 15 * 60,
    to: 17 * 60,
    who: 1,
    title: 'Van service',
    description: 'Oil and tires at the garage on 9th',
  },
  { day: 5, from: 8 * 60, to: 9 * 60, who: 2, title: 'Ladder training', description: 'Yearly certificate' },
  { day: 8, from: 0, to: 0, who: 2, title: 'Day off', description: '' },
  { day: -3, from: 16 * 60, to: 17 * 60, who: 1, title: 'Return the radon monitors', description: '' },
] as const;

/** Seeds meetings, days off and an event from an external calendar. */
export async function seedCalendar(demo: DemoContext, runtime: Runtime): Promise<void> {
  const today = localDate(demo.today, zone);
  const { technicianIds } = demo;
  demo.clock.set(addHours(demo.today, -24 * 4));
  for (const { day, from, to, who, title, description } of entries) {
    const on = addDays(today, day);
    const allDay = from === to;
    await callAsOwner(demo, createEvent, {
      type: 'regularEvent',
      title,
      description,
      inspector: who === null ? null : (technicianIds[who] ?? null),
      startDate: allDay ? on : localAt(on, from),
      endDate: allDay ? on : localAt(on, to),
      all_day: allDay,
      // The month is already booked, so these entries may overlap appointments.
      overrule: { reason: 'Agreed before the appointment' },
    });
  }
  const facts = systemCallFacts(runtime, { subscriberId: demo.ownerId }, 'tenant', 'demo');
  await withWriteCtx(runtime, facts, (w) =>
    saveExternalEvent(w, dentist(addDays(today, 4), technicianIds[1] ?? demo.ownerId)),
  );
}

function dentist(day: LocalDate, technician: string) {
  const at = (minutes: number) => toInstant({ local: localAt(day, minutes), zone });
  return {
    title: 'Dentist',
    description: '',
    technician_id: technician,
    start_at: at(16 * 60),
    end_at: at(17 * 60),
    all_day: false,
    timezone: zone,
    busy: true,
    google_event_id: 'demo-dentist',
    google_calendar_id: 'primary',
  };
}
