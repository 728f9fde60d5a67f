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
import { callAsOwner, type DemoContext } from './stage.ts';

const zone = asZone('America/New_York');

/** Entries of the demo beside its appointments: `day` counts from today, clocks are minutes of the day, [] means all day. */
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

/** Meetings, days off and an event that came from somebody's own calendar. */
export async function seedCalendar(stage: DemoContext, house: Runtime): Promise<void> {
  const today = localDate(stage.today, zone);
  const { technicianIds } = stage;
  stage.clock.set(addHours(stage.today, -24 * 4));
  for (const { day, from, to, who, title, description } of entries) {
    const on = addDays(today, day);
    const allDay = from === to;
    await callAsOwner(stage, createEvent, {
      type: 'regularEvent',
      title,
      description,
      inspector: who === null ? null : (technicianIds[who] ?? null),
      startDate: allDay ? on : localAt(on, from),
      endDate: allDay ? on : localAt(on, to),
      all_day: allDay,
      // The month is booked already: what was agreed before it does not get in its way.
      overrule: { reason: 'Agreed before the appointment' },
    });
  }
  const facts = systemCallFacts(house, { subscriberId: stage.ownerId }, 'tenant', 'demo');
  await withWriteCtx(house, facts, (w) =>
    saveExternalEvent(w, dentist(addDays(today, 4), technicianIds[1] ?? stage.ownerId)),
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
