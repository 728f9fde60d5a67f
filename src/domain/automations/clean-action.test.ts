import { expect, test } from 'vitest';
import { asActionType, newAction, newRule } from './action-types.ts';
import { cleanAction, type SentAction, typedDuration } from './clean-action.ts';
import { missingIn, urlProblem } from './missing.ts';

const us = { country: 'US' };
const clean = (sent: SentAction, before = newAction('a')) => cleanAction(sent, before, us);
const problemsOf = (sent: SentAction) => clean(sent).problems;
const id = '0b8f7a52-0f4e-4b62-9d53-9a0d3a5d6c01';

test('a new action has the defaults of the specification', () => {
  expect(newAction('a')).toMatchObject({
    enable: true,
    duration: 0,
    duration_type: 0,
    trigger_type: 'after',
    event_type: 1,
    action_type: 1,
    from_address: 1,
    webhook_url: '{host}',
    webhook_data: [{ key: 'appointment', label: 'Appointment', value: 'Appointment' }],
    certain_hours: [16, 40],
    rules_match: 'all',
  });
});

test('stores what is incomplete, and says what is missing', () => {
  const { action, problems } = clean({ subject: '', body_content: '<p>&nbsp;</p>', to_address: [] });
  expect(problems).toEqual({});
  expect(missingIn(action)).toEqual(['recipient', 'subject', 'body']);
  expect(missingIn({ ...action, action_type: 2 })).toEqual(['recipient', 'body']);
  for (const [url, missing] of [
    ['{host}', ['url']],
    ['{host}/hooks/1', []],
    ['https://example.com', []],
    ['http://example.com/x', []],
    ['ftp://example.com', ['url']],
    ['', ['url']],
  ] as const)
    expect(missingIn({ ...action, action_type: 3, webhook_url: url })).toEqual(missing);
  const headers = [
    { name: ' ', value: '' },
    { name: 'x-source', value: 'gable' },
  ];
  expect(clean({ webhook_headers: headers }).action.webhook_headers).toEqual(headers.slice(1));
  // What is refused only when it is called is complete, and named by the editor.
  for (const [url, problem] of [
    ['{host}/hooks/1', null],
    ['{host}', 'not_a_url'],
    ['http://example.com/x', 'not_https'],
    ['https://10.0.0.1/', 'is_address'],
  ] as const)
    expect(urlProblem(url)).toBe(problem);
  const complete = { to_address: ['clients'], subject: 'Hello', body_content: '<p>Hi</p>' };
  expect(missingIn(clean(complete).action)).toEqual([]);
});

test.each<[string, SentAction, Record<string, string>]>([
  ['an unknown event', { event_type: 26 }, { event_type: 'Choose one of the options' }],
  ['an unknown type', { action_type: 4 }, { action_type: 'Choose one of the options' }],
  ['an unknown unit', { duration_type: 5 }, { duration_type: 'Choose one of the options' }],
  ['another moment', { trigger_type: 'during' }, { trigger_type: 'Choose one of the options' }],
  ['hour 0', { certain_hours: [0, 40] }, { certain_hours: 'Enter a whole number from 1 to 47' }],
  ['hour 48', { certain_hours: [16, 48] }, { certain_hours: 'Enter a whole number from 1 to 47' }],
  ['half an hour', { certain_hours: [16.5, 40] }, { certain_hours: 'Enter a whole number from 1 to 47' }],
  ['one hour', { certain_hours: [16] }, { certain_hours: 'Enter a whole number from 1 to 47' }],
  ['a body of a megabyte', { body_content: 'x'.repeat(1e6) }, { body_content: 'At most 50000 characters' }],
  [
    'a long text message',
    { action_type: 2, body_content: 'x'.repeat(481) },
    { body_content: 'At most 480 characters' },
  ],
  ['half an address', { to_address: ['clients', 'ann@'] }, { to_address: 'ann@ is not a valid email' }],
  ['a negative duration', { duration: -1 }, { duration: 'Use digits and one dot, at most 4 characters' }],
  ['a long duration', { duration: 12_345 }, { duration: 'Use digits and one dot, at most 4 characters' }],
  ['two dots', { duration: '1.2.' }, { duration: 'Use digits and one dot, at most 4 characters' }],
  ['no number', { duration: Number.NaN }, { duration: 'Use digits and one dot, at most 4 characters' }],
  [
    'a rule that names no id',
    { rules: [{ ...newRule(id, 7), services: ['home'] }] },
    { 'rules.0.services': 'Not a valid ID' },
  ],
  ['a rule without an id', { rules: [newRule(id, 4), newRule('', 4)] }, { 'rules.1.id': 'Not a valid ID' }],
  [
    'an unknown condition',
    { rules: [{ ...newRule(id, 4), event_type: 10 }] },
    { 'rules.0.event_type': 'Choose one of the options' },
  ],
  [
    'a larger foundation',
    { rules: [{ ...newRule(id, 6), operator: 'gte' }] },
    { 'rules.0.operator': 'Choose one of the options' },
  ],
  [
    'a fourth foundation',
    { rules: [{ ...newRule(id, 6), numeric: 4 }] },
    { 'rules.0.numeric': 'Choose one of the options' },
  ],
  ['a rule that is none', { rules: ['x'] }, { 'rules.0': 'Must be an object' }],
  ['rules that are no list', { rules: {} }, { rules: 'Must be a list' }],
  [
    'one key twice',
    {
      webhook_data: [
        { key: 'a', value: '1' },
        { key: 'a', value: '2' },
      ],
    },
    { 'webhook_data.1.key': 'Each key can be used once' },
  ],
])('refuses %s', (_, sent, problems) => {
  expect(problemsOf(sent)).toEqual(problems);
});

test('refuses headers that identify, sign or transport a webhook (M15)', () => {
  const problemOf = (name: string, value = 'x') => problemsOf({ webhook_headers: [{ name, value }] });
  for (const name of [
    'webhook-id',
    'Webhook-Signature',
    'X-Event-Id',
    'Host',
    'Transfer-Encoding',
    'connection',
  ])
    expect(problemOf(name)).toEqual({ 'webhook_headers.0.name': 'This header is set by the system' });
  expect(problemOf('X Y')).toEqual({ 'webhook_headers.0.name': 'Header name is not valid' });
  expect(problemOf('X-Key', 'ключ')).toEqual({ 'webhook_headers.0.value': 'Not valid' });
  const injected = clean({ webhook_headers: [{ name: 'X-Key', value: 'a\r\nHost: b' }] });
  expect(injected.action.webhook_headers).toEqual([{ name: 'X-Key', value: 'a Host: b' }]);
});

test('stores before only with start and end time', () => {
  const triggerOf = (event_type: number) => clean({ event_type, trigger_type: 'before' }).action.trigger_type;
  expect([17, 18, 19, 20].map(triggerOf)).toEqual(['after', 'before', 'before', 'after']);
  const reminder = clean({ event_type: 18, trigger_type: 'before' }).action;
  expect(clean({ event_type: 2 }, reminder).action.trigger_type).toBe('after');
});

test('reads durations as numbers or as typed', () => {
  const durationOf = (duration: unknown) => clean({ duration }).action.duration;
  expect(['', '.', '.5', '1.5', '9999', 2].map(durationOf)).toEqual([0, 0, 0.5, 1.5, 9999, 2]);
  expect(['1a.5', '12345', '1.2.3', '-7', ''].map(typedDuration)).toEqual(['1.5', '1234', '1.23', '7', '']);
});

test('cleans texts once: lines, HTML of emails, links with a placeholder, plain text', () => {
  expect(clean({ subject: ' Hello\r\nBcc: x@y.example ' }).action.subject).toBe('Hello Bcc: x@y.example');
  const bodyOf = (sent: SentAction) => clean(sent).action.body_content;
  expect(bodyOf({ body_content: '<p onclick="x()">Hi<script>alert(1)</script></p>' })).toBe('<p>Hi</p>');
  expect(bodyOf({ body_content: '<p><a href="{{ inspection.client_link }}">Your page</a></p>' })).toBe(
    '<p><a href="{{inspection.client_link}}" rel="noopener noreferrer">Your page</a></p>',
  );
  expect(bodyOf({ body_content: 'Hi {{clients.names}} & all' })).toBe(
    '<p>Hi {{clients.names}} &amp; all</p>',
  );
  expect(bodyOf({ action_type: 2, body_content: ' Hi <b>\r\nthere ' })).toBe('Hi <b>\nthere');
  const written = clean({ body_content: '<p>Hi</p>' }).action;
  expect(clean({ action_type: 2 }, written).action.body_content).toBe('');
  expect(clean({ enable: false }, written).action.body_content).toBe('<p>Hi</p>');
});

test('empties the fields of a rule that its condition does not use', () => {
  const rule = { ...newRule(id, 4), services: [id], report_name: 'x', numeric: 3 };
  expect(clean({ rules: [rule] }).action.rules).toEqual([newRule(id, 4)]);
});

test('accepts groups, addresses and phones as recipients', () => {
  const { action, problems } = clean({
    to_address: ['clients', ' ANN@Example.com ', '(555) 201-3344', 'clients'],
  });
  expect(problems).toEqual({});
  expect(action.to_address).toEqual(['clients', 'ann@example.com', '5552013344']);
});

test('an unknown type of action is an error with the text of the specification', () => {
  expect(asActionType(3)).toBe(3);
  expect(() => asActionType(4)).toThrow('Unknown action_type');
});
