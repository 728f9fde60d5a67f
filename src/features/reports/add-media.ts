import { asLocal, toInstant, type Zone } from '#domain/time.ts';
import { companyOf } from '#features/company/company-of.ts';
import { type KeptFile, keepFile, putFile } from '#features/company/keep-file.ts';
import type { ErrandCtx, ReadCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { type IntakenPhoto, intakePhoto, type Rendition } from '#server/files/photos.ts';
import { newPublicId } from '#server/ids.ts';
import { badInput, notFound } from '#wire/errors.ts';
import type { Gives, Takes } from '#wire/route.ts';
import { statusAfterEdit } from './edit-status.ts';
import type * as editing from './editing-contract.ts';
import { mediaOnWire } from './present.ts';
import { subjectOf } from './report-rights.ts';
import { stampReport } from './stamp-report.ts';
import * as store from './store.ts';

type Input = Takes<typeof editing.addMedia>;
type Answer = Gives<typeof editing.addMedia>;

/** Adds a photo to an item, in three sizes and without its position. The id is the browser's: sending it again changes nothing. */
export async function addMedia(ctx: ErrandCtx, input: Input): Promise<Answer> {
  const already = await ctx.read((r) => known(r, input));
  if (already) return already;
  const photo = await intakePhoto(new Uint8Array(await input.file.arrayBuffer()));
  const files = {
    large: await putRendition(ctx, photo.large),
    medium: await putRendition(ctx, photo.medium),
    thumb: await putRendition(ctx, photo.thumb),
  };
  return ctx.tx((w) => insert(w, input, photo, files));
}

/** The photo if it arrived before; throws unless there is such an item and the person may edit the report. */
async function known(ctx: ReadCtx, input: Input): Promise<Answer | null> {
  const report = await store.one(ctx, { id: input.id });
  if (!report) throw notFound();
  ctx.must('edit_report', await subjectOf(ctx, report.appointment_id));
  const found = await mediaRow(ctx, input);
  if (found) return { media: found, rev: report.content_rev };
  await refuseStrangeItem(ctx, input);
  return null;
}

async function refuseStrangeItem(ctx: ReadCtx | WriteCtx, input: Input): Promise<void> {
  const item = await mine(ctx, 'report_items')
    .where('report_id', '=', input.id)
    .where('id', '=', input.item_id)
    .select('id')
    .executeTakeFirst();
  if (!item) throw badInput({ item_id: 'It is no longer part of the report' });
}

async function mediaRow(
  ctx: ReadCtx | WriteCtx,
  input: Pick<Input, 'id' | 'media_id'>,
): Promise<Answer['media'] | null> {
  const row = await mine(ctx, 'report_media')
    .where('report_id', '=', input.id)
    .where('id', '=', input.media_id)
    .select([
      'id',
      'item_id',
      'comment_id',
      'public_id',
      'kind',
      'caption',
      'annotations',
      'width',
      'height',
      'position',
    ])
    .executeTakeFirst();
  return row
    ? mediaOnWire({ ...row, kind: row.kind as 'photo', annotations: row.annotations as unknown[] })
    : null;
}

async function putRendition(ctx: ErrandCtx, rendition: Rendition): Promise<KeptFile> {
  return putFile(ctx, { bytes: rendition.bytes, type: rendition.type, sha256: rendition.sha256 });
}

async function insert(
  w: WriteCtx,
  input: Input,
  photo: IntakenPhoto,
  files: Record<'large' | 'medium' | 'thumb', KeptFile>,
): Promise<Answer> {
  // The lock makes two uploads of one photo come one after the other; the second finds the first.
  const report = await stampReport(w, input.id);
  const already = await mediaRow(w, input);
  if (already) return { media: already, rev: report.content_rev };
  await refuseStrangeItem(w, input);
  const about = { purpose: 'report-photo', name: input.file.name.slice(0, 200) };
  for (const file of Object.values(files)) await keepFile(w, file, about);
  const { timezone } = await companyOf(w);
  const rev = report.content_rev + 1;
  await w.db
    .insertInto('report_media')
    .values({
      subscriber_id: w.subscriberId,
      report_id: report.id,
      item_id: input.item_id,
      comment_id: await ownComment(w, input),
      id: input.media_id,
      public_id: newPublicId(),
      kind: 'photo',
      large_file_id: files.large.id,
      medium_file_id: files.medium.id,
      thumb_file_id: files.thumb.id,
      width: photo.large.width,
      height: photo.large.height,
      caption: input.caption ?? '',
      taken_at: takenAt(photo, timezone),
      sha256: photo.sha256,
      position: await nextPosition(w, input.item_id),
      created_at: w.now,
    })
    .execute();
  await w.db
    .updateTable('reports')
    .set({ content_rev: rev, status: statusAfterEdit(report.status), updated_at: w.now })
    .where('subscriber_id', '=', w.subscriberId)
    .where('id', '=', report.id)
    .execute();
  const media = await mediaRow(w, input);
  if (!media) throw notFound();
  return { media, rev };
}

/** The comment the photo is for; one that is gone by now leaves it with the item. */
async function ownComment(w: WriteCtx, input: Input): Promise<string | null> {
  if (!input.comment_id) return null;
  const row = await mine(w, 'report_comments')
    .where('item_id', '=', input.item_id)
    .where('id', '=', input.comment_id)
    .select('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

async function nextPosition(w: WriteCtx, itemId: string): Promise<number> {
  const row = await mine(w, 'report_media')
    .where('item_id', '=', itemId)
    .select((eb) => eb.fn.max('position').as('last'))
    .executeTakeFirst();
  return (row?.last ?? -1) + 1;
}

/** When the camera says it was taken; without an offset of its own its clock counts as the company's. */
function takenAt(photo: IntakenPhoto, zone: Zone): string | null {
  if (!photo.takenAt) return null;
  const { local, offset } = photo.takenAt;
  try {
    return offset ? `${local}${offset}` : toInstant({ local: asLocal(local), zone });
  } catch {
    return null;
  }
}
