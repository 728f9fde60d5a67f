import { expect, test } from 'vitest';
import { createFormatter } from '../base/formatter.ts';
import { localizeDetails, localizeLineItem } from './localize-details.ts';

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
      'Grundpreis 1.350,00\u00a0$',
      'Fläche in Quadratfuß 1.500–2.000 +100,00\u00a0$',
      'Fläche in Quadratfuß über 5.000 -1.000,00\u00a0$',
      'Baujahr 1950–1980 +25,00\u00a0$',
      'Postleitzahl bis 80301 +5,00\u00a0$',
    ],
  ],
  [
    'fr',
    [
      'Prix de base 1\u00a0350,00\u00a0$',
      'Surface en pieds carrés 1\u00a0500–2\u00a0000 +100,00\u00a0$',
      'Surface en pieds carrés plus de 5\u00a0000 -1\u00a0000,00\u00a0$',
      'Année de construction 1950–1980 +25,00\u00a0$',
      'Code postal jusqu’à 80301 +5,00\u00a0$',
    ],
  ],
] as const)('writes areas and amounts in %s; years and ZIP codes stay', (lang, lines) => {
  expect(localizeDetails(stored, createFormatter(lang), 1).split('\n')).toEqual(lines);
});

test('keeps the currency of the company and percentages', () => {
  expect(localizeDetails('GST 5.5%: NZ$17.50', createFormatter('en'), 4)).toBe('GST 5.5%: NZ$17.50');
  expect(localizeDetails('GST 5%: C$17.50', createFormatter('de'), 2)).toBe('GST 5%: 17,50\u00a0C$');
});

test('names that the product gave are in the reader’s language, a company’s own stay', () => {
  const names = ['Cancellation fee', 'Frais de déplacement', 'Canceled services', 'Discount (SPRING)'];
  expect(names.map((name) => localizeLineItem(name, 'de'))).toEqual([
    'Stornogebühr',
    'Anfahrtspauschale',
    'Abgesagte Leistungen',
    'Rabatt (SPRING)',
  ]);
  expect(localizeLineItem('Stornogebühr', 'en')).toBe('Cancellation fee');
  expect(localizeLineItem('Weekend fee', 'de')).toBe('Weekend fee');
});
