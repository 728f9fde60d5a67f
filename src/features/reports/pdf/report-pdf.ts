import { addressLines } from '#domain/base/addresses.ts';
import type { Lang } from '#domain/base/date-formats.ts';
import { documentImageLoader } from '#features/agreements/sealing/agreement-document.ts';
import { type Company, getCompany } from '#features/company/get-company.ts';
import type { ActionCtx, ReadCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import type { LoadPicture } from '#server/documents/pictures.ts';
import { type RenderedDocument, renderReport } from '#server/documents/render.ts';
import type { DisplayedReport } from '../access/read-report.ts';
import * as store from '../store.ts';
import { reportPdfModel } from './report-pdf-model.ts';
import { reportPdfTexts } from './report-pdf-texts.ts';

export type ReportPdfKind = 'full' | 'summary';

/** Everything a report's PDF is made from, read in one snapshot. */
export interface ReportPdfSource {
  shown: DisplayedReport;
  company: Company;
  appointment: Pick<
    store.AppointmentFacts,
    | 'address'
    | 'city'
    | 'state'
    | 'zip_code'
    | 'cover_file_id'
    | 'date_time'
    | 'order_id'
    | 'square_feet'
    | 'year_built'
  >;
  technicians: Pick<Awaited<ReturnType<typeof store.technicians>>[number], 'name' | 'phone' | 'invisible'>[];
  clients: string[];
  /** When the shown state was published or last changed. */
  made_at: string;
  files: PictureFiles;
  /** Base of the addresses of videos. */
  publicUrl: string;
  report_public_id: string;
}

type PictureFiles = Map<string, { large: string; medium: string }>;

/** Loads what the PDF of a report needs. */
export async function loadReportPdfSource(
  ctx: ReadCtx,
  report: store.ReportRecord,
  appointment: store.AppointmentFacts,
  shown: DisplayedReport,
): Promise<ReportPdfSource> {
  const company = await getCompany(ctx);
  const people = company.settings.show_client ? await store.listRecipients(ctx, appointment.id) : [];
  return {
    shown,
    company,
    appointment,
    technicians: (await store.technicians(ctx, appointment.id)).filter((person) => !person.invisible),
    clients: people.filter((person) => person.role === 'client').map((person) => person.name),
    made_at: shown.published_at ?? report.updated_at,
    files: await pictureFiles(ctx, report.id, appointment.cover_file_id),
    publicUrl: ctx.installation.publicUrl,
    report_public_id: report.public_id,
  };
}

/** Renders the report or its summary as a PDF, with headings in a language. The same state gives the same bytes. */
export function renderReportPdf(
  ctx: ActionCtx,
  source: ReportPdfSource,
  kind: ReportPdfKind,
  lang: Lang,
): Promise<RenderedDocument> {
  const quality = source.company.settings.photo_quality >= 3 ? 'large' : 'medium';
  return renderReport(reportPdfModel(source, kind, lang), pictureLoader(ctx, source), { quality });
}

/** `1847 Seabright Avenue, Cape Elizabeth, ME 04107 - Home inspection report.pdf`, and `... report - Summary.pdf`. */
export function reportPdfFileName(
  source: Pick<ReportPdfSource, 'appointment' | 'shown'>,
  kind: ReportPdfKind,
  lang: Lang,
): string {
  const parts = [
    addressLines(source.appointment).join(', '),
    source.shown.name,
    kind === 'summary' && reportPdfTexts[lang].summary,
  ];
  return `${parts.filter(Boolean).join(' - ')}.pdf`;
}

/**
 * The storage keys of the pictures by photo; `cover` is the property. Photos removed from the draft may still be
 * published.
 */
async function pictureFiles(
  ctx: ReadCtx,
  reportId: string,
  coverFileId: string | null,
): Promise<PictureFiles> {
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
    .select(['report_media.id', 'large.storage_key as large', 'medium.storage_key as medium'])
    .execute();
  const files: PictureFiles = new Map(rows.map(({ id, large, medium }) => [id, { large, medium }]));
  if (coverFileId) {
    const cover = await mine(ctx, 'stored_files')
      .where('id', '=', coverFileId)
      .select('storage_key')
      .executeTakeFirst();
    if (cover) files.set('cover', { large: cover.storage_key, medium: cover.storage_key });
  }
  return files;
}

/** Loads the logo and the pictures of a report. */
export function pictureLoader(ctx: ActionCtx, source: ReportPdfSource): LoadPicture {
  const logo = documentImageLoader(ctx, source.company);
  return async (id, size) => {
    if (id === 'logo') return logo(id, size);
    const keys = source.files.get(id);
    return keys ? ctx.files.readBytes(keys[size]) : null;
  };
}
