import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { flattenMessages, formatMessage } from './messages.ts';

const source = join(import.meta.dirname, '..');
const folders = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('/texts/en.json'))
  .map((file) => dirname(dirname(file)));
const textsOf = (folder: string, lang: string) =>
  flattenMessages(JSON.parse(readFileSync(join(source, folder, 'texts', `${lang}.json`), 'utf8')));
const placesOf = (text: string) =>
  [...text.matchAll(/\{\{\s*(\w+)\s*\}\}|\[(\w+)\]/g)].map((m) => m[1] ?? m[2]).sort();

describe.each(folders)('texts of %s', (folder) => {
  const english = textsOf(folder, 'en');
  test.each(['en', 'de', 'fr'])('in %s have every key and placeholder, and none is empty', (lang) => {
    const texts = textsOf(folder, lang);
    expect([...texts.keys()].sort()).toEqual([...english.keys()].sort());
    for (const [key, text] of texts) {
      expect(text.trim(), key).not.toBe('');
      expect(placesOf(text), key).toEqual(placesOf(english.get(key) ?? ''));
    }
  });

  test('have every key written in their screens', () => {
    const feature = folder.replace('features/', '');
    const missing = sourcesBelow(join(source, folder)).flatMap((file) => {
      const code = readFileSync(file, 'utf8');
      return keysUsed(code, feature)
        .filter((key) => !english.has(key) && !english.has(`${key}_other`))
        .map((key) => `${file}: ${key}`);
    });
    expect(missing).toEqual([]);
  });
});

/** Returns the keys in `t('…')` of files that use only the texts of this feature. */
function keysUsed(code: string, feature: string): string[] {
  const features = new Set([...code.matchAll(/useTranslation\('([\w/-]+)'\)/g)].map((m) => m[1]));
  if (features.size !== 1 || !features.has(feature)) return [];
  return [...code.matchAll(/\bt\('([\w.-]+)'/g)].map((m) => m[1] ?? '');
}

function sourcesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name));
}

test('fills placeholders, flattens groups, and shows unknown keys as they are', () => {
  const texts = flattenMessages({
    nav: { home: 'Home' },
    hello: 'Hello {{name}}, {{ name }}!',
    apples_one: '{{count}} apple',
    apples_other: '{{count}} apples',
  });
  expect(formatMessage(texts, 'en', 'nav.home')).toBe('Home');
  expect(formatMessage(texts, 'en', 'hello', { name: 'Ada' })).toBe('Hello Ada, Ada!');
  expect(formatMessage(texts, 'en', 'hello', {})).toBe('Hello {{name}}, {{ name }}!');
  expect(formatMessage(texts, 'en', 'apples', { count: 1 })).toBe('1 apple');
  expect(formatMessage(texts, 'en', 'apples', { count: 0 })).toBe('0 apples');
  expect(formatMessage(texts, 'fr', 'apples', { count: 0 })).toBe('0 apple');
  expect(formatMessage(texts, 'en', 'unknown.key')).toBe('unknown.key');
});
