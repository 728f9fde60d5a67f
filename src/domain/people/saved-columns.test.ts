import { expect, test } from 'vitest';
import { areSavedColumns, isSavedColumn, savedColumns } from './saved-columns.ts';

test('knows the columns of each list', () => {
  expect(isSavedColumn('appointments', 'total')).toBe(true);
  expect(isSavedColumn('appointments', 'email')).toBe(false);
  expect(isSavedColumn('toString', 'length')).toBe(false);
  expect(areSavedColumns({ ...savedColumns })).toBe(true);
  expect(areSavedColumns({ appointments: [] })).toBe(true);
  expect(areSavedColumns({ appointments: ['total', 'total'] })).toBe(false);
});
