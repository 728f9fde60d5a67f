import { expect, test } from 'vitest';
import { fillText, messageTextProblems, placeholdersIn } from './message-texts.ts';

const known = ['first_name', 'address', 'date'];
const fine = { subject: 'Hello {{ first_name }}', body: 'See you at {{address}}.', action_label: '' };

test('fills placeholders, each as it is, and empties those without a value', () => {
  expect(fillText('{{ a }} {{b}} {{toString}} {a}', { a: '$& {{b}}' })).toBe('$& {{b}}   {a}');
  expect(placeholdersIn('{{a}} {b} {{ c }} {{a}}')).toEqual(['a', 'c']);
});

test.each([
  ['email', {}, {}],
  ['email', { subject: ' ' }, { subject: 'Enter a subject' }],
  ['text', { subject: '' }, {}],
  ['email', { body: '' }, { body: 'Enter a message' }],
  ['text', { body: 'x'.repeat(481) }, { body: 'At most 480 characters' }],
  ['email', { body: 'x'.repeat(5001) }, { body: 'At most 5000 characters' }],
  ['email', { body: '{{adress}}' }, { body: 'Unknown placeholder: {{adress}}. Did you mean {{address}}?' }],
  ['email', { body: '{adress}' }, { body: 'Unknown placeholder: {adress}. Did you mean {{address}}?' }],
  ['email', { subject: '{{nothing}}' }, { subject: 'Unknown placeholder: {{nothing}}' }],
  ['email', { action_label: '{{date}}' }, { action_label: 'Unknown placeholder: {{date}}' }],
] as const)('in a message by %s, %j is answered with %j', (channel, change, problems) => {
  expect(messageTextProblems(channel, { ...fine, ...change }, known)).toEqual(problems);
});
