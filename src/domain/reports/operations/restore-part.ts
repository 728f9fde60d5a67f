import { insertedAfter, sortByPosition } from '../../base/ordered.ts';
import {
  allMedia,
  type ReportComment,
  type ReportContent,
  type ReportItem,
  type ReportMedia,
  type ReportSection,
} from '../reports.ts';
import { inItem, inSection, itemById, itemWithComment, mapItem, sectionById } from './content-parts.ts';

/**
 * What brings back a removed part as it was, by default where it was. The request only names it; the server takes it
 * from the history.
 */
export type RestoreOp =
  | { type: 'restore_section'; section: ReportSection; after_id?: string | null }
  | { type: 'restore_item'; item: ReportItem; after_id?: string | null }
  | { type: 'restore_comment'; comment: RemovedComment; after_id?: string | null }
  | { type: 'restore_media'; media: ReportMedia; after_id?: string | null };

/** A comment with the photos and videos that it had. */
export type RemovedComment = ReportComment & { media_ids?: string[] };

/** Adds a removed part as it was. One that is there, perhaps because someone else restored it, stays as it is. */
export function restorePart(content: ReportContent, op: RestoreOp): ReportContent | string {
  switch (op.type) {
    case 'restore_section':
      return sectionById(content, op.section.id)
        ? content
        : { ...content, sections: inserted(content.sections, op.section, op) };
    case 'restore_item':
      if (itemById(content, op.item.id)) return content;
      return inSection(content, op.item.section_id, (section) => ({
        ...section,
        items: inserted(section.items, op.item, op),
      }));
    case 'restore_comment': {
      const { media_ids = [], ...comment } = op.comment;
      if (itemWithComment(content, comment.id)) return content;
      const isItsOwn = (media: ReportMedia) => media.comment_id === null && media_ids.includes(media.id);
      return inItem(content, comment.item_id, (item) => ({
        ...item,
        comments: inserted(item.comments, comment, op),
        media: item.media.map((media) => (isItsOwn(media) ? { ...media, comment_id: comment.id } : media)),
      }));
    }
    case 'restore_media':
      return restoreMedia(content, op);
  }
}

/** Where its item is gone, a photo goes to the unsorted ones. */
function restoreMedia(
  content: ReportContent,
  op: Extract<RestoreOp, { type: 'restore_media' }>,
): ReportContent | string {
  if (allMedia(content).some((media) => media.id === op.media.id)) return content;
  const item = op.media.item_id === null ? undefined : itemById(content, op.media.item_id);
  const comment_id = item?.comments.find((comment) => comment.id === op.media.comment_id)?.id ?? null;
  const media = { ...op.media, item_id: item?.id ?? null, comment_id };
  if (!item) return { ...content, unsorted: inserted(content.unsorted ?? [], media, op) };
  return mapItem(content, item.id, (each) => ({ ...each, media: inserted(each.media, media, op) }));
}

function inserted<T extends { id: string; position: number }>(
  list: readonly T[],
  part: T,
  { after_id }: Pick<RestoreOp, 'after_id'>,
): T[] {
  const sorted = sortByPosition(list);
  const place =
    after_id === undefined ? (sorted[part.position - 1]?.id ?? sorted.at(-1)?.id ?? null) : after_id;
  return insertedAfter(sorted, part, part.position === 0 && after_id === undefined ? null : place);
}
