/** Whether the time of a technician is free; in epoch minutes, end exclusive. */
import { type Instant, toEpochMs } from '../base/time.ts';

/** A stretch of time in minutes since 1970: `start` belongs to it, `end` does not. */
export interface TimeRange {
  start: number;
  end: number;
}

/** Time that is taken, and by what. */
export interface BusyRange extends TimeRange {
  technician_id: string;
  kind: 'appointment' | 'sub_event' | 'event' | 'external' | 'time_off' | 'hold';
  appointment_id: string | null;
  title: string;
  /** False for a stored overrule: shown, but in nobody's way. */
  exclusive: boolean;
}

/** Whole minutes since 1970. */
export function epochMinutes(instant: Instant): number {
  return Math.floor(toEpochMs(instant) / 60_000);
}

/** The time an appointment takes, widened by buffers on both sides. */
export function appointmentRange(start: Instant, durationMinutes: number, bufferMinutes = 0): TimeRange {
  const from = epochMinutes(start);
  return { start: from - bufferMinutes, end: from + durationMinutes + bufferMinutes };
}

/** Do two stretches share a minute? One that ends when the other begins does not. */
export function overlaps(a: TimeRange, b: TimeRange): boolean {
  return a.start < b.end && b.start < a.end;
}

/**
 * What stands in the way of a technician at that time, earliest first. The appointment that is being moved does not
 * stand in its own way.
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

/** Stretches joined where they overlap or touch, in order. */
export function mergeRanges(ranges: readonly TimeRange[]): TimeRange[] {
  const merged: TimeRange[] = [];
  for (const range of [...ranges].sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last && range.start <= last.end) last.end = Math.max(last.end, range.end);
    else if (range.end > range.start) merged.push({ start: range.start, end: range.end });
  }
  return merged;
}

/** What is left of a stretch when others are taken out, in order. */
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
