import { expect, test } from 'vitest';
import { asInstant } from '#domain/base/time.ts';
import { type IcsEntry, icsDocument } from './document.ts';

const entry: IcsEntry = {
  uid: 'a@gable',
  sequence: 0,
  updated: asInstant('2030-03-01T14:00:00Z'),
  start: asInstant('2030-03-08T14:00:00Z'),
  end: asInstant('2030-03-08T16:00:00Z'),
  days: null,
  summary: 'Roof\u0007 and\u001b cellar\u202e',
  description: 'one\r\ntwo\u000bthree\u007f',
  location: '12 Main St\u0000',
  geo: null,
  url: null,
  status: 'CONFIRMED',
  busy: true,
};

test('contains no character that RFC 5545 forbids, and ends each line with a line break', () => {
  const text = icsDocument('Ann’s\u0007 calendar', [entry]);
  expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true);
  expect(text.split('\r\n').every((line) => !/[\n\r]/.test(line))).toBe(true);
  const controls = [...text].filter((sign) => sign < ' ' && sign !== '\r' && sign !== '\n' && sign !== '\t');
  expect(controls).toEqual([]);
  expect(text).toContain('SUMMARY:Roof and cellar');
  expect(text).toContain('DESCRIPTION:one\\ntwo three');
  expect(text).not.toMatch(/[\u007f\u202e]/);
});
