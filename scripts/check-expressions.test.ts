import { expect, test } from 'vitest';
import { slowExpressions } from './check-expressions.ts';

test.each([
  ['/(a+)+$/', 'a quantifier repeats itself'],
  ['/\\s*,\\s*\\s*;/', 'two quantifiers compete'],
  ['/x+$/', 'tried from every position'],
  ["new RegExp('^(?:a+b?)+$', 'i')", 'a quantifier repeats itself'],
  ['RegExp(`a*a*b`)', 'two quantifiers compete'],
])('finds %s', (expression, problem) => {
  expect(slowExpressions('a.ts', `const no: number = 1;\nexport const a = ${expression};`)).toEqual([
    expect.stringMatching(new RegExp(`^a\\.ts:2 .*${problem}`)),
  ]);
});

test.each(['/^a+b/', '/a+/g', '/(?<!x)x+$/', '/^[^@]+@[^@]+$/', 'new RegExp(`${start}a`)', "'(a+)+'"])(
  'accepts %s',
  (expression) => {
    expect(slowExpressions('a.tsx', `const a = ${expression};`)).toEqual([]);
  },
);
