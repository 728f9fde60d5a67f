import type { DateFormat } from './date-formats.ts';
import { type LocalDate, parseLocalDate } from './time.ts';

/**
 * Reads a day as people type it in the given format: separators and leading zeros are free, a two-digit year is in this
 * century, and `2030-03-08` is understood in every format. Null for anything else.
 */
export function readDay(text: string, format: DateFormat): LocalDate | null {
  const iso = parseLocalDate(text.trim());
  if (iso !== null) return iso;
  const found = /^(\d{1,4})[\s./-]+(\d{1,2})[\s./-]+(\d{1,4})\.?$/.exec(text.trim());
  if (!found) return null;
  const [first = '', middle = '', last = ''] = found.slice(1);
  const [year, month, day] =
    format === 'YYYY-MM-DD'
      ? [first, middle, last]
      : format === 'MM/DD/YYYY'
        ? [last, first, middle]
        : [last, middle, first];
  if (year.length !== 2 && year.length !== 4) return null;
  return parseLocalDate(`${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
}
