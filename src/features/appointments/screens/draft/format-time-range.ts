import type { createFormatter } from '#web/format.ts';

/**
 * Formats a time range in the company's time zone, with the end date only if it differs: `03/08/2030, 9:00 AM – 10:00
 * AM`.
 */
export function formatTimeRange(
  { start, end }: { start: string; end: string },
  format: Pick<ReturnType<typeof createFormatter>, 'date' | 'dateTime' | 'time'>,
  timezone: string,
): string {
  const isOneDay = format.date(start, timezone) === format.date(end, timezone);
  const until = isOneDay ? format.time(end, timezone) : format.dateTime(end, timezone);
  return `${format.dateTime(start, timezone)} – ${until}`;
}
