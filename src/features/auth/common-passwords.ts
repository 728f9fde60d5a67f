import { comparedPassword } from '#domain/base/passwords.ts';

/** As many as decisions.md asks for: of those that are long enough to be chosen at all. */
const mostCommon = 10_000;
const minLength = 8;
/** What users of this product think of first, which no list of all the world's passwords has. */
const productWords = ['gable', 'inspection', 'inspector', 'homeinspection', 'homeinspector'];

let loading: Promise<ReadonlySet<string>> | undefined;

/** Returns whether a password is one of the 10,000 most common ones, in any case, or a word of this product with digits. */
export async function isCommonPassword(password: string): Promise<boolean> {
  loading ??= load();
  const compared = comparedPassword(password);
  const withoutDigits = compared.replace(/[^\p{L}]+/gu, '');
  return (await loading).has(compared) || productWords.includes(withoutDigits);
}

/** Loaded by the first password that is set: unpacking the list takes a tenth of a second. */
async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const common = new Set<string>();
  for (const password of dictionary['passwords-common']) {
    if (password.length >= minLength) common.add(comparedPassword(password));
    if (common.size === mostCommon) break;
  }
  return common;
}
