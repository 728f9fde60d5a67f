import type { Formatter } from '../base/formatter.ts';
import type { Instant, Zone } from '../base/time.ts';

/** Returns the values of `{{inspection.date}}`, `time` and `end_time`: in the company's zone, times with its name. */
export function timeValues(
  { date_time, end_time }: { date_time: Instant; end_time: Instant },
  zone: Zone,
  format: Formatter,
): { date: string; time: string; end_time: string } {
  const time = (at: Instant) => `${format.time(at, zone)} ${format.zoneName(at, zone)}`;
  return { date: format.date(date_time, zone), time: time(date_time), end_time: time(end_time) };
}
