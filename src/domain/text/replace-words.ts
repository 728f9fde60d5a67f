/** Finding and replacing words in plain and rich text. */
import type { BlockNode, InlineNode, RichText, TextNode } from './rich-text.ts';

/** What is looked for, and what takes its place. */
export interface Replacement {
  find: string;
  replace_with: string;
  match_case: boolean;
  /** `tile` does not match `tiles`. */
  whole_words: boolean;
}

/** Returns the pattern that matches what is looked for. */
function patternOf({ find, match_case, whole_words }: Replacement): RegExp {
  const literal = find.replace(/[\\^$.*+?()[\]{}|/]/g, (sign) => `\\${sign}`);
  const bounded = whole_words ? `(?<![\\p{L}\\p{N}\\p{M}])${literal}(?![\\p{L}\\p{N}\\p{M}])` : literal;
  return new RegExp(bounded, match_case ? 'gu' : 'giu');
}

/**
 * Replaces every occurrence in a text. The new words are taken as they are.
 *
 * @example replaceInText('A tile, tiles', { find: 'tile', replace_with: 'slate', match_case: true, whole_words: true }) → 'A slate, tiles'
 */
export function replaceInText(text: string, wanted: Replacement): string {
  return text.replace(patternOf(wanted), () => wanted.replace_with);
}

/**
 * Replaces every occurrence in a tree, also where it is partly bold or a link; the new words look as the first letter
 * did. Returns the same tree if there is none. What spans two paragraphs, a line break or a placeholder does not match.
 */
export function replaceInRichText(tree: RichText, wanted: Replacement): RichText {
  const content = mapped(tree.content, (block) => inBlock(block, wanted));
  return content === tree.content ? tree : { ...tree, content };
}

function inBlock(block: BlockNode, wanted: Replacement): BlockNode {
  if (block.type === 'paragraph' || block.type === 'heading') {
    const content = inLine(block.content, wanted);
    return content === block.content ? block : { ...block, content };
  }
  const content = mapped(block.content, (item) => {
    const inside = mapped(item.content, (each) => inBlock(each, wanted));
    return inside === item.content ? item : { ...item, content: inside };
  });
  return content === block.content ? block : { ...block, content };
}

/** Neighboring texts of different looks are one text for the reader, so they are searched as one. */
function inLine(nodes: InlineNode[], wanted: Replacement): InlineNode[] {
  const result: InlineNode[] = [];
  let run: TextNode[] = [];
  let isChanged = false;
  const finish = () => {
    const replaced = inRun(run, wanted);
    if (replaced !== run) isChanged = true;
    result.push(...replaced);
    run = [];
  };
  for (const node of nodes) {
    if (node.type === 'text') {
      run.push(node);
      continue;
    }
    finish();
    result.push(node);
  }
  finish();
  return isChanged ? result : nodes;
}

function inRun(run: TextNode[], wanted: Replacement): TextNode[] {
  const text = run.map((node) => node.text).join('');
  const hits = [...text.matchAll(patternOf(wanted))];
  if (hits.length === 0) return run;
  const parts: TextNode[] = [];
  let at = 0;
  for (const hit of hits) {
    parts.push(...slice(run, at, hit.index));
    const [first] = slice(run, hit.index, hit.index + 1);
    if (first && wanted.replace_with !== '') parts.push({ ...first, text: wanted.replace_with });
    at = hit.index + hit[0].length;
  }
  parts.push(...slice(run, at, text.length));
  return parts.filter((node) => node.text !== '');
}

/** The part of a run between two offsets. */
function slice(run: readonly TextNode[], from: number, to: number): TextNode[] {
  const parts: TextNode[] = [];
  let start = 0;
  for (const node of run) {
    const text = node.text.slice(Math.max(0, from - start), Math.max(0, to - start));
    if (text !== '') parts.push({ ...node, text });
    start += node.text.length;
  }
  return parts;
}

/** The list with each part mapped; the same list if every part stayed the same. */
function mapped<T>(list: T[], map: (one: T) => T): T[] {
  const next = list.map(map);
  return next.every((one, i) => one === list[i]) ? list : next;
}
