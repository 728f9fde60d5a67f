import type { LocalDate } from '#domain/base/time.ts';
import classes from './mark-today.module.css';

/**
 * Returns the props of a month that boxes the company's today. The library's own highlight is the browser's day, which
 * differs in another time zone.
 */
export function markToday(today: LocalDate) {
  return {
    highlightToday: false,
    getDayProps: (date: string): { className?: string; 'aria-current'?: 'date' } =>
      date === today ? { className: classes.today ?? '', 'aria-current': 'date' } : {},
  };
}
