import { expect, test } from 'vitest';
import { worthResending } from './missed.ts';

const mail = (template_key: string, isMissed = false, appointment_id = 'a') => ({
  ...{ template_key, isMissed, appointment_id },
});
const keys = (...mails: ReturnType<typeof mail>[]) => worthResending(mails).map((one) => one.template_key);

test('what is not about the date stays worth sending', () => {
  expect(keys(mail('report_published', true), mail('report_published'))).toEqual(['report_published']);
});

test.each(['', '_agent', '_crew'])('of messages about a date only the last one is true (%s)', (wording) => {
  const scheduled = mail(`appointment_scheduled${wording}`, true);
  const moved = mail(`appointment_rescheduled${wording}`);
  expect(keys(scheduled, moved)).toEqual([]);
  expect(keys(scheduled, { ...moved, isMissed: true })).toEqual([moved.template_key]);
  expect(keys(scheduled, mail(moved.template_key, false, 'b'))).toEqual([scheduled.template_key]);
});

test('a reminder is replaced by a new date or a cancellation, and replaces nothing', () => {
  const reminder = mail('reminder', true);
  expect(keys(reminder, mail('appointment_canceled'))).toEqual([]);
  expect(keys(mail('appointment_scheduled', true), mail('reminder'))).toEqual(['appointment_scheduled']);
});
