import { addDays, type LocalDate, weekday } from '../base/time.ts';

/** The ranges that can be chosen by name; all end today except `custom`. */
export const rangeNames = ['today', 'week', 'month', 'quarter', 'year', 'custom'] as const;
export type RangeName = (typeof rangeNames)[number];

/** Days of the company, both inclusive. */
export interface DayRange {
  from: LocalDate;
  to: LocalDate;
}

/** The longest range that figures are computed for, in days: five years. */
export const longestRange = 5 * 366;

/** Returns the whole day, week (from Sunday), month, quarter or year that contains `today`. */
export function rangeNamed(name: Exclude<RangeName, 'custom'>, today: LocalDate): DayRange {
  const [year = 0, month = 1] = today.split('-').map(Number);
  const monthRange = (first: number, months: number): DayRange => ({
    from: dayOf(year, first, 1),
    // The day before the month after.
    to: addDays(first + months > 12 ? dayOf(year + 1, 1, 1) : dayOf(year, first + months, 1), -1),
  });
  switch (name) {
    case 'today':
      return { from: today, to: today };
    case 'week': {
      const from = addDays(today, -weekday(today));
      return { from, to: addDays(from, 6) };
    }
    case 'month':
      return monthRange(month, 1);
    case 'quarter':
      return monthRange(month - ((month - 1) % 3), 3);
    case 'year':
      return monthRange(1, 12);
  }
}

/** Returns the range of the same number of days that ends the day before (decisions G-MET-1: "equal period"). */
export function previousRange({ from, to }: DayRange): DayRange {
  return { from: addDays(from, -daysIn({ from, to })), to: addDays(from, -1) };
}

/** Counts the days of a range; 0 or less if it ends before it begins. */
export function daysIn({ from, to }: DayRange): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;
}

/** Returns the change from `before` to `now` in whole percent; null if there was nothing to compare with. */
export function percentChange(now: number, before: number): number | null {
  return before === 0 ? null : Math.round(((now - before) / before) * 100);
}

/** How long an amount has been owed, in days, as accountants group it. */
export const ageBands = ['0-30', '31-60', '61-90', '90+'] as const;

function dayOf(year: number, month: number, day: number): LocalDate {
  const two = (n: number) => String(n).padStart(2, '0');
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}` as LocalDate;
}
