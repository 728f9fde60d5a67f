import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { expect, test } from 'vitest';
import { seededRandom } from '#testing/seeded-random.ts';
import { slowReading } from '#testing/slow-growth.ts';
import { formatPhone, phoneLink, textLink } from './phone-format.ts';
import { phoneProblem, readPhone } from './phones.ts';

test.each([
  ['5552013344', '5552013344'],
  ['(555) 201-3344', '5552013344'],
  ['555.201.3344', '5552013344'],
  ['1-555-201-3344', '5552013344'],
  ['+1 555 201 3344', '5552013344'],
  ['tel: 512-555-0199', '5125550199'],
  ['５５５ ２０１ ３３４４', '5552013344'],
  ['555‑201–3344', '5552013344'],
  // The extension is kept, and is not part of the number.
  ['(555) 201-3344 extension 12', '5552013344x12'],
  ['555-201-3345 #7', '5552013345x7'],
  ['555-201-3345 ext. 7', '5552013345x7'],
  ['555-201-3345x7', '5552013345x7'],
  ['5552013345, ext: 0042', '5552013345x0042'],
  // Other countries keep their code.
  ['+44 (0)20 7946 0958', '+442079460958'],
  ['011 49 30 901820', '+4930901820'],
  ['+49 30 901820 Durchwahl 5', '+4930901820x5'],
  ['', ''],
  // Not one number: refused, never another one.
  ['555-201-3345, 555-201-3346', null],
  ['555-201-3345 / 555-201-3346', null],
  ['555 201 3344 or 555 201 3355', null],
  ['call Ann', null],
  ['555-CALL-NOW', null],
  ['555', null],
  ['555 201 33445', null],
  ['+1 555 201', null],
  ['+0 555 201 3344', null],
  ['2-555-201-3344', null],
])('in the US %j is read as %j', (text, expected) => expect(readPhone(text)).toBe(expected));

test.each([
  ['030 901820', 'DE', '030901820'],
  ['+49 30 901820', 'DE', '+4930901820'],
  ['04 76 00 00 00 poste 12', 'FR', '0476000000x12'],
  ['12345', 'DE', null],
  ['555-201-3344/3345', 'DE', null],
  ['033201/12345', 'DE', '03320112345'],
  ['1234567890123456', 'DE', null],
])('%j in %s is read as %j', (text, country, expected) => expect(readPhone(text, country)).toBe(expected));

test('a number read again is the same', () => {
  for (const phone of ['5552013344', '5552013344x12', '+442079460958', '+4930901820x5'])
    expect(readPhone(phone)).toBe(phone);
});

test('reads 200 kB of hostile text in linear time', () => {
  for (const sign of ['1', ' ', '(', '-', '1 ', 'x', '+1']) {
    expect(slowReading(readPhone, sign.repeat(200_000 / sign.length)), sign).toBeNull();
  }
});

test('shows the extension, and other countries as stored', () => {
  expect(['', '5', '55501', '5550101', '5550101234'].map((digits) => formatPhone(digits))).toEqual([
    '',
    '(5',
    '(555) 01',
    '(555) 010-1',
    '(555) 010-1234',
  ]);
  expect(formatPhone('5552013344x12')).toBe('(555) 201-3344 x12');
  expect(formatPhone('+442079460958')).toBe('+442079460958');
  expect(formatPhone('030901820', 'DE')).toBe('030901820');
});

test('links dial the number and then the extension', () => {
  expect(phoneLink('5552013344')).toBe('tel:5552013344');
  expect(phoneLink('5552013344x12')).toBe('tel:5552013344;ext=12');
  expect(phoneLink('+442079460958')).toBe('tel:+442079460958');
  expect(textLink('5552013344x12')).toBe('sms:5552013344');
});

test.each([
  ['5552013344', 'US', null],
  ['5552013344x12', 'US', null],
  ['+442079460958', 'US', null],
  ['555', 'US', 'Phone must have 10 digits'],
  ['call Ann', 'US', 'Phone must have 10 digits'],
  ['12345', 'DE', 'Phone must have 6 to 15 digits'],
])('%j in %s has the problem %j', (phone, country, problem) => {
  expect(phoneProblem(phone, country)).toBe(problem);
});

test('agrees with a library that knows the numbering plans of all countries', () => {
  const random = seededRandom(7);
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T;
  const digits = (count: number) => Array.from({ length: count }, () => Math.floor(random() * 10)).join('');
  for (let run = 0; run < 3000; run += 1) {
    const [a, b, c] = [
      `${2 + Math.floor(random() * 8)}${digits(2)}`,
      `${2 + Math.floor(random() * 8)}${digits(2)}`,
      digits(4),
    ];
    const gap = pick(['-', ' ', '.', '', ' - ']);
    const number = pick([
      `${a}${gap}${b}${gap}${c}`,
      `(${a}) ${b}${gap}${c}`,
      `${a}${b}${c}${digits(pick([0, 0, 0, 1, 2]))}`,
    ]);
    const extension = pick([
      '',
      '',
      ` ext. ${digits(3)}`,
      ` x${digits(2)}`,
      ` extension ${digits(4)}`,
      ` #${digits(1)}`,
    ]);
    const text = `${pick(['', '', '+1 ', '1-', '1 '])}${number}${extension}`;
    const known = parsePhoneNumberFromString(text, { defaultCountry: 'US', extract: false });
    const expected =
      known?.isPossible() && known.countryCallingCode === '1'
        ? `${known.nationalNumber}${known.ext ? `x${known.ext}` : ''}`
        : null;
    expect([text, readPhone(text)]).toEqual([text, expected]);
  }
});
