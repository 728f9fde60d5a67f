import { z } from 'zod/mini';

/** What switches a variable on. */
export const yes = ['1', 'true', 'on', 'yes'];
/** What switches a variable off. */
export const no = ['0', 'false', 'off', 'no'];

/** A switch: 1 or 0. */
export const flag = z.pipe(
  z.string().check(
    z.toLowerCase(),
    z.refine((s) => yes.includes(s) || no.includes(s), 'must be 1 or 0 (also on/off, true/false)'),
  ),
  z.transform((s) => yes.includes(s)),
);
/** A whole number within bounds. */
export const wholeNumber = (from: number, to: number) =>
  z.coerce
    .number('must be a number')
    .check(
      z.refine(
        (n) => Number.isInteger(n) && n >= from && n <= to,
        `must be a whole number from ${from} to ${to}`,
      ),
    );
/** An address with one of these protocols. */
export const url = (...protocols: string[]) =>
  z
    .string()
    .check(
      z.refine(
        (s) => URL.canParse(s) && protocols.includes(new URL(s).protocol),
        `must be a URL starting with ${protocols.map((p) => `${p}//`).join(' or ')}`,
      ),
    );
/** Text that is not empty. */
export const line = z.string().check(z.minLength(1));
