import type { Lang } from './i18n.ts';

/** Says a day in the words and the order of the language: 'March 8, 2030', '8. März 2030'. For what is read aloud. */
export function dayFormatter(lang: Lang): (day: string) => string {
  const words = new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeZone: 'UTC' });
  return (day) => words.format(Date.parse(`${day}T12:00:00Z`));
}
