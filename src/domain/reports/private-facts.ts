/** What identifies the people and the property of an inspection, as patterns to find in the texts of a report. */

import { foldSpelling, type PrivateKind, type PrivatePattern } from '../text/redact.ts';

/** The facts of an appointment that must not appear in a sample of its report. */
export interface PrivateFacts {
  people: readonly {
    first_name: string;
    last_name: string;
    emails: readonly string[];
    phone: string;
    organizations: readonly string[];
  }[];
  property: { address: string; city: string; zip_code: string };
  order_id: string;
  /** The company's own addresses stay. */
  company_emails: readonly string[];
  /** Words that the user adds. */
  also: readonly string[];
}

/** Returns the patterns of all facts. */
export function privatePatterns(facts: PrivateFacts): PrivatePattern[] {
  return [
    ...facts.people.flatMap(personPatterns),
    ...addressPatterns(facts.property.address),
    ...wordPatterns('address', facts.property.zip_code, facts.property.zip_code.length >= 5),
    ...wordPatterns('address', facts.property.city, false),
    ...wordPatterns('order', facts.order_id, facts.order_id.length >= 4),
    ...facts.also.flatMap((word) => wordPatterns('other', word, true)),
    emailPattern(facts.company_emails),
    { kind: 'coordinates', isCertain: true, expression: coordinates },
  ];
}

const coordinates = /(?<![\d.])-?\d{1,3}\.\d{4,12}[, ]{1,3}-?\d{1,3}\.\d{4,12}(?!\d)/g;

function personPatterns(person: PrivateFacts['people'][number]): PrivatePattern[] {
  const first = escaped(person.first_name);
  const last = escaped(person.last_name);
  const both = first !== '' && last !== '';
  return [
    // With an initial between, and as in "Last, First".
    ...(both ? [certain('name', `${first}(?:\\s+\\p{L}\\.?)?\\s+${last}|${last},?\\s+${first}`)] : []),
    ...[person.first_name, person.last_name].flatMap((name) => capitalized(name)),
    ...person.emails.filter(Boolean).map((email) => certain('email', escaped(email))),
    ...phonePattern(person.phone),
    ...person.organizations.flatMap((each) => wordPatterns('name', each, each.includes(' '))),
  ];
}

/** A name by itself counts only as it is written, or in capitals: "Brown", not "brown". */
function capitalized(name: string): PrivatePattern[] {
  const word = escaped(name);
  if (word.length < 2) return [];
  const expression = bounded(`${word}|${escaped(name.toUpperCase())}`, 'gu');
  return [{ kind: 'name', isCertain: false, expression }];
}

function phonePattern(phone: string): PrivatePattern[] {
  const digits = phone.replace(/\D/g, '').slice(-10);
  if (digits.length < 6) return [];
  const spread = digits.split('').join('[-. ()/]{0,3}');
  return [
    {
      kind: 'phone',
      isCertain: true,
      expression: new RegExp(`(?<!\\d)(?:\\+?\\d{1,3}[-. ]{1,2})?\\(?${spread}(?!\\d)`, 'g'),
    },
  ];
}

const suffixes =
  'street|st|avenue|ave|road|rd|drive|dr|lane|ln|court|ct|boulevard|blvd|place|pl|way|terrace|ter|circle|cir|highway|hwy|parkway|pkwy|square|sq|trail|trl';
const endsWithSuffix = new RegExp(` (?:${suffixes})\\.?$`, 'i');

/** The address as it is, with its street written otherwise, and the street by itself, which may be of a neighbor. */
function addressPatterns(address: string): PrivatePattern[] {
  const whole = wordPatterns('address', address, true);
  // Without a unit, "12 Oak Street" of "12 Oak Street Apt 4".
  const parts = new RegExp(`^(\\d[\\w/-]*) (.+?(?= (?:${suffixes})\\b)|.+)`, 'i').exec(spaced(address));
  const [, number = '', named = ''] = parts ?? [];
  const street = escaped(named.replace(endsWithSuffix, ''));
  if (number === '' || street.length < 3) return whole;
  return [
    ...whole,
    certain('address', `${escaped(number)}\\s+${street}\\s+(?:${suffixes})\\b\\.?`),
    { kind: 'address', isCertain: false, expression: bounded(`${escaped(number)}\\s+${street}`, 'giu') },
    { kind: 'address', isCertain: false, expression: bounded(`${street}\\s+(?:${suffixes})`, 'giu') },
  ];
}

function wordPatterns(kind: PrivateKind, word: string, isCertain: boolean): PrivatePattern[] {
  const text = escaped(word);
  if (text.length < 2) return [];
  return [{ kind, isCertain, expression: bounded(text, 'giu') }];
}

function emailPattern(own: readonly string[]): PrivatePattern {
  const others = own
    .filter(Boolean)
    .map((email) => `(?!${escaped(email)}(?![\\w-]))`)
    .join('');
  const expression = new RegExp(
    `(?<![\\w.+-])${others}[\\w.+-]{1,64}@[\\w-]{1,63}(?:\\.[\\w-]{1,63})+`,
    'gi',
  );
  return { kind: 'email', isCertain: true, expression };
}

const certain = (kind: PrivateKind, source: string): PrivatePattern => ({
  kind,
  isCertain: true,
  expression: bounded(source, 'giu'),
});

function bounded(source: string, flags: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${source})(?![\\p{L}\\p{N}])`, flags);
}

const spaced = (text: string) => foldSpelling(text).trim().replace(/\s+/g, ' ');

/** The text as a part of an expression, folded like the texts it is looked for in; any white space matches a space. */
function escaped(text: string): string {
  return spaced(text)
    .replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
    .replaceAll(' ', '\\s+');
}
