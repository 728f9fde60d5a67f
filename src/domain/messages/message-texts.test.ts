import { expect, test } from 'vitest';
import { fillText, messageTextProblems, placeholdersIn } from './message-texts.ts';

const known = ['first_name', 'address', 'date'];
const fine = { subject: 'Hello {{ first_name }}', message: 'See you at {{address}}.', action_label: '' };

test('fills placeholders, each as it is, and empties those without a value', () => {
  expect(fillText('{{ a }} {{b}} {{toString}} {a}', { a: '$& {{b}}' })).toBe('$& {{b}}   {a}');
  expect(placeholdersIn('{{a}} {b} {{ c }} {{a}}')).toEqual(['a', 'c']);
});

test.each([
  ['email', {}, {}],
  ['email', { subject: ' ' }, { subject: 'Enter a subject' }],
  ['text', { subject: '' }, {}],
  ['email', { message: '' }, { message: 'Enter a message' }],
  ['text', { message: 'x'.repeat(481) }, { message: 'At most 480 characters' }],
  ['email', { message: 'x'.repeat(5001) }, { message: 'At most 5000 characters' }],
  [
    'email',
    { message: '{{adress}}' },
    { message: 'Unknown placeholder: {{adress}}. Did you mean {{address}}?' },
  ],
  ['email', { message: '{adress}' }, { message: 'Unknown placeholder: {adress}. Did you mean {{address}}?' }],
  ['email', { subject: '{{nothing}}' }, { subject: 'Unknown placeholder: {{nothing}}' }],
  ['email', { action_label: '{{date}}' }, { action_label: 'Unknown placeholder: {{date}}' }],
] as const)('in a message by %s, %j is answered with %j', (channel, change, problems) => {
  expect(messageTextProblems(channel, { ...fine, ...change }, known)).toEqual(problems);
});
