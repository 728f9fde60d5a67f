import { useMemo } from 'react';
import { firstWeekday, minutesToHhmm } from '#domain/base/time.ts';
import { useFormat } from '#web/format.ts';

/** Returns the names of the weekdays in order, Sunday first. */
export function useDayNames(): { day: number; short: string; long: string }[] {
  const format = useFormat();
  return useMemo(() => {
    // January 6, 2030 is a Sunday.
    const name = (day: number, length: 'short' | 'long') =>
      format.weekday(`2030-01-${day < 4 ? '0' : ''}${6 + day}`, 'UTC', length);
    return Array.from({ length: 7 }, (_, at) => (firstWeekday + at) % 7).map((day) => ({
      day,
      short: name(day, 'short'),
      long: name(day, 'long'),
    }));
  }, [format]);
}

/** Returns a formatter for half hours after midnight: 17 → 8:30 AM. */
export function useTimeNames(): (half: number) => string {
  const format = useFormat();
  return (half) => {
    const clock = `${String(Math.floor(half / 2)).padStart(2, '0')}:${half % 2 ? '30' : '00'}`;
    return format.clock(clock);
  };
}

/** Returns the 48 selectable start times; their values are hhmm. */
export function useStartTimes(): { value: string; label: string }[] {
  const times = useTimeNames();
  return Array.from({ length: 48 }, (_, half) => ({
    value: String(minutesToHhmm(half * 30)),
    label: times(half),
  }));
}

/** Returns a formatter for hhmm numbers. */
export function useFormatHhmm(): (hhmm: number) => string {
  const times = useTimeNames();
  return (hhmm) => times(Math.floor(hhmm / 100) * 2 + (hhmm % 100 === 30 ? 1 : 0));
}
