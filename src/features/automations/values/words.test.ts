import { expect, test } from 'vitest';
import { createFormatter } from '#domain/base/formatter.ts';
import type { Lang } from '#server/context.ts';
import { words } from './words.ts';

test.each<[Lang, string[]]>([
  ['en', ['0.5 hours', '1 hour', '1.25 hours', '2 hours', '2.5 hours']],
  ['de', ['0,5 Stunden', '1 Stunde', '1,25 Stunden', '2 Stunden', '2,5 Stunden']],
  ['fr', ['0,5\u00a0heure', '1\u00a0heure', '1,25\u00a0heure', '2\u00a0heures', '2,5\u00a0heures']],
])('durations have the number and the plural of the language: %s', (lang, written) => {
  const format = createFormatter(lang);
  const duration = (hours: number) => words[lang].hours(hours, format.hours(hours));
  expect([0.5, 1, 1.25, 2, 2.5].map(duration)).toEqual(written);
});
