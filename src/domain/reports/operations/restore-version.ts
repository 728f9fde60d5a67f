/** Bringing back what a published version had. */
import { placed, sortByPosition } from '../../base/ordered.ts';
import {
  allMedia,
  type ReportComment,
  type ReportContent,
  type ReportItem,
  type ReportMedia,
} from '../reports.ts';

/** What to bring back: the whole version, or one comment or photo of it. */
export type RestoredPart = { comment_id: string } | { media_id: string } | null;

/**
 * Returns the current content with what a version had: all of it as it was, or one comment with its photos, or one photo
 * with its caption and marks. Null if the version does not have the part, or the item it belongs to no longer exists.
 */
export function restored(
  current: ReportContent,
  version: ReportContent,
  part: RestoredPart,
): ReportContent | null {
  if (!part) {
    const placed = new Set(allMedia({ ...version, unsorted: [] }).map(({ id }) => id));
    const unsorted = current.unsorted?.filter(({ id }) => !placed.has(id)) ?? [];
    return { ...current, sections: version.sections, unsorted };
  }
  const old = version.sections.flatMap((section) => section.items).find((item) => has(item, part));
  if (!old) return null;
  const photos =
    'comment_id' in part ? old.media.filter((photo) => photo.comment_id === part.comment_id) : [];
  const moved = new Set([
    'comment_id' in part ? part.comment_id : part.media_id,
    ...photos.map(({ id }) => id),
  ]);
  const left = withoutElsewhere(current, old.id, moved);
  const item = left.sections.flatMap((section) => section.items).find((each) => each.id === old.id);
  if (!item) return null;
  return inItem(left, 'comment_id' in part ? withComment(item, old, part) : withPhoto(item, old, part));
}

/** Takes comments and photos out of the items they were moved to. Photos added since to such a comment stay with the item. */
function withoutElsewhere(content: ReportContent, itemId: string, ids: ReadonlySet<string>): ReportContent {
  const clean = (item: ReportItem): ReportItem => {
    const isElsewhere = [...item.comments, ...item.media].some((each) => ids.has(each.id));
    if (item.id === itemId || !isElsewhere) return item;
    const media = item.media
      .filter((photo) => !ids.has(photo.id))
      .map((photo) =>
        photo.comment_id && ids.has(photo.comment_id) ? { ...photo, comment_id: null } : photo,
      );
    return { ...item, comments: item.comments.filter((comment) => !ids.has(comment.id)), media };
  };
  return {
    ...content,
    sections: content.sections.map((section) => ({ ...section, items: section.items.map(clean) })),
    unsorted: content.unsorted?.filter((photo) => !ids.has(photo.id)) ?? [],
  };
}

const has = (item: ReportItem, part: NonNullable<RestoredPart>): boolean =>
  'comment_id' in part
    ? item.comments.some((comment) => comment.id === part.comment_id)
    : item.media.some((photo) => photo.id === part.media_id);

function withComment(item: ReportItem, old: ReportItem, { comment_id }: { comment_id: string }): ReportItem {
  const comment = old.comments.find((each) => each.id === comment_id) as ReportComment;
  const photos = old.media.filter((photo) => photo.comment_id === comment_id);
  const kept = new Set(photos.map((photo) => photo.id));
  return {
    ...item,
    comments: replaced(item.comments, [comment]),
    media: replaced(
      item.media.filter((photo) => photo.comment_id !== comment_id || kept.has(photo.id)),
      photos,
    ),
  };
}

function withPhoto(item: ReportItem, old: ReportItem, { media_id }: { media_id: string }): ReportItem {
  const photo = old.media.find((each) => each.id === media_id) as ReportMedia;
  const isAlone = !item.comments.some((comment) => comment.id === photo.comment_id);
  return {
    ...item,
    media: replaced(item.media, [isAlone ? { ...photo, comment_id: null } : photo]),
  };
}

/** Puts parts in the place of those with their ids, or at their old places. */
function replaced<T extends { id: string; position: number }>(list: readonly T[], parts: readonly T[]): T[] {
  let next = sortByPosition(list);
  for (const part of parts) {
    const others = next.filter((each) => each.id !== part.id);
    const at = next.findIndex((each) => each.id === part.id);
    const place = at === -1 ? Math.min(part.position, others.length) : at;
    next = [...others.slice(0, place), part, ...others.slice(place)];
  }
  return placed(next);
}

function inItem(content: ReportContent, item: ReportItem): ReportContent {
  return {
    ...content,
    sections: content.sections.map((section) =>
      section.items.some((each) => each.id === item.id)
        ? { ...section, items: section.items.map((each) => (each.id === item.id ? item : each)) }
        : section,
    ),
  };
}
