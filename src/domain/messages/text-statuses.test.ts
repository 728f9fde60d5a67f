import { expect, test } from 'vitest';
import { quietHoursNote, textFailure, textReason, textRefusals } from './text-reasons.ts';
import { textProgress } from './text-statuses.ts';

test.each([
  ['accepted', 'queued'],
  ['sending', 'queued'],
  ['sent', 'sent'],
  ['Delivered', 'delivered'],
  ['undelivered', 'failed'],
  ['canceled', 'failed'],
  ['something new', null],
])('the provider’s %s is %s', (status, expected) => {
  expect(textProgress(status)).toBe(expected);
});

test.each([
  [textRefusals.opted_out, { name: 'opted_out', code: '' }],
  [quietHoursNote, { name: 'quiet_hours', code: '' }],
  [textFailure('30003'), { name: '30003', code: '30003' }],
  [textFailure('12345'), { name: 'other', code: '12345' }],
  [textFailure(null), { name: 'other', code: '' }],
  ['550 no such user', null],
])('%j is a known reason: %o', (sentence, expected) => {
  expect(textReason(sentence)).toEqual(expected);
});
