import { isPhotoChanged } from '#domain/reports/photos/photo-marks.ts';
import { shownSize } from '#domain/reports/photos/photo-shapes.ts';
import { privatePatterns } from '#domain/reports/private-facts.ts';
import type { ReportMedia } from '#domain/reports/reports.ts';
import { type Sample, sampleOf } from '#domain/reports/sample-content.ts';
import { getCompany } from '#features/company/get-company.ts';
import { copyFileRows } from '#features/files/copy-file-rows.ts';
import { createPublicLink } from '#features/links/public-links.ts';
import type { ActionCtx, ReadCtx, WriteCtx } from '#server/context.ts';
import { insertMine, mine } from '#server/db/scope.ts';
import { newId, newPublicId } from '#server/ids.ts';
import { AppError, badInput, notFound } from '#wire/errors.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import { scheduleLookDeletion } from '../editing/delete-unused-looks.job.ts';
import { lookName, lookOfRow, type PhotoLook } from '../looks-store.ts';
import { filesOfLook } from '../media/photo-looks.ts';
import { readerContent } from '../present.ts';
import type * as contract from '../samples-contract.ts';
import { type Snapshot, snapshot } from '../snapshots-store.ts';
import * as store from '../store.ts';
import { allSamples, mostSamples, privatePeople, sampleOfState } from './sample-store.ts';

/** What a sample of the published report would leave out. Throws LOCKED while it is not published. */
export async function previewSample(
  ctx: ReadCtx,
  { reportId, also }: HandlerInput<typeof contract.previewSample>,
): Promise<HandlerOutput<typeof contract.previewSample>> {
  const report = await store.findReport(ctx, { id: reportId });
  const found = await publishedState(ctx, report);
  const sample = await redacted(ctx, found, { also, withPhotos: true });
  const existing = await sampleOfState(ctx, found.report.id, found.rev);
  return {
    name: sample.content.name,
    photos: sample.photos.length,
    videos: mediaIn(found.published).filter(({ kind }) => kind === 'video').length,
    redacted: sample.redacted,
    existing: existing ? { public_id: existing.public_id, name: existing.name } : null,
  };
}

/**
 * Makes a frozen copy of the published report without private data, with its photos if they were checked. The same
 * request again returns the same sample; another name for the same published state is a CONFLICT.
 */
export async function makeSample(ctx: ActionCtx, input: MakeInput): Promise<MadeSample> {
  if (input.photos_checked) await drawPhotos(ctx, input);
  return ctx.finalTx((w) => insertSample(w, input));
}

type MakeInput = HandlerInput<typeof contract.makeSample>;
type MadeSample = HandlerOutput<typeof contract.makeSample>;

/** Makes the pictures of photos with marks or a crop before the transaction that gives them to the sample. */
async function drawPhotos(ctx: ActionCtx, { reportId, also, keep }: MakeInput): Promise<void> {
  const { drawn, own, published } = await ctx.read(async (r) => {
    const found = await publishedState(r, await store.findReport(r, { id: reportId }));
    const sample = await redacted(r, found, { also, keep, withPhotos: true });
    const looks = looksOf(sample);
    const rows = await mediaFiles(r, [...looks.keys()]);
    const drawn = rows.flatMap((photo) => ({ photo, look: looks.get(photo.id) ?? null }));
    return { drawn, own: mediaIn(sample.content), published: mediaIn(found.published) };
  });
  // Marks without private texts are in no version: the sample gets its own copy of these pictures.
  await ctx.tx((w) => scheduleLookDeletion(w, reportId, own, published));
  for (const { photo, look } of drawn) if (look) await filesOfLook(ctx, photo, look);
}

/** The photos of a sample that have marks or a crop, as its readers will see them: without private texts. */
function looksOf({ content }: Sample): Map<string, PhotoLook> {
  return new Map(
    mediaIn(content)
      .filter(isPhotoChanged)
      .map((photo) => [photo.id, lookOfRow(photo)]),
  );
}

function mediaIn({ content }: Pick<Snapshot, 'content'>): ReportMedia[] {
  return content.sections.flatMap((section) => section.items.flatMap((item) => item.media));
}

/** The content of a sample whose pictures have their marks already. */
function drawnContent({ content }: Sample): Sample['content'] {
  const drawn = (photo: ReportMedia): ReportMedia => ({
    ...photo,
    annotations: [],
    edit: null,
    ...shownSize(photo, photo.edit),
  });
  const sections = content.content.sections.map((section) => ({
    ...section,
    items: section.items.map((item) => ({ ...item, media: item.media.map(drawn) })),
  }));
  return { ...content, content: { ...content.content, sections } };
}

async function insertSample(ctx: WriteCtx, input: MakeInput): Promise<MadeSample> {
  const { name, description = '', also, keep, photos_checked } = input;
  const found = await publishedState(ctx, await store.lockReport(ctx, input.reportId));
  const { report, rev } = found;
  const existing = await sampleOfState(ctx, report.id, rev);
  if (existing) {
    if (existing.name !== name || existing.description !== description)
      throw new AppError('CONFLICT', 'This version of the report is already a sample', {
        current: { name: existing.name },
      });
    const { id, public_id } = existing;
    return { id, public_id, name, photos: await countPhotos(ctx, id) };
  }
  const others = await allSamples(ctx);
  if (others.length >= mostSamples) throw badInput({ name: 'At most 100 samples' });
  const sample = await redacted(ctx, found, { also, keep, withPhotos: photos_checked === true });
  const id = newId();
  const public_id = newPublicId();
  await insertMine(ctx, 'sample_reports', {
    ...{ id, public_id, name, description },
    report_id: report.id,
    report_rev: rev,
    snapshot: JSON.stringify({ ...drawnContent(sample), summary: found.published.summary }),
    position: (others.at(-1)?.position ?? -1) + 1,
    created_by: ctx.actor?.userId ?? null,
    created_at: ctx.now,
    updated_at: ctx.now,
  }).execute();
  await keepPhotos(ctx, id, sample);
  await createPublicLink(ctx, { token: public_id, kind: 'sample-report', targetId: id });
  await ctx.audit({
    action: 'create',
    entity: 'sample_report',
    entity_id: id,
    after: { name, report_id: report.id, rev, photos: sample.photos.length },
  });
  return { id, public_id, name, photos: sample.photos.length };
}

interface PublishedState {
  report: store.ReportRecord;
  rev: number;
  published: Snapshot;
}

async function publishedState(
  ctx: ReadCtx | WriteCtx,
  report: store.ReportRecord | undefined,
): Promise<PublishedState> {
  if (!report) throw notFound();
  const row = report.published_rev === null ? undefined : await snapshot(ctx, report);
  if (!row) throw new AppError('LOCKED', 'This report isn’t published yet', { reasons: ['unpublished'] });
  const content = row.content as unknown as Snapshot;
  return { report, rev: row.rev, published: { ...content, content: readerContent(content.content) } };
}

interface Redaction {
  also: string | undefined;
  keep?: readonly string[] | undefined;
  withPhotos: boolean;
}

async function redacted(
  ctx: ReadCtx | WriteCtx,
  { report, published }: PublishedState,
  { also = '', keep = [], withPhotos }: Redaction,
): Promise<Sample> {
  const appointment = await store.appointment(ctx, report.appointment_id);
  if (!appointment) throw notFound();
  const company = await getCompany(ctx);
  const { address, city, zip_code, order_id } = appointment;
  const patterns = privatePatterns({
    people: await privatePeople(ctx, appointment.id),
    property: { address, city, zip_code },
    order_id,
    company_emails: [company.company_email],
    also: also.split('\n').slice(0, 100),
  });
  const sample = sampleOf(published, { patterns, keep, withPhotos, newPublicId });
  return sample;
}

async function countPhotos(ctx: WriteCtx, sampleId: string): Promise<number> {
  const { count } = await mine(ctx, 'sample_report_photos')
    .where('sample_id', '=', sampleId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Adds file rows for the same bytes, so that they stay when the report is deleted. */
async function keepPhotos(ctx: WriteCtx, sampleId: string, sample: Sample): Promise<void> {
  const { photos } = sample;
  if (photos.length === 0) return;
  const ids = photos.map((photo) => photo.media_id);
  const rows = await picturesOf(ctx, ids, looksOf(sample));
  const media = new Map(rows.map((row) => [row.id, row]));
  const files = rows.flatMap((row) => [row.large_file_id, row.medium_file_id, row.thumb_file_id]);
  const copies = await copyFileRows(ctx, files, { purpose: 'sample-photo', name: 'photo' });
  const copyOf = (fileId: string | undefined): string => {
    const copy = fileId && copies.get(fileId);
    if (!copy) throw notFound('A photo of this report no longer exists');
    return copy;
  };
  const own = photos.map(({ media_id, public_id }) => {
    const row = media.get(media_id);
    return {
      sample_id: sampleId,
      public_id,
      large_file_id: copyOf(row?.large_file_id),
      medium_file_id: copyOf(row?.medium_file_id),
      thumb_file_id: copyOf(row?.thumb_file_id),
    };
  });
  await insertMine(ctx, 'sample_report_photos', own).execute();
}

function mediaFiles(ctx: ReadCtx | WriteCtx, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return mine(ctx, 'report_media')
    .where('id', 'in', ids)
    .select(['id', 'large_file_id', 'medium_file_id', 'thumb_file_id'])
    .execute();
}

/** The files of photos as they are shown. Throws CONFLICT if the report was published again with other marks. */
async function picturesOf(ctx: WriteCtx, ids: readonly string[], looks: ReadonlyMap<string, PhotoLook>) {
  const drawn =
    looks.size === 0
      ? []
      : await mine(ctx, 'report_photo_looks')
          .where('media_id', 'in', [...looks.keys()])
          .select(['media_id as id', 'look', 'large_file_id', 'medium_file_id', 'thumb_file_id'])
          .execute();
  return (await mediaFiles(ctx, ids)).map((row) => {
    const look = looks.get(row.id);
    const picture = look && drawn.find((one) => one.id === row.id && one.look === lookName(look));
    if (look && !picture) throw new AppError('CONFLICT', 'This was changed by someone else in the meantime');
    return picture ?? row;
  });
}
