/** Whether a technician's time is free; in epoch minutes, end exclusive. */
import { type Instant, toEpochMs } from '../base/time.ts';

/** A time range in minutes since 1970: `start` inclusive, `end` exclusive. */
export interface TimeRange {
  start: number;
  end: number;
}

/** Busy time, and its cause. */
export interface BusyRange extends TimeRange {
  technician_id: string;
  kind: 'appointment' | 'sub_event' | 'event' | 'external' | 'time_off' | 'hold';
  appointment_id: string | null;
  title: string;
  /** False for a booking stored with an override: shown, but not blocking. */
  exclusive: boolean;
}

/** Returns whole minutes since 1970. */
function epochMinutes(instant: Instant): number {
  return Math.floor(toEpochMs(instant) / 60_000);
}

/** Returns the time range of an appointment, extended by buffers on both sides. */
export function appointmentRange(start: Instant, durationMinutes: number, bufferMinutes = 0): TimeRange {
  const from = epochMinutes(start);
  return { start: from - bufferMinutes, end: from + durationMinutes + bufferMinutes };
}

/** Returns whether two ranges share a minute. One that ends when the other starts does not overlap it. */
export function overlaps(a: TimeRange, b: TimeRange): boolean {
  return a.start < b.end && b.start < a.end;
}

/**
 * Returns what conflicts with a technician's time range, earliest first. An appointment being moved does not conflict
 * with itself.
 */
export function conflictingRanges(
  busy: readonly BusyRange[],
  wanted: TimeRange & { technician_id: string; appointment_id?: string | null },
): BusyRange[] {
  return busy
    .filter((range) => range.technician_id === wanted.technician_id && range.exclusive)
    .filter((range) => !wanted.appointment_id || range.appointment_id !== wanted.appointment_id)
    .filter((range) => overlaps(range, wanted))
    .sort((a, b) => a.start - b.start);
}

/** Merges ranges that overlap or touch, in order. */
export function mergeRanges(ranges: readonly TimeRange[]): TimeRange[] {
  const merged: TimeRange[] = [];
  for (const range of [...ranges].sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last && range.start <= last.end) last.end = Math.max(last.end, range.end);
    else if (range.end > range.start) merged.push({ start: range.start, end: range.end });
  }
  return merged;
}

/** Returns what remains of a range after subtracting others, in order. */
export function subtractRanges(within: TimeRange, taken: readonly TimeRange[]): TimeRange[] {
  const free: TimeRange[] = [];
  let from = within.start;
  for (const range of mergeRanges(taken)) {
    if (range.start > from) free.push({ start: from, end: Math.min(range.start, within.end) });
    from = Math.max(from, range.end);
    if (from >= within.end) break;
  }
  if (from < within.end) free.push({ start: from, end: within.end });
  return free.filter((range) => range.end > range.start);
}
