import { expect, test } from 'vitest';
import { slowReading } from '#testing/slow-growth.ts';
import { preferredLang, translate } from './translate.ts';

const translations = {
  de: {
    Hello: 'Hallo',
    'At most {n} characters': 'Höchstens {n} Zeichen',
    'From {a} to {b} (now)': '{b} nach {a} (jetzt)',
  },
  fr: { Hello: 'Bonjour' },
};

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['de', 'de'],
  ['de-AT,en;q=0.8', 'de'],
  [' FR-ch;q=0.9', 'fr'],
  ['it, de', 'en'],
  ['deutsch', 'de'],
  ['*', 'en'],
])('the language of %j is %s', (header, lang) => {
  expect(preferredLang(header)).toBe(lang);
});

test.each([
  ['de', 'Hello', 'Hallo'],
  ['fr', 'Hello', 'Bonjour'],
  ['en', 'Hello', 'Hello'],
  ['de', 'At most 20 characters', 'Höchstens 20 Zeichen'],
  ['de', 'From Rome (old) to Paris (now)', 'Paris nach Rome (old) (jetzt)'],
  ['de', 'At most 20,000 characters', 'Höchstens 20.000 Zeichen'],
  ['de', 'At most twenty characters', 'At most twenty characters'],
  ['fr', 'At most 20 characters', 'At most 20 characters'],
  ['de', 'Something nobody translated', 'Something nobody translated'],
] as const)('translates into %s: %j becomes %j', (lang, message, said) => {
  expect(translate(translations, lang, message)).toBe(said);
});

test('a message cannot access properties inherited by the translations object', () => {
  expect(translate(translations, 'de', 'constructor')).toBe('constructor');
  expect(translate(translations, 'de', '__proto__')).toBe('__proto__');
});

test('reads a message that contains what a user typed in linear time', () => {
  const steps = '{label}: no step between {from} and {to} (rows {first} and {second})';
  const hostile = `x: no step between ${' and  (rows '.repeat(20_000)}`;
  const read = (text: string) => translate({ de: { [steps]: '{label}' }, fr: {} }, 'de', text);
  expect(read('Price: no step between 1 and 2 (rows 3 and 4)')).toBe('Price');
  expect(read(hostile)).toBe(hostile);
  expect(slowReading(read, hostile)).toBeNull();
});

test.each([
  ['Price : no', 'Price : no'],
  [': no step between 1 and 2 (rows 3 and 4)', ': no step between 1 and 2 (rows 3 and 4)'],
  ['A: no step between and 2 (rows 3 and 4)', 'A: no step between and 2 (rows 3 and 4)'],
  ['A: B: no step between 1 and 2 (rows 3 and 4)', 'A: B'],
])('%j becomes %j: a placeholder is never empty', (message, said) => {
  const steps = '{label}: no step between {from} and {to} (rows {first} and {second})';
  expect(translate({ de: { [steps]: '{label}' }, fr: {} }, 'de', message)).toBe(said);
});
