import { z } from 'zod/mini';
import { parseLocalDate } from '#domain/base/time.ts';
import { isEmail } from '#domain/people/people.ts';
import { cleanCode, cleanEmail, cleanFilename, cleanLine, cleanText } from '#domain/text/clean.ts';

/** Building blocks of contracts. The messages appear below form fields. */

/** An id of a record (uuid), in lower case as the database writes it. */
export const id = z.uuid('Not a valid ID').check(z.toLowerCase());
/** The public id of a link: at least 21 URL-safe characters. */
export const publicId = z.string().check(z.regex(/^[\w-]{21,64}$/, 'Not a valid link'));
/** A point in time as the server sends it: ISO 8601. */
export const instant = z.string();

/** Checks that clean a text on entry. Each string that a route accepts has one; `string-kinds.test.ts` proves it. */

/** A name, title or address: one line. */
export const asLine = z.overwrite<string>(cleanLine);
/** A text that may have several lines. */
export const asText = z.overwrite<string>(cleanText);
/** A code, an id, a time: what is copied and compared sign by sign. */
export const asCode = z.overwrite<string>(cleanCode);
/** An email address, in lower case. */
export const asEmail = z.overwrite<string>(cleanEmail);
/** The name of a file. */
export const asFilename = z.overwrite<string>(cleanFilename);
/** Up to this length a text is one line: a name, title or reason. */
const longestLine = 300;
/** The kind of a text of at most `max` characters. */
export const asUpTo = (max: number) => (max > longestLine ? asText : asLine);

/** Required text: cleaned, 1 to `max` characters, with the field's own message. */
export const text = (message: string, max = 200) =>
  z
    .string(message)
    .check(asUpTo(max), z.minLength(1, message), z.maxLength(max, `At most ${max} characters`));

/** Optional text: cleaned, may be empty. */
export const optionalText = (max = 200) =>
  z.optional(z.string().check(asUpTo(max), z.maxLength(max, `At most ${max} characters`)));

/** Email address, cleaned and in lower case (decisions G-PEO-4). */
export const email = z
  .string('Email is required')
  .check(
    asEmail,
    z.minLength(1, { error: 'Email is required', abort: true }),
    z.refine(isEmail, 'Email is not valid'),
  );

/** A number, sent as text in a query or as a number in a body. */
export const queryNumber = z.coerce.number();
const latitudeChecks = [z.gte(-90, 'Latitude is not valid'), z.lte(90, 'Latitude is not valid')] as const;
const longitudeChecks = [
  z.gte(-180, 'Longitude is not valid'),
  z.lte(180, 'Longitude is not valid'),
] as const;
/** Degrees in a body, and as a query carries them. */
export const latitude = z.number('Latitude is not valid').check(...latitudeChecks);
export const longitude = z.number('Longitude is not valid').check(...longitudeChecks);
export const queryLatitude = queryNumber.check(...latitudeChecks);
export const queryLongitude = queryNumber.check(...longitudeChecks);
const revChecks = [z.int('Must be a whole number'), z.gte(0), z.lte(2_147_483_647)] as const;
/** The version of a record that a change is based on. The column is a 32-bit integer. */
export const revNumber = z.number().check(...revChecks);
/** Like `revNumber`, from a query or form. */
export const queryRev = z.coerce.number().check(...revChecks);
/** A calendar day of the company, `2026-11-23`: one that exists. */
export const calendarDay = z.string('Date is not valid').check(
  z.regex(/^\d{4}-\d{2}-\d{2}$/, { error: 'Date is not valid', abort: true }),
  z.refine((day) => parseLocalDate(day) !== null, 'Date is not valid'),
);
/** true/false/1/0 from a query or form. Booleans from a body pass unchanged. */
export const queryBool = z.union([z.boolean(), z.stringbool()]);
/** An amount on the wire: at most two decimals, within ±1,000,000. */
export const amount = z
  .number('Amount must be a number')
  .check(z.gte(-1_000_000, 'Amount is too large'), z.lte(1_000_000, 'Amount is too large'));
