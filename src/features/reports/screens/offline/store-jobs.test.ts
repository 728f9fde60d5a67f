import { expect, test } from 'vitest';
import { backgroundBudget } from './store-jobs.ts';

test.each([
  [{ saveData: true, effectiveType: '4g' }, 'nothing'],
  [{ effectiveType: 'slow-2g' }, 'nothing'],
  [{ effectiveType: '2g' }, 'nothing'],
  [{ effectiveType: '3g' }, 'texts'],
  [{ saveData: false, effectiveType: '4g' }, 'all'],
  [{}, 'all'],
])('on a connection of %o loads %s in the background', (connection, budget) => {
  expect(backgroundBudget(connection)).toBe(budget);
});
