import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { LocalDate } from '#domain/base/time.ts';
import { OverrideMonth, RangePicker } from '#features/availability/screens/date-pickers.tsx';
import { createQueryClient } from '#web/api.ts';
import { changeLanguage, loadMessages, startI18n } from '#web/i18n.ts';
import { Providers } from '#web/providers.tsx';
import { MonthPicker } from './month-picker.tsx';

beforeEach(async () => {
  Object.assign(document, { fonts: new EventTarget() });
  await startI18n();
  await loadMessages('appointments', 'availability');
});
afterEach(async () => {
  cleanup();
  // Test files share modules: the next one starts in English.
  await changeLanguage('en');
  localStorage.clear();
});

const show = (what: React.ReactNode) =>
  render(<Providers queries={createQueryClient()}>{what}</Providers>).container;
const firstDay = (container: HTMLElement) => container.querySelector('th')?.textContent;

it.each([
  ['en', 'Su'],
  ['de', 'So'],
  ['fr', 'di'],
] as const)('months begin on Sunday, as the calendar does, in %s', async (lang, sunday) => {
  await changeLanguage(lang);
  await loadMessages('appointments', 'availability');
  const today = '2030-03-08' as LocalDate;
  expect(firstDay(show(<MonthPicker value="" onChange={() => undefined} today={today} />))).toMatch(sunday);
  expect(firstDay(show(<OverrideMonth overrides={[]} onDay={undefined} />))).toMatch(sunday);
});

it.each([
  ['en', 'March 9, 2030'],
  ['de', '9. März 2030'],
  ['fr', '9 mars 2030'],
] as const)('days are named in the order of the language, in %s', async (lang, name) => {
  await changeLanguage(lang);
  await loadMessages('appointments', 'availability');
  const today = '2030-03-08' as LocalDate;
  const names = (container: HTMLElement) =>
    [...container.querySelectorAll('[aria-label]')].map((one) => one.getAttribute('aria-label'));
  const shown = show(<MonthPicker value="2030-03-09" onChange={() => undefined} today={today} />);
  expect(names(shown)).toContain(name);
  const range = show(<RangePicker value={['2030-03-09', null]} onChange={() => undefined} />);
  expect(names(range)).toContain(name);
});

it("boxes the company's today, whatever day it is in the browser", () => {
  const today = '2030-03-08' as LocalDate;
  const shown = show(<MonthPicker value="" onChange={() => undefined} today={today} />);
  const boxed = [...shown.querySelectorAll('[aria-current="date"]')];
  expect(boxed.map((one) => one.getAttribute('aria-label'))).toEqual(['March 8, 2030']);
  expect(shown.querySelector('[data-highlight-today]')).toBeNull();
});
