import { expect, test } from 'vitest';
import { createFormatter } from '../base/formatter.ts';
import { halfHourLabel } from './half-hours.ts';

test('labels half hours from 12:30 am to 11:30 pm', () => {
  const labels = (lang: 'en' | 'de' | 'fr') =>
    [1, 24, 47].map((n) => halfHourLabel(n, createFormatter(lang)));
  expect(labels('en')).toEqual(['12:30 am', '12:00 pm', '11:30 pm']);
  expect(labels('de')).toEqual(['00:30', '12:00', '23:30']);
  expect(labels('fr')).toEqual(['00:30', '12:00', '23:30']);
});
