/** Local days in epoch minutes: converted once with a table per day, because zone calculations are slow. */

import {
  addDays,
  type LocalDate,
  localAt,
  startOfDay,
  toEpochMs,
  toInstant,
  toInstantOrNull,
  toLocal,
  weekday,
  type Zone,
} from '../base/time.ts';

/** A requested day. */
export interface Day {
  date: LocalDate;
  weekday: number;
  table: DayTable;
}

/** The position of a local day in epoch minutes. */
export interface DayTable {
  start: number;
  end: number;
  /** No clock change: a local time is its start plus its minutes. */
  isPlain: boolean;
  /** Cached local times of a day with a clock change; null for those that do not exist. */
  clocks: Map<number, number | null>;
}

/** Returns the days from one to another, both inclusive. */
export function daysOf(from: LocalDate, to: LocalDate, zone: Zone): Day[] {
  const days: Day[] = [];
  let nth = weekday(from);
  for (let date = from; date <= to; date = addDays(date, 1)) {
    days.push({ date, weekday: nth % 7, table: dayTable(date, zone) });
    nth += 1;
  }
  return days;
}

/** Returns the epoch minute of a local time; null if the clock skips it. */
export function epochMinuteOf(day: Day, minutes: number, zone: Zone): number | null {
  const { table } = day;
  if (table.isPlain) return table.start + minutes;
  let known = table.clocks.get(minutes);
  if (known === undefined) {
    const instant = toInstantOrNull({ local: localAt(day.date, minutes), zone });
    known = instant === null ? null : toEpochMs(instant) / 60_000;
    table.clocks.set(minutes, known);
  }
  return known;
}

/** Returns the epoch minute of a local time; a skipped one is moved past the gap. */
export function minuteAt(date: LocalDate, minutes: number, zone: Zone): number {
  const table = dayTable(date, zone);
  return table.isPlain
    ? table.start + minutes
    : toEpochMs(toInstant({ local: localAt(date, minutes), zone })) / 60_000;
}

/** Cached because zone calculations are slow and their results never change. */
const tables = new Map<string, DayTable>();
const mostTablesKept = 5_000;

/** Returns the table of a day. */
export function dayTable(date: LocalDate, zone: Zone): DayTable {
  const key = `${zone} ${date}`;
  let table = tables.get(key);
  if (table === undefined) {
    const midnight = startOfDay(date, zone);
    const start = toEpochMs(midnight) / 60_000;
    const end = toEpochMs(startOfDay(addDays(date, 1), zone)) / 60_000;
    const isPlain = end - start === 1440 && toLocal(midnight, zone) === localAt(date, 0);
    table = { start, end, isPlain, clocks: new Map() };
    if (tables.size >= mostTablesKept) tables.clear();
    tables.set(key, table);
  }
  return table;
}
