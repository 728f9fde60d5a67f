import type { Formatter } from '../base/formatter.ts';
import { accept, reject, typed } from './rules.ts';

/** Opening and end of the hours in which something is sent, in half hours after midnight (1–47). */
export type HourPair = [from: number, to: number];

/** The first and last half hour of `certain_hours`, counted from midnight. */
export const halfHours = { first: 1, last: 47 } as const;

/**
 * Returns a half hour as time of day.
 * In English, 1 is '12:30 am' and 47 is '11:30 pm'.
 */
export function halfHourLabel(slot: number, format: Pick<Formatter, 'clock'>): string {
  const hour = String(Math.floor(slot / 2)).padStart(2, '0');
  return format
    .clock(`${hour}:${slot % 2 === 0 ? '00' : '30'}`)
    .replace(/[AP]M$/, (half) => half.toLowerCase());
}

/** A pair of half hours. */
export const hourPair = typed<HourPair>({ list: 'number' }, (value) => {
  const isSlot = (one: unknown) =>
    Number.isInteger(one) && Number(one) >= halfHours.first && Number(one) <= halfHours.last;
  return Array.isArray(value) && value.length === 2 && value.every(isSlot)
    ? accept([...value])
    : reject(`Enter a whole number from ${halfHours.first} to ${halfHours.last}`);
});
