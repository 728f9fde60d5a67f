/** What an operation on a report writes, overwrites, and how it is reverted. */
import { canonicalJson } from '../../base/canonical-json.ts';
import { type FieldKey, keysOf, rivalsIn, shareField } from '../../base/operations.ts';
import { idBefore } from '../../base/ordered.ts';
import {
  allMedia,
  type ReportComment,
  type ReportContent,
  type ReportItem,
  type ReportMedia,
  type ReportSection,
} from '../reports.ts';
import { allItems, itemById, sectionById } from './content-parts.ts';
import type { ReportChange, ReportOp } from './report-ops.ts';

/**
 * The fields an operation writes. Removing a part writes all of its fields and those of everything inside it, so that
 * no one removes what someone else has just written there; adding or moving something into it only meets its removal.
 */
function fieldsOf(content: ReportContent, op: ReportOp): FieldKey[] {
  switch (op.type) {
    case 'set_rating':
      return [`item:${op.item_id}:rating`];
    case 'update_comment':
      return keysOf('comment', op.comment_id, op.changes);
    case 'update_item':
      return keysOf('item', op.item_id, op.changes);
    case 'update_section':
      return keysOf('section', op.section_id, op.changes);
    case 'update_media':
      return keysOf('media', op.media_id, op.changes);
    case 'add_item':
      return [`section:${op.item.section_id}:${op.item.id}`];
    case 'move_item':
      return [`section:${op.section_id}:${op.item_id}`];
    case 'add_comment':
      return [`item:${op.comment.item_id}:${op.comment.id}`];
    case 'move_comment':
      return [`item:${op.item_id}:${op.comment_id}`];
    case 'remove_comment':
      return [`comment:${op.comment_id}:*`];
    case 'remove_item':
      return wholeItem(op.item_id, itemById(content, op.item_id));
    case 'remove_section':
      return wholeSection(op.section_id, sectionById(content, op.section_id));
    case 'remove_media':
      return [`media:${op.media_id}:*`];
    default:
      return [];
  }
}

const wholeSection = (id: string, section: ReportSection | undefined): FieldKey[] => [
  `section:${id}:*`,
  ...(section?.items ?? []).flatMap((item) => wholeItem(item.id, item)),
];

const wholeItem = (id: string, item: ReportItem | undefined): FieldKey[] => [
  `item:${id}:*`,
  ...(item?.comments ?? []).map((comment): FieldKey => `comment:${comment.id}:*`),
  ...(item?.media ?? []).map((media): FieldKey => `media:${media.id}:*`),
];

/** The operations that would overwrite what others wrote since their author's state: see `rivalsIn`. */
export function rivalsOf<T extends { op: ReportOp }>(
  content: ReportContent,
  ops: readonly ReportOp[],
  newer: readonly T[],
): { op: ReportOp; rival: T }[] {
  return rivalsIn(ops, newer, (op) => fieldsOf(content, op));
}

/** Whether two operations write the same field, also if they write the same value. */
export function meet(content: ReportContent, one: ReportOp, other: ReportOp): boolean {
  return shareField(fieldsOf(content, one), fieldsOf(content, other));
}

type Subject = ReportSection | ReportItem | ReportComment | ReportMedia;

/** The part that an operation changes or removes; undefined if it adds one. */
function subjectOf(content: ReportContent, op: ReportChange): Subject | undefined {
  if (op.type === 'place_media' || op.type.startsWith('copy_')) return undefined;
  if ('comment_id' in op)
    return allItems(content)
      .flatMap((item) => item.comments)
      .find((each) => each.id === op.comment_id);
  if ('media_id' in op) return allMedia(content).find((each) => each.id === op.media_id);
  if ('item_id' in op) return itemById(content, op.item_id);
  return 'section_id' in op ? sectionById(content, op.section_id) : undefined;
}

/** What an operation will overwrite or remove, for the history; null if it only adds. */
export function beforeOf(content: ReportContent, op: ReportOp): unknown {
  if (op.type === 'place_media') return placesOf(content, op.media_ids);
  const found = subjectOf(content, op);
  if (!found) return null;
  if (op.type === 'set_rating') return { rating: (found as ReportItem).rating };
  if (op.type === 'remove_comment') return { ...found, media_ids: mediaOf(content, op.comment_id) };
  if (op.type.startsWith('remove_')) return found;
  if (op.type.startsWith('move_')) return { position: found.position, ...placeOf(found) };
  return valuesOf(found, 'changes' in op ? op.changes : {});
}

function placesOf(content: ReportContent, ids: readonly string[]) {
  return allMedia(content)
    .filter((media) => ids.includes(media.id))
    .map(({ id, item_id, comment_id, position }) => ({ media_id: id, item_id, comment_id, position }));
}

function placeOf(found: Subject): object {
  if ('section_id' in found) return { section_id: found.section_id };
  return 'item_id' in found ? { item_id: found.item_id } : {};
}

function valuesOf(part: object, changes: object): Record<string, unknown> {
  const values = part as Record<string, unknown>;
  return Object.fromEntries(Object.keys(changes).map((name) => [name, values[name] ?? null]));
}

/** The photos and videos of a comment. */
function mediaOf(content: ReportContent, commentId: string): string[] {
  return allMedia(content).flatMap((media) => (media.comment_id === commentId ? [media.id] : []));
}

/**
 * The changes that undo `op`, given the content before it; none if nothing does. What was removed comes back whole,
 * with its ids, where it was.
 */
export function inverseOf(content: ReportContent, op: ReportChange): ReportChange[] {
  if (op.type === 'place_media') return placedBack(content, op.media_ids);
  const back = singleInverseOf(content, op);
  return back ? [back, ...locationsBack(content, op)] : [];
}

/** Photos that lose their location with a change of their comment get it back. */
function locationsBack(content: ReportContent, op: ReportChange): ReportChange[] {
  if (op.type !== 'update_comment' || !op.changes.locations) return [];
  const kept = new Set(op.changes.locations);
  return allMedia(content).flatMap(({ id, comment_id, location }) =>
    comment_id === op.comment_id && location && !kept.has(location)
      ? [{ type: 'update_media', media_id: id, changes: { location } }]
      : [],
  );
}

/** Photos go back to where each of them was. */
function placedBack(content: ReportContent, ids: readonly string[]): ReportChange[] {
  const places = new Map<string, Extract<ReportChange, { type: 'place_media' }>>();
  for (const { media_id, item_id, comment_id } of placesOf(content, ids)) {
    const key = `${item_id} ${comment_id}`;
    const place = places.get(key) ?? { type: 'place_media', media_ids: [], item_id, comment_id };
    places.set(key, { ...place, media_ids: [...place.media_ids, media_id] });
  }
  return [...places.values()];
}

function singleInverseOf(content: ReportContent, op: ReportChange): ReportChange | null {
  if (/^(add|copy|restore)_/.test(op.type)) return removalOf(op);
  const part = subjectOf(content, op);
  if (!part) return null;
  if (op.type === 'set_rating') return { ...op, rating: (part as ReportItem).rating };
  if ('changes' in op) return { ...op, changes: valuesOf(part, op.changes) } as ReportChange;
  return backTo(content, op, part);
}

/** The removal of what an operation adds. */
function removalOf(op: ReportChange): ReportChange | null {
  if (op.type === 'copy_section') return { type: 'remove_section', section_id: op.ids[op.section_id] ?? '' };
  if (op.type === 'copy_item') return { type: 'remove_item', item_id: op.ids[op.item_id] ?? '' };
  if ('section' in op) return { type: 'remove_section', section_id: op.section.id };
  if ('item' in op) return { type: 'remove_item', item_id: op.item.id };
  if ('comment' in op) return { type: 'remove_comment', comment_id: op.comment.id };
  return 'media' in op ? { type: 'remove_media', media_id: op.media.id } : null;
}

/** The way back of something that was moved or removed. */
function backTo(content: ReportContent, op: ReportChange, part: Subject): ReportChange | null {
  const after_id = previousOf(content, part);
  switch (op.type) {
    case 'move_section':
    case 'move_media':
      return { ...op, after_id };
    case 'move_item':
      return { ...op, section_id: (part as ReportItem).section_id, after_id };
    case 'move_comment':
      return { ...op, item_id: (part as ReportComment).item_id, after_id };
    case 'remove_section':
      return { type: 'restore_section', section: part as ReportSection, after_id };
    case 'remove_item':
      return { type: 'restore_item', item: part as ReportItem, after_id };
    case 'remove_media':
      return { type: 'restore_media', media: part as ReportMedia, after_id };
    case 'remove_comment': {
      const media_ids = mediaOf(content, op.comment_id);
      return { type: 'restore_comment', comment: { ...(part as ReportComment), media_ids }, after_id };
    }
    default:
      return null;
  }
}

/** The id of the part before this one in its list; null for the first. */
function previousOf(content: ReportContent, part: Subject): string | null {
  if ('section_id' in part) return idBefore(sectionById(content, part.section_id)?.items ?? [], part.id);
  if (!('item_id' in part)) return idBefore(content.sections, part.id);
  const item = part.item_id === null ? undefined : itemById(content, part.item_id);
  const media = part.item_id === null ? content.unsorted : item?.media;
  return idBefore(('caption' in part ? media : item?.comments) ?? [], part.id);
}

/**
 * The part of `undo` that still reverts what `done` did: fields that someone else has changed since keep their new
 * value, and what someone else moved on stays there. Null if nothing is left to undo.
 */
export function stillUndoable(
  content: ReportContent,
  done: ReportChange,
  undo: ReportChange,
): ReportChange | null {
  const part = subjectOf(content, done);
  if (done.type.startsWith('move_') && 'after_id' in done)
    return part && previousOf(content, part) === done.after_id ? undo : null;
  const wanted = done.type === 'set_rating' ? { rating: done.rating } : 'changes' in done && done.changes;
  if (!wanted) return undo;
  if (!part) return null;
  const isOurs = (name: string) =>
    canonicalJson(valuesOf(part, { [name]: 0 })[name]) ===
    canonicalJson((wanted as Record<string, unknown>)[name] ?? null);
  if (!('changes' in undo)) return isOurs('rating') ? undo : null;
  const left = Object.entries(undo.changes).filter(([name]) => isOurs(name));
  return left.length === 0 ? null : ({ ...undo, changes: Object.fromEntries(left) } as ReportChange);
}
