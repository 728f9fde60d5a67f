import { expect, test } from 'vitest';
import { matchParts, rankMatches } from './match-text.ts';

test('ranks whole words before beginnings of words, and otherwise keeps the order', () => {
  const names = ['Annabel Smith', 'Bob Annis', 'Joe Ann', 'Ann Smith'];
  expect(rankMatches(names, 'ann', (name) => [name])).toEqual([
    'Ann Smith',
    'Joe Ann',
    'Annabel Smith',
    'Bob Annis',
  ]);
  expect(rankMatches(names, '--', (name) => [name])).toEqual(names);
});

const marked = (text: string, query: string) =>
  matchParts(text, query)
    .map((part) => (part.isMatch ? `[${part.text}]` : part.text))
    .join('');

test.each([
  ['Łukasz Smith', 'luk', '[Łuk]asz Smith'],
  ['Straße 12', 'strass 1', '[Straß]e [1]2'],
  ['José García', 'garci', 'José [Garcí]a'],
  ['12 Main St', 'st main', '12 [Main] [St]'],
  ['ann.lee@mail.example', 'mail', 'ann.lee@[mail].example'],
  ['Annabel', 'ann annabel', '[Annabel]'],
  ['Boston', 'st', 'Boston'],
  ['Boston', '', 'Boston'],
  ['', 'x', ''],
  ['王小明', '王小', '[王小]明'],
])('marks in %j what %j matches', (text, query, expected) => {
  expect(marked(text, query)).toBe(expected);
  expect(
    matchParts(text, query)
      .map((part) => part.text)
      .join(''),
  ).toBe(text);
});
