/** What a setting may be, as rules: each cleans a value or says in the words people read what is wrong with it. */

import { toCentsOrNull } from '../base/money.ts';
import { minutesOfHhmm } from '../base/time.ts';
import { isEmail, phoneDigits, phoneProblem, zipProblem } from '../people/people.ts';
import { htmlToRichText } from '../text/html-to-rich-text.ts';
import { plainText, toHtml } from '../text/rich-text.ts';

/** What a setting is checked against: the country its phone and postal code belong to. */
export interface RuleFacts {
  country: string;
}
export type Outcome = { value: unknown } | { problem: string } | { problems: Record<string, string> };
export type Rule = (value: unknown, facts: RuleFacts) => Outcome;

/** It is fine, cleaned like this. */
export const ok = (value: unknown): Outcome => ({ value });
/** It is not, and this stands under the field. */
export const no = (problem: string): Outcome => ({ problem });

/** Text without blanks around it, of at most so many characters; `required` is what is said of an empty one. */
export const text =
  (max: number, required?: string): Rule =>
  (value) => {
    if (typeof value !== 'string') return no('Must be text');
    const trimmed = value.trim();
    if (required && trimmed === '') return no(required);
    return trimmed.length > max ? no(`At most ${max} characters`) : ok(trimmed);
  };

/** Yes or no. */
export const bool: Rule = (value) => (typeof value === 'boolean' ? ok(value) : no('Must be yes or no'));

/** One of these. */
export const oneOf =
  (values: readonly unknown[]): Rule =>
  (value) =>
    values.includes(value) ? ok(value) : no('Choose one of the options');

/** A whole number in a range. */
export const whole =
  (min: number, max: number): Rule =>
  (value) =>
    typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
      ? ok(value)
      : no(`Enter a whole number from ${min} to ${max}`);

/** Nothing (null or an empty text) is stored as null. */
export const orNull =
  (rule: Rule): Rule =>
  (value, facts) =>
    value === null || (typeof value === 'string' && value.trim() === '') ? ok(null) : rule(value, facts);

/** Nothing (an empty text) is fine. */
export const orEmpty =
  (rule: Rule): Rule =>
  (value, facts) =>
    typeof value === 'string' && value.trim() === '' ? ok('') : rule(value, facts);

/** One address, in small letters. */
export const email: Rule = (value) => {
  if (typeof value !== 'string') return no('Must be text');
  const address = value.trim().toLowerCase();
  return isEmail(address) ? ok(address) : no('Email is not valid');
};

/** A number as the company's country writes them, kept as digits. */
export const phone: Rule = (value, { country }) => {
  if (typeof value !== 'string') return no('Must be text');
  const digits = phoneDigits(value, country);
  if (digits === '' && value.trim() !== '') return no('Phone is not valid');
  const problem = phoneProblem(digits, country);
  return problem === null ? ok(digits) : no(problem);
};

/** A postal code of the company's country. */
export const zip: Rule = (value, { country }) => {
  if (typeof value !== 'string') return no('Must be text');
  const code = value.trim().toUpperCase();
  const problem = zipProblem(code, country);
  return problem === null ? ok(code) : no(problem);
};

/** A web address; https is put in front where no scheme was typed. */
export const url =
  (problem: string, schemes = 'https?'): Rule =>
  (value) => {
    if (typeof value !== 'string') return no('Must be text');
    const trimmed = value.trim();
    const full = /^[a-z][a-z\d+.-]*:/i.test(trimmed) ? trimmed : `https://${trimmed}`;
    const isFine = new RegExp(
      `^${schemes}://[^\\s/?#.@"<>]+(\\.[^\\s/?#.@"<>]+)+([/?#][^\\s"<>]*)?$`,
      'i',
    ).test(full);
    return isFine && full.length <= 500 ? ok(full) : no(problem);
  };

/** Formatted text: stored as what remains after everything unknown was taken out. */
export const html =
  (max: number): Rule =>
  (value) => {
    if (typeof value !== 'string') return no('Must be text');
    if (value.length > max) return no(`At most ${max} characters`);
    const tree = htmlToRichText(value);
    return ok(plainText(tree).trim() === '' ? '' : toHtml(tree));
  };

/** A time of day as an hhmm number. */
export const clock: Rule = (value) =>
  typeof value === 'number' && minutesOfHhmm(value) !== null ? ok(value) : no('Enter a time');

/** A length of up to a day in quarter hours. */
export const hours: Rule = (value) =>
  typeof value === 'number' && value > 0 && value <= 24 && Number.isInteger(value * 4)
    ? ok(value)
    : no('Enter a duration of up to 24 hours in 15-minute steps');

/** An amount of nothing or more. */
export const price: Rule = (value) => {
  const cents = toCentsOrNull(value);
  return cents !== null && cents >= 0 && cents <= 100_000_000
    ? ok(value)
    : no('Enter an amount of 0 or more');
};

/** A place on earth, or none. */
export const point: Rule = (value) => {
  if (value === null) return ok(null);
  const { lat, lng } = (typeof value === 'object' ? value : {}) as { lat?: unknown; lng?: unknown };
  const isFine =
    typeof lat === 'number' && typeof lng === 'number' && Math.abs(lat) <= 90 && Math.abs(lng) <= 180;
  return isFine ? ok({ lat, lng }) : no('Position is not valid');
};

/** An id as it looks; whether it is one of theirs is asked elsewhere. */
export const uuid: Rule = (value) =>
  typeof value === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value)
    ? ok(value)
    : no('Not a valid ID');

/** A colour as `#rrggbb`. */
export const color: Rule = (value) => {
  const text = typeof value === 'string' ? value.trim().toLowerCase() : '';
  return /^#[\da-f]{6}$/.test(text) ? ok(text) : no('Color is not valid');
};

/** A picture arrives as a file; here it can only be taken away. */
export const takenAway: Rule = (value) => (value === null ? ok(null) : no('Upload the picture as a file'));

/** Texts without repetition, in their order. */
export const words =
  (max: number, length: number): Rule =>
  (value) => {
    if (!Array.isArray(value) || value.some((each) => typeof each !== 'string'))
      return no('Must be a list of strings');
    const trimmed = (value as string[]).map((each) => each.trim()).filter((each) => each !== '');
    if (trimmed.some((each) => each.length > length)) return no(`At most ${length} characters each`);
    const known = new Set<string>();
    const unique = trimmed.filter((each) => {
      const key = each.toLowerCase();
      if (known.has(key)) return false;
      known.add(key);
      return true;
    });
    return unique.length > max ? no(`At most ${max} entries`) : ok(unique);
  };

/** A list of what follows one rule, without repetition. */
export const listOf =
  (rule: Rule, max: number): Rule =>
  (value, facts) => {
    if (!Array.isArray(value)) return no('Must be a list');
    if (value.length > max) return no(`At most ${max} entries`);
    const outcomes = value.map((each) => rule(each, facts));
    const wrong = outcomes.find((each) => 'problem' in each);
    if (wrong) return wrong;
    return ok([...new Set(outcomes.map((each) => ('value' in each ? each.value : null)))]);
  };

/** The given fields, cleaned by their rules, and what is wrong with them by name; a field without a rule is unknown. */
export function checkAll(
  of: Record<string, Rule>,
  given: Readonly<Record<string, unknown>>,
  facts: RuleFacts,
) {
  const values: Record<string, unknown> = {};
  const problems: Record<string, string> = {};
  for (const [key, value] of Object.entries(given)) {
    if (value === undefined) continue;
    const rule = Object.hasOwn(of, key) ? of[key] : undefined;
    const outcome = rule ? rule(value, facts) : no('Unknown field');
    if ('value' in outcome) values[key] = outcome.value;
    else if ('problem' in outcome) problems[key] = outcome.problem;
    else
      for (const [inner, problem] of Object.entries(outcome.problems)) problems[`${key}.${inner}`] = problem;
  }
  return { values, problems };
}
