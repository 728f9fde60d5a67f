/** Searching the comments that can be added to an item while typing. */
import { queryWords } from '../base/names.ts';
import { type RichText, toPlainText } from '../text/rich-text.ts';
import { byUse, type CommentChoice } from './comment-choices.ts';

/**
 * Returns what a search finds in name, tags and text, word by word: first in this item, then elsewhere; found in the name
 * before found in the text, favorites and most used first. An empty search finds everything of this item.
 */
export function searchChoices(
  choices: readonly CommentChoice[],
  search: string,
  most: number,
): CommentChoice[] {
  const words = queryWords(search);
  if (words.length === 0)
    return choices
      .filter(({ isHere }) => isHere)
      .toSorted(byUse)
      .slice(0, most);
  const found = choices.flatMap((each) => {
    const { name, text } = wordsOf(each.comment);
    const isNamed = words.every((word) => name.includes(` ${word}`));
    if (!isNamed && !words.every((word) => text.includes(` ${word}`))) return [];
    return [{ each, isNamed }];
  });
  return found
    .toSorted(
      (a, b) =>
        Number(b.each.isHere) - Number(a.each.isHere) ||
        Number(b.isNamed) - Number(a.isNamed) ||
        byUse(a.each, b.each),
    )
    .slice(0, most)
    .map(({ each }) => each);
}

interface Words {
  name: string;
  text: string;
}

// Folding texts is what costs time, and a comment stays the same object until it is changed.
const folded = new WeakMap<object, Words>();

function wordsOf(comment: CommentChoice['comment']): Words {
  const known = folded.get(comment);
  if (known) return known;
  const name = spaced(comment.name);
  const text = comment.text ? toPlainText(comment.text as RichText) : '';
  const words = { name, text: `${name}${spaced([...comment.tags, text].join(' '))}` };
  folded.set(comment, words);
  return words;
}

const spaced = (text: string) => ` ${queryWords(text).join(' ')}`;
