import { expect, test } from 'vitest';
import { newAction, newRule } from '#domain/automations/action-types.ts';
import { facts } from '#domain/automations/automations-for-tests.ts';
import { asInstant } from '#domain/base/time.ts';
import type { TimelineJob } from '../../appointment-contract.ts';
import type { JobDelivery } from '../../jobs-contract.ts';
import { type TimelineEntry, timelineOf } from './timeline.ts';

type Answer = Parameters<typeof timelineOf>[0];

const now = asInstant('2027-05-05T12:00:00Z');
const message = { to_address: ['clients'], subject: 'Soon', body_content: '<p>Soon</p>' };
const onWire = { is_complete: true, missing: [] };
const timed = {
  ...newAction('timed'),
  ...message,
  ...onWire,
  event_type: 18 as const,
  trigger_type: 'before' as const,
  duration: 24,
  duration_type: 1 as const,
};
const onCancel = { ...newAction('cancel'), ...message, ...onWire, event_type: 14 as const };

const job = (more: Partial<TimelineJob>): TimelineJob => ({
  id: 'job',
  action_id: 'timed',
  slot: null,
  event_type: 18,
  occurrence_id: 'start',
  occurred_at: facts.date_time,
  event_data: {},
  run_at: '2027-05-06T14:00:00.000Z',
  status: 'pending',
  reason: null,
  attempts: 0,
  updated_at: '2027-05-01T12:00:00.000Z',
  outcome: null,
  ran: null,
  deliveries: [],
  ...more,
});

const delivery = {
  ...{ channel: 'email' as const, to: 'ann@client.example' },
  ...{ problem: null, http_status: null, next_attempt_at: null },
};

function answerWith(
  actions: Answer['groups'][number]['actions'],
  jobs: TimelineJob[],
  more: Partial<Answer> = {},
): Answer {
  const group = { id: 'g', name: 'Group', enable: true, is_default: false, position: 0, source_id: null };
  return {
    facts: facts as unknown as Answer['facts'],
    groups: [{ ...group, actions }],
    reminders: [],
    jobs,
    ...more,
  };
}

test('distinguishes what is planned, what waits and what happened', () => {
  const done = job({ id: 'done', action_id: 'other', status: 'done', updated_at: '2027-05-02T12:00:00Z' });
  const { planned, waiting, past } = timelineOf(answerWith([timed, onCancel], [job({}), done]), now);
  expect(planned.map((one) => [one.key, one.at, one.state])).toEqual([
    ['job', '2027-05-06T14:00:00.000Z', 'planned'],
  ]);
  expect(waiting.map((one) => [one.key, one.state])).toEqual([['cancel', 'waiting']]);
  expect(past.map((one) => [one.key, one.at, one.state, one.action])).toEqual([
    ['done', '2027-05-02T12:00:00.000Z', 'done', null],
  ]);
});

test('a planned message that its rules will stop says so, with the value each rule saw', () => {
  const rules = [{ ...newRule('r', 7), services: ['radon'] }];
  const [entry] = timelineOf(answerWith([{ ...timed, rules }], [job({})]), now).planned;
  expect(entry).toMatchObject({
    state: 'will_skip',
    reason: 'rules',
    rules: [{ condition: 7, held: false, saw: { key: 'services', value: ['Home inspection'] } }],
  });
});

test('what was skipped shows what decided then, whatever holds now', () => {
  const outcome = {
    rules: [
      { rule_id: 'r', condition: 5, held: false, saw: { key: 'invoice_paid', value: false }, problem: null },
    ],
    reached: [],
    unreachable: [],
  };
  const skipped = job({ status: 'skipped', reason: 'rules', outcome });
  const [entry] = timelineOf(answerWith([timed], [skipped]), now).past;
  expect(entry).toMatchObject({ state: 'skipped', reason: 'rules', rules: outcome.rules });
});

test.each<[JobDelivery['state'][], TimelineEntry['state']]>([
  [[], 'done'],
  [['sent', 'delivered'], 'done'],
  [['delivered', 'delivered'], 'delivered'],
  [['sent', 'sending'], 'sending'],
  [['delivered', 'retrying'], 'retrying'],
  [['uncertain', 'retrying'], 'uncertain'],
  [['delivered', 'bounced', 'failed'], 'bounced'],
])('of deliveries %j the entry shows the worst: %s', (states, shown) => {
  const deliveries = states.map((state) => ({ ...delivery, state }));
  const [entry] = timelineOf(answerWith([timed], [job({ status: 'done', deliveries })]), now).past;
  expect(entry?.state).toBe(shown);
});

test('a reminder that is off is not listed, unless it was sent', () => {
  const { is_complete: _complete, missing: _missing, ...members } = timed;
  const reminders = [{ ...members, id: 'client_email_1', enable: false }];
  const pending = job({ action_id: null, slot: 'client_email_1' });
  const listed = (jobs: TimelineJob[]) => timelineOf(answerWith([], jobs, { reminders }), now);
  expect(listed([pending])).toEqual({ planned: [], waiting: [], past: [] });
  expect(listed([{ ...pending, status: 'done' }]).past).toHaveLength(1);
});

test('an action that has another event since waits for that one', () => {
  const action = { ...timed, event_type: 13, trigger_type: 'after' as const };
  const before = job({ status: 'canceled', reason: 'event_changed' });
  const { waiting, past } = timelineOf(answerWith([action], [before]), now);
  expect(waiting.map((one) => [one.key, one.state])).toEqual([[timed.id, 'waiting']]);
  expect(past.map((one) => [one.key, one.state])).toEqual([['job', 'canceled']]);
});
