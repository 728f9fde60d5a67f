import { describe, expect, test } from 'vitest';
import { missingOfPerson, type PropertyRules, priceFacts, readProperty } from './booking-form.ts';

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
    ['square_feet', 'big', 'Square Feet is not valid'],
    ['square_feet', '-5', 'Square Feet is not valid'],
    ['square_feet', '', 'Square Feet is required'],
    ['year_built', '3026', 'Year Built is not valid'],
    ['year_built', '19x0', 'Year Built is not valid'],
    ['zip_code', '123', 'Zip code must have 5 digits'],
    ['foundation', '9', 'Foundation is not valid'],
    ['address', ' ', 'Please enter the street and number'],
  ])('with %s %j is refused', (field, value, message) => {
    expect(problemsOf({ [field]: value })).toEqual({ [field]: message });
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
