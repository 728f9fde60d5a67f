/** Removal of private data from texts. */

import { type BlockNode, type InlineNode, type RichText, textNode } from './rich-text.ts';

export type PrivateKind = 'name' | 'address' | 'phone' | 'email' | 'order' | 'coordinates' | 'other';

/** What must not appear in a text. Matched against a folded text, see `foldSpelling`. */
export interface PrivatePattern {
  kind: PrivateKind;
  /** False for what may be an ordinary word, like the name Wood: the user may keep it. */
  isCertain: boolean;
  expression: RegExp;
}

/** A place in a text that a pattern matches. */
export interface PrivateMatch {
  kind: PrivateKind;
  isCertain: boolean;
  text: string;
  start: number;
  end: number;
}

/** What a removed text is replaced with: an omission in any language. */
const omission = '[…]';

/**
 * Returns the text without diacritics, with plain apostrophes, hyphens and spaces, so that a pattern matches however a
 * name was typed.
 */
export function foldSpelling(text: string): string {
  return foldWithPlaces(text).folded;
}

/** The folded text, and where in the original each of its characters and its end is. */
function foldWithPlaces(text: string): { folded: string; places: number[] } {
  let folded = '';
  const places: number[] = [];
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charAt(i);
    // An accent stored as a separate character, as on a Mac.
    if (/\p{M}/u.test(unit)) continue;
    folded += foldUnit(unit);
    places.push(i);
  }
  return { folded, places: [...places, text.length] };
}

function foldUnit(unit: string): string {
  if (/[’‘ʼ`´]/.test(unit)) return "'";
  if (/[‐‑‒–—]/.test(unit)) return '-';
  if (/\s/.test(unit)) return unit === '\n' ? '\n' : ' ';
  return unit.normalize('NFD').charAt(0) || unit;
}

/** Returns the matches in order, without overlaps: of two that overlap, one that covers both. */
export function findPrivate(text: string, patterns: readonly PrivatePattern[]): PrivateMatch[] {
  const { folded, places } = foldWithPlaces(text);
  const placeOf = (index: number) => places[index] ?? text.length;
  const found = patterns
    .flatMap(({ kind, isCertain, expression }) =>
      [...folded.matchAll(expression)]
        .filter((match) => match[0] !== '')
        .map(({ 0: part, index }) => ({
          kind,
          isCertain,
          start: placeOf(index),
          end: placeOf(index + part.length),
        })),
    )
    .sort((a, b) => a.start - b.start || b.end - a.end);
  const merged: (typeof found)[number][] = [];
  for (const match of found) {
    const last = merged.at(-1);
    if (!last || match.start >= last.end) merged.push({ ...match });
    else {
      last.end = Math.max(last.end, match.end);
      last.isCertain ||= match.isCertain;
    }
  }
  return merged.map((match) => ({ ...match, text: text.slice(match.start, match.end) }));
}

/** Returns the text with each match replaced. */
export function redactText(text: string, matches: readonly Pick<PrivateMatch, 'start' | 'end'>[]): string {
  let result = '';
  let from = 0;
  for (const { start, end } of matches) {
    result += text.slice(from, start) + omission;
    from = end;
  }
  return result + text.slice(from);
}

/** Represents an inline node that is no text, so that a match cannot go across it. */
const object = '\uFFFC';

/**
 * Returns the tree with what `find` returns for the text of a block replaced, also where formatting divides it. Signatures
 * are removed, and links whose address `find` matches lose it.
 */
export function redactRichText(
  tree: RichText,
  find: (text: string) => readonly Pick<PrivateMatch, 'start' | 'end'>[],
): RichText {
  const inBlock = (block: BlockNode): BlockNode => {
    if (block.type === 'paragraph' || block.type === 'heading')
      return { ...block, content: redactInline(block.content, find) };
    return {
      ...block,
      content: block.content.map((item) => ({ ...item, content: item.content.map(inBlock) })),
    };
  };
  return { ...tree, content: tree.content.map(inBlock) };
}

function redactInline(
  nodes: readonly InlineNode[],
  find: (text: string) => readonly Pick<PrivateMatch, 'start' | 'end'>[],
): InlineNode[] {
  const matches = find(nodes.map(plainOf).join(''));
  const result: InlineNode[] = [];
  let at = 0;
  for (const node of nodes) {
    const start = at;
    at += plainOf(node).length;
    if (node.type === 'signature') continue;
    if (node.type !== 'text') {
      if (!matches.some((match) => match.start <= start && match.end > start)) result.push(node);
      continue;
    }
    const text = withoutMatches(node.text, start, matches);
    if (text === '') continue;
    const marks = (node.marks ?? []).filter(
      (mark) => mark.type !== 'link' || find(readableHref(mark.attrs.href)).length === 0,
    );
    result.push(textNode(text, marks));
  }
  return result;
}

/** The part of a block's text that begins at `offset`; a match is replaced in the node where it starts. */
function withoutMatches(
  text: string,
  offset: number,
  matches: readonly Pick<PrivateMatch, 'start' | 'end'>[],
): string {
  let result = '';
  let from = 0;
  for (const match of matches) {
    const start = match.start - offset;
    const end = match.end - offset;
    if (end <= 0 || start >= text.length) continue;
    result += text.slice(from, Math.max(0, start)) + (start >= 0 ? omission : '');
    from = Math.min(text.length, end);
  }
  return result + text.slice(from);
}

function plainOf(node: InlineNode): string {
  if (node.type === 'text') return node.text;
  return node.type === 'hardBreak' ? '\n' : object;
}

function readableHref(href: string): string {
  try {
    return decodeURIComponent(href.replaceAll('+', ' '));
  } catch {
    return href;
  }
}
