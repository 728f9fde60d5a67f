import { expect, test } from 'vitest';
import { typedAmount, typedNumber } from './typed-number.ts';

test.each([
  ['19', 19],
  ['-5', -5],
  ['+5', 5],
  ['- 5', -5],
  ['12.', 12],
  ['.5', 0.5],
  ['550.555', 550.555],
  ['12,5', 12.5],
  ['1,234', 1234],
  ['1,234.50', 1234.5],
  ['1.234,50', 1234.5],
  ['1 234,5', 1234.5],
  ['1\u202f234,5', 1234.5],
  ['1234567.25', 1234567.25],
])('parses %s as %d', (text, number) => {
  expect(typedNumber(text)).toBe(number);
});

test.each([
  '',
  ' ',
  '-',
  '.',
  ',',
  '1e9',
  'abc',
  '5a',
  '1.2.3',
  '1,23,4',
  '--5',
  '5-',
  '$5',
  '12,34,567.0',
  '∞',
])('rejects %s as a number', (text) => {
  expect(typedNumber(text)).toBeNull();
});

test.each([
  ['', { problem: 'Amount is required' }],
  ['1e9', { problem: 'Amount must be a number' }],
  ['99999999999', { problem: 'Amount is too large' }],
  ['550.555', { problem: 'Amount can have at most two decimals' }],
  ['550.00000000000000001', { problem: 'Amount can have at most two decimals' }],
  ['550,555', { cents: 55_055_500 }],
  ['10.500', { cents: 1050 }],
  ['-5', { cents: -500 }],
  ['1,234.5', { cents: 123_450 }],
])('parses %s as an amount', (text, read) => {
  expect(typedAmount(text)).toEqual(read);
});
