/** The operations on photos and videos of a report. */
import { defined, insertedAfter, placed, sortByPosition } from '../../base/ordered.ts';
import { withKnownLocation } from '../locations.ts';
import { checkEdit, checkMarks } from '../photos/photo-marks.ts';
import { insertedByTime, sortByTime } from '../photos/photo-order.ts';
import { allMedia, type ReportContent, type ReportMedia } from '../reports.ts';
import { allItems, goneMessage, itemById, mapItem } from './content-parts.ts';

/**
 * The changeable fields of a photo or video; a changed time counts as corrected by a person, and the location
 * null is none.
 */
export type MediaChanges = Partial<
  Pick<ReportMedia, 'caption' | 'comment_id' | 'annotations' | 'edit' | 'taken_at'>
> & { location?: string | null };

/** `place_media` moves photos to an item or to one of its comments; without an item, to the unsorted ones. */
export type MediaOp =
  | { type: 'update_media'; media_id: string; changes: MediaChanges }
  | { type: 'remove_media'; media_id: string }
  | { type: 'move_media'; media_id: string; after_id: string | null }
  | { type: 'place_media'; media_ids: string[]; item_id: string | null; comment_id: string | null };

/** Shown when a photo is put in a location that its comment does not have. */
export const unknownLocationMessage = 'This comment doesn’t have that location';

/** Returns the content after an operation on photos, or the reason to refuse it. */
export function applyToMedia(content: ReportContent, op: MediaOp): ReportContent | string {
  if (op.type === 'place_media') return place(content, op);
  const media = allMedia(content).find((m) => m.id === op.media_id);
  if (!media) return goneMessage;
  if (op.type === 'update_media') return update(content, media, op.changes);
  return inPlaceOf(content, media, (list) => {
    const others = sortByPosition(list).filter((m) => m.id !== media.id);
    return op.type === 'remove_media' ? placed(others) : insertedAfter(others, media, op.after_id);
  });
}

function update(content: ReportContent, media: ReportMedia, changes: MediaChanges): ReportContent | string {
  const item = media.item_id === null ? undefined : itemById(content, media.item_id);
  const { comment_id } = changes;
  if (comment_id && !item?.comments.some((c) => c.id === comment_id)) return goneMessage;
  const source =
    changes.taken_at === undefined ? {} : { time_source: changes.taken_at ? ('person' as const) : null };
  const drawn = checkedDrawing(media, changes);
  if (typeof drawn === 'string') return drawn;
  const { location, ...others } = changes;
  const place = location === undefined ? {} : { location: location ?? '' };
  const moved = { ...media, ...defined(others), ...place, ...source, ...drawn };
  const comment = item?.comments.find((c) => c.id === moved.comment_id);
  const changed = withKnownLocation(moved, comment);
  if (location && changed.location !== location) return unknownLocationMessage;
  return inPlaceOf(content, media, (list) => list.map((m) => (m.id === media.id ? changed : m)));
}

/** The marks and the crop of these changes as they are stored, or why they are refused. */
function checkedDrawing(
  media: ReportMedia,
  { annotations, edit }: MediaChanges,
): Pick<MediaChanges, 'annotations' | 'edit'> | string {
  const marks = annotations === undefined ? undefined : checkMarks(annotations);
  const crop = edit === undefined ? undefined : checkEdit(edit);
  if (marks && 'problem' in marks) return marks.problem.message;
  if (crop && 'problem' in crop) return crop.problem.message;
  if (media.kind === 'video' && (marks?.value.length || crop?.value)) return 'Videos can’t be annotated';
  return { ...(marks ? { annotations: marks.value } : {}), ...(crop ? { edit: crop.value } : {}) };
}

/**
 * Moves photos in the order of their times. Those that were removed are left out, and where the comment was removed they
 * stay with its item.
 */
function place(
  content: ReportContent,
  op: Extract<MediaOp, { type: 'place_media' }>,
): ReportContent | string {
  const wanted = new Set(op.media_ids);
  const found = allMedia(content).filter((m) => wanted.has(m.id));
  const item = op.item_id === null ? null : itemById(content, op.item_id);
  if (found.length === 0 || item === undefined) return goneMessage;
  const comment = item?.comments.find((c) => c.id === op.comment_id);
  const comment_id = comment?.id ?? null;
  const item_id = item?.id ?? null;
  const moving = found.filter((m) => m.item_id !== item_id || m.comment_id !== comment_id);
  const left = without(content, new Set(moving.map((m) => m.id)));
  const target = { item_id, comment_id };
  return inPlaceOf(left, target, (list) =>
    sortByTime(moving).reduce<readonly ReportMedia[]>(
      (all, m) => insertedByTime(all, withKnownLocation({ ...m, ...target }, comment)),
      list,
    ),
  );
}

function without(content: ReportContent, ids: ReadonlySet<string>): ReportContent {
  const rest = (list: readonly ReportMedia[]) => placed(sortByPosition(list).filter((m) => !ids.has(m.id)));
  const touched = allItems(content).filter((item) => item.media.some((m) => ids.has(m.id)));
  const items = touched.reduce(
    (all, item) => mapItem(all, item.id, (each) => ({ ...each, media: rest(each.media) })),
    content,
  );
  const isUnsorted = content.unsorted?.some((m) => ids.has(m.id));
  return isUnsorted ? { ...items, unsorted: rest(content.unsorted ?? []) } : items;
}

/** Changes the list of photos that a photo belongs to. */
function inPlaceOf(
  content: ReportContent,
  { item_id }: Pick<ReportMedia, 'item_id'>,
  change: (list: readonly ReportMedia[]) => readonly ReportMedia[],
): ReportContent {
  if (item_id === null) return { ...content, unsorted: change(content.unsorted ?? []) };
  return mapItem(content, item_id, (item) => ({ ...item, media: [...change(item.media)] }));
}
