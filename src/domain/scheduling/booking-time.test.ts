import { expect, test } from 'vitest';
import { mergeRanges } from './booking-time.ts';

const range = (start: number, end: number) => ({ start, end });

test('merges busy ranges', () => {
  const taken = [range(50, 70), range(10, 20), range(20, 30), range(60, 65), range(5, 5)];
  expect(mergeRanges(taken)).toEqual([range(10, 30), range(50, 70)]);
});
