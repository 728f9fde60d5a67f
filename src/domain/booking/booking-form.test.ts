import { describe, expect, test } from 'vitest';
import {
  missingOfPerson,
  type PropertyRules,
  priceFacts,
  problemsOfPerson,
  readProperty,
} from './booking-form.ts';

const rules: PropertyRules = {
  mode: 'schedule',
  country: 'US',
  year: 2030,
  facts: { square_feet: true, year_built: true, foundation: false },
};
const typed = {
  address: ' 12 Main St ',
  city: 'Boulder',
  state: 'CO',
  zip_code: '80301',
  square_feet: '2,400',
  year_built: '1990',
  foundation: '',
};
const problemsOf = (changes: object, more: Partial<PropertyRules> = {}) =>
  readProperty({ ...typed, ...changes }, { ...rules, ...more }).problems;

describe('the property', () => {
  test('is cleaned, with numbers as numbers', () => {
    expect(readProperty(typed, rules)).toEqual({
      values: { ...typed, address: '12 Main St', square_feet: 2400, year_built: 1990, foundation: null },
      problems: {},
    });
  });

  test.each([
    ['square_feet', 'big', 'Enter the square feet as a number above 0'],
    ['square_feet', '-5', 'Enter the square feet as a number above 0'],
    ['square_feet', '0', 'Enter the square feet as a number above 0'],
    ['square_feet', '', 'Square Feet is required'],
    ['year_built', '3026', 'Enter the year built as four digits, not in the future'],
    ['year_built', '19x0', 'Enter the year built as four digits, not in the future'],
    ['state', 'ZZ', 'Enter the state by its name or code, such as TX'],
    ['zip_code', '123', 'Zip code must have 5 digits'],
    ['foundation', '9', 'Foundation is not valid'],
    ['address', ' ', 'Please enter the street and number'],
    ['address', '🏠', 'Please enter the street and number'],
  ])('with %s %j is refused', (field, value, message) => {
    expect(problemsOf({ [field]: value })).toEqual({ [field]: message });
  });

  test.each([
    ['US', 'tx', null],
    ['US', 'New  Mexico.', null],
    ['US', 'Texxas', 'Enter the state by its name or code, such as TX'],
    ['CA', 'Québec', null],
    ['CA', 'TX', 'Enter the province by its name or code, such as ON'],
    ['DE', 'Bayern', null],
  ])('in %s may be in %j: %j', (country, state, problem) => {
    expect(problemsOf({ state, zip_code: country === 'CA' ? 'K1A 0B1' : '80301' }, { country })).toEqual(
      problem === null ? {} : { state: problem },
    );
  });

  test('needs a size only where it decides the price of a booked time', () => {
    expect(problemsOf({ square_feet: '' }, { mode: 'request' })).toEqual({});
    const facts = { square_feet: false, year_built: false, foundation: false };
    expect(problemsOf({ square_feet: '' }, { facts })).toEqual({});
  });
});

test('prices depend on what the modifiers of the services compare', () => {
  expect(priceFacts([{ modifiers: [{ when: 1 }] }, { modifiers: [{ when: 3 }, { when: 4 }] }])).toEqual({
    square_feet: true,
    year_built: true,
    foundation: false,
  });
});

test('a person needs a name with letters and an email; the one who fills in the form a phone as well', () => {
  const person = { first_name: '😀', last_name: 'Þór', email: ' ', phone: '' };
  expect(missingOfPerson(person, true)).toEqual({
    first_name: 'Enter a name with letters',
    email: 'Email is required',
    phone: 'Phone is required',
  });
  expect(missingOfPerson(person, false)).not.toHaveProperty('phone');
});

test.each([
  ['US', { email: 'vera' }, { email: 'Email is not valid' }],
  ['US', { email: 'vera@example.' }, { email: 'Email is not valid' }],
  ['US', { email: '' }, { email: 'Email is required' }],
  ['US', { phone: '555-0143' }, { phone: 'Phone must have 10 digits' }],
  ['DE', { phone: '12' }, { phone: 'Phone must have 6 to 15 digits' }],
  ['DE', { email: ' vera@example.com ', phone: '030 1234567' }, {}],
])('a person in %s with %j is named before the form is sent', (country, changes, problems) => {
  const person = {
    first_name: 'Vera',
    last_name: 'Þór',
    email: 'vera@example.com',
    phone: '+1 212 555 0143',
  };
  expect(problemsOfPerson({ ...person, ...changes }, true, country)).toEqual(problems);
});
