import { expect, test } from 'vitest';
import { asInstant } from '../base/time.ts';
import { emailAction, facts } from './automations-for-tests.ts';
import { plannedChanges, predict } from './predict.ts';

const now = asInstant('2027-05-05T12:00:00Z');
const nothingRan = { now, ran: new Set<string>() };
const before = (id: string, hours: number) =>
  emailAction({ id, trigger_type: 'before', duration: hours, duration_type: 1 });
const twoDaysLater = {
  date_time: asInstant('2027-05-09T14:00:00Z'),
  end_time: asInstant('2027-05-09T17:00:00Z'),
};

test('only actions on start and end have a time in advance', () => {
  expect(predict(before('a', 24), facts, now)?.runAt).toBe('2027-05-06T14:00:00.000Z');
  expect(predict(emailAction({ event_type: 2 }), facts, now)).toBeNull();
});

test('a disabled rule changes the prediction before it is saved', () => {
  const rule = { id: 'r', trigger_type: 'has', event_type: 5 } as const;
  const paid = emailAction({
    rules: [
      {
        ...rule,
        field: null,
        operator: null,
        numeric: null,
        services: [],
        service_addons: [],
        changed_services: [],
        changed_service_addons: [],
        report_name: '',
      },
    ],
  });
  expect(predict(paid, facts, now)?.reason).toBe('rules');
  expect(predict({ ...paid, rules: [] }, facts, now)?.reason).toBeNull();
});

test('a later date moves every planned message, and revives one that was too late', () => {
  const changes = plannedChanges(
    [before('day', 24), before('hours', 2), before('week', 72)],
    facts,
    twoDaysLater,
    nothingRan,
  );
  expect(changes.map(({ action, before, after }) => [action.id, before, after])).toEqual([
    ['day', '2027-05-06T14:00:00.000Z', '2027-05-08T14:00:00.000Z'],
    ['week', null, '2027-05-06T14:00:00.000Z'],
    ['hours', '2027-05-07T12:00:00.000Z', '2027-05-09T12:00:00.000Z'],
  ]);
});

test('a cancellation stops what is planned, but not what has run or would not have', () => {
  const actions = [
    before('day', 24),
    before('sent', 2),
    before('late', 72),
    emailAction({ id: 'event', event_type: 14 }),
  ];
  const changes = plannedChanges(actions, facts, { status: 'canceled' }, { now, ran: new Set(['sent']) });
  expect(changes.map(({ action, after, reason }) => [action.id, after, reason])).toEqual([
    ['day', null, 'canceled'],
  ]);
});
