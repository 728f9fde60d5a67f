/** Display names, sorting and searching of names. */

interface Named {
  first_name?: string | null;
  last_name?: string | null;
  company_name?: string | null;
  email?: string | null;
}

/** Returns first and last name, else the company, else the email address. */
export function fullName(person: Named): string {
  const name = [person.first_name, person.last_name]
    .map((part) => (part ?? '').trim())
    .filter((part) => part !== '')
    .join(' ');
  return name || (person.company_name ?? '').trim() || (person.email ?? '').trim();
}

/** Accents of Latin, Greek and Cyrillic letters, and the vowel points of Arabic and Hebrew, which writers may leave out. */
const accents = /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670]/g;

/**
 * Normalizes text for sorting and searching: folds accents and case, collapses spaces. `Łukasz  ÉMILE` → `lukasz emile`.
 * Marks that make another letter (Thai, Devanagari, kana) are kept.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(accents, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/ł/g, 'l')
    .replace(/ø/g, 'o')
    .replace(/đ/g, 'd')
    .replace(/æ/g, 'ae')
    .replace(/œ/g, 'oe')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Apostrophes and hyphens as keyboards, phones and word processors write them. */
const joints = /['’‘ʼ`´＇\-‐‑‒–]/g;

/**
 * Returns a folded name in which apostrophes and hyphens do not count: `O’Brien`, `O'Brien` and `OBrien` are one name.
 * For telling whether two names are the same.
 */
export function foldName(name: string): string {
  return foldText(name.replace(joints, ''));
}

const splitWords = (folded: string) => folded.split(/[^\p{L}\p{N}\p{M}]+/u);

/**
 * Returns the words by which texts are found, folded, without duplicates: each word, and words joined by an apostrophe or
 * hyphen also as one.
 */
export function searchWords(...texts: (string | null | undefined)[]): string[] {
  const words = texts.flatMap((text) => {
    const folded = foldText(text ?? '');
    const joined = folded
      .split(' ')
      .flatMap((piece) => (piece.search(joints) >= 0 ? splitWords(piece.replace(joints, '')) : []));
    return [...splitWords(folded), ...joined];
  });
  return [...new Set(words.filter((word) => word !== ''))];
}

/** Returns the words of what a user searches for: joined ones only as one, so that `O’Brien` finds `OBrien`. */
export function queryWords(text: string): string[] {
  return [...new Set(splitWords(foldName(text)).filter((word) => word !== ''))];
}
