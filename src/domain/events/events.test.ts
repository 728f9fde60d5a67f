import { expect, test } from 'vitest';
import { automationEvent, automationEventIdFor, automationEvents, type GableEvent } from './events.ts';

test('has 25 automation events, numbered in order, and allows before only at 18 and 19', () => {
  expect(automationEvents.map((e) => e.id)).toEqual(Array.from({ length: 25 }, (_, i) => i + 1));
  expect(automationEvents.filter((e) => e.mayBeBefore).map((e) => e.id)).toEqual([18, 19]);
  expect(automationEvent(16)?.name).toBe('Paid');
  expect(automationEvent(26)).toBe(null);
});

const appointment = { appointment_id: 'a' };
const report = { report_id: 'r', appointment_id: 'a' };
test.each<[GableEvent, number | null]>([
  [{ type: 'appointment.requested', ...appointment }, 1],
  [{ type: 'appointment.scheduled', ...appointment }, 2],
  [{ type: 'person.assigned', ...appointment, role: 'contractor', person_id: 'p' }, 9],
  [{ type: 'person.unassigned', ...appointment, role: 'contractor', person_id: 'p' }, 10],
  [{ type: 'person.assigned', ...appointment, role: 'inspector', person_id: 'p' }, 11],
  [{ type: 'person.unassigned', ...appointment, role: 'inspector', person_id: 'p' }, 12],
  [{ type: 'person.assigned', ...appointment, role: 'client', person_id: 'p' }, null],
  [{ type: 'agreements.completed', ...appointment }, 15],
  [{ type: 'appointment.signed_and_paid', ...appointment }, 17],
  [{ type: 'report.published', ...report, is_first: true }, 20],
  [{ type: 'report.published', ...report, is_first: false }, null],
  [{ type: 'report.viewed', ...report, role: 'listing_agent', person_id: 'p', is_first: true }, 24],
  [{ type: 'report.viewed', ...report, role: 'client', person_id: 'p', is_first: true }, 25],
  [{ type: 'report.viewed', ...report, role: 'client', person_id: 'p', is_first: false }, null],
  [{ type: 'report.viewed', ...report, role: 'other', person_id: null, is_first: true }, null],
  [{ type: 'appointment.created', ...appointment }, null],
])('maps %o to automation event %s', (event, id) => {
  expect(automationEventIdFor(event)).toBe(id);
});
