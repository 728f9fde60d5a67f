import { expect, test } from 'vitest';
import { slowGrowth } from './slow-growth.ts';

const walk = (count: number) => {
  let steps = 0;
  for (let n = 0; n < count; n += 1) steps += n % 7;
  return steps;
};

test('names quadratic work and nothing less', () => {
  expect(slowGrowth((size) => walk(size * size), 6000)).toMatch(/^\d+ ms become \d+ ms$/);
  expect(slowGrowth((size) => walk(size * 6000), 6000)).toBeNull();
});
