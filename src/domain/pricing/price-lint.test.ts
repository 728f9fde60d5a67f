import { describe, expect, test } from 'vitest';
import { asCents } from '../base/money.ts';
import { modifierApplies } from './modifiers.ts';
import { lintModifiers } from './price-lint.ts';
import type { Modifier } from './pricing-types.ts';

const row = (when: number, low: number | null, high: number | null, fee = 5000): Modifier => ({
  when,
  greater_than: low,
  less_than_or_equal: high,
  add_fee_cents: asCents(fee),
  add_minutes: 0,
});

describe('warnings with their numbers', () => {
  test.each([
    ['gap 2000–2001', [row(1, 1500, 2000), row(1, 2001, null)], ['gap', [0, 1], 2000, 2001]],
    ['gap with rows in any order', [row(1, 2500, null), row(1, 1500, 2000)], ['gap', [1, 0], 2000, 2500]],
    ['gap between years built', [row(3, 1900, 1950), row(3, 1960, 1990)], ['gap', [0, 1], 1950, 1960]],
    ['overlap', [row(1, 1500, 2000), row(1, 1900, null)], ['overlap', [0, 1], 1900, 2000]],
    ['overlap of a range inside another', [row(2, 10, null), row(2, 50, 60)], ['overlap', [0, 1], 50, 60]],
    [
      'overlap of two without upper bound',
      [row(2, 10, null), row(2, 50, null)],
      ['overlap', [0, 1], 50, null],
    ],
    [
      'overlap of zip codes',
      [row(4, 80_000, 81_000), row(4, 80_500, 80_599)],
      ['overlap', [0, 1], 80_500, 80_599],
    ],
    ['unreachable: bounds reversed', [row(1, 3000, 2000)], ['unreachable', [0], 3000, 2000]],
    ['unreachable: bounds equal', [row(1, 2000, 2000)], ['unreachable', [0], 2000, 2000]],
    ['unreachable: no fourth foundation', [row(5, 3, 4)], ['unreachable', [0], 3, 4]],
    ['unreachable: no house of that year', [row(3, null, 1500)], ['unreachable', [0], null, 1500]],
    ['no bounds', [row(3, null, null)], ['unbounded', [0], null, null]],
    ['no effect', [row(6, 1, 2)], ['no_effect', [0], 1, 2]],
    ['steps that end', [row(1, 1500, 2000), row(1, 2000, 5000)], ['open_end', [1], 5000, null]],
  ] as const)('%s', (_, rows, [kind, positions, from, to]) => {
    const found = lintModifiers(rows);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ kind, rows: positions, from, to });
  });

  test('describes the warnings', () => {
    const said = (...rows: Modifier[]) => lintModifiers(rows).map((one) => one.message);
    expect(said(row(1, 1500, 2000), row(1, 2001, null))).toEqual([
      'Square Feet: no step between 2000 and 2001 (rows 1 and 2)',
    ]);
    expect(said(row(1, 1500, 2000), row(1, 1900, null))).toEqual([
      'Square Feet: rows 1 and 2 overlap (1900–2000); both are added',
    ]);
    expect(said(row(1, 3000, 2000))).toEqual([
      'Square Feet: no value can be above 3000 and at most 2000 (row 1)',
    ]);
  });
});

test.each([
  ['touching steps', [row(1, 1500, 2000), row(1, 2000, null)]],
  ['one surcharge alone', [row(1, 2000, 3000)]],
  ['basement and crawlspace', [row(5, 0, 1), row(5, 2, 3)]],
  ['zip codes far apart', [row(4, 80_500, 80_599), row(4, 90_000, 90_099)]],
  ['rebates that end', [row(1, null, 800, -5000), row(1, 800, 1000, -2500)]],
  ['different types side by side', [row(1, 0, null), row(2, 0, null)]],
])('reports nothing for %s', (_, rows) => {
  expect(lintModifiers(rows)).toEqual([]);
});

test('agrees with the calculator for every value', () => {
  let state = 7;
  const next = (n: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 16) % n;
  };
  for (let i = 0; i < 500; i++) {
    const rows = Array.from({ length: 1 + next(4) }, () => {
      const low = next(20);
      return row(1, low, low + next(12));
    });
    const met = (value: number) => rows.filter((one) => modifierApplies(one, value)).length;
    const values = Array.from({ length: 320 }, (_, n) => (n + 1) / 10);
    const found = lintModifiers(rows);
    expect(found.some((one) => one.kind === 'overlap')).toBe(values.some((value) => met(value) > 1));
    const known = values.filter((value) => met(value) > 0);
    const between = values.filter((value) => value > (known[0] ?? 0) && value < (known.at(-1) ?? 0));
    expect(found.some((one) => one.kind === 'gap')).toBe(between.some((value) => met(value) === 0));
    expect(found.filter((one) => one.kind === 'unreachable').map((one) => one.rows[0])).toEqual(
      rows.flatMap((one, at) => (values.some((value) => modifierApplies(one, value)) ? [] : [at])),
    );
  }
});
