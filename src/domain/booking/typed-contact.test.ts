import { expect, test } from 'vitest';
import { typedDifferences } from './typed-contact.ts';

const stored = { first_name: 'John', last_name: 'Doe', email: 'john@doe.example', phone: '5125550143' };

test('another phone number differs from the contact', () => {
  expect(typedDifferences({ ...stored, phone: '512-555-0199' }, stored, 'US')).toEqual([
    { field: 'phone', typed: '512-555-0199', stored: '5125550143' },
  ]);
});

test('case in an email address, another way to write a number, and what was left empty do not differ', () => {
  const typed = { first_name: 'John', last_name: '', email: 'John@Doe.example', phone: '(512) 555-0143' };
  expect(typedDifferences(typed, stored, 'US')).toEqual([]);
});
