import { addressLines } from '#domain/base/addresses.ts';
import type { Lang } from '#domain/base/date-formats.ts';
import { createFormatter, createReaderFormatter, type Formatter } from '#domain/base/formatter.ts';
import { fromCents } from '#domain/base/money.ts';
import { formatPhone } from '#domain/people/phone-format.ts';
import { photosOfComment } from '#domain/reports/locations.ts';
import { markShapes } from '#domain/reports/photos/photo-shapes.ts';
import {
  askedSummary,
  type CostRange,
  defaultCategory,
  isInSummary,
  summarizeFindings,
} from '#domain/reports/report-summary.ts';
import {
  numberContent,
  type ReportComment,
  type ReportItem,
  type ReportMedia,
} from '#domain/reports/reports.ts';
import type { SummaryMode } from '#domain/settings/reports.ts';
import { namedFor } from '#domain/settings/severity-names.ts';
import { companyLetterhead, paperSizeFor } from '#features/agreements/sealing/agreement-document.ts';
import type * as model from '#server/documents/models.ts';
import { answerText, readerContent } from '../present.ts';
import type { ReportPdfKind, ReportPdfSource } from './report-pdf-source.ts';
import { reportPdfTexts } from './report-pdf-texts.ts';

/** What every part of the model needs. */
interface Made {
  source: ReportPdfSource;
  lang: Lang;
  format: Formatter;
  summary: SummaryMode;
}

/** Builds the template's data model of the report, or of its summary. */
export function reportPdfModel(source: ReportPdfSource, kind: ReportPdfKind, lang: Lang): model.ReportModel {
  const { shown, company, appointment } = source;
  const content = readerContent(shown.content);
  const numbers = numberContent(shown.content);
  const format = createReaderFormatter(lang, company);
  const summary = kind === 'summary' ? askedSummary(shown.summary) : shown.summary;
  const made: Made = { source, lang, format, summary };
  return {
    mode: kind,
    lang,
    paper: paperSizeFor(company.country_code),
    created_at: source.made_at,
    title: shown.name,
    company: companyLetterhead(company),
    ...(shown.is_draft ? { draft: true } : {}),
    cover: {
      ...(appointment.cover_file_id ? { photo: 'cover' } : {}),
      address_lines: addressLines(appointment),
      ...(source.clients.length > 0 ? { client: source.clients.join(', ') } : {}),
      date: format.longDateTime(appointment.date_time, company.timezone),
      inspectors: source.technicians.map((person) => ({
        name: person.name,
        detail: formatPhone(person.phone, company.country_code),
      })),
      facts: [...factsOf(appointment, made), ...personFacts(made)],
    },
    ...(shown.header_text ? { intro: shown.header_text as model.Prose } : {}),
    ...(shown.disclaimer ? { closing: shown.disclaimer as model.Prose } : {}),
    categories: namedFor(company.settings.defect_categories, lang).map(({ category, name, color }) => ({
      id: `c${category}`,
      name,
      color,
    })),
    ratings: content.ratings.map(({ key, label }) => ({
      code: key,
      name: label,
      color: ratingColors[key] ?? grey,
    })),
    ...(summary === 'off' ? {} : { summary: summaryModel(made, kind) }),
    sections: content.sections.map((section) => ({
      number: numbers.get(section.id) ?? '',
      name: section.name,
      ...(section.standards_text ? { note: section.standards_text as model.Prose } : {}),
      items: section.items.map((item) => itemModel(item, numbers, made)),
    })),
  };
}

const grey = '#868e96';
const ratingColors: Record<string, string> = {
  ...{ IN: '#2b8a3e', NI: grey, NP: grey, D: '#c92a2a' },
  // The outcomes of a re-inspection.
  ...{ RP: '#2b8a3e', PR: '#e67700', NR: '#c92a2a', NA: grey },
};
const kinds = { 1: 'information', 2: 'limitation', 3: 'defect' } as const;

/** Counts and costs: of all deficiencies, or in the summary's own PDF of those it lists. */
function summaryModel(made: Made, kind: ReportPdfKind): model.ReportSummary {
  const { source, summary } = made;
  const { defect_categories, cost_estimator } = source.company.settings;
  const findings = readerContent(source.shown.content)
    .sections.flatMap((section) => section.items.flatMap((item) => item.comments))
    .filter((comment) => comment.kind === 3)
    .map((comment) => ({ ...comment, in_summary: isInSummary(comment, summary, defect_categories) }))
    .filter((comment) => kind === 'full' || comment.in_summary);
  const { groups, costs, trades } = summarizeFindings(findings, defect_categories);
  const cost = (range: CostRange | null) => (cost_estimator && range ? { cost: rangeText(range, made) } : {});
  return {
    groups: groups.map(({ severity, all, costs: own }) => ({
      ...(severity ? { category: `c${severity.category}` } : {}),
      count: all.length,
      ...cost(own),
    })),
    ...cost(costs),
    trades,
  };
}

function factsOf(
  appointment: ReportPdfSource['appointment'],
  { lang, format }: Made,
): { label: string; value: string }[] {
  const { order_id, square_feet, year_built } = appointment;
  const texts = reportPdfTexts[lang];
  return [
    { label: texts.order, value: order_id },
    ...(square_feet ? [{ label: texts.size, value: texts.squareFeet(format.number(square_feet)) }] : []),
    ...(year_built ? [{ label: texts.built, value: String(year_built) }] : []),
  ].filter((fact) => fact.value !== '');
}

/** Listing agents and contractors, each on one line of the first page. */
function personFacts({ source, lang }: Made): { label: string; value: string }[] {
  const texts = reportPdfTexts[lang];
  return (['listing_agent', 'contractor'] as const).flatMap((role) => {
    const names = source.others.filter((person) => person.role === role).map((person) => person.name);
    return names.length > 0 ? [{ label: texts[role], value: names.join(', ') }] : [];
  });
}

function itemModel(item: ReportItem, numbers: ReadonlyMap<string, string>, made: Made): model.ReportItem {
  return {
    number: numbers.get(item.id) ?? '',
    name: item.name,
    ratings: item.rating ? [item.rating] : [],
    comments: item.comments.map((comment) => commentModel(comment, item, numbers.get(comment.id), made)),
    photos: item.media
      .filter((photo) => photo.comment_id === null)
      .map((photo) => photoModel(photo, made.source)),
  };
}

function commentModel(
  comment: ReportComment,
  item: ReportItem,
  number: string | undefined,
  made: Made,
): model.ReportComment {
  const { source, lang, format } = made;
  const { settings } = source.company;
  const texts = reportPdfTexts[lang];
  const answer = answerText(comment.answer, comment.answer_type, {
    yes: texts.yes,
    no: texts.no,
    number: createFormatter(lang).figure,
    date: (day) => format.date(day),
  });
  const min = comment.min_cost_cents ?? comment.max_cost_cents;
  const max = comment.max_cost_cents ?? comment.min_cost_cents;
  const isDefect = comment.kind === 3;
  const hasCost = settings.cost_estimator && isDefect && min !== null && max !== null;
  return {
    kind: kinds[comment.kind],
    name: comment.name,
    ...(number ? { number } : {}),
    ...(comment.text ? { text: comment.text as unknown as model.Prose } : {}),
    ...(answer ? { answer } : {}),
    ...(isDefect ? { category: `c${comment.category ?? defaultCategory}` } : {}),
    // A preview of a template is on no page.
    ...(isDefect && comment.public_id ? { url: findingAddress(source, comment.public_id) } : {}),
    ...(isInSummary(comment, made.summary, settings.defect_categories) ? { in_summary: true } : {}),
    ...(comment.locations.length > 0 ? { location: comment.locations.join(', ') } : {}),
    ...(comment.recommendation ? { recommendation: comment.recommendation } : {}),
    ...(hasCost ? { cost: rangeText({ min, max }, made) } : {}),
    photos: photosOfComment(comment, item).map((photo) => photoModel(photo, source, comment)),
  };
}

function rangeText({ min, max }: CostRange, { source, lang, format }: Made): string {
  const [from, to] = [min, max].map((cents) => format.money(fromCents(cents), source.company.currency));
  return min === max ? (from ?? '') : reportPdfTexts[lang].range(from ?? '', to ?? '');
}

/** A photo or video of a report as documents show it. */
export function photoModel(
  photo: ReportMedia,
  source: ReportPdfSource,
  comment?: ReportComment,
): model.ReportPhoto {
  return {
    id: photo.id,
    caption: photo.caption,
    // The picture has its marks already; drawn once more as shapes, they stay sharp when it is enlarged.
    annotations: markShapes(photo.annotations, photo, photo.edit),
    ...(photo.location ? { location: photo.location } : {}),
    ...(photo.is_before ? { before: true } : {}),
    // For a video, the PDF shows the poster and the address where it plays.
    ...(photo.kind === 'video' ? { watch_url: watchAddress(source, comment) } : {}),
  };
}

/** The page of the comment's videos. Videos of an item without a comment play in the report. */
function watchAddress({ publicUrl, report_public_id }: ReportPdfSource, comment?: ReportComment): string {
  const path = comment?.public_id ? `/watch/${comment.public_id}` : `/view-report2/${report_public_id}`;
  return `${publicUrl}${path}`;
}

/** The place of a finding on the report's page, where its photos open large. */
function findingAddress({ publicUrl, report_public_id }: ReportPdfSource, publicId: string): string {
  return `${publicUrl}/view-report2/${report_public_id}#c${publicId}`;
}
