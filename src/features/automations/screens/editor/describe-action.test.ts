import { expect, test } from 'vitest';
import { newAction } from '#domain/automations/action-types.ts';
import { describeMissing } from './describe-action.ts';

const t = (key: string, values: Record<string, string | number> = {}) =>
  [key, ...Object.values(values)].join(' ');
const webhook = {
  ...newAction('a'),
  action_type: 3 as const,
  webhook_url: 'https://hooks.shop.com/in',
  webhook_headers: [{ name: 'X-Token', value: '1' }],
};
const again = { name: 'x-token', value: '2' };

test('a webhook with two headers of one name says that the second is left out', () => {
  expect(describeMissing(t, webhook)).toBe('');
  const twice = { ...webhook, webhook_headers: [...webhook.webhook_headers, again] };
  expect(describeMissing(t, twice)).toBe('badHeader x-token header.twice');
  // What keeps it from running comes first; other types have no headers.
  expect(describeMissing(t, { ...twice, webhook_url: '' })).toBe('incomplete missing.url');
  expect(describeMissing(t, { ...twice, action_type: 2, to_address: ['clients'], body_content: 'Hi' })).toBe(
    '',
  );
});
