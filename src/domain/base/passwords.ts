import { foldText } from './names.ts';

/** Why a new password is refused. `common` is known only to the server, which has the list. */
export type PasswordProblem = 'missing' | 'short' | 'long' | 'repeated' | 'row' | 'own' | 'common';

/** The server's message for each problem. */
export const passwordMessages: Readonly<Record<PasswordProblem, string>> = {
  missing: 'Password is required',
  short: 'Password must have at least 8 characters',
  long: 'Password must have at most 128 characters',
  repeated: 'This password only repeats a few characters',
  row: 'This password is little more than a row of the keyboard or the alphabet',
  own: 'This password is little more than your name, email or company name',
  common: 'This password is too common',
};

/**
 * Returns what is wrong with a new password, or null: 8 to 128 characters of any kind, and not little more than up to three
 * repeated ones, a row of the keyboard or the alphabet, or one of the user's own names (decision 0094).
 */
export function passwordProblem(password: string, ownNames: readonly string[] = []): PasswordProblem | null {
  if (password === '') return 'missing';
  const length = [...password].length;
  if (length < 8) return 'short';
  if (length > 128) return 'long';
  const compared = comparedPassword(password);
  const cores = coresOf(compared);
  if (cores.some((core) => /^(.{1,3}?)\1{2,}$/su.test(core)) || new Set(compared).size <= 1)
    return 'repeated';
  if (cores.some(isRow)) return 'row';
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

/** Shorter runs are part of too many others. */
const shortestCore = 6;

/** The text without up to four characters at its ends. */
function coresOf(text: string): string[] {
  const signs = [...text];
  const cores: string[] = [];
  for (let start = 0; start <= mostAdded; start++)
    for (let end = 0; start + end <= mostAdded && signs.length - start - end >= shortestCore; end++)
      cores.push(signs.slice(start, signs.length - end).join(''));
  return cores;
}

/**
 * Returns the forms in which a password may be on a list of common ones: as it is compared, without signs and up to four
 * digits at its ends, and each with the letters that digits and signs replace: `P4ssw0rd!1` → `password`.
 */
export function commonForms(password: string): string[] {
  const compared = comparedPassword(password);
  const before = /^[^\p{L}]*/u.exec(compared)?.[0] ?? '';
  const lettered = /^.*\p{L}/su.exec(compared)?.[0];
  const after = lettered ? compared.slice(lettered.length) : '';
  const forms = [compared];
  for (const [start, end] of [
    ['', after],
    [before, ''],
    [before, after],
  ] as const)
    if ((start + end).replace(/\P{N}/gu, '').length <= mostAdded)
      forms.push(compared.slice(start.length, compared.length - end.length));
  return [...new Set(forms.flatMap((form) => [form, asLetters(form, 'i'), asLetters(form, 'l')]))];
}

const letters: Readonly<Record<string, string>> = {
  ...{ '0': 'o', '3': 'e', '4': 'a', '@': 'a', '5': 's', $: 's', '7': 't', '8': 'b', '9': 'g' },
};

/** `1`, `!` and `|` are read as either of two letters. */
const asLetters = (form: string, one: 'i' | 'l') =>
  form.replace(/[1!|]/g, one).replace(/[034@5$789]/g, (sign) => letters[sign] ?? sign);

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
  '!@#$%^&*()',
  'abcdefghijklmnopqrstuvwxyz',
];

/** True if the fingers walked along one row, in either direction, any number of times. */
function isRow(compared: string): boolean {
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
