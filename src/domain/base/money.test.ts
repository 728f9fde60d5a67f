import { expect, test } from 'vitest';
import * as money from './money.ts';

const { asCents, toCents, toPercent } = money;

test.each([
  [475.5, 47550],
  [0.1, 10],
  [19.99, 1999],
  [1.15, 115],
  [-0, 0],
  [-2.5, -250],
  [1234567.89, 123456789],
  [0.005, null],
  [1.999, null],
  [Number.NaN, null],
  [Number.POSITIVE_INFINITY, null],
  [1e12, null],
  ['5', null],
  [undefined, null],
])('converts %s on the wire to %s cents', (amount, cents) => {
  expect(money.toCentsOrNull(amount)).toBe(cents);
});

test.each([
  ['600', 60000],
  ['$ 600', 60000],
  ['1,234.50', 123450],
  ['1,234,567', 123456700],
  ['600,5', 60050],
  ['600,00', 60000],
  ['12.345', null],
  ['1001-A', null],
  ['-5', null],
  ['123456789', null],
  ['', null],
  ['Main St', null],
])('parses the text %j as %s cents', (text, cents) => {
  expect(money.parseCents(text)).toBe(cents);
});

test('toCents throws for values that are not an amount', () => {
  expect(() => toCents(0.001)).toThrow(RangeError);
  expect(() => asCents(0.5)).toThrow(RangeError);
  expect(money.fromCents(toCents(475.5))).toBe(475.5);
  expect(money.toPercent(10.75)).toBe(10750);
  expect(money.fromPercent(toPercent(6.25))).toBe(6.25);
  expect(money.toPercentOrNull(6.1234)).toBe(null);
  expect(() => toPercent(Number.NaN)).toThrow(RangeError);
});

test.each([
  [20000, 7.5, 1500],
  [10, 5, 1], // 0.5 cents
  [-10, 5, -1],
  [9, 5, 0],
  [60000, 6.25, 3750],
  [101, 0.5, 1], // 0.505
  [100, 0.499, 0],
  [0, 19, 0],
  [333, 33.333, 111],
])('calculates for %i cents at %d percent: %i', (cents, percent, expected) => {
  expect(money.percentOfCents(asCents(cents), toPercent(percent))).toBe(expected);
  expect(Object.is(money.percentOfCents(asCents(0), toPercent(percent)), 0)).toBe(true);
});

test.each([
  [100, [1, 1, 1], [34, 33, 33]],
  [100, [1, 1, 4], [17, 17, 66]],
  [-100, [1, 1, 1], [-34, -33, -33]],
  [5, [0, 0], [0, 0]],
  [5, [0, 1, -7], [0, 5, 0]],
  [0, [1, 2], [0, 0]],
  [1, [], []],
  [6000, [60000, 15000], [4800, 1200]],
])('allocates %i by the weights %j as %j', (total, weights, expected) => {
  expect(money.allocateByLargestRemainder(asCents(total), weights)).toEqual(expected);
});

test('allocates shares that always add up to the total', () => {
  let seed = 7;
  const next = (max: number) => {
    seed = (seed * 16807) % 2147483647;
    return seed % max;
  };
  for (let i = 0; i < 500; i += 1) {
    const weights = Array.from({ length: 1 + next(8) }, () => 1 + next(50_000));
    const total = asCents(next(1_000_000));
    const sum = money.sumCents(money.allocateByLargestRemainder(total, weights));
    expect(sum).toBe(total);
  }
});

test.each([
  [21500, 1, '$215.00'],
  [0, 2, 'C$0.00'],
  [5, 3, 'A$0.05'],
  [123456789, 4, 'NZ$1,234,567.89'],
  [-4000, 1, '-$40.00'],
  [100, 9, '$1.00'],
])('formats %i cents in currency %i as %s', (cents, code, text) => {
  expect(money.formatMoney(asCents(cents), code)).toBe(text);
});

test('adds, negates and compares amounts', () => {
  expect(money.sumCents([])).toBe(0);
  expect(money.sumCents([asCents(1), asCents(2)])).toBe(3);
  expect(Object.is(money.negateCents(asCents(0)), 0)).toBe(true);
  expect(money.maxCents(asCents(1), asCents(2))).toBe(2);
  expect(money.minCents(asCents(1), asCents(2))).toBe(1);
  expect(money.currencyIso(2)).toBe('CAD');
  expect(money.currencySymbol(4)).toBe('NZ$');
});
