import {
  addMinutes,
  asInstant,
  asLocal,
  minutesBetween,
  parseLocalDate,
  toInstantOrNull,
  toLocal,
  type Zone,
} from '#domain/base/time.ts';
import type { CalendarEvent } from '../../contract.ts';
import { type DayTime, daysOfEvent, dayTimeOf } from '../times.ts';

/** The technician option for the whole company. */
export const wholeCompany = '';

/** The form values of an entry. */
export interface EntryValues {
  title: string;
  description: string;
  technician: string;
  allDay: boolean;
  busy: boolean;
  start: DayTime;
  end: DayTime;
}

/** Returns the initial form values of an existing entry. */
export function valuesOf(event: CalendarEvent, zone: Zone): EntryValues {
  const { first, last } = daysOfEvent(event, zone);
  const at = (moment: string) => dayTimeOf(toLocal(asInstant(moment), zone));
  return {
    title: event.title,
    description: event.description,
    technician: event.technician?.id ?? wholeCompany,
    allDay: event.all_day,
    busy: event.busy,
    start: event.all_day ? { date: first, time: '09:00' } : at(event.start.dateTime),
    end: event.all_day ? { date: last, time: '10:00' } : at(event.end.dateTime),
  };
}

/** Returns the initial form values of a new one-hour entry. */
export function newValues(local: string, technician: string, zone: Zone): EntryValues {
  const start = dayTimeOf(local);
  const at = instantOf(start, zone);
  const end = at === null ? start : dayTimeOf(toLocal(addMinutes(at, 60), zone));
  return { title: '', description: '', technician, allDay: false, busy: true, start, end };
}

/** Returns the changed values: only these are stored and sent, so that other users' changes are preserved. */
export function changesOf(before: EntryValues, after: EntryValues): Partial<EntryValues> {
  const names = Object.keys(after) as (keyof EntryValues)[];
  const changed = names.filter((name) => JSON.stringify(after[name]) !== JSON.stringify(before[name]));
  return Object.fromEntries(changed.map((name) => [name, after[name]]));
}

/** Converts the changes of a form to route input. */
export function inputOf(values: EntryValues, changes: Partial<EntryValues>) {
  // Dates and times have different meanings: toggling all-day sends both start and end again.
  const sendsTimes = changes.allDay !== undefined;
  const toWire = ({ date, time }: DayTime) => (values.allDay ? date : `${date}T${time}`);
  return {
    ...(changes.title === undefined ? {} : { title: values.title }),
    ...(changes.description === undefined ? {} : { description: values.description }),
    ...(changes.technician === undefined ? {} : { inspector: values.technician || null }),
    ...(changes.allDay === undefined ? {} : { all_day: values.allDay }),
    ...(changes.busy === undefined ? {} : { busy: values.busy }),
    ...(changes.start === undefined && !sendsTimes ? {} : { startDate: toWire(values.start) }),
    ...(changes.end === undefined && !sendsTimes ? {} : { endDate: toWire(values.end) }),
  };
}

/** Moves the end along with the start: an entry keeps its duration. */
export function moveStart(was: EntryValues, start: DayTime, zone: Zone): EntryValues {
  const [before, after, end] = [was.start, start, was.end].map((one) => instantOf(one, zone));
  if (!before || !after || !end) return { ...was, start };
  const moved = addMinutes(end, minutesBetween(before, after));
  return { ...was, start, end: dayTimeOf(toLocal(moved, zone)) };
}

function instantOf({ date, time }: DayTime, zone: Zone) {
  const isWhole = parseLocalDate(date) !== null && /^\d\d:\d\d$/.test(time);
  return isWhole ? toInstantOrNull({ local: asLocal(`${date}T${time}`), zone }) : null;
}
