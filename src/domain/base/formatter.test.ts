import { expect, test, vi } from 'vitest';
import { createFormatter, createReaderFormatter } from './formatter.ts';

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
    expect(money(1234.5)).toBe('1\u00a0234,50\u00a0$');
    expect(date(at)).toBe('08/03/2030');
  }
  expect(NumberFormat.mock.calls.length + perNumber.mock.calls.length).toBeLessThanOrEqual(1);
  expect(DateTimeFormat).toHaveBeenCalledTimes(1);
  vi.restoreAllMocks();
});

const company = { date_format: 'MM/DD/YYYY', timezone: 'America/New_York' } as const;

test.each([
  ['en', '03/08/2030', 'Fri, 03/08/2030', '9:05 AM', '03/08/2030, 9:05 AM – 4:30 PM', '2,000–2,500', 'EST'],
  ['de', '08.03.2030', 'Fr, 08.03.2030', '09:05', '08.03.2030, 09:05 – 16:30', '2.000–2.500', 'EST'],
  [
    'fr',
    '08/03/2030',
    'ven., 08/03/2030',
    '09:05',
    '08/03/2030, 09:05 – 16:30',
    '2\u00a0000–2\u00a0500',
    'EST',
  ],
] as const)(
  "writes for a reader in %s, in the company's zone",
  (lang, date, day, time, range, numbers, name) => {
    const format = createReaderFormatter(lang, company);
    expect(format.date(at)).toBe(date);
    expect(format.day(at)).toBe(day);
    expect(format.time(at)).toBe(time);
    expect(format.dateTimeRange(at, '2030-03-08T21:30:00Z')).toBe(range);
    expect(format.numberRange(2000, 2500)).toBe(numbers);
    expect(format.zoneName(at, zone)).toBe(name);
  },
);

test('keeps the company’s date format for a reader whose language knows it', () => {
  const written = (lang: 'en' | 'de' | 'fr', date_format: 'DD.MM.YYYY' | 'YYYY-MM-DD' | 'DD/MM/YYYY') =>
    createReaderFormatter(lang, { ...company, date_format }).date(at);
  expect(written('fr', 'YYYY-MM-DD')).toBe('2030-03-08');
  expect(written('en', 'DD.MM.YYYY')).toBe('08.03.2030');
  expect(written('fr', 'DD.MM.YYYY')).toBe('08/03/2030');
  expect(written('de', 'DD/MM/YYYY')).toBe('08.03.2030');
});

test.each([
  ['en', '12:00 AM', '12:00 PM', '1:00 PM'],
  ['de', '00:00', '12:00', '13:00'],
  ['fr', '00:00', '12:00', '13:00'],
] as const)('writes midnight and noon in %s', (lang, midnight, noon, one) => {
  const { time, clock } = createFormatter(lang, null, zone);
  expect([time('2030-03-08T05:00:00Z'), time('2030-03-08T17:00:00Z'), clock('13:00')]).toEqual([
    midnight,
    noon,
    one,
  ]);
});

test.each([
  ['one day', '2030-03-08T09:00:00-05:00', '2030-03-08T10:00:00-05:00', '03/08/2030, 9:00 AM – 10:00 AM'],
  [
    'over night',
    '2030-03-08T09:00:00-05:00',
    '2030-03-10T10:00:00-04:00',
    '03/08/2030, 9:00 AM – 03/10/2030, 10:00 AM',
  ],
  [
    'two days of UTC, one of the company',
    '2030-03-08T23:00:00Z',
    '2030-03-09T02:00:00Z',
    '03/08/2030, 6:00 PM – 9:00 PM',
  ],
])('formats a time range: %s', (_what, start, end, text) => {
  expect(createFormatter('en', 'MM/DD/YYYY').dateTimeRange(start, end, zone)).toBe(text);
});

test('writes no space that fonts or mail programs may lack', () => {
  for (const lang of ['en', 'de', 'fr'] as const) {
    const f = createFormatter(lang, null, zone);
    const texts = [
      ...[f.date, f.day, f.longDay, f.shortDay, f.spelledDay, f.time, f.dateTime].map((write) => write(at)),
      f.longDateTime(at, zone),
      f.spelledDays('2030-03-08', '2030-03-14'),
      f.spelledMonths('2030-03-01', '2030-04-01'),
      f.money(1_234_567.5),
      f.numberRange(1_000, 2_000_000),
    ];
    expect(texts.join('').match(/[\u2009\u202f]/)).toBeNull();
  }
});

test('takes a day, which is the same in every zone', () => {
  const { day, spelledDay } = createFormatter('en', null, 'Pacific/Honolulu');
  expect([day('2030-03-08'), spelledDay('2030-03-08')]).toEqual([
    'Fri, Mar 8, 2030',
    'Friday, March 8, 2030',
  ]);
});

test.each([
  ['Europe/Berlin', 'MEZ', 'CET', 'CET'],
  ['America/Los_Angeles', 'PST', 'PST', 'PST'],
  ['Asia/Tokyo', 'GMT+9', 'UTC+9', 'GMT+9'],
] as const)(
  'names %s shortly in each language, by an offset only if no language has a name',
  (zone, de, fr, en) => {
    const names = (['de', 'fr', 'en'] as const).map((lang) =>
      createFormatter(lang).zoneName('2030-01-08T12:00:00Z', zone),
    );
    expect(names).toEqual([de, fr, en]);
  },
);
