/** Where what a visitor typed differs from the contact on file. */

import { readPhone } from '../people/phones.ts';

/** What the form asks for about a person. */
export interface TypedContact {
  first_name: string;
  last_name: string;
  email: string;
  phone: string;
}

type TypedField = keyof TypedContact;

/** A field that was typed differently from the contact on file. */
export interface Difference {
  field: TypedField;
  typed: string;
  stored: string;
}

const fields: readonly TypedField[] = ['first_name', 'last_name', 'email', 'phone'];

/**
 * Returns the fields that were typed and differ from the contact. Case in an email address and how a phone number is
 * written do not count.
 */
export function typedDifferences(typed: TypedContact, stored: TypedContact, country: string): Difference[] {
  const comparable = (field: TypedField, person: TypedContact) => {
    const text = person[field].trim();
    if (field === 'email') return text.toLowerCase();
    return field === 'phone' ? (readPhone(text, country) ?? text) : text;
  };
  return fields
    .filter((field) => typed[field].trim() !== '' && comparable(field, typed) !== comparable(field, stored))
    .map((field) => ({ field, typed: typed[field], stored: stored[field] }));
}
