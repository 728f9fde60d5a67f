/** Ranks what a search found, and marks the matching parts of its texts. */
import { foldText, queryWords, searchWords } from './names.ts';

/**
 * Sorts search results: those with the most words of the search in full first, then those where a text begins with it.
 * Otherwise their order stays.
 */
export function rankMatches<T>(
  items: readonly T[],
  query: string,
  textsOf: (item: T) => readonly string[],
): T[] {
  const words = queryWords(query);
  const start = foldText(query);
  const scored = items.map((item) => {
    const texts = textsOf(item);
    const own = new Set(searchWords(...texts));
    const whole = words.filter((word) => own.has(word)).length;
    const isStart = texts.some((text) => start !== '' && foldText(text).startsWith(start));
    return { item, score: whole * 2 + (isStart ? 1 : 0) };
  });
  return scored.toSorted((a, b) => b.score - a.score).map(({ item }) => item);
}

/** A part of a text, and whether the search matches it. */
export interface TextPart {
  text: string;
  isMatch: boolean;
}

/**
 * Splits a text into the parts where its words begin with a word of the search, and the rest: `Łukasz Smith` for `luk`
 * → `Łuk`, `asz Smith`. The parts joined are the text.
 */
export function matchParts(text: string, query: string): TextPart[] {
  const words = searchWords(query).toSorted((a, b) => b.length - a.length);
  const parts: TextPart[] = [];
  const push = (part: string, isMatch: boolean) => {
    const last = parts.at(-1);
    if (last?.isMatch === isMatch) last.text += part;
    else if (part !== '') parts.push({ text: part, isMatch });
  };
  for (const [piece] of text.matchAll(/[\p{L}\p{N}\p{M}]+|[^\p{L}\p{N}\p{M}]+/gu)) {
    const folded = foldText(piece);
    const found = words.find((word) => folded.startsWith(word));
    const length = found === undefined ? 0 : lengthOfStart(piece, found);
    push(piece.slice(0, length), true);
    push(piece.slice(length), false);
  }
  return parts;
}

/** The length of the shortest start of a word that folds to (at least) the given start. */
function lengthOfStart(word: string, start: string): number {
  let length = 0;
  for (const { segment } of new Intl.Segmenter().segment(word)) {
    length += segment.length;
    if (foldText(word.slice(0, length)).startsWith(start)) break;
  }
  return length;
}
