import type { Lang } from './i18n.ts';

/**
 * Returns a function that writes a day in the language's own order: 'March 8, 2030', '8. März 2030'. For screen
 * readers.
 */
export function dayFormatter(lang: Lang): (day: string) => string {
  const formatter = new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeZone: 'UTC' });
  return (day) => formatter.format(Date.parse(`${day}T12:00:00Z`));
}
