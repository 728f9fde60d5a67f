/** The form with which visitors book or request an appointment. Browser and server apply the same rules. */

import { hasNorthAmericanPhone } from '../people/phone-format.ts';
import { readPhone } from '../people/phones.ts';
import { stateProblem } from '../people/states.ts';
import { zipProblem } from '../people/zips.ts';
import { yearBuiltProblem } from '../scheduling/appointment-draft.ts';
import { cleanLine } from '../text/clean.ts';

/** `schedule`: a free time is booked. `request`: a time is wished, and the office answers. */
export const bookingModes = ['schedule', 'request'] as const;
export type BookingMode = (typeof bookingModes)[number];

/** What a visitor is to the appointment. */
export const visitorRoles = ['client', 'agent', 'listing_agent'] as const;
export type VisitorRole = (typeof visitorRoles)[number];

/** The steps of the form, in order. */
export const formSteps = ['property', 'services', 'time', 'details', 'review'] as const;
export type FormStep = (typeof formSteps)[number];

/** Which details of the property change a company's prices. */
export interface PriceFacts {
  square_feet: boolean;
  year_built: boolean;
  foundation: boolean;
}

/** Returns the details of the property on which the prices of these services depend. */
export function priceFacts(services: readonly { modifiers: readonly { when: number }[] }[]): PriceFacts {
  const types = new Set(services.flatMap((service) => service.modifiers.map((modifier) => modifier.when)));
  return {
    square_feet: types.has(1),
    year_built: types.has(2) || types.has(3),
    foundation: types.has(5),
  };
}

/** The property as typed. */
export interface PropertyAnswers {
  address: string;
  city: string;
  state: string;
  zip_code: string;
  square_feet: string;
  year_built: string;
  foundation: string;
}

/** The property as it is stored. */
export interface Property {
  address: string;
  city: string;
  state: string;
  zip_code: string;
  square_feet: number | null;
  year_built: number | null;
  foundation: number | null;
}

/** What the rules of the property depend on. */
export interface PropertyRules {
  mode: BookingMode;
  country: string;
  /** The company's current year. */
  year: number;
  facts: PriceFacts;
}

/**
 * Returns the property and what is wrong with it, by field. The size is required where a time is booked by it: it
 * decides price and duration.
 */
export function readProperty(
  answers: PropertyAnswers,
  { mode, country, year, facts }: PropertyRules,
): { values: Property; problems: Record<string, string> } {
  const [address, city, state, zip_code] = [
    cleanLine(answers.address),
    cleanLine(answers.city),
    cleanLine(answers.state),
    cleanLine(answers.zip_code),
  ];
  const square_feet = numberOf(answers.square_feet);
  const year_built = numberOf(answers.year_built);
  const foundation = numberOf(answers.foundation);
  const found = {
    address: isNamed(address) ? tooLong(address, 200) : 'Please enter the street and number',
    city: tooLong(city, 120),
    state: state === '' ? 'State is required' : (tooLong(state, 60) ?? stateProblem(state, country)),
    zip_code: zip_code === '' ? 'Postal Code is required' : zipProblem(zip_code, country),
    square_feet: sizeProblem(square_feet, mode === 'schedule' && facts.square_feet),
    year_built:
      yearBuiltProblem(year_built, year) && 'Enter the year built as four digits, not in the future',
    foundation: foundation === null || [1, 2, 3].includes(foundation) ? null : 'Foundation is not valid',
  };
  return {
    values: { address, city, state, zip_code, square_feet, year_built, foundation },
    problems: onlyProblems(found),
  };
}

/** What is wrong with an address where no technician of the company works. */
export const outsideAreaProblem = 'This address is outside the service area';

/** The people of a booking, by their field of the form. */
export interface VisitorAnswers {
  first_name: string;
  last_name: string;
  email: string;
  phone: string;
}

/** Returns the person of the form who fills it in. */
export function visitorField(role: VisitorRole): 'client' | 'agent' {
  return role === 'client' ? 'client' : 'agent';
}

/** Returns the role on the appointment of the agent that the form names. */
export function agentRole(role: VisitorRole): 'agent' | 'listing_agent' {
  return role === 'listing_agent' ? 'listing_agent' : 'agent';
}

/** Returns what is missing from a person of the form, by field. The person who fills it in can be called back. */
export function missingOfPerson(person: VisitorAnswers, isVisitor: boolean): Record<string, string> {
  return onlyProblems({
    first_name: nameProblem(person.first_name, 'First name is required'),
    last_name: nameProblem(person.last_name, 'Last name is required'),
    email: person.email.trim() === '' ? 'Email is required' : null,
    phone: isVisitor && person.phone.trim() === '' ? 'Phone is required' : null,
  });
}

/** Returns what is missing from a person of the form or can't be right; the server decides whether mail can reach them. */
export function problemsOfPerson(
  person: VisitorAnswers,
  isVisitor: boolean,
  country: string,
): Record<string, string> {
  const isAddress = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(person.email.trim());
  const phone = hasNorthAmericanPhone(country)
    ? 'Phone must have 10 digits'
    : 'Phone must have 6 to 15 digits';
  return {
    ...(isAddress ? {} : { email: 'Email is not valid' }),
    ...(readPhone(person.phone, country) === null ? { phone } : {}),
    ...lengthProblems(person),
    ...missingOfPerson(person, isVisitor),
  };
}

function lengthProblems({ first_name, last_name, email, phone }: VisitorAnswers): Record<string, string> {
  return onlyProblems({
    first_name: tooLong(cleanLine(first_name), 80),
    last_name: tooLong(cleanLine(last_name), 80),
    email: tooLong(email.trim(), 254),
    phone: tooLong(cleanLine(phone), 40),
  });
}

/** A name needs a letter or digit of any script; signs and pictures alone name no one. */
function nameProblem(text: string, missing: string): string | null {
  if (text.trim() === '') return missing;
  return isNamed(text) ? null : 'Enter a name with letters';
}

function isNamed(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

function sizeProblem(size: number | null, isRequired: boolean): string | null {
  if (size === null) return isRequired ? 'Square Feet is required' : null;
  return size > 0 && size <= 10_000_000 ? null : 'Enter the square feet as a number above 0';
}

function tooLong(text: string, max: number): string | null {
  return text.length > max ? `At most ${max} characters` : null;
}

/** Null for nothing typed, NaN for what is not a number. */
function numberOf(text: string): number | null {
  const digits = text.trim().replaceAll(',', '');
  if (digits === '') return null;
  return /^\d+(\.\d+)?$/.test(digits) ? Number(digits) : Number.NaN;
}

function onlyProblems(found: Record<string, string | null>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(found).filter((entry): entry is [string, string] => entry[1] !== null),
  );
}
