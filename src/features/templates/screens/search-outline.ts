import { foldText } from '#domain/base/names.ts';
import { type RichText, toPlainText } from '#domain/text/rich-text.ts';
import type { Template } from '../contract.ts';

type Section = Template['sections'][number];
type Comment = Section['items'][number]['comments'][number];

/** The prepared text of a comment, without formatting. */
export function commentText(comment: Pick<Comment, 'default_text'>): string {
  return comment.default_text ? toPlainText(comment.default_text as RichText).trim() : '';
}

/**
 * Returns the section with only the items and comments that contain the folded text. An item whose own name or section
 * matches keeps all its comments.
 */
export function matchingSection(section: Section, wanted: string): Section {
  if (wanted === '') return section;
  const has = (...texts: string[]) => texts.some((text) => foldText(text).includes(wanted));
  const items = section.items.flatMap((item) => {
    if (has(section.name, item.name)) return [item];
    const comments = item.comments.filter((one) => has(one.name, commentText(one)));
    return comments.length > 0 ? [{ ...item, comments }] : [];
  });
  return { ...section, items };
}
