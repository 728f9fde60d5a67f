/** A local time as the grid passes it. */
export interface WallClock {
  hour: number;
  minute: number;
}

/**
 * Creates a formatter for the times of an entry: `9 – 9:45 AM`, `09:00 – 09:45`. The grid formats hundreds of entries
 * on every drag, and a day has few different times, so results are cached.
 */
export function clockRangeFormatter(lang: string): (start: WallClock, end: WallClock | null) => string {
  const isShort = lang === 'en';
  const hour = isShort ? 'numeric' : '2-digit';
  const format = new Intl.DateTimeFormat(lang, { hour, minute: '2-digit', timeZone: 'UTC' });
  const at = ({ hour, minute }: WallClock) => Date.UTC(2000, 0, 1, hour, minute);
  const known = new Map<string, string>();
  return (start, end) => {
    const key = `${start.hour}:${start.minute}-${end?.hour}:${end?.minute}`;
    const cached = known.get(key);
    if (cached !== undefined) return cached;
    const text = end
      ? isShort
        ? format.formatRange(at(start), at(end))
        : `${format.format(at(start))} – ${format.format(at(end))}`
      : format.format(at(start));
    // Thin spaces around the dash and minutes of full hours are too wide for a narrow entry.
    const written = isShort ? text.replaceAll(':00', '').replace(/\s?–\s?/, ' – ') : text;
    known.set(key, written);
    return written;
  };
}
