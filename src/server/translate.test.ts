import { expect, test } from 'vitest';
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
