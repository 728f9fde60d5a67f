import { expect, test } from 'vitest';
import { readDay } from './read-day.ts';

test.each([
  ['3/8/2030', 'MM/DD/YYYY', '2030-03-08'],
  ['03-08-30', 'MM/DD/YYYY', '2030-03-08'],
  [' 2030-03-08 ', 'MM/DD/YYYY', '2030-03-08'],
  ['8/3/2030', 'DD/MM/YYYY', '2030-03-08'],
  ['8. 3. 2030', 'DD.MM.YYYY', '2030-03-08'],
  ['2030/3/8', 'YYYY-MM-DD', '2030-03-08'],
  ['13/01/2030', 'MM/DD/YYYY', null],
  ['02/30/2030', 'MM/DD/YYYY', null],
  ['3/8', 'MM/DD/YYYY', null],
  ['3/8/203', 'MM/DD/YYYY', null],
  ['tomorrow', 'MM/DD/YYYY', null],
  ['', 'MM/DD/YYYY', null],
] as const)('reads %j in %s as %s', (text, format, day) => {
  expect(readDay(text, format)).toBe(day);
});
