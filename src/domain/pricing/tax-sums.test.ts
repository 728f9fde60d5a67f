import { expect, test } from 'vitest';
import { sumTaxes } from './tax-sums.ts';

const sums = (...taxes: Parameters<typeof sumTaxes>[0]) =>
  sumTaxes(taxes).map(({ label, cents }) => [label, cents]);

test('two taxes of one name stay two, each with its percentage; the same tax of two lines is one', () => {
  expect(
    sums(
      { name: 'Sales tax', add_percent: 5000, tax_cents: 500 },
      { name: 'Sales tax', add_percent: 8250, tax_cents: 825 },
      { name: 'GST', add_percent: 7000, tax_cents: 70 },
      { name: 'Sales tax', add_percent: 5000, tax_cents: -100 },
    ),
  ).toEqual([
    ['Sales tax 5%', 400],
    ['Sales tax 8.25%', 825],
    ['GST', 70],
  ]);
});

test('a tax without a percentage joins the only one of its name, and stays separate from several', () => {
  expect(sums({ name: 'GST', tax_cents: -10 }, { name: 'GST', add_percent: 5000, tax_cents: 50 })).toEqual([
    ['GST', 40],
  ]);
  expect(
    sums(
      { name: 'GST', add_percent: 5000, tax_cents: 50 },
      { name: 'GST', add_percent: 7000, tax_cents: 70 },
      { name: 'GST', tax_cents: -10 },
    ),
  ).toEqual([
    ['GST 5%', 50],
    ['GST 7%', 70],
    ['GST', -10],
  ]);
  expect(sums({ tax_cents: 3 }, { tax_cents: 4 })).toEqual([['', 7]]);
});
