import { expect, test, vi } from 'vitest';
import { createFormatter } from './format.ts';

const at = '2030-03-08T14:05:00.000Z';
const zone = 'America/New_York';

test.each([
  ['MM/DD/YYYY', '03/08/2030'],
  ['DD/MM/YYYY', '08/03/2030'],
  ['YYYY-MM-DD', '2030-03-08'],
  ['DD.MM.YYYY', '08.03.2030'],
] as const)('a company’s %s holds in every language', (format, day) => {
  for (const lang of ['en', 'de', 'fr'] as const)
    expect(createFormatter(lang, format).date(at, zone)).toBe(day);
  expect(createFormatter('en', format).day(at, zone)).toBe(`Fri, ${day}`);
  expect(createFormatter('en', format).dateTime(at, zone)).toBe(`${day}, 9:05 AM`);
});

test('formats the day in the zone; without a company as the language does', () => {
  expect(createFormatter('en', 'YYYY-MM-DD').date('2030-03-09T03:00:00Z', zone)).toBe('2030-03-08');
  expect(createFormatter('en').date(at, zone)).toBe('Mar 8, 2030');
  expect(createFormatter('de').date(at, zone)).toBe('8. März 2030');
  expect(createFormatter('en', 'YYYY-MM-DD').date('nonsense')).toBe('');
});

test('formats amounts with the symbol of the currency, $ for an unknown one', () => {
  const symbols = [1, 2, 3, 4, undefined, 9].map((code) => createFormatter('en').money(1234.5, code));
  expect(symbols).toEqual(['$1,234.50', 'C$1,234.50', 'A$1,234.50', 'NZ$1,234.50', '$1,234.50', '$1,234.50']);
});

test.each([
  ['en', '5 MB', '1.5 KB'],
  ['de', '5 MB', '1,5 KB'],
  ['fr', '5\u00a0Mo', '1,5\u00a0Ko'],
] as const)('sizes in %s', (lang, large, small) => {
  const sizes = [5_242_880, 1_536].map((bytes) => createFormatter(lang).bytes(bytes));
  expect(sizes).toEqual([large, small]);
});

test("formats an instant without a zone in the company's zone", () => {
  const { dateTime, date } = createFormatter('en', null, 'America/New_York');
  expect(dateTime('2030-01-02T03:30:00Z')).toBe('Jan 1, 2030, 10:30 PM');
  expect(date('2030-01-02T03:30:00Z')).toBe('Jan 1, 2030');
  expect(date('2030-01-02T03:30:00Z', 'UTC')).toBe('Jan 2, 2030');
});

test('creates each formatter once for the whole page', () => {
  const NumberFormat = vi.spyOn(Intl, 'NumberFormat');
  const DateTimeFormat = vi.spyOn(Intl, 'DateTimeFormat');
  const perNumber = vi.spyOn(Number.prototype, 'toLocaleString');
  for (let i = 0; i < 3; i += 1) {
    const { money, date } = createFormatter('fr', 'DD/MM/YYYY', 'Asia/Tokyo');
    expect(money(1234.5)).toBe('1\u202f234,50\u00a0$');
    expect(date(at)).toBe('08/03/2030');
  }
  expect(NumberFormat.mock.calls.length + perNumber.mock.calls.length).toBeLessThanOrEqual(1);
  expect(DateTimeFormat).toHaveBeenCalledTimes(1);
  vi.restoreAllMocks();
});
