import { expect, test } from 'vitest';
import { emailAction, facts, occurrence, person } from './automations-for-tests.ts';
import { recipientsOf } from './recipients.ts';

const addresses = (action: Parameters<typeof emailAction>[0], job = occurrence(13)) => {
  const { to, cc, bcc, unreachable } = recipientsOf(emailAction(action), facts.people, job);
  return {
    to: to.map((one) => [one.address, ...one.cc]),
    cc,
    bcc,
    unreachable: unreachable.map((one) => one.id),
  };
};

test('gives each person a message with copies to the other addresses, and each address once', () => {
  expect(
    addresses({
      to_address: ['clients', 'ANN@example.com', 'listing_agents', 'x@y.example', '5552013344'],
      cc_address: ['technicians', 'x@y.example'],
      bcc_address: ['company_admins'],
    }),
  ).toEqual({
    to: [['ann@example.com'], ['bob@example.com', 'bob@work.example'], ['x@y.example']],
    cc: ['tom@example.com'],
    bcc: ['owner@example.com'],
    unreachable: ['lee'],
  });
});

test('texts go to phones, without copies', () => {
  const text = { action_type: 2, to_address: ['technicians', 'x@y.example', '5552013344'] } as const;
  expect(addresses({ ...text, to_address: [...text.to_address], cc_address: ['clients'] })).toEqual({
    to: [['+12125550100'], ['5552013344']],
    cc: [],
    bcc: [],
    unreachable: [],
  });
});

test.each([
  [9, 'contractors', 'new@example.com'],
  [10, 'contractors', 'new@example.com'],
  [9, 'technicians', 'tom@example.com'],
  [11, 'technicians', 'new@example.com'],
  [12, 'technicians', 'new@example.com'],
  [13, 'contractors', 'con@example.com'],
] as const)('event %i to %s reaches %s', (event, group, address) => {
  const job = occurrence(event, { person: person('new') });
  expect(addresses({ to_address: [group] }, job).to).toEqual([[address]]);
});
