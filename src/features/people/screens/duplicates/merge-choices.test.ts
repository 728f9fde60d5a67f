import { describe, expect, it } from 'vitest';
import { chosenFields, type Mergeable, mergeLines, winningSide } from './merge-choices.ts';

const person = (some: Partial<Mergeable>) =>
  ({
    first_name: 'Ann',
    last_name: 'Archer',
    email: 'ann@example.com',
    email_cc: '',
    phone: '',
    address: '',
    city: '',
    state: '',
    zip_code: '',
    agency_name: '',
    company_name: '',
    website: '',
    profile_pic: null,
    notes: '',
    language: 'en',
    status: 1,
    ...some,
  }) as Mergeable;

describe('merging two records', () => {
  const lines = mergeLines(
    person({ phone: '5125550199', city: '' }),
    person({ first_name: 'Anne', phone: '5125550100', city: 'Austin', status: 0 }),
  );

  it('lists the fields that differ and requires a choice only where both have a value', () => {
    expect(lines.map(({ field, isOpen }) => [field, isOpen])).toEqual([
      ['first_name', true],
      ['phone', true],
      ['city', false],
      ['status', true],
    ]);
  });

  it('prefers the remaining record unless chosen otherwise, and fills its empty fields', () => {
    const [name, phone, city] = lines;
    expect(name && winningSide(name, {})).toBe('keep');
    expect(phone && winningSide(phone, { phone: 'merge' })).toBe('merge');
    expect(city && winningSide(city, { city: 'keep' })).toBe('merge');
  });

  it('sends only the fields for which the other record was chosen', () => {
    expect(chosenFields(lines, { phone: 'merge', first_name: 'keep', city: 'keep' })).toEqual({
      phone: 'merge',
    });
  });
});
