import { useMemo } from 'react';
import { firstWeekday, minutesToHhmm } from '#domain/base/time.ts';
import { useFormat } from '#web/format.ts';
import { useLanguage } from '#web/i18n.ts';

/** Returns the names of the weekdays in order, Sunday first. */
export function useDayNames(): { day: number; short: string; long: string }[] {
  const { lang } = useLanguage();
  return useMemo(() => {
    const name = (day: number, weekday: 'short' | 'long') =>
      // January 6, 2030 is a Sunday.
      new Intl.DateTimeFormat(lang, { weekday, timeZone: 'UTC' }).format(Date.UTC(2030, 0, 6 + day));
    return Array.from({ length: 7 }, (_, at) => (firstWeekday + at) % 7).map((day) => ({
      day,
      short: name(day, 'short'),
      long: name(day, 'long'),
    }));
  }, [lang]);
}

/** Returns a formatter for half hours after midnight: 17 → 8:30 AM. */
export function useTimeNames(): (half: number) => string {
  const format = useFormat();
  return (half) => {
    const clock = `${String(Math.floor(half / 2)).padStart(2, '0')}:${half % 2 ? '30' : '00'}`;
    return format.time(`2030-01-01T${clock}:00Z`, 'UTC');
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
