import { expect, test } from 'vitest';
import { createFormatter } from '../base/formatter.ts';
import { localizeDetails } from './localize-details.ts';

const stored = [
  'Base $1,350.00',
  'Square Feet 1500–2000 +$100.00',
  'Square Feet over 5000 -$1,000.00',
  'Year Built 1950–1980 +$25.00',
  'Zip Code up to 80301 +$5.00',
].join('\n');

test.each([
  [
    'en',
    [
      'Base $1,350.00',
      'Square Feet 1,500–2,000 +$100.00',
      'Square Feet over 5,000 -$1,000.00',
      'Year Built 1950–1980 +$25.00',
      'Zip Code up to 80301 +$5.00',
    ],
  ],
  [
    'de',
    [
      'Base 1.350,00\u00a0$',
      'Square Feet 1.500–2.000 +100,00\u00a0$',
      'Square Feet over 5.000 -1.000,00\u00a0$',
      'Year Built 1950–1980 +25,00\u00a0$',
      'Zip Code up to 80301 +5,00\u00a0$',
    ],
  ],
  [
    'fr',
    [
      'Base 1\u00a0350,00\u00a0$',
      'Square Feet 1\u00a0500–2\u00a0000 +100,00\u00a0$',
      'Square Feet over 5\u00a0000 -1\u00a0000,00\u00a0$',
      'Year Built 1950–1980 +25,00\u00a0$',
      'Zip Code up to 80301 +5,00\u00a0$',
    ],
  ],
] as const)('writes areas and amounts in %s; years and ZIP codes stay', (lang, lines) => {
  expect(localizeDetails(stored, createFormatter(lang), 1).split('\n')).toEqual(lines);
});

test('keeps the currency of the company and percentages', () => {
  expect(localizeDetails('GST 5.5%: NZ$17.50', createFormatter('en'), 4)).toBe('GST 5.5%: NZ$17.50');
  expect(localizeDetails('GST 5%: C$17.50', createFormatter('de'), 2)).toBe('GST 5%: 17,50\u00a0C$');
});
