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

/**
 * Normalizes text for sorting and searching: folds accents and case, collapses spaces. `Łukasz  ÉMILE` → `lukasz emile`
 */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
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

/** Returns the searchable words of texts, folded, without duplicates. */
export function searchWords(...texts: (string | null | undefined)[]): string[] {
  const words = texts.flatMap((text) => foldText(text ?? '').split(/[^\p{L}\p{N}]+/u));
  return [...new Set(words.filter((word) => word !== ''))];
}
