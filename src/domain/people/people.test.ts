import { describe, expect, test } from 'vitest';
import { foldText, fullName, searchWords } from '../base/names.ts';
import { checkPerson, requiredFields } from './contact-fields.ts';
import { isEmail } from './people.ts';
import { sanitizeZipInput, zipProblem } from './zips.ts';

const ann = { first_name: ' Ann ', last_name: 'Lee', email: ' Ann@Example.TEST ' };

describe('fields of a person', () => {
  test('are cleaned, and fields of other kinds are dropped', () => {
    const { values, problems } = checkPerson('clients', {
      ...ann,
      phone: '+1 (555) 010-1234',
      email_cc: ' A@b.test ,c@d.test,',
      status: 1,
    });
    expect(problems).toEqual({});
    expect(values).toMatchObject({
      first_name: 'Ann',
      email: 'ann@example.test',
      phone: '5550101234',
      email_cc: 'a@b.test, c@d.test',
      city: '',
    });
    expect(values).not.toHaveProperty('status');
  });

  test('are named as required when the form is empty', () => {
    expect(checkPerson('clients', {}).problems).toEqual({
      first_name: 'First name is required',
      last_name: 'Last name is required',
      email: 'Email is required',
    });
    expect(requiredFields('clients')).toEqual({
      always: ['first_name', 'last_name', 'email'],
      sometimes: [],
    });
    expect(requiredFields('staffs').always).toEqual(['first_name', 'last_name', 'email']);
    expect(requiredFields('contractors')).toEqual({
      always: ['email'],
      sometimes: ['first_name', 'last_name', 'company_name'],
    });
    // One name of a contractor suffices: the company's, or a person's in full.
    expect(checkPerson('contractors', {}).problems).toEqual({
      company_name: 'Company name is required',
      email: 'Email is required',
    });
    expect(checkPerson('contractors', { first_name: 'Ann', email: 'a@b.co' }).problems).toEqual({
      last_name: 'Last name is required',
    });
  });

  test.each([
    ['clients', { email: 'nope' }, { email: 'Email is not valid' }],
    ['clients', { email_cc: 'a@b.test, x' }, { email_cc: 'Email CC is not valid' }],
    [
      'clients',
      { email_cc: 'a@b.co,b@b.co,c@b.co,d@b.co,e@b.co,f@b.co' },
      { email_cc: 'Email CC is not valid' },
    ],
    ['clients', { phone: '555' }, { phone: 'Phone must have 10 digits' }],
    ['clients', { zip_code: '1234' }, { zip_code: 'Zip code must have 5 digits' }],
    ['clients', { first_name: 'x'.repeat(81) }, { first_name: 'At most 80 characters' }],
    ['agents', { agency_name: 'x'.repeat(121) }, { agency_name: 'At most 120 characters' }],
    ['contractors', { first_name: '', last_name: '', company_name: 'Acme' }, {}],
    ['contractors', { website: 'acme.test/x' }, {}],
    ['contractors', { website: 'javascript:alert(1)' }, { website: 'Website is not valid' }],
    ['technicians', { color: 'red' }, { color: 'Color is not valid' }],
    ['technicians', {}, {}],
  ] as const)('%s %o: %o', (kind, more, problems) => {
    expect(checkPerson(kind, { ...ann, ...more }).problems).toEqual(problems);
  });

  test('default to light blue and https', () => {
    expect(checkPerson('technicians', ann).values.color).toBe('#add8e6');
    expect(checkPerson('contractors', { ...ann, website: 'acme.test' }).values.website).toBe(
      'https://acme.test',
    );
  });

  test.each([
    ['a@b.co', true],
    ["o'hara+x@mail.example.org", true],
    ['a@b', false],
    ['a b@c.de', false],
    ['a@b..de', false],
    ['.a@b.de', false],
    ['a.@b.de', false],
    ['a@-b.de', false],
    ['a@b-.de', false],
    ['a@b.123', false],
    ['a@b.de.', false],
    [`${'x'.repeat(65)}@b.de`, false],
    [`a@${'b'.repeat(64)}.de`, false],
    ['"a b"@c.de', false],
    ["o'brien+x@mail.example", true],
    ['ann@münchen.de', true],
    ['ann@xn--mnchen-3ya.de', true],
    ['x@a.technology', true],
    [`${'x'.repeat(250)}@b.co`, false],
  ])('recognizes %s as an email address: %s', (email, expected) => {
    expect(isEmail(email)).toBe(expected);
  });
});

describe('typed input', () => {
  test.each([
    ['30301-1234', 'US', '30301', null],
    ['2000 x', 'AU', '2000', null],
    ['k1a 0b1', 'CA', 'K1A 0B1', null],
    ['sw1a 1aa', 'GB', 'SW1A 1AA', null],
    ['K1A', 'CA', 'K1A', 'Postal code must look like A1A 1A1'],
    ['123', 'NZ', '123', 'Zip code must have 4 digits'],
  ])('sanitizes postal code %s in %s', (text, country, cleaned, problem) => {
    expect(sanitizeZipInput(text, country)).toBe(cleaned);
    expect(zipProblem(cleaned, country)).toBe(problem);
  });
});

test('names', () => {
  expect(fullName({ first_name: ' Ann', last_name: 'Lee ' })).toBe('Ann Lee');
  expect(fullName({ first_name: '', company_name: 'Acme' })).toBe('Acme');
  expect(fullName({ email: 'a@b.co' })).toBe('a@b.co');
  expect(foldText('Łukasz  ÉMILE Weiß')).toBe('lukasz emile weiss');
  expect(searchWords("Ann O'Hara", null, 'ann@b.co')).toEqual(['ann', 'o', 'hara', 'ohara', 'b', 'co']);
});
