import { foldText } from './names.ts';

/** Why a new password is refused. `common` is known only to the server, which has the list. */
export type PasswordProblem = 'missing' | 'short' | 'long' | 'repeated' | 'row' | 'own' | 'common';

/** The server's message for each problem. */
export const passwordMessages: Readonly<Record<PasswordProblem, string>> = {
  missing: 'Password is required',
  short: 'Password must have at least 8 characters',
  long: 'Password must have at most 128 characters',
  repeated: 'This password repeats a single character',
  row: 'This password is a row of the keyboard',
  own: 'This password is little more than your name, email or company name',
  common: 'This password is too common',
};

/**
 * Returns what is wrong with a new password, or null: 8 to 128 characters of any kind, not a single one repeated, not a
 * row of the keyboard, and not little more than one of the user's own names (decision 0094).
 */
export function passwordProblem(password: string, ownNames: readonly string[] = []): PasswordProblem | null {
  if (password === '') return 'missing';
  const length = [...password].length;
  if (length < 8) return 'short';
  if (length > 128) return 'long';
  const compared = comparedPassword(password);
  if (new Set(compared).size <= 1) return 'repeated';
  if (isKeyboardRow(compared)) return 'row';
  return isLittleMoreThan(password, ownNames) ? 'own' : null;
}

/**
 * Returns a password as it is compared with others: without differences of case and of encoding, without invisible signs, and
 * without spaces around it. What is stored has them all.
 */
export function comparedPassword(password: string): string {
  return password
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\p{Cf}/gu, '')
    .trim();
}

/** Rows of the layouts of our languages, without the keys that no one walks over. */
const rows = [
  '1234567890',
  'qwertyuiop',
  'qwertzuiopü',
  'azertyuiop',
  'asdfghjkl',
  'asdfghjklöä',
  'qsdfghjklm',
  'zxcvbnm',
  'yxcvbnm',
  'wxcvbn',
];

/** True if the fingers walked along one row, in either direction, any number of times. */
function isKeyboardRow(compared: string): boolean {
  return rows.some((row) => {
    const again = row.repeat(Math.ceil(compared.length / row.length) + 1);
    return again.includes(compared) || [...again].toReversed().join('').includes(compared);
  });
}

/** Shorter words are part of too many others. */
const minWord = 4;
/** Characters that do not make another password of a name: `martin2024`. */
const mostAdded = 4;

/** True if at most four characters are left of the text without the names, their words and anything between them. */
function isLittleMoreThan(password: string, names: readonly string[]): boolean {
  const words = names
    .map(foldText)
    .flatMap((name) => [lettersOf(name), ...name.split(/[^\p{L}\p{N}]+/u)])
    .filter((word) => word.length >= minWord)
    .toSorted((a, b) => b.length - a.length);
  const typed = lettersOf(foldText(password));
  const left = words.reduce((rest, word) => rest.replaceAll(word, ''), typed);
  return left.length < typed.length && left.length <= mostAdded;
}

const lettersOf = (folded: string) => folded.replace(/[^\p{L}\p{N}]+/gu, '');
