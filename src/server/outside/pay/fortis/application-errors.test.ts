import { expect, test } from 'vitest';
import { parseApplicationErrors } from './application-errors.ts';

test.each([
  [
    { detail: '"legal_name" is not a registered business' },
    {
      problems: { legal_name: 'is not a registered business' },
      text: '{legal_name} is not a registered business',
    },
  ],
  [
    { detail: 'x', meta: { errors: { 'location.postal_code': ['"location.postal_code" is too short'] } } },
    { problems: { zip_code: 'is too short' }, text: '{zip_code} is too short' },
  ],
  // Fortis field names must not reach the user, wherever they appear.
  [{ detail: '"ownership_type" is required' }, { problems: {}, text: '' }],
  [{ detail: '"email" must match "contact.email"' }, { problems: { email: '' }, text: '{email}' }],
  [{ detail: 'client_app_id is too long' }, { problems: {}, text: '' }],
  [{ detail: 'This business exists already' }, { problems: {}, text: 'This business exists already' }],
  [{}, { problems: {}, text: '' }],
])('maps a rejection to our fields: %j', (reported, expected) =>
  expect(parseApplicationErrors(reported)).toEqual(expected),
);
