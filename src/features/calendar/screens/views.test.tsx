import { expect, test } from 'vitest';
import { asLocalDate } from '#domain/base/time.ts';
import { entryOpacity } from './entries/entry-colors.ts';
import { daysShown, rememberedView, rememberView, views } from './views.ts';

const day = asLocalDate('2026-11-25');

test('R-CONST-007: the views of the page are week, day, month and 2months; week at first', () => {
  expect(views).toEqual(expect.arrayContaining(['week', 'day', 'month', '2months']));
  expect(rememberedView()).toBe('week');
});

test('R-RULE-017: the chosen view is remembered', () => {
  rememberView('month');
  expect(rememberedView()).toBe('month');
});

test.each([
  ['day', '2026-11-25', '2026-11-25'],
  ['week', '2026-11-22', '2026-11-28'],
  ['dashboard', '2026-11-25', '2026-12-01'],
  // Six whole weeks for each month.
  ['month', '2026-11-01', '2026-12-12'],
  ['2months', '2026-11-01', '2027-01-09'],
] as const)('R-UI-040: the view %s shows the days from %s to %s', (view, first, last) => {
  expect(daysShown(view, day)).toEqual({ first, last });
});

test.each([
  ['inspEvent', 0.9],
  ['inspSubEvent', 0.4],
  ['regularEvent', 0.4],
  ['externalEvent', 0.4],
] as const)('R-CONST-026: an entry of type %s has an opacity of %d', (type, opacity) => {
  expect(entryOpacity({ systemRef: { type, appointmentId: null, eventId: 'e1' } })).toBe(opacity);
});
