/** What an operation on a template writes, overwrites, and how it is reverted. */
import { canonicalJson } from '../base/canonical-json.ts';
import { type FieldKey, keysOf, rivalsIn, shareField } from '../base/operations.ts';
import { idBefore, sortByPosition } from '../base/ordered.ts';
import {
  commentsOf,
  itemsOf,
  type TemplateComment,
  type TemplateContent,
  type TemplateItem,
  type TemplateSection,
} from './template.ts';
import type { NewComment, NewItem, NewSection, TemplateChange, TemplateOp } from './template-ops.ts';

/**
 * The fields an operation writes. Removing a part writes all of its fields and those of everything inside it, so that
 * no one removes what someone else has just written there; adding or moving something into it only meets its removal.
 */
function fieldsOfTemplateOp(content: TemplateContent, op: TemplateOp): FieldKey[] {
  switch (op.type) {
    case 'update_template':
      return keysOf('template', '', op.changes);
    case 'update_section':
      return keysOf('section', op.section_id, op.changes);
    case 'update_item':
      return keysOf('item', op.item_id, op.changes);
    case 'update_comment':
      return keysOf('comment', op.comment_id, op.changes);
    case 'add_item':
      return [`section:${op.item.section_id}:${op.item.id}`];
    case 'move_item':
      return [`section:${op.section_id}:${op.item_id}`];
    case 'add_comment':
      return [`item:${op.comment.item_id}:${op.comment.id}`];
    case 'move_comment':
      return [`item:${op.item_id}:${op.comment_id}`];
    case 'remove_section':
      return wholeSection(op.section_id, sectionOf(content, op.section_id));
    case 'remove_item':
      return wholeItem(op.item_id, itemOf(content, op.item_id));
    case 'remove_comment':
      return [`comment:${op.comment_id}:*`];
    default:
      return [];
  }
}

/** The operations that would overwrite what others wrote since their author's state: see `rivalsIn`. */
export function rivalsOf<T extends { op: TemplateOp }>(
  content: TemplateContent,
  ops: readonly TemplateOp[],
  newer: readonly T[],
): { op: TemplateOp; rival: T }[] {
  return rivalsIn(ops, newer, (op) => fieldsOfTemplateOp(content, op));
}

/** Whether two operations write the same field, also if they write the same value. */
export function meet(content: TemplateContent, one: TemplateOp, other: TemplateOp): boolean {
  return shareField(fieldsOfTemplateOp(content, one), fieldsOfTemplateOp(content, other));
}

const wholeSection = (id: string, section: TemplateSection | undefined): FieldKey[] => [
  `section:${id}:*`,
  ...(section?.items ?? []).flatMap((item) => wholeItem(item.id, item)),
];

const wholeItem = (id: string, item: TemplateItem | undefined): FieldKey[] => [
  `item:${id}:*`,
  ...(item?.comments ?? []).map((comment): FieldKey => `comment:${comment.id}:*`),
];

const sectionOf = (content: TemplateContent, id: string) => content.sections.find((s) => s.id === id);
const itemOf = (content: TemplateContent, id: string) => itemsOf(content).find((i) => i.id === id);
const commentOf = (content: TemplateContent, id: string) => commentsOf(content).find((c) => c.id === id);

/**
 * The change that takes `op` back, given the content before it; null if there is nothing to take back. What was removed
 * comes back whole, with its ids, where it was.
 */
export function inverseOf(content: TemplateContent, op: TemplateChange): TemplateChange | null {
  switch (op.type) {
    case 'update_template':
      return { ...op, changes: valuesOf(content, op.changes) };
    case 'add_section':
      return { type: 'remove_section', section_id: op.section.id };
    case 'add_item':
      return { type: 'remove_item', item_id: op.item.id };
    case 'add_comment':
      return { type: 'remove_comment', comment_id: op.comment.id };
    case 'update_section':
    case 'move_section':
    case 'remove_section':
      return inverseOnSection(content, op);
    case 'update_item':
    case 'move_item':
    case 'remove_item':
      return inverseOnItem(content, op);
    default:
      return inverseOnComment(content, op);
  }
}

type ExistingPart<T extends string> = Extract<
  TemplateChange,
  { type: `${'update' | 'move' | 'remove'}_${T}` }
>;

function inverseOnSection(content: TemplateContent, op: ExistingPart<'section'>): TemplateChange | null {
  const section = sectionOf(content, op.section_id);
  if (!section) return null;
  if (op.type === 'update_section') return { ...op, changes: valuesOf(section, op.changes) };
  const after_id = idBefore(content.sections, section.id);
  return op.type === 'move_section'
    ? { ...op, after_id }
    : { type: 'add_section', section: wholeCopy(section), after_id };
}

function inverseOnItem(content: TemplateContent, op: ExistingPart<'item'>): TemplateChange | null {
  const item = itemOf(content, op.item_id);
  if (!item) return null;
  if (op.type === 'update_item') return { ...op, changes: valuesOf(item, op.changes) };
  const after_id = idBefore(sectionOf(content, item.section_id)?.items ?? [], item.id);
  return op.type === 'move_item'
    ? { ...op, section_id: item.section_id, after_id }
    : { type: 'add_item', item: wholeItemCopy(item), after_id };
}

function inverseOnComment(content: TemplateContent, op: ExistingPart<'comment'>): TemplateChange | null {
  const comment = commentOf(content, op.comment_id);
  if (!comment) return null;
  if (op.type === 'update_comment') return { ...op, changes: valuesOf(comment, op.changes) };
  const after_id = idBefore(itemOf(content, comment.item_id)?.comments ?? [], comment.id);
  return op.type === 'move_comment'
    ? { ...op, item_id: comment.item_id, after_id }
    : { type: 'add_comment', comment: commentCopy(comment), after_id };
}

function valuesOf<T extends object>(part: T, changes: object): Partial<T> {
  return Object.fromEntries(Object.keys(changes).map((name) => [name, part[name as keyof T]])) as Partial<T>;
}

/** A section as the operation that adds it brings it, with its items and comments in their order. */
export function wholeCopy({ position: _, items, ...section }: TemplateSection): NewSection {
  return { ...section, items: sortByPosition(items).map(wholeItemCopy) };
}

/** An item as the operation that adds it brings it, with its comments in their order. */
export function wholeItemCopy({ position: _, comments, ...item }: TemplateItem): NewItem {
  return { ...item, comments: sortByPosition(comments).map(commentCopy) };
}

const commentCopy = ({ position: _, ...comment }: TemplateComment): NewComment => comment;

/**
 * The part of `undo` that still reverts what `done` did: fields that someone else has changed since keep their new
 * value. Null if nothing is left to take back.
 */
export function stillUndoable(
  content: TemplateContent,
  done: TemplateChange,
  undo: TemplateChange,
): TemplateChange | null {
  if (!('changes' in done) || !('changes' in undo)) return undo;
  const part = partOf(content, done);
  if (!part) return null;
  const wanted = done.changes as Record<string, unknown>;
  const unchanged = Object.entries(undo.changes).filter(
    ([name]) => canonicalJson(part[name] ?? null) === canonicalJson(wanted[name] ?? null),
  );
  return unchanged.length === 0
    ? null
    : ({ ...undo, changes: Object.fromEntries(unchanged) } as TemplateChange);
}

function partOf(content: TemplateContent, op: TemplateChange): Record<string, unknown> | null {
  const found =
    op.type === 'update_template'
      ? content
      : op.type === 'update_section'
        ? sectionOf(content, op.section_id)
        : op.type === 'update_item'
          ? itemOf(content, op.item_id)
          : op.type === 'update_comment'
            ? commentOf(content, op.comment_id)
            : undefined;
  return (found as unknown as Record<string, unknown> | undefined) ?? null;
}

/** What an operation overwrites or removes, for the history; null if it only adds or moves. */
export function overwrittenBy(content: TemplateContent, op: TemplateOp): unknown {
  const undo = op.type.startsWith('update_') || op.type.startsWith('remove_') ? inverseOf(content, op) : null;
  if (!undo) return null;
  if ('changes' in undo) return undo.changes;
  if (undo.type === 'add_section') return undo.section;
  if (undo.type === 'add_item') return undo.item;
  return undo.type === 'add_comment' ? undo.comment : null;
}
