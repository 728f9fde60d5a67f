import { expect, test } from 'vitest';
import { dateFormats } from './date-formats.ts';
import * as time from './time.ts';

const ny = time.asZone('America/New_York');
const berlin = time.asZone('Europe/Berlin');
const at = time.asInstant;

test.each([
  ['2030-03-08T09:00', '2030-03-08T14:00:00.000Z'],
  ['2030-03-08T09:00:00', '2030-03-08T14:00:00.000Z'],
  ['2030-03-08T09:00:00Z', '2030-03-08T09:00:00.000Z'],
  ['2030-03-08T09:00:00.5-05:00', '2030-03-08T14:00:00.500Z'],
  ['2030-03-08T09:00+01', '2030-03-08T08:00:00.000Z'],
  [' 2030-03-08T09:00z ', '2030-03-08T09:00:00.000Z'],
  ['2030-03-10T02:30', null],
  ['2030-11-03T01:30', '2030-11-03T05:30:00.000Z'],
  ['2030-02-30T09:00', null],
  ['2030-02-30T09:00Z', null],
  ['2030-02-30T09:00:00.000Z', null],
  ['0000-03-08T09:00:00.000Z', null],
  ['2030-03-08T09:00:00.123Z', '2030-03-08T09:00:00.123Z'],
  ['2030-03-08T24:00', null],
  ['2030-03-08T09:60Z', null],
  ['2030-03-08', null],
  ['0000-03-08T09:00', null],
  ['9999-12-31T23:59', null],
  ['soon', null],
  ['', null],
  [undefined, null],
  [12, null],
])('reads %s as the instant %s in New York', (text, expected) => {
  expect(time.parseInstantOrLocal(text, ny)).toBe(expected);
});

test('asInstant accepts instants only and throws for anything else', () => {
  expect(at('2030-03-08T09:00:00+00:00')).toBe('2030-03-08T09:00:00.000Z');
  expect(() => at('2030-03-08T09:00')).toThrow(RangeError);
  expect(() => time.fromEpochMs(1.5)).toThrow(RangeError);
  expect(() => time.asZone('Mars/Olympus')).toThrow(RangeError);
  expect(() => time.asLocalDate('2030-13-01')).toThrow(RangeError);
  expect(() => time.asLocal('x')).toThrow(RangeError);
});

test.each([
  ['2030-03-10T01:30', '2030-03-10T06:30:00.000Z', false],
  ['2030-03-10T02:30', '2030-03-10T07:30:00.000Z', true],
  ['2030-03-10T03:30', '2030-03-10T07:30:00.000Z', false],
  ['2030-11-03T01:30', '2030-11-03T05:30:00.000Z', false],
  ['2030-11-03T02:30', '2030-11-03T07:30:00.000Z', false],
])('converts the local time %s to %s (skipped: %s)', (text, instant, skipped) => {
  const local = { local: time.asLocal(text), zone: ny };
  expect(time.toInstant(local)).toBe(instant);
  expect(time.toInstantOrNull(local)).toBe(skipped ? null : instant);
});

test('returns local time and day of an instant', () => {
  expect(time.toLocal(at('2030-03-08T04:59:59.999Z'), ny)).toBe('2030-03-07T23:59');
  expect(time.localDate(at('2030-03-08T04:59:00Z'), ny)).toBe('2030-03-07');
  expect(time.localDate(at('2030-03-08T23:30:00Z'), berlin)).toBe('2030-03-09');
  expect(time.localAt(time.asLocalDate('2030-03-08'), 545)).toBe('2030-03-08T09:05');
  expect(time.minutesOfDay(time.asLocal('2030-03-08T09:05'))).toBe(545);
  expect(time.weekday(time.asLocalDate('2030-03-10'))).toBe(0);
});

test('adds elapsed time and calendar time', () => {
  const beforeChange = at('2030-03-09T14:00:00Z'); // 09:00 in New York
  expect(time.addHours(beforeChange, 24)).toBe('2030-03-10T14:00:00.000Z');
  expect(time.addDaysInZone(beforeChange, 1, ny)).toBe('2030-03-10T13:00:00.000Z');
  expect(time.addMinutes(beforeChange, -0.5)).toBe('2030-03-09T13:59:30.000Z');
  expect(time.addDays(time.asLocalDate('2028-02-28'), 2)).toBe('2028-03-01');
  expect(time.addDays(time.asLocalDate('2030-01-01'), -1)).toBe('2029-12-31');
  expect(time.minutesBetween(beforeChange, time.addHours(beforeChange, 2))).toBe(120);
  expect(time.isBefore(beforeChange, beforeChange)).toBe(false);
  expect([at('2030-01-02T00:00Z'), at('2030-01-01T00:00Z')].sort(time.compareInstants)[0]).toBe(
    '2030-01-01T00:00:00.000Z',
  );
});

test('starts a day at the time the zone defines', () => {
  expect(time.startOfDay(time.asLocalDate('2030-03-10'), ny)).toBe('2030-03-10T05:00:00.000Z');
  expect(time.startOfDay(time.asLocalDate('2018-11-04'), time.asZone('America/Sao_Paulo'))).toBe(
    '2018-11-04T03:00:00.000Z',
  );
});

test('formats instants and days for display and for the wire', () => {
  const moment = at('2030-03-08T19:05:00Z');
  expect(time.formatWithOffset(moment, ny)).toBe('2030-03-08T14:05:00-05:00');
  expect(time.formatWithOffset(at('2030-07-08T19:05:00Z'), berlin)).toBe('2030-07-08T21:05:00+02:00');
  expect(time.formatDate(moment, ny, 'MM/DD/YYYY hh:mm A')).toBe('03/08/2030 02:05 PM');
  expect(time.formatDate(at('2030-03-08T05:05:00Z'), ny, 'hh:mm A')).toBe('12:05 AM');
  expect(time.formatDate(at('2030-03-08T17:00:00Z'), ny, 'hh:mm A')).toBe('12:00 PM');
  expect(dateFormats.map((f) => time.formatDate(moment, ny, f))).toEqual([
    '03/08/2030',
    '08/03/2030',
    '2030-03-08',
    '08.03.2030',
  ]);
  expect(time.formatDate(time.asLocalDate('2030-03-08'), ny, 'DD.MM.YYYY')).toBe('08.03.2030');
});

test.each([
  [0, 0],
  [30, 30],
  [830, 510],
  [2330, 1410],
  [2359, 1439],
])('converts hhmm %i to minute %i of the day and back', (hhmm, minutes) => {
  expect(time.hhmmToMinutes(hhmm)).toBe(minutes);
  expect(time.minutesToHhmm(minutes)).toBe(hhmm);
});

test.each([60, 2400, -30, 8.5, 899])('rejects %d as hhmm', (hhmm) => {
  expect(time.hhmmToMinutes(hhmm)).toBe(null);
});

test.each([
  ['America/New_York', true],
  ['UTC', true],
  ['+02:00', false],
  ['Mars/Olympus', false],
  ['', false],
  [null, false],
])('recognizes %s as a zone: %s', (text, expected) => {
  expect(time.isZone(text)).toBe(expected);
});
