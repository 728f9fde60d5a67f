import type { Formatter } from '#domain/base/formatter.ts';
import { addDays, asLocalDate, type LocalDate, weekday } from '#domain/base/time.ts';

/** The views of the calendar page; `dashboard` is only used on the dashboard, `lanes` is the day by technician. */
export const views = ['week', 'day', 'lanes', 'month', '2months'] as const;
export type View = (typeof views)[number] | 'dashboard';

const viewKey = 'calendar.view';

/** Returns the view last selected in this browser; week by default. */
export function rememberedView(): View {
  return viewNamed(load(viewKey)) ?? 'week';
}

/** Returns the view of the calendar page with this name, as the address or the browser's storage carries it. */
export function viewNamed(name: string | null): (typeof views)[number] | undefined {
  return views.find((one) => one === name);
}

/** Remembers the view for the next visit. */
export function rememberView(view: View): void {
  store(viewKey, view);
}

/** Returns the first and last day a view shows around a day; weeks start on Sunday. */
export function daysShown(view: View, day: LocalDate): { first: LocalDate; last: LocalDate } {
  switch (view) {
    case 'day':
    case 'lanes':
      return { first: day, last: day };
    case 'dashboard':
      return { first: day, last: addDays(day, 6) };
    case 'week': {
      const first = addDays(day, -weekday(day));
      return { first, last: addDays(first, 6) };
    }
    case 'month': {
      const first = monthGrid(firstOfMonth(day));
      return { first, last: addDays(first, 41) };
    }
    case '2months': {
      const begin = firstOfMonth(day);
      return { first: monthGrid(begin), last: addDays(monthGrid(nextMonth(begin, 1)), 41) };
    }
  }
}

/** Returns the first day of each month that a view of months shows. */
export function monthsShown(view: 'month' | '2months', day: LocalDate): LocalDate[] {
  const first = firstOfMonth(day);
  return view === 'month' ? [first] : [first, nextMonth(first, 1)];
}

/** Returns the day one page later or earlier. */
export function pageFrom(view: View, day: LocalDate, by: 1 | -1): LocalDate {
  if (view === 'day' || view === 'lanes') return addDays(day, by);
  if (view === 'week' || view === 'dashboard') return addDays(day, 7 * by);
  return nextMonth(firstOfMonth(day), view === 'month' ? by : 2 * by);
}

/** Returns the first day of a date's month. */
function firstOfMonth(day: LocalDate): LocalDate {
  return asLocalDate(`${day.slice(0, 7)}-01`);
}

/** Returns the first day of the month so many months later. */
function nextMonth(first: LocalDate, by: number): LocalDate {
  const months = Number(first.slice(0, 4)) * 12 + Number(first.slice(5, 7)) - 1 + by;
  const month = String((months % 12) + 1).padStart(2, '0');
  return asLocalDate(`${String(Math.floor(months / 12)).padStart(4, '0')}-${month}-01`);
}

/** Formats the title of a view: `November 15 – 21, 2026`, `November 2026`. */
export function titleOf(view: View, day: LocalDate, format: Formatter): string {
  if (view === 'day' || view === 'lanes') return format.spelledDay(day);
  if (view === 'month') return format.spelledMonths(day, day);
  if (view === '2months') {
    const begin = firstOfMonth(day);
    return format.spelledMonths(begin, nextMonth(begin, 1));
  }
  const { first, last } = daysShown(view, day);
  return format.spelledDays(first, last);
}

function monthGrid(first: LocalDate): LocalDate {
  return addDays(first, -weekday(first));
}

function load(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Private mode without storage: the choice applies to this visit only.
  }
}
