import { describe, expect, test } from 'vitest';
import { countSegments, withPlainCharacters } from './segments.ts';

describe('segments', () => {
  test.each([
    ['68 × [ and an emoji', `${'['.repeat(68)}😘`, 70, 1],
    ['69 × [ and an emoji', `${'['.repeat(69)}😘`, 71, 2],
    ['35 emoji', '😎'.repeat(35), 70, 1],
    ['36 emoji', '😎'.repeat(36), 72, 2],
    ['160 letters', 'a'.repeat(160), 160, 1],
    ['161 letters', 'a'.repeat(161), 161, 2],
    ['80 × [', '['.repeat(80), 160, 1],
    ['81 × [', '['.repeat(81), 162, 2],
    ['306 letters', 'a'.repeat(306), 306, 2],
    ['307 letters', 'a'.repeat(307), 307, 3],
    ['an escape that does not fit into the first of 306', `${'a'.repeat(152)}€${'a'.repeat(152)}`, 306, 3],
    [
      'a surrogate pair that does not fit into the first of 134',
      `${'ж'.repeat(66)}😎${'ж'.repeat(66)}`,
      134,
      3,
    ],
    ['70 Cyrillic letters', 'ж'.repeat(70), 70, 1],
    ['71 Cyrillic letters', 'ж'.repeat(71), 71, 2],
    ['nothing', '', 0, 0],
  ])('of %s', (_, text, units, segments) => {
    expect(countSegments(text)).toMatchObject({ units, segments });
  });

  test('names the characters that make a message costly, each once', () => {
    expect(countSegments('Señor Łukasz, ça va? Ł').costly).toEqual(['Ł', 'ç']);
    expect(countSegments('Grüße für 5 € @ [home]').costly).toEqual([]);
  });

  test('says how much still fits', () => {
    expect(countSegments('a'.repeat(150)).left).toBe(10);
    expect(countSegments('a'.repeat(161)).left).toBe(153 - 8);
  });
});

test('typographic characters become those of GSM-7; letters stay', () => {
  const text = withPlainCharacters('“It’s” 9–5… «Ça»\u00a0: Łódź');
  expect(text).toBe('"It\'s" 9-5... "Ça" : Łódź');
});
