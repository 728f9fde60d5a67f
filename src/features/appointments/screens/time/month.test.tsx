import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { LocalDate } from '#domain/base/time.ts';
import { OffMonth, RangePicker } from '#features/availability/screens/days-picker.tsx';
import { createQueryClient } from '#web/api.ts';
import { changeLanguage, loadTexts, startTexts } from '#web/i18n.ts';
import { Providers } from '#web/providers.tsx';
import { Month } from './month.tsx';

beforeEach(async () => {
  Object.assign(document, { fonts: new EventTarget() });
  await startTexts();
  await loadTexts('appointments', 'availability');
});
afterEach(async () => {
  cleanup();
  // Files share their modules: the next one begins in English.
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
  await loadTexts('appointments', 'availability');
  const today = '2030-03-08' as LocalDate;
  expect(firstDay(show(<Month value="" onChange={() => undefined} today={today} />))).toMatch(sunday);
  expect(firstDay(show(<OffMonth overrides={[]} onDay={undefined} />))).toMatch(sunday);
});

it.each([
  ['en', 'March 9, 2030'],
  ['de', '9. März 2030'],
  ['fr', '9 mars 2030'],
] as const)('days are named in the order of the language, in %s', async (lang, name) => {
  await changeLanguage(lang);
  await loadTexts('appointments', 'availability');
  const today = '2030-03-08' as LocalDate;
  const names = (container: HTMLElement) =>
    [...container.querySelectorAll('[aria-label]')].map((one) => one.getAttribute('aria-label'));
  const shown = show(<Month value="2030-03-09" onChange={() => undefined} today={today} />);
  expect(names(shown)).toContain(name);
  const range = show(<RangePicker value={['2030-03-09', null]} onChange={() => undefined} />);
  expect(names(range)).toContain(name);
});
