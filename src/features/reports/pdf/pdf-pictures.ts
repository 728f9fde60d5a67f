import type { ReportContent, ReportMedia } from '#domain/reports/reports.ts';
import { documentImageLoader } from '#features/agreements/sealing/agreement-document.ts';
import type { Company } from '#features/company/get-company.ts';
import type { ActionCtx, ReadCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import type { LoadPicture } from '#server/documents/pictures.ts';
import { lookName } from '../looks-store.ts';
import { filesOfLook, type PictureFileIds } from '../media/photo-looks.ts';

type Keys = Record<'large' | 'medium', string>;

/** The pictures of a PDF: what its readers may see, never an original with marks or a crop. */
export interface PdfPictures {
  /** Storage keys by photo; `cover` is the property. */
  files: Map<string, Keys>;
  /** Photos whose marks and crop nobody has asked for yet: made when they are printed. */
  unmade: Map<string, { photo: PictureFileIds & { id: string }; media: ReportMedia }>;
}

/** Finds the pictures of this content. Photos removed from the draft may still be published. */
export async function findPdfPictures(
  ctx: ReadCtx,
  reportId: string,
  content: ReportContent,
  coverFileId: string | null,
): Promise<PdfPictures> {
  const media = content.sections.flatMap((section) => section.items.flatMap((item) => item.media));
  const looks = new Map(media.map((photo) => [photo.id, lookName(photo)]));
  const { rows, made } = await readFiles(ctx, reportId);
  const files = new Map<string, Keys>();
  const unmade: PdfPictures['unmade'] = new Map();
  for (const { large, medium, ...photo } of rows) {
    const look = looks.get(photo.id) ?? null;
    const drawn = look && made.find((one) => one.media_id === photo.id && one.look === look);
    const shown = media.find((one) => one.id === photo.id);
    if (look === null) files.set(photo.id, { large, medium });
    else if (drawn) files.set(photo.id, { large: drawn.large, medium: drawn.medium });
    else if (shown) unmade.set(photo.id, { photo, media: shown });
  }
  if (coverFileId) {
    const cover = await keyOf(ctx, coverFileId);
    if (cover) files.set('cover', { large: cover, medium: cover });
  }
  return { files, unmade };
}

/** Loads the logo and the pictures of a PDF from the file store. */
export function pdfPictureLoader(
  ctx: ActionCtx,
  { pictures: { files, unmade }, company }: { pictures: PdfPictures; company: Company },
): LoadPicture {
  const logo = documentImageLoader(ctx, company);
  return async (id, size) => {
    if (id === 'logo') return logo(id, size);
    const made = unmade.get(id);
    const key = made ? await makeLook(ctx, made, size) : files.get(id)?.[size];
    return key ? ctx.files.readBytes(key) : null;
  };
}

async function makeLook(
  ctx: ActionCtx,
  { photo, media }: { photo: PictureFileIds & { id: string }; media: ReportMedia },
  size: 'large' | 'medium',
): Promise<string | undefined> {
  const look = { annotations: media.annotations, edit: media.edit ?? null };
  const ids = await filesOfLook(ctx, photo, look);
  return ctx.read((r) => keyOf(r, ids[`${size}_file_id`]));
}

async function readFiles(ctx: ReadCtx, reportId: string) {
  const rows = await mine(ctx, 'report_media')
    .innerJoin('stored_files as large', (on) =>
      on
        .onRef('large.subscriber_id', '=', 'report_media.subscriber_id')
        .onRef('large.id', '=', 'report_media.large_file_id'),
    )
    .innerJoin('stored_files as medium', (on) =>
      on
        .onRef('medium.subscriber_id', '=', 'report_media.subscriber_id')
        .onRef('medium.id', '=', 'report_media.medium_file_id'),
    )
    .where('report_media.report_id', '=', reportId)
    .select([
      'report_media.id',
      'large_file_id',
      'medium_file_id',
      'thumb_file_id',
      'large.storage_key as large',
      'medium.storage_key as medium',
    ])
    .execute();
  const made = await mine(ctx, 'report_photo_looks')
    .innerJoin('report_media', (on) =>
      on
        .onRef('report_media.subscriber_id', '=', 'report_photo_looks.subscriber_id')
        .onRef('report_media.id', '=', 'report_photo_looks.media_id'),
    )
    .innerJoin('stored_files as large', (on) =>
      on
        .onRef('large.subscriber_id', '=', 'report_photo_looks.subscriber_id')
        .onRef('large.id', '=', 'report_photo_looks.large_file_id'),
    )
    .innerJoin('stored_files as medium', (on) =>
      on
        .onRef('medium.subscriber_id', '=', 'report_photo_looks.subscriber_id')
        .onRef('medium.id', '=', 'report_photo_looks.medium_file_id'),
    )
    .where('report_media.report_id', '=', reportId)
    .select(['media_id', 'look', 'large.storage_key as large', 'medium.storage_key as medium'])
    .execute();
  return { rows, made };
}

async function keyOf(ctx: ReadCtx, fileId: string): Promise<string | undefined> {
  const row = await mine(ctx, 'stored_files')
    .where('id', '=', fileId)
    .select('storage_key')
    .executeTakeFirst();
  return row?.storage_key;
}
