import { minutesToHhmm } from '#domain/base/time.ts';
import type { GroupedWeek } from '../contract.ts';

/** A cell of the week: day 0 Sunday … 6 Saturday, and half hours after midnight. */
export interface Cell {
  day: number;
  half: number;
}

/** Returns the set key of a cell. */
export function keyOf({ day, half }: Cell): number {
  return day * 48 + half;
}

/** Returns the cell of a key. */
export function cellOf(key: number): Cell {
  return { day: Math.floor(key / 48), half: key % 48 };
}

/** Returns the start time of a cell in wire format. */
export function startOf(key: number): { day: number; start_time: number } {
  const { day, half } = cellOf(key);
  return { day, start_time: minutesToHhmm(half * 30) };
}

/** Returns the cells of one technician's week. */
export function cellsOf(week: GroupedWeek, technicianId: string): Set<number> {
  const cells = new Set<number>();
  for (const [time, days] of Object.entries(week)) {
    const half = Math.floor(Number(time) / 100) * 2 + (Number(time) % 100 === 30 ? 1 : 0);
    for (const [day, entries] of Object.entries(days)) {
      if (entries.some((one) => one.team_id === technicianId)) cells.add(keyOf({ day: Number(day), half }));
    }
  }
  return cells;
}

/** Returns all cells between two corners. */
export function cellsBetween(a: Cell, b: Cell, days: readonly number[]): number[] {
  const [from, to] = [days.indexOf(a.day), days.indexOf(b.day)].sort((x, y) => x - y) as [number, number];
  const keys: number[] = [];
  for (const day of days.slice(from, to + 1)) {
    for (let half = Math.min(a.half, b.half); half <= Math.max(a.half, b.half); half += 1) {
      keys.push(keyOf({ day, half }));
    }
  }
  return keys;
}

/** Returns the visible half hours: from 6 to 20, extended if there are start times outside, or the whole day. */
export function visibleHalfHours(cells: ReadonlySet<number>, isWholeDay: boolean): number[] {
  const used = [...cells].map((key) => key % 48);
  const first = isWholeDay ? 0 : Math.min(12, ...used);
  const last = isWholeDay ? 47 : Math.max(39, ...used);
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}
