import { expect, test } from 'vitest';
import { slowGrowth, slowReading } from './slow-growth.ts';

test('names quadratic work and nothing less', () => {
  let steps = 0;
  const walk = (count: number) => {
    for (let n = 0; n < count; n += 1) steps += n % 7;
  };
  expect(slowGrowth((size) => walk(size * size), 6000)).toMatch(/^\d+ ms become \d+ ms$/);
  expect(slowGrowth((size) => walk(size * 6000), 6000)).toBeNull();
  expect(slowReading((text) => /^(\s+)+$/.test(`${text.slice(0, 8)}x`), ' '.repeat(200_000))).toBeNull();
});
