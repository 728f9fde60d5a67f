import { expect, test } from 'vitest';
import { slowGrowth } from '#testing/slow-growth.ts';
import { allPairs, areSimilarFirstNames, groupPairs, similarPairs } from './people-duplicates.ts';

test.each<[string, string, boolean]>([
  ['jon', 'john', true],
  ['john', 'jon', true],
  ['anna', 'anne', true],
  ['ann', 'anna', true],
  ['jo', 'joe', false],
  ['al', 'ed', false],
  ['mark', 'marcus', false],
  ['john', 'joan', true],
  ['smith', 'smyht', false],
  ['', '', true],
])('compares %s and %s', (one, other, expected) => {
  expect(areSimilarFirstNames(one, other)).toBe(expected);
});

const named = (id: string, last: string, first: string) => ({ id, last, first });

test('finds similar people only among those with the same last name', () => {
  const people = [
    named('a', 'lee', 'ann'),
    named('b', 'lee', 'anna'),
    named('c', 'leo', 'ann'),
    named('d', 'lee', 'bob'),
  ];
  expect(similarPairs(people)).toEqual([['a', 'b']]);
});

test('compares a last name shared by thousands in linear time', () => {
  const people = Array.from({ length: 20_000 }, (_, i) => named(String(i).padStart(6, '0'), 'lee', 'ann'));
  expect(similarPairs(people).length).toBeGreaterThan(19_000);
  expect(slowGrowth((count) => similarPairs(people.slice(0, count)), people.length)).toBeNull();
});

test('groups connected pairs, except those marked as different people', () => {
  expect(
    groupPairs([
      ['a', 'b'],
      ['c', 'd'],
      ['b', 'e'],
    ]),
  ).toEqual([
    ['a', 'b', 'e'],
    ['c', 'd'],
  ]);
  expect(groupPairs(allPairs(['a', 'b', 'c']), new Set(['a,b']))).toEqual([['a', 'b', 'c']]);
  expect(groupPairs(allPairs(['a', 'b']), new Set(['a,b']))).toEqual([]);
});
