import { addressLines } from '#domain/base/addresses.ts';
import { createFormatter } from '#domain/base/formatter.ts';
import { fromCents } from '#domain/base/money.ts';
import { formatPhone } from '#domain/people/phone-format.ts';
import {
  numberContent,
  type ReportComment,
  type ReportItem,
  type ReportMedia,
} from '#domain/reports/reports.ts';
import {
  companyLetterhead,
  documentImageLoader,
  paperSizeFor,
} from '#features/agreements/sealing/agreement-document.ts';
import { type Company, getCompany } from '#features/company/get-company.ts';
import type { ActionCtx, ReadCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import type * as model from '#server/documents/models.ts';
import type { LoadPicture } from '#server/documents/pictures.ts';
import { type RenderedDocument, renderReport } from '#server/documents/render.ts';
import type { DisplayedReport } from '../access/read-report.ts';
import { answerText, readerContent } from '../present.ts';
import * as store from '../store.ts';

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

/** Renders the report or its summary as a PDF. The same state gives the same bytes. */
export function renderReportPdf(
  ctx: ActionCtx,
  source: ReportPdfSource,
  kind: ReportPdfKind,
): Promise<RenderedDocument> {
  const quality = source.company.settings.photo_quality >= 3 ? 'large' : 'medium';
  return renderReport(reportPdfModel(source, kind), pictureLoader(ctx, source), { quality });
}

/** `1847 Seabright Avenue, Cape Elizabeth, ME 04107 - Home inspection report.pdf`, and `... report - Summary.pdf`. */
export function reportPdfFileName(
  source: Pick<ReportPdfSource, 'appointment' | 'shown'>,
  kind: ReportPdfKind,
): string {
  const parts = [
    addressLines(source.appointment).join(', '),
    source.shown.name,
    kind === 'summary' && 'Summary',
  ];
  return `${parts.filter(Boolean).join(' - ')}.pdf`;
}

/** Builds the template's data model of the report. */
export function reportPdfModel(source: ReportPdfSource, kind: ReportPdfKind): model.ReportModel {
  const { shown, company, appointment } = source;
  const content = readerContent(shown.content);
  const numbers = numberContent(shown.content);
  return {
    mode: kind,
    lang: 'en',
    paper: paperSizeFor(company.country_code),
    created_at: source.made_at,
    title: shown.name,
    company: companyLetterhead(company),
    ...(shown.is_draft ? { draft: true } : {}),
    cover: {
      ...(appointment.cover_file_id ? { photo: 'cover' } : {}),
      address_lines: addressLines(appointment),
      ...(source.clients.length > 0 ? { client: source.clients.join(', ') } : {}),
      date: english.longDateTime(appointment.date_time, company.timezone),
      inspectors: source.technicians.map((person) => ({
        name: person.name,
        detail: formatPhone(person.phone, company.country_code),
      })),
      facts: factsOf(appointment),
    },
    ...(shown.header_text ? { intro: shown.header_text as model.Prose } : {}),
    ...(shown.disclaimer ? { closing: shown.disclaimer as model.Prose } : {}),
    categories: company.settings.defect_categories.map(({ category, name, color, in_summary }) => ({
      id: `c${category}`,
      name,
      color,
      in_summary,
    })),
    ratings: content.ratings.map(({ key, label }) => ({
      code: key,
      name: label,
      color: ratingColors[key] ?? grey,
    })),
    sections: content.sections.map((section) => ({
      number: numbers.get(section.id) ?? '',
      name: section.name,
      ...(section.standards_text ? { note: section.standards_text as model.Prose } : {}),
      items: section.items.map((item) => itemModel(item, numbers.get(item.id) ?? '', source)),
    })),
  };
}

// PDFs are only in English so far.
const english = createFormatter('en');

const grey = '#868e96';
const ratingColors: Record<string, string> = { IN: '#2b8a3e', NI: grey, NP: grey, D: '#c92a2a' };
const kinds = { 1: 'information', 2: 'limitation', 3: 'defect' } as const;

function factsOf(appointment: ReportPdfSource['appointment']): { label: string; value: string }[] {
  const { order_id, square_feet, year_built } = appointment;
  return [
    { label: 'Order', value: order_id },
    ...(square_feet ? [{ label: 'Size', value: `${english.number(square_feet)} sq ft` }] : []),
    ...(year_built ? [{ label: 'Year built', value: String(year_built) }] : []),
  ].filter((fact) => fact.value !== '');
}

function itemModel(item: ReportItem, number: string, source: ReportPdfSource): model.ReportItem {
  return {
    number,
    name: item.name,
    ratings: item.rating ? [item.rating] : [],
    comments: item.comments.map((comment) => commentModel(comment, item, source)),
    photos: item.media.filter((photo) => photo.comment_id === null).map((photo) => photoModel(photo, source)),
  };
}

function commentModel(
  comment: ReportComment,
  item: ReportItem,
  source: ReportPdfSource,
): model.ReportComment {
  const { company } = source;
  const answer = answerText(comment.answer, comment.answer_type, {
    yes: 'Yes',
    no: 'No',
    number: String,
    date: (day) => createFormatter('en', company.date_format).date(day),
  });
  const cost =
    company.settings.cost_estimator && comment.kind === 3 ? costText(comment, company.currency) : '';
  return {
    kind: kinds[comment.kind],
    name: comment.name,
    ...(comment.text ? { text: comment.text as unknown as model.Prose } : {}),
    ...(answer ? { answer } : {}),
    ...(comment.kind === 3 ? { category: `c${comment.category ?? 2}` } : {}),
    ...(comment.locations.length > 0 ? { location: comment.locations.join(', ') } : {}),
    ...(comment.recommendation ? { recommendation: comment.recommendation } : {}),
    ...(cost ? { cost } : {}),
    photos: item.media
      .filter((photo) => photo.comment_id === comment.id)
      .map((photo) => photoModel(photo, source, comment)),
  };
}

function costText({ min_cost_cents: min, max_cost_cents: max }: ReportComment, currency: number): string {
  const known = [min, max].filter((cents) => cents !== null);
  return [...new Set(known)].map((cents) => english.money(fromCents(cents), currency)).join(' to ');
}

function photoModel(photo: ReportMedia, source: ReportPdfSource, comment?: ReportComment): model.ReportPhoto {
  return {
    id: photo.id,
    caption: photo.caption,
    annotations: photo.annotations as model.Annotation[],
    // For a video, the PDF shows the poster and the address where it plays.
    ...(photo.kind === 'video' ? { watch_url: watchAddress(source, comment) } : {}),
  };
}

/** The page of the comment's videos. Videos of an item without a comment play in the report. */
function watchAddress({ publicUrl, report_public_id }: ReportPdfSource, comment?: ReportComment): string {
  const path = comment?.public_id ? `/watch/${comment.public_id}` : `/view-report2/${report_public_id}`;
  return `${publicUrl}${path}`;
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

function pictureLoader(ctx: ActionCtx, source: ReportPdfSource): LoadPicture {
  const logo = documentImageLoader(ctx, source.company);
  return async (id, size) => {
    if (id === 'logo') return logo(id, size);
    const keys = source.files.get(id);
    return keys ? ctx.files.readBytes(keys[size]) : null;
  };
}
