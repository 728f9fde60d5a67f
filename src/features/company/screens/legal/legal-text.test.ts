import { expect, test } from 'vitest';
import { type LegalKind, type LegalLang, type LegalText, legalText } from './legal-text.ts';

const LANGUAGES: LegalLang[] = ['en', 'de', 'fr'];
const shape = (text: LegalText) =>
  text.sections.map((section) => [section.paragraphs.length, section.points?.length ?? 0]);

test.each<LegalKind>(['privacy', 'terms'])('%s says the same in all languages', async (kind) => {
  const texts = await Promise.all(LANGUAGES.map((lang) => legalText(kind, lang)));
  const [english] = texts;
  if (!english) throw new Error('no text');
  expect(english.sections.length).toBeGreaterThanOrEqual(10);
  for (const text of texts) {
    expect(shape(text)).toEqual(shape(english));
    expect([text.version, text.date]).toEqual([english.version, english.date]);
  }
  expect(new Set(texts.map((text) => text.title)).size).toBe(3);
});
