import { expect, test } from 'vitest';
import { findMistyped } from './mistyped-placeholders.ts';
import { agreementTokens } from './placeholders.ts';

const tokens = Object.keys(agreementTokens);

test.each([
  ['Dear {{client_name}},', '{{client_name}}', 'CLIENT_NAME'],
  ['{{ Client Name }}', '{{ Client Name }}', 'CLIENT_NAME'],
  ['{{CLEINT_NAME}}', '{{CLEINT_NAME}}', 'CLIENT_NAME'],
  ['costs {price}.', '{price}', 'PRICE'],
  ['costs {{PRISE}}.', '{{PRISE}}', 'PRICE'],
  ['[CLIENT_NAME] agrees', '[CLIENT_NAME]', 'CLIENT_NAME'],
  ['at [Property address]', '[Property address]', 'PROPERTY_ADDRESS'],
  ['{{CLIENT}}', '{{CLIENT}}', 'CLIENT_NAME'],
  ['{{AGENT}}', '{{AGENT}}', null],
  ['Dear {{CLIENT_NAME, hello', '{{CLIENT_NAME', 'CLIENT_NAME'],
  ['{{CLIENT_NAME', '{{CLIENT_NAME', 'CLIENT_NAME'],
])('%s: %s is meant as %s', (text, typed, nearest) => {
  expect(findMistyped(text, tokens)).toEqual([{ typed, nearest }]);
});

test.each([
  '{{CLIENT_NAME}}',
  '{{ PRICE }}',
  '[see page 2]',
  '{a, b}',
  'f[0]',
  '{ }',
  '{{',
  '{{see below',
  'the price [in full]',
])('%s is nothing to warn of', (text) => expect(findMistyped(text, tokens)).toEqual([]));

test('names of messages have a group, and each is named once', () => {
  const known = ['clients.first_name', 'property.address'];
  expect(findMistyped('{{client.first_name}} {{clients.first_name}} {{client.first_name}}', known)).toEqual([
    { typed: '{{client.first_name}}', nearest: 'clients.first_name' },
  ]);
});
