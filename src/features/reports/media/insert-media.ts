import { sql } from 'kysely';
import { fullMessage, goneMessage, reportLimits } from '#domain/reports/operations/content-parts.ts';
import { insertedByTime } from '#domain/reports/photos/photo-order.ts';
import type { PhotoTime } from '#domain/reports/photos/photo-time.ts';
import type { ReportMedia } from '#domain/reports/reports.ts';
import { insertFileRow, type UploadedFile, uploadFile } from '#features/files/stored-files.ts';
import type { ActionCtx, ReadCtx, WriteCtx } from '#server/context.ts';
import { insertMine, mine, updateMine } from '#server/db/scope.ts';
import type { ProcessedPhoto } from '#server/files/photos.ts';
import { newPublicId } from '#server/ids.ts';
import { AppError, badInput, notFound } from '#wire/errors.ts';
import { registerCommentLink } from '../editing/register-comment-link.ts';
import { findRemovals } from '../editing/removals.ts';
import { statusAfterEdit } from '../editing/status-after-edit.ts';
import type { MediaOnWire } from '../media-contract.ts';
import { mediaColumns, mediaOfRow } from '../media-store.ts';
import { mediaOnWire } from '../present.ts';
import { subjectOf } from '../report-rights.ts';
import { stampReport } from '../stamp-report.ts';
import * as store from '../store.ts';

/** Where a photo or video goes in a report; the browser generates `media_id`. */
export interface MediaPlace {
  id: string;
  media_id: string;
  /** Empty for the unsorted photos. */
  item_id: string;
  comment_id?: string | undefined;
  location?: string | undefined;
  caption?: string | undefined;
}

export interface MediaAnswer {
  media: MediaOnWire;
  rev: number;
}

type PictureFiles = Record<'large' | 'medium' | 'thumb', UploadedFile>;

/** The stored facts of a photo, or of a video and its poster. */
export interface MediaFacts {
  kind: 'photo' | 'video';
  picture: ProcessedPhoto;
  files: PictureFiles;
  /** The original file name. */
  name: string;
  time: PhotoTime;
  duration_ms: number | null;
}

/** The photo or video if it arrived before. Throws if the item does not exist or the user may not edit the report. */
export async function findArrivedMedia(ctx: ReadCtx, place: MediaPlace): Promise<MediaAnswer | null> {
  const report = await store.findReport(ctx, { id: place.id });
  if (!report) throw notFound();
  ctx.requireCapability('edit_report', await subjectOf(ctx, report.appointment_id));
  const found = await mediaRow(ctx, place);
  if (found) return { media: found, rev: report.content_rev };
  await refuseStrangeItem(ctx, place);
  return null;
}

/** Stores the three sizes of a picture. */
export async function putPicture(ctx: ActionCtx, picture: ProcessedPhoto): Promise<PictureFiles> {
  const put = ({ bytes, type, sha256 }: ProcessedPhoto['large']) => uploadFile(ctx, { bytes, type, sha256 });
  return {
    large: await put(picture.large),
    medium: await put(picture.medium),
    thumb: await put(picture.thumb),
  };
}

/** Adds the photo or video to its report; one that is already there stays as it is. */
export async function insertMedia(w: WriteCtx, place: MediaPlace, facts: MediaFacts): Promise<MediaAnswer> {
  // The lock serializes two uploads of the same file; the second finds the first.
  const report = await stampReport(w, place.id);
  const already = await mediaRow(w, place);
  if (already) return { media: already, rev: report.content_rev };
  await refuseStrangeItem(w, place);
  await refuseGivenUp(w, place);
  const comment = await ownComment(w, place);
  await refuseRemovedComment(w, place, comment !== null);
  if ((await countMedia(w, report.id)) >= reportLimits.media) throw badInput({ file: fullMessage });
  const { kind, picture, files, name, time, duration_ms } = facts;
  const about = { purpose: `report-${kind}`, name: name.slice(0, 200) };
  for (const file of Object.values(files)) await insertFileRow(w, file, about);
  await insertMine(w, 'report_media', {
    report_id: report.id,
    item_id: place.item_id || null,
    comment_id: comment?.id ?? null,
    id: place.media_id,
    public_id: newPublicId(),
    kind,
    large_file_id: files.large.id,
    medium_file_id: files.medium.id,
    thumb_file_id: files.thumb.id,
    width: picture.large.width,
    height: picture.large.height,
    caption: place.caption ?? '',
    location: comment?.location ?? '',
    ...time,
    sha256: picture.sha256,
    duration_ms,
    position: await roomFor(w, report.id, place, comment?.id ?? null, time),
    created_at: w.now,
  }).execute();
  if (comment && kind === 'video') await registerCommentLink(w, report.id, comment.id);
  const rev = await nextRev(w, report);
  const media = await mediaRow(w, place);
  if (!media) throw notFound();
  return { media, rev };
}

async function nextRev(w: WriteCtx, report: store.ReportRecord): Promise<number> {
  const content_rev = report.content_rev + 1;
  await updateMine(w, 'reports')
    .set({ content_rev, status: statusAfterEdit(report.status), updated_at: w.now })
    .where('id', '=', report.id)
    .execute();
  return content_rev;
}

async function countMedia(w: WriteCtx, reportId: string): Promise<number> {
  const { total } = await mine(w, 'report_media')
    .where('report_id', '=', reportId)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

async function refuseStrangeItem(ctx: ReadCtx | WriteCtx, place: MediaPlace): Promise<void> {
  if (!place.item_id) return;
  const item = await mine(ctx, 'report_items')
    .where('report_id', '=', place.id)
    .where('id', '=', place.item_id)
    .select('id')
    .executeTakeFirst();
  if (!item) throw badInput({ item_id: 'This was removed from the report' });
}

/** Throws CONFLICT if the sender removed it before it arrived, as recorded in the report's history. */
async function refuseGivenUp(w: WriteCtx, place: MediaPlace): Promise<void> {
  const row = await mine(w, 'report_ops')
    .where('report_id', '=', place.id)
    .where(sql<boolean>`op @> ${JSON.stringify({ type: 'remove_media', media_id: place.media_id })}::jsonb`)
    .select('op_id')
    .limit(1)
    .executeTakeFirst();
  if (row) throw new AppError('CONFLICT', 'This photo was removed from the report');
}

async function mediaRow(ctx: ReadCtx | WriteCtx, place: MediaPlace): Promise<MediaOnWire | null> {
  const row = await mine(ctx, 'report_media')
    .where('report_id', '=', place.id)
    .where('id', '=', place.media_id)
    .select(mediaColumns)
    .executeTakeFirst();
  return row ? mediaOnWire(mediaOfRow(row)) : null;
}

/** Throws CONFLICT with who removed its comment: the sender decides whether to restore that or to discard the photo. */
async function refuseRemovedComment(w: WriteCtx, place: MediaPlace, isThere: boolean): Promise<void> {
  if (isThere || !place.comment_id || !place.item_id) return;
  const removed = (await findRemovals(w, place.id, [place.comment_id])).get(place.comment_id);
  if (removed) throw new AppError('CONFLICT', goneMessage, { removed });
}

/** The comment it belongs to and which of its locations; if either was removed, it stays with the rest. */
async function ownComment(w: WriteCtx, place: MediaPlace): Promise<{ id: string; location: string } | null> {
  if (!place.comment_id || !place.item_id) return null;
  const row = await mine(w, 'report_comments')
    .where('item_id', '=', place.item_id)
    .where('id', '=', place.comment_id)
    .select(['id', 'locations'])
    .executeTakeFirst();
  if (!row) return null;
  const { location = '' } = place;
  return { id: row.id, location: row.locations.includes(location) ? location : '' };
}

/** Returns the position by time taken (`insertedByTime`), and moves the photos after it. */
async function roomFor(
  w: WriteCtx,
  reportId: string,
  place: MediaPlace,
  commentId: string | null,
  time: PhotoTime,
): Promise<number> {
  const own = mine(w, 'report_media')
    .where('report_id', '=', reportId)
    .where('deleted_at', 'is', null)
    .where('item_id', place.item_id ? '=' : 'is', place.item_id || null)
    .orderBy('position')
    .orderBy('id');
  const list = (await own.select(mediaColumns).execute()).map(mediaOfRow);
  const last = list.at(-1);
  const added = { id: place.media_id, comment_id: commentId, ...time, position: -1 } as ReportMedia;
  const at = insertedByTime(list, added).findIndex((each) => each.id === place.media_id);
  const next = list[at];
  if (!next) return last ? last.position + 1 : 0;
  await updateMine(w, 'report_media')
    .set({ position: sql`position + 1` })
    .where('report_id', '=', reportId)
    .where('item_id', place.item_id ? '=' : 'is', place.item_id || null)
    .where('position', '>=', next.position)
    .execute();
  return next.position;
}
