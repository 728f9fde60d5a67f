import { expect, test } from 'vitest';
import { addHours, addMinutes, asInstant } from '../base/time.ts';
import { type ActionEvent, newRule } from './action-types.ts';
import { emailAction, facts, occurrence, person } from './automations-for-tests.ts';
import { decide, dedupeKey } from './decide.ts';
import type { AutomationFacts, GroupedAction, Occurrence, SkipReason } from './decision-types.ts';

const now = asInstant('2027-05-01T16:00:00Z');
const start = facts.date_time;
const before = (hours: number): Partial<GroupedAction> => ({
  trigger_type: 'before',
  duration: hours,
  duration_type: 1,
});

test('plans no reminder whose time is already past (A1)', () => {
  const booked = addHours(start, -26);
  expect(decide(emailAction(before(72)), facts, occurrence(18), booked)).toMatchObject({
    wouldRun: false,
    reason: 'too_late',
  });
  expect(decide(emailAction(before(24)), facts, occurrence(18), booked)).toMatchObject({
    wouldRun: true,
    reason: null,
    runAt: addHours(start, -24),
  });
});

test('sends after an outage only what still makes sense (A7)', () => {
  const restart = asInstant('2027-05-07T11:00:00Z');
  const due = (action: Partial<GroupedAction>, event: ActionEvent, at: typeof start, appointment = facts) =>
    decide(emailAction(action), appointment, occurrence(event, {}, { planned_for: at }), restart).reason;
  expect(due(before(24), 18, addHours(start, -24))).toBe(null);
  const started = { ...facts, date_time: addHours(restart, -2), end_time: addHours(restart, 1) };
  expect(due(before(24), 18, addHours(started.date_time, -24), started)).toBe('too_late');
  const ended = { ...facts, date_time: addHours(restart, -37), end_time: addHours(restart, -34) };
  expect(due({ duration: 1, duration_type: 2 }, 19, addHours(ended.end_time, 24), ended)).toBe(null);
});

test.each<[string, Partial<GroupedAction>, ActionEvent, number, SkipReason | null]>([
  ['an action after its event, 72 hours late', {}, 13, 72 * 60, null],
  ['a minute later', {}, 13, 72 * 60 + 1, 'too_late'],
  ['a reminder, a minute before the start', before(2), 18, 119, null],
  ['a reminder at the start', before(2), 18, 120, 'too_late'],
  // The appointment takes three hours: one before its end is during it.
  ['an hour before the end, late but before the end', before(1), 19, 59, null],
  ['an hour before the end, at the end', before(1), 19, 60, 'too_late'],
])('judges the lateness of %s', (_, action, event, minutesLate, reason) => {
  const due =
    event === 18 ? addHours(start, -2) : event === 19 ? addHours(facts.end_time, -1) : addHours(start, -9);
  const job = occurrence(event, {}, { planned_for: due });
  expect(decide(emailAction(action), facts, job, addMinutes(due, minutesLate)).reason).toBe(reason);
});

test('moves a reminder that its hours would move past the start to the last allowed moment before it', () => {
  const monday = { ...facts, date_time: asInstant('2027-05-10T11:30:00Z') };
  const action = emailAction({ ...before(24), is_certain_hours: true, no_weekends: true });
  const reminder = (at: typeof now) => decide(action, monday, occurrence(18), at);
  // Sunday 7:30 would become Monday 8:00, after the start at 7:30: Friday 20:00.
  expect(reminder(now)).toMatchObject({ runAt: '2027-05-08T00:00:00.000Z', moved: 'earlier', reason: null });
  expect(reminder(asInstant('2027-05-08T00:00:01Z'))).toMatchObject({ runAt: null, reason: 'window_missed' });
});

const office = { ...facts, sending_hours: [16, 40] } satisfies AutomationFacts;

test('the company’s hours hold for messages without their own, and delay no webhook', () => {
  // Saturday 22:30, the clocks of New York change in the night: 8:00 is an hour earlier.
  const late = occurrence(13, {}, { at: asInstant('2027-03-14T03:30:00Z') });
  const runAt = (action: Partial<GroupedAction>, state: AutomationFacts = office) =>
    decide(emailAction(action), state, late, late.at).runAt;
  expect(runAt({})).toBe('2027-03-14T12:00:00.000Z');
  expect(runAt({ action_type: 2 })).toBe('2027-03-14T12:00:00.000Z');
  expect(runAt({ no_weekends: true })).toBe('2027-03-15T12:00:00.000Z');
  expect(runAt({ is_certain_hours: true, certain_hours: [20, 40] })).toBe('2027-03-14T14:00:00.000Z');
  expect(runAt({ is_certain_hours: true, certain_hours: [44, 12] })).toBe(late.at);
  expect(runAt({ action_type: 3 })).toBe(late.at);
  expect(runAt({}, facts)).toBe(late.at);
  // An hour before 7:30 would become 8:00, after the start; the last allowed moment, Saturday 20:00, is past.
  const early = { ...office, date_time: asInstant('2027-03-14T11:30:00Z') };
  const reminder = decide(emailAction(before(1)), early, occurrence(18), late.at);
  expect(reminder).toMatchObject({ runAt: null, reason: 'window_missed' });
});

test('a job that is due outside the hours as they are now moves on, but for a user’s request', () => {
  const due = asInstant('2027-05-02T01:00:00Z');
  const job = occurrence(13, {}, { planned_for: due });
  expect(decide(emailAction(), office, job, due)).toMatchObject({
    runAt: '2027-05-02T12:00:00.000Z',
    reason: null,
  });
  expect(decide(emailAction(), office, { ...job, is_requested: true }, due).runAt).toBe(due);
  expect(decide(emailAction({ action_type: 3 }), office, job, due).runAt).toBe(due);
  // Two hours before the start at 7:00: the next opening is after it.
  const early = { ...office, date_time: asInstant('2027-05-07T11:00:00Z') };
  const reminder = occurrence(18, {}, { planned_for: asInstant('2027-05-07T09:00:00Z') });
  expect(decide(emailAction(before(2)), early, reminder, asInstant('2027-05-07T09:00:00Z'))).toMatchObject({
    runAt: null,
    reason: 'window_missed',
  });
});

test('gives each reason, in the order of precedence', () => {
  const off = { automations_enabled: false };
  const rule = newRule('rule', 5);
  const cases: [SkipReason | null, Partial<GroupedAction>, Partial<AutomationFacts>, Occurrence][] = [
    ['automations_off', { enable: false }, off, occurrence(13)],
    ['disabled', { enable: false, subject: '' }, {}, occurrence(13)],
    ['disabled', { group_enable: false }, {}, occurrence(13)],
    ['incomplete', { subject: ' ' }, { status: 'canceled' }, occurrence(13)],
    ['canceled', {}, { status: 'canceled' }, occurrence(13)],
    ['restored', {}, {}, occurrence(14)],
    ['not_confirmed', {}, { status: 'requested' }, occurrence(13)],
    ['notifications_off', {}, { disable_automated_notifications: true }, occurrence(13)],
    ['rules', { rules: [rule] }, {}, occurrence(13)],
    ['no_recipient', { to_address: ['agents'] }, {}, occurrence(13)],
    ['no_email', { to_address: ['listing_agents'] }, {}, occurrence(13)],
    ['no_phone', { to_address: ['listing_agents'], action_type: 2 }, {}, occurrence(13)],
    [null, {}, {}, occurrence(13)],
    [null, { when_noti_disabled: true }, { disable_automated_notifications: true }, occurrence(13)],
  ];
  for (const [reason, action, state, job] of cases) {
    const decision = decide(emailAction(action), { ...facts, ...state }, job, now);
    expect([decision.reason, decision.wouldRun]).toEqual([reason, reason === null]);
  }
});

test('an unconfirmed appointment stops all events but its request, cancellation, signatures and payments', () => {
  const going = Array.from({ length: 25 }, (_, i) => (i + 1) as ActionEvent).filter((event) => {
    const status = event === 14 ? 'canceled' : 'requested';
    return decide(emailAction(), { ...facts, status }, occurrence(event), now).wouldRun;
  });
  expect(going).toEqual([1, 14, 15, 16, 17]);
  const canceled = decide(emailAction(), { ...facts, status: 'canceled' }, occurrence(16), now);
  expect(canceled.reason).toBe('canceled');
});

test('a later report of the appointment needs a rule that names it', () => {
  const radon = { ...newRule('rule', 9), report_name: 'radon' };
  const later = occurrence(20, { report_name: 'Radon test', is_first_report: false });
  const other = occurrence(20, { report_name: 'Home', is_first_report: false });
  const reasonOf = (rules: GroupedAction['rules'], job: Occurrence) =>
    decide(emailAction({ event_type: 20, rules }), facts, job, now).reason;
  expect(reasonOf([], occurrence(20, { report_name: 'Home', is_first_report: true }))).toBe(null);
  expect(reasonOf([], later)).toBe('later_report');
  expect(reasonOf([radon], later)).toBe(null);
  expect(reasonOf([radon], other)).toBe('later_report');
  expect(reasonOf([{ ...radon, trigger_type: 'has_not' }], other)).toBe('later_report');
});

test('contractor and technician events mean only the person concerned', () => {
  const gone = occurrence(10, { person: person('former') });
  const alone = { ...facts, people: { ...facts.people, contractors: [] } };
  expect(decide(emailAction({ to_address: ['contractors'] }), alone, gone, now).reason).toBe(null);
});

test('counts once per appointment or once per occurrence (A13)', () => {
  const moves = ['1', '2', '3'].map((id) => occurrence(13, {}, { id }));
  const keys = (trigger_once: boolean) =>
    new Set(moves.map((move) => dedupeKey({ id: 'a', trigger_once }, 'appointment', move))).size;
  expect(keys(true)).toBe(1);
  expect(keys(false)).toBe(3);
  const moved = { ...facts, date_time: addHours(start, 48) };
  expect(decide(emailAction(before(24)), moved, occurrence(18), now).runAt).toBe(addHours(start, 24));
});
