import { americanStates } from '#domain/people/state-names.ts';

/** Returns the codes that a typed state may mean: a code or a name, or a prefix of one when `unfinished`. */
export function stateCodes(typed: string, unfinished = false): string[] {
  const text = typed.toLowerCase().replace(/\./g, '');
  if (text === '') return [];
  const codes = Object.keys(americanStates);
  const exact = codes.filter(
    (code) => code.toLowerCase() === text || americanStates[code]?.toLowerCase() === text,
  );
  if (exact.length > 0 || !unfinished) return exact;
  return codes.filter(
    (code) => code.toLowerCase().startsWith(text) || americanStates[code]?.toLowerCase().startsWith(text),
  );
}
