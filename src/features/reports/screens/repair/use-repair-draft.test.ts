import { expect, test } from 'vitest';
import { creditProblems } from './use-repair-draft.ts';

test.each([
  ['250', []],
  ['1 250,50', []],
  ['0', []],
  ['-5', ['d1']],
  ['', ['d1']],
  ['about 250', ['d1']],
])('asks for another amount before a credit is saved: %j', (credit, expected) => {
  const of = (request: 'credit' | 'repair') =>
    Object.keys(creditProblems({ items: [{ id: 'd1', request, credit, note: '' }] }));
  expect(of('credit')).toEqual(expected);
  expect(of('repair')).toEqual([]);
});
