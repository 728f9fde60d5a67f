import { sortByPosition } from '#domain/base/ordered.ts';
import { commentsOf, itemsOf, type TemplateContent } from '#domain/templates/template.ts';
import type { TemplateChange } from '#domain/templates/template-ops.ts';

/** The id of a place to drop into a part: a comment into an item, an item into a section. */
export const intoId = (partId: string) => `into:${partId}`;

interface Drop {
  id: string;
  /** The part or the place it was dropped on. */
  onto: string;
  /** Its new index among its siblings of the same list. */
  index: number;
  isMoved: boolean;
}

/** The change that a drop means, or null if it changes nothing. Anything dropped outside of a list stays where it was. */
export function droppedChange(
  content: TemplateContent,
  { id, onto, index, isMoved }: Drop,
): TemplateChange | null {
  const target = onto.startsWith('into:') ? onto.slice(5) : null;
  const comment = commentsOf(content).find((each) => each.id === id);
  if (comment) {
    const to = target ? itemsOf(content).find((item) => item.id === target) : undefined;
    if (target) return to && to.id !== comment.item_id ? toEnd('comment', id, to) : null;
    const siblings = itemsOf(content).find((item) => item.id === comment.item_id)?.comments ?? [];
    const shown = siblings.filter((each) => each.kind === comment.kind);
    return isMoved
      ? { type: 'move_comment', comment_id: id, item_id: comment.item_id, after_id: before(shown, id, index) }
      : null;
  }
  const item = itemsOf(content).find((each) => each.id === id);
  if (item) {
    const to = target ? content.sections.find((section) => section.id === target) : undefined;
    if (target) return to && to.id !== item.section_id ? toEnd('item', id, to) : null;
    const siblings = content.sections.find((section) => section.id === item.section_id)?.items ?? [];
    return isMoved
      ? { type: 'move_item', item_id: id, section_id: item.section_id, after_id: before(siblings, id, index) }
      : null;
  }
  return isMoved && !target
    ? { type: 'move_section', section_id: id, after_id: before(content.sections, id, index) }
    : null;
}

/** The part after which something with this index among its siblings is; null for the first. */
export function before(
  siblings: readonly { id: string; position: number }[],
  id: string,
  index: number,
): string | null {
  const others = sortByPosition(siblings).filter((part) => part.id !== id);
  return others[index - 1]?.id ?? null;
}

function toEnd(
  what: 'comment' | 'item',
  id: string,
  to: {
    id: string;
    comments?: { id: string; position: number }[];
    items?: { id: string; position: number }[];
  },
): TemplateChange {
  const last = sortByPosition(to.comments ?? to.items ?? []).at(-1)?.id ?? null;
  return what === 'comment'
    ? { type: 'move_comment', comment_id: id, item_id: to.id, after_id: last }
    : { type: 'move_item', item_id: id, section_id: to.id, after_id: last };
}
