/**
 * Rules for the values of settings: each returns the cleaned value or the message shown below its field, and knows the
 * type of its values on the wire.
 */

import { createFormatter } from '../base/formatter.ts';
import { toCentsOrNull } from '../base/money.ts';
import { hhmmToMinutes, isZone } from '../base/time.ts';
import { isEmail } from '../people/people.ts';
import { phoneProblem, readPhone } from '../people/phones.ts';
import { zipProblem } from '../people/zips.ts';
import { cleanEmail } from '../text/clean.ts';
import { htmlToRichText } from '../text/html-to-rich-text.ts';
import { toHtml, toPlainText } from '../text/rich-text.ts';

/** What a value is checked against: the country of its phone number and postal code. */
export interface RuleFacts {
  country: string;
}
export type Outcome = { value: unknown } | { problem: string } | { problems: Record<string, string> };
export type Rule = (value: unknown, facts: RuleFacts) => Outcome;

/** What a value is on the wire; `wire/setting-schemas.ts` makes the schemas of contracts from it. */
export type WireType =
  | 'text'
  | 'number'
  | 'flag'
  | 'id'
  | 'point'
  | 'picture'
  | 'roleRights'
  | { choice: readonly string[] }
  | { nullable: WireType }
  | { optional: WireType }
  | { list: WireType }
  | { fields: Readonly<Record<string, WireType>>; merged?: boolean };

/** A rule that knows its values: `T` as stored and answered, `Sent` as accepted in a change. */
export interface TypedRule<T, Sent = T> {
  (value: unknown, facts: RuleFacts): Outcome;
  readonly wire: WireType;
  /** For the compiler only. */
  readonly values?: { stored: T; sent: Sent };
}

/** Adds the type of its values to a rule. */
export function typed<T, Sent = T>(wire: WireType, rule: Rule): TypedRule<T, Sent> {
  return Object.assign((value: unknown, facts: RuleFacts) => rule(value, facts), { wire });
}

/** The value is valid, cleaned like this. */
export const accept = (value: unknown): Outcome => ({ value });
/** The value is invalid; the problem is shown below the field. */
export const reject = (problem: string): Outcome => ({ problem });

/** Trimmed text with a maximum length. `required` is the message for an empty one. */
export const text = (max: number, required?: string): TypedRule<string> =>
  typed('text', (value) => {
    if (typeof value !== 'string') return reject('Must be text');
    const trimmed = value.trim();
    if (required && trimmed === '') return reject(required);
    return trimmed.length > max ? reject(`At most ${max} characters`) : accept(trimmed);
  });

/** A boolean. */
export const bool = typed<boolean>('flag', (value) =>
  typeof value === 'boolean' ? accept(value) : reject('Must be yes or no'),
);

/** One of the given values. */
export const oneOf = <const T extends string | number>(values: readonly T[]): TypedRule<T> =>
  typed(typeof values[0] === 'number' ? 'number' : 'text', (value) =>
    (values as readonly unknown[]).includes(value) ? accept(value) : reject('Choose one of the options'),
  );

/** One of the given texts; other texts are refused before the rules are asked. */
export const choice = <const T extends string>(values: readonly T[]): TypedRule<T> =>
  typed({ choice: values }, oneOf(values));

// Messages are English, translated where they are shown.
const english = createFormatter('en');

/** A whole number in a range. */
export const wholeNumber = (min: number, max: number): TypedRule<number> =>
  typed('number', (value) =>
    typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
      ? accept(value)
      : reject(`Enter a whole number from ${min} to ${english.number(max)}`),
  );

/** Stores an empty value (null or empty text) as null. */
export const orNull = <T>(rule: TypedRule<T>): TypedRule<T | null> =>
  typed({ nullable: rule.wire }, (value, facts) =>
    value === null || (typeof value === 'string' && value.trim() === '') ? accept(null) : rule(value, facts),
  );

/** Accepts an empty text. */
export const orEmpty = <T>(rule: TypedRule<T>): TypedRule<T> =>
  typed(rule.wire, (value, facts) =>
    typeof value === 'string' && value.trim() === '' ? accept('') : rule(value, facts),
  );

/** One email address, in lower case. */
export const email = typed<string>('text', (value) => {
  if (typeof value !== 'string') return reject('Must be text');
  const address = cleanEmail(value);
  return isEmail(address) ? accept(address) : reject('Email is not valid');
});

/** A phone number as the company's country writes it, stored as digits. */
export const phone = typed<string>('text', (value, { country }) => {
  if (typeof value !== 'string') return reject('Must be text');
  const number = readPhone(value, country);
  if (number !== null) return accept(number);
  return reject(
    /\d/.test(value) ? (phoneProblem(value, country) ?? 'Phone is not valid') : 'Phone is not valid',
  );
});

/** A postal code of the company's country. */
export const zip = typed<string>('text', (value, { country }) => {
  if (typeof value !== 'string') return reject('Must be text');
  const code = value.trim().toUpperCase();
  const problem = zipProblem(code, country);
  return problem === null ? accept(code) : reject(problem);
});

/** A web address; https is added if no scheme was typed. */
export const url = (problem: string, schemes = 'https?'): TypedRule<string> =>
  typed('text', (value) => {
    if (typeof value !== 'string') return reject('Must be text');
    const trimmed = value.trim();
    const full = /^[a-z][a-z\d+.-]*:/i.test(trimmed) ? trimmed : `https://${trimmed}`;
    const isFine = new RegExp(
      `^${schemes}://[^\\s/?#.@"<>]+(\\.[^\\s/?#.@"<>]+)+([/?#][^\\s"<>]*)?$`,
      'i',
    ).test(full);
    return isFine && full.length <= 500 ? accept(full) : reject(problem);
  });

/** A web address that starts with https. */
export const secureUrl = url('Enter a web address that starts with https://', 'https');

export const htmlLimit = 5000;
export const longHtmlLimit = 20_000;

/** Formatted text, stored after everything unknown was removed. */
export const html = (max: number): TypedRule<string> =>
  typed('text', (value) => {
    if (typeof value !== 'string') return reject('Must be text');
    if (value.length > max) return reject(`At most ${max} characters`);
    const tree = htmlToRichText(value);
    return accept(toPlainText(tree).trim() === '' ? '' : toHtml(tree));
  });

/** A time of day as an hhmm number. */
export const timeOfDay = typed<number>('number', (value) =>
  typeof value === 'number' && hhmmToMinutes(value) !== null ? accept(value) : reject('Enter a time'),
);

/** A duration of up to a day in quarter hours. */
export const durationHours = typed<number>('number', (value) =>
  typeof value === 'number' && value > 0 && value <= 24 && Number.isInteger(value * 4)
    ? accept(value)
    : reject('Enter a duration of up to 24 hours in 15-minute steps'),
);

/** An amount of 0 or more. */
export const price = typed<number>('number', (value) => {
  const cents = toCentsOrNull(value);
  if (cents === null && typeof value === 'number' && Math.abs(value) <= 1_000_000)
    return reject('Amount can have at most two decimals');
  return cents !== null && cents >= 0 && cents <= 100_000_000
    ? accept(value)
    : reject('Enter an amount of 0 or more');
});

/** A geographic position, or none. */
export const geoPoint = typed<{ lat: number; lng: number } | null>({ nullable: 'point' }, (value) => {
  if (value === null) return accept(null);
  const { lat, lng } = (typeof value === 'object' ? value : {}) as { lat?: unknown; lng?: unknown };
  const isFine =
    typeof lat === 'number' && typeof lng === 'number' && Math.abs(lat) <= 90 && Math.abs(lng) <= 180;
  return isFine ? accept({ lat, lng }) : reject('Position is not valid');
});

/** An id by its format; whether it belongs to the company is checked elsewhere. */
export const uuid = typed<string>('id', (value) =>
  typeof value === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value)
    ? accept(value)
    : reject('Not a valid ID'),
);

/** A color as `#rrggbb`. */
export const color = typed<string>('text', (value) => {
  const text = typeof value === 'string' ? value.trim().toLowerCase() : '';
  return /^#[\da-f]{6}$/.test(text) ? accept(text) : reject('Color is not valid');
});

/** A picture is uploaded as a file; this setting can only remove it. */
export const removeOnly = typed<string | null, null>('picture', (value) =>
  value === null ? accept(null) : reject('Upload the picture as a file'),
);

/** A list of distinct texts, in order. */
export const textList = (max: number, length: number): TypedRule<string[]> =>
  typed({ list: 'text' }, (value) => {
    if (!Array.isArray(value) || value.some((each) => typeof each !== 'string'))
      return reject('Must be a list of strings');
    const trimmed = (value as string[]).map((each) => each.trim()).filter((each) => each !== '');
    if (trimmed.some((each) => each.length > length)) return reject(`At most ${length} characters each`);
    const known = new Set<string>();
    const unique = trimmed.filter((each) => {
      const key = each.toLowerCase();
      if (known.has(key)) return false;
      known.add(key);
      return true;
    });
    return unique.length > max ? reject(`At most ${max} entries`) : accept(unique);
  });

/** A list of distinct values that follow one rule. */
export const listOf = <T>(rule: TypedRule<T>, max: number): TypedRule<T[]> =>
  typed({ list: rule.wire }, (value, facts) => {
    if (!Array.isArray(value)) return reject('Must be a list');
    if (value.length > max) return reject(`At most ${max} entries`);
    const outcomes = value.map((each) => rule(each, facts));
    const wrong = outcomes.find((each) => 'problem' in each);
    if (wrong) return wrong;
    return accept([...new Set(outcomes.map((each) => ('value' in each ? each.value : null)))]);
  });

/**
 * Returns the given fields, cleaned by their rules, and what is wrong with them by name. A field without a rule is
 * unknown.
 */
export function checkFields(
  of: Record<string, Rule>,
  given: Readonly<Record<string, unknown>>,
  facts: RuleFacts,
) {
  const values: Record<string, unknown> = {};
  const problems: Record<string, string> = {};
  for (const [key, value] of Object.entries(given)) {
    if (value === undefined) continue;
    const rule = Object.hasOwn(of, key) ? of[key] : undefined;
    const outcome = rule ? rule(value, facts) : reject('Unknown field');
    if ('value' in outcome) values[key] = outcome.value;
    else if ('problem' in outcome) problems[key] = outcome.problem;
    else
      for (const [inner, problem] of Object.entries(outcome.problems)) problems[`${key}.${inner}`] = problem;
  }
  return { values, problems };
}

/** A time zone. */
export const zone = typed<string>('text', (value) =>
  isZone(value) ? accept(value) : reject('Time zone is not valid'),
);
