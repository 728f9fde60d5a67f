import {
  addMinutes,
  asInstant,
  asLocal,
  minutesBetween,
  toInstantOrNull,
  toLocal,
  type Zone,
} from '#domain/base/time.ts';
import type { CalendarEvent } from '../contract.ts';
import { type DayTime, daysOfEvent, dayTimeOf } from './times.ts';

/** Chosen as technician: the whole company. */
export const wholeCompany = '';

/** An entry as its form holds it. */
export interface EntryValues {
  title: string;
  description: string;
  technician: string;
  allDay: boolean;
  busy: boolean;
  start: DayTime;
  end: DayTime;
}

/** What a form begins with for an entry that is there. */
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

/** What a form begins with for a new entry of an hour. */
export function newValues(local: string, technician: string, zone: Zone): EntryValues {
  const start = dayTimeOf(local);
  const at = instantOf(start, zone);
  const end = at === null ? start : dayTimeOf(toLocal(addMinutes(at, 60), zone));
  return { title: '', description: '', technician, allDay: false, busy: true, start, end };
}

/** What differs from what the form began with: only that is kept and sent, the rest stays as others have it by now. */
export function changesOf(before: EntryValues, after: EntryValues): Partial<EntryValues> {
  const names = Object.keys(after) as (keyof EntryValues)[];
  const changed = names.filter((name) => JSON.stringify(after[name]) !== JSON.stringify(before[name]));
  return Object.fromEntries(changed.map((name) => [name, after[name]]));
}

/** What the routes take for the changes of a form. */
export function inputOf(values: EntryValues, changes: Partial<EntryValues>) {
  // Days are meant otherwise than moments: who turns that round says both anew.
  const saysTimes = changes.allDay !== undefined;
  const words = ({ date, time }: DayTime) => (values.allDay ? date : `${date}T${time}`);
  return {
    ...(changes.title === undefined ? {} : { title: values.title }),
    ...(changes.description === undefined ? {} : { description: values.description }),
    ...(changes.technician === undefined ? {} : { inspector: values.technician || null }),
    ...(changes.allDay === undefined ? {} : { all_day: values.allDay }),
    ...(changes.busy === undefined ? {} : { busy: values.busy }),
    ...(changes.start === undefined && !saysTimes ? {} : { startDate: words(values.start) }),
    ...(changes.end === undefined && !saysTimes ? {} : { endDate: words(values.end) }),
  };
}

/** The end goes along with the start: an entry keeps its length. */
export function moveStart(was: EntryValues, start: DayTime, zone: Zone): EntryValues {
  const [before, after, end] = [was.start, start, was.end].map((one) => instantOf(one, zone));
  if (!before || !after || !end) return { ...was, start };
  const moved = addMinutes(end, minutesBetween(before, after));
  return { ...was, start, end: dayTimeOf(toLocal(moved, zone)) };
}

function instantOf({ date, time }: DayTime, zone: Zone) {
  const isWhole = /^\d{4}-\d\d-\d\d$/.test(date) && /^\d\d:\d\d$/.test(time);
  return isWhole ? toInstantOrNull({ local: asLocal(`${date}T${time}`), zone }) : null;
}
