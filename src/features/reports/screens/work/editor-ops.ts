import type { ReportOp } from '#domain/reports/operations/report-ops.ts';
import { allMedia, type ReportContent, type ReportMedia } from '#domain/reports/reports.ts';

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
