import { expect, test } from 'vitest';
import { createFormatter } from './formatter.ts';
import { readTime } from './read-time.ts';

test.each([
  ['9', '09:00'],
  ['930', '09:30'],
  ['0930', '09:30'],
  ['1405', '14:05'],
  ['9:30 pm', '21:30'],
  ['9:30PM', '21:30'],
  ['9p', '21:00'],
  ['9 p.m.', '21:00'],
  ['9:30\u202fPM', '21:30'],
  ['12 am', '00:00'],
  ['12:00 AM', '00:00'],
  ['12 pm', '12:00'],
  ['12:30', '12:30'],
  ['14:05', '14:05'],
  ['14.05', '14:05'],
  ['14h05', '14:05'],
  ['14 h', '14:00'],
  ['9 Uhr', '09:00'],
  [' 0:00 ', '00:00'],
  ['24:00', null],
  ['9:60', null],
  ['13:00 AM', null],
  ['0:30 am', null],
  ['9:3', null],
  ['12345', null],
  ['-9', null],
  ['noon', null],
  ['am', null],
  ['', null],
] as const)('reads %j as %s', (text, time) => {
  expect(readTime(text)).toBe(time);
});

test('reads every minute as each language writes it', () => {
  for (const lang of ['en', 'de', 'fr'] as const) {
    const { clock } = createFormatter(lang);
    for (let minute = 0; minute < 1440; minute += 1) {
      const at = new Date(minute * 60_000).toISOString().slice(11, 16);
      if (readTime(clock(at)) !== at) expect(`${lang} ${clock(at)}`).toBe(at);
    }
  }
});
