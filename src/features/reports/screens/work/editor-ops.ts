import type { ReportOp } from '#domain/reports/report-ops.ts';
import { allMedia, type ReportContent, type ReportMedia } from '#domain/reports/reports.ts';

/** An operation without its id. */
export type OpInput = ReportOp extends infer T
  ? T extends { op_id: string }
    ? Omit<T, 'op_id'>
    : never
  : never;

/** Merges two changes into one if the second only continues the first; otherwise null. */
export function mergedOp(earlier: ReportOp, later: ReportOp): ReportOp | null {
  if (earlier.type === 'set_rating' && later.type === 'set_rating' && earlier.item_id === later.item_id) {
    return { ...earlier, rating: later.rating };
  }
  if (
    earlier.type === 'update_comment' &&
    later.type === 'update_comment' &&
    earlier.comment_id === later.comment_id
  ) {
    return { ...earlier, changes: { ...earlier.changes, ...later.changes } };
  }
  if (
    earlier.type === 'update_media' &&
    later.type === 'update_media' &&
    earlier.media_id === later.media_id
  ) {
    return { ...earlier, changes: { ...earlier.changes, ...later.changes } };
  }
  return null;
}

/** The change that restores the current values of an operation's fields; null if there is none. */
export function revertOp(content: ReportContent, op: ReportOp): OpInput | null {
  const items = content.sections.flatMap((section) => section.items);
  if (op.type === 'set_rating') {
    const item = items.find((one) => one.id === op.item_id);
    return item ? { type: 'set_rating', item_id: item.id, rating: item.rating } : null;
  }
  if (op.type === 'update_comment') {
    const comment = items.flatMap((item) => item.comments).find((one) => one.id === op.comment_id);
    return comment
      ? { type: 'update_comment', comment_id: comment.id, changes: same(comment, op.changes) }
      : null;
  }
  if (op.type === 'update_media') {
    const media = allMedia(content).find((one) => one.id === op.media_id);
    return media ? { type: 'update_media', media_id: media.id, changes: same(media, op.changes) } : null;
  }
  return null;
}

function same<T extends object>(thing: T, changes: object): Partial<T> {
  return Object.fromEntries(Object.keys(changes).map((name) => [name, thing[name as keyof T]])) as Partial<T>;
}

/**
 * Adds an uploaded photo to the content at the position that the server gave it; one that is already there stays. If its
 * item is gone, so is the photo.
 */
export function withMedia(content: ReportContent, media: ReportMedia): ReportContent {
  if (allMedia(content).some((one) => one.id === media.id)) return content;
  const added = (list: readonly ReportMedia[]) => {
    const isTaken = list.some((one) => one.position === media.position);
    const moved = (one: ReportMedia) =>
      isTaken && one.position >= media.position ? { ...one, position: one.position + 1 } : one;
    return [...list.map(moved), media];
  };
  if (media.item_id === null) return { ...content, unsorted: added(content.unsorted ?? []) };
  const sections = content.sections.map((section) => {
    if (!section.items.some((item) => item.id === media.item_id)) return section;
    return {
      ...section,
      items: section.items.map((item) => {
        return item.id === media.item_id ? { ...item, media: added(item.media) } : item;
      }),
    };
  });
  return { ...content, sections };
}
