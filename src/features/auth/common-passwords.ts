import { commonForms, comparedPassword } from '#domain/base/passwords.ts';

/** As many as decisions.md asks for: of those that are long enough to be chosen at all. */
const mostCommon = 10_000;
const minLength = 8;
/** Words that are too short to be chosen, but not with what is added to them: `summer2026!`. */
const shortestWord = 5;
/** What users of this product think of first, which no list of all the world's passwords has. */
const productWords = ['gable', 'inspection', 'inspector', 'homeinspection', 'homeinspector'];

let loading: Promise<ReadonlySet<string>> | undefined;

/**
 * Returns whether a password is one of the 10,000 most common ones, in any case, with letters replaced or up to four digits and
 * signs around it, or a word of this product with digits.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  loading ??= load();
  const common = await loading;
  const forms = commonForms(password);
  return forms.some((form) => common.has(form) || productWords.includes(form.replace(/[^\p{L}]+/gu, '')));
}

/** Loaded by the first password that is set: unpacking the list takes a tenth of a second. */
async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const all = dictionary['passwords-common'];
  const chosen = all.filter(({ length }) => length >= minLength).slice(0, mostCommon);
  const words = all
    .slice(0, mostCommon)
    .filter((word) => word.length >= shortestWord && /^\p{L}+$/u.test(word));
  return new Set([...chosen, ...words].map(comparedPassword));
}
