import type { Lang } from '#domain/base/date-formats.ts';
import { createFormatter } from '#domain/base/formatter.ts';

/** A local time as the grid passes it. */
export interface WallClock {
  hour: number;
  minute: number;
}

/**
 * Creates a formatter for the times of an entry: `9:00 AM – 9:45 AM`, `09:00 – 09:45`. The grid formats hundreds of
 * entries on every drag, and a day has few different times, so results are cached.
 */
export function clockRangeFormatter(lang: Lang): (start: WallClock, end: WallClock | null) => string {
  const format = createFormatter(lang);
  const known = new Map<number, string>();
  const write = ({ hour, minute }: WallClock) => {
    const key = hour * 60 + minute;
    const text = known.get(key) ?? format.clock(`${two(hour)}:${two(minute)}`);
    known.set(key, text);
    return text;
  };
  return (start, end) => (end ? `${write(start)} – ${write(end)}` : write(start));
}

const two = (value: number) => String(value).padStart(2, '0');
