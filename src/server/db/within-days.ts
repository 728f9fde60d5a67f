import { type RawBuilder, sql } from 'kysely';
import { addDays, parseLocalDate, startOfDay, type Zone } from '#domain/base/time.ts';
import { badInput } from '#wire/errors.ts';

/**
 * Returns the condition that a timestamp column is within the days `from` and `to`, both inclusive, in the given zone.
 * Rejects days that do not exist in the calendar, naming their field.
 */
export function withinDays(
  column: string,
  { from, to }: { from?: string | undefined; to?: string | undefined },
  zone: Zone,
): RawBuilder<boolean>[] {
  const moment = sql.ref(column);
  const found: RawBuilder<boolean>[] = [];
  if (from) found.push(sql`${moment} >= ${startOfDay(dayOf(from, 'from'), zone)}::timestamptz`);
  if (to) found.push(sql`${moment} < ${startOfDay(addDays(dayOf(to, 'to'), 1), zone)}::timestamptz`);
  return found;
}

function dayOf(text: string, field: string) {
  const day = parseLocalDate(text);
  if (day === null || day > '2999-12-31') throw badInput({ [field]: 'Date is not valid' });
  return day;
}
