/** When technicians can be booked, as the background of calendars. All minutes are of the local day. */
import { type LocalDate, weekday } from '../base/time.ts';
import { mergeRanges, type TimeRange } from './booking-time.ts';

/** The usual work hours by weekday (0 Sunday … 6 Saturday; null: none), and the days that differ. */
export interface WorkWeek {
  week: readonly (TimeRange | null)[];
  overrides: readonly WorkOverride[];
}

/** Time off or an extra day, from the first to the last local day. */
export interface WorkOverride extends TimeRange {
  from: string;
  to: string;
  kind: 'off' | 'extra';
}

/** The work hours of a day: the rest is outside them. */
export interface WorkHours {
  open: TimeRange[];
  /** Would be open without time off. */
  off: TimeRange[];
}

const dayEnd = 24 * 60;
const cell = 60;

/**
 * Returns the work hours that start times stand for: from the first to an hour after the last, as the warning about
 * times outside work hours has it. Null without start times.
 */
export function hoursOfStarts(starts: readonly number[]): TimeRange | null {
  if (starts.length === 0) return null;
  return { start: Math.min(...starts), end: Math.min(Math.max(...starts) + cell, dayEnd) };
}

/** Returns the work hours of a day in which at least one of the technicians works. */
export function workHoursOf(technicians: readonly WorkWeek[], day: LocalDate): WorkHours {
  const open: TimeRange[] = [];
  const usual: TimeRange[] = [];
  for (const { week, overrides } of technicians) {
    const today = overrides.filter(({ from, to }) => from <= day && day <= to);
    const ranges = [week[weekday(day)] ?? null, ...today.filter(({ kind }) => kind === 'extra')];
    const range = hull(ranges.filter((one) => one !== null));
    if (!range) continue;
    usual.push(range);
    const off = today.filter(({ kind }) => kind === 'off');
    open.push(...subtractRanges([range], off));
  }
  const merged = mergeRanges(open);
  return { open: merged, off: subtractRanges(mergeRanges(usual), merged) };
}

/** Returns the parts of a day outside work hours. */
export function closedRanges({ open, off }: WorkHours): TimeRange[] {
  return subtractRanges([{ start: 0, end: dayEnd }], [...open, ...off]);
}

function hull(ranges: readonly TimeRange[]): TimeRange | null {
  if (ranges.length === 0) return null;
  return {
    start: Math.min(...ranges.map((one) => one.start)),
    end: Math.max(...ranges.map((one) => one.end)),
  };
}

function subtractRanges(from: readonly TimeRange[], taken: readonly TimeRange[]): TimeRange[] {
  let rest = [...from];
  for (const one of taken)
    rest = rest.flatMap(({ start, end }) =>
      [
        { start, end: Math.min(end, one.start) },
        { start: Math.max(start, one.end), end },
      ].filter((part) => part.end > part.start),
    );
  return rest;
}
