import { asCents, type Cents } from '#domain/base/money.ts';
import { photosOfComment } from '#domain/reports/locations.ts';
import type { NewComment, ReportOp } from '#domain/reports/operations/report-ops.ts';
import { isRestore, requestedRestore, restoreRequest } from '#domain/reports/operations/restore-request.ts';
import { shownSize } from '#domain/reports/photos/photo-shapes.ts';
import { defaultCategory, isInSummary, type Severity } from '#domain/reports/report-summary.ts';
import {
  numberContent,
  type ReportComment,
  type ReportContent,
  type ReportItem,
  type ReportMedia,
  visibleContent,
} from '#domain/reports/reports.ts';
import type { SummaryMode } from '#domain/settings/reports.ts';
import { isEmptyRichText, type RichText, sanitizeRichText } from '#domain/text/rich-text.ts';
import { type CostsOnWire, decimalCost, withCostsInCents, withDecimalCosts } from '#wire/costs.ts';
import type { CommentOnWire, FullReport, SectionOnWire } from './contract.ts';
import type { OpOnWire } from './editing-contract.ts';
import type { MediaOnWire } from './media-contract.ts';
import type { PublicComment, PublicReport } from './public-report-contract.ts';

/** The content in wire format, with decimal amounts. */
export function sectionsOnWire(content: ReportContent): SectionOnWire[] {
  return content.sections.map(({ template_section_id: _s, ...section }) => ({
    ...section,
    items: section.items.map(({ template_item_id: _i, ...item }) => ({
      ...item,
      comments: item.comments.map(commentOnWire),
      media: item.media.map(mediaOnWire),
    })),
  }));
}

/** The content in the format of both reducers, from the wire format. */
export function contentOf(
  report: Pick<FullReport, 'ratings' | 'sections'> & { unsorted?: readonly MediaOnWire[] },
): ReportContent {
  const sections = report.sections.map((section) => ({
    ...section,
    standards_text: section.standards_text as RichText | null,
    items: section.items.map((item) => ({
      ...item,
      comments: item.comments.map(commentOf),
      media: item.media.map((media): ReportMedia => ({ ...media })),
    })),
  }));
  return { ratings: report.ratings, sections, unsorted: report.unsorted ?? [] };
}

/** A comment as sent to the browser: costs in dollars. */
export function commentOnWire({
  public_id = '',
  in_summary = null,
  ...comment
}: ReportComment): CommentOnWire {
  return { ...withDecimalCosts(comment), public_id, in_summary } as CommentOnWire;
}

/** A photo or video as sent to the browser. */
export function mediaOnWire({
  public_id = '',
  taken_at = null,
  time_source = null,
  ...media
}: ReportMedia): MediaOnWire {
  return { ...media, public_id, taken_at, time_source };
}

function commentOf(comment: CommentOnWire): ReportComment {
  return withCostsInCents(comment) as ReportComment;
}

/** An operation in wire format. */
export function opOnWire(op: ReportOp): OpOnWire {
  if (op.type === 'add_comment') {
    return { ...op, comment: withDecimalCosts(op.comment) } as unknown as OpOnWire;
  }
  if (op.type === 'update_comment') {
    return { ...op, changes: withDecimalCosts(op.changes) } as unknown as OpOnWire;
  }
  return isRestore(op) ? restoreRequest(op) : (op as OpOnWire);
}

/** An operation in the reducer's format, with sanitized texts; invalid amounts are left out. */
export function opOf(op: OpOnWire): ReportOp {
  if (op.type === 'add_comment') {
    return { ...op, comment: cleaned(op.comment) as NewComment };
  }
  if (op.type === 'update_comment') {
    return { ...op, changes: cleaned(op.changes) } as ReportOp;
  }
  return requestedRestore(op) ?? (op as ReportOp);
}

function cleaned(fields: CostsOnWire & { text?: unknown }): object {
  const { text } = fields;
  return {
    ...withCostsInCents(fields),
    ...(text === undefined ? {} : { text: text === null ? null : sanitizeRichText(text) }),
  };
}

/**
 * What a reader sees on page and PDF: no hidden sections, no excluded comments, no
 * unanswered questions, and no items or sections without content.
 */
export function readerContent(content: ReportContent): ReportContent {
  const sections = visibleContent(content)
    .sections.map((section) => ({
      ...section,
      items: section.items
        .map(withPairs)
        .map((item) => ({
          ...item,
          rating: item.show_ratings ? item.rating : null,
          comments: item.comments.filter((comment) => hasContent(comment, item.media)),
        }))
        .filter((item) => item.rating !== null || item.comments.length > 0 || item.media.length > 0),
    }))
    .filter((section) => section.items.length > 0);
  return { ...content, sections };
}

/** In a re-inspection, the new photos of an item belong to its defect, next to the earlier ones. */
function withPairs(item: ReportItem): ReportItem {
  const before = item.media.find((media) => media.is_before);
  if (!before) return item;
  const media = item.media.map((each) =>
    each.comment_id === null ? { ...each, comment_id: before.comment_id } : each,
  );
  return { ...item, media };
}

/** Whether a comment has anything to show; unanswered questions do not. */
function hasContent(comment: ReportComment, media: readonly ReportMedia[]): boolean {
  if (comment.kind !== 1 || !isEmptyRichText(comment.text)) return true;
  const { answer } = comment;
  const isEmpty = answer === null || answer === '' || (Array.isArray(answer) && answer.length === 0);
  return !isEmpty || media.some((photo) => photo.comment_id === comment.id);
}

/** What readers get of the content. */
export interface PublicOptions {
  costs: boolean;
  summary: SummaryMode;
  severities: readonly Severity[];
  lookOf: LookOf;
}

/** The public form of the content: numbered and without internal ids. */
export function publicSections(content: ReportContent, options: PublicOptions): PublicReport['sections'] {
  const photoOf = (media: ReportMedia) => publicPhoto(media, options.lookOf);
  const numbers = numberContent(content);
  const numberOf = ({ id }: { id: string }) => numbers.get(id) ?? '';
  return readerContent(content).sections.map((section) => ({
    number: numberOf(section),
    name: section.name,
    standards_text: section.standards_text,
    items: section.items.map((item) => ({
      number: numberOf(item),
      name: item.name,
      rating: item.rating,
      comments: item.comments.map((comment) => ({
        ...publicComment(comment, options),
        number: numberOf(comment),
        photos: photosOfComment(comment, item).map(photoOf),
      })),
      photos: item.media.filter((m) => m.comment_id === null).map(photoOf),
    })),
  }));
}

/** The deficiencies of these sections that the summary lists, with their numbers, without photos and ratings. */
export function summarySections(sections: PublicReport['sections']): PublicReport['sections'] {
  return sections
    .map((section) => ({
      ...section,
      standards_text: null,
      items: section.items
        .map((item) => ({
          ...item,
          rating: null,
          photos: [],
          comments: item.comments
            .filter((comment) => comment.in_summary)
            .map((comment) => ({ ...comment, photos: [] })),
        }))
        .filter((item) => item.comments.length > 0),
    }))
    .filter((section) => section.items.length > 0);
}

function publicComment(
  comment: ReportComment,
  { costs, summary, severities }: PublicOptions,
): Omit<PublicComment, 'number' | 'photos'> {
  return {
    id: comment.public_id ?? '',
    kind: comment.kind,
    name: comment.name,
    answer_type: comment.answer_type,
    answer: comment.answer,
    text: comment.text,
    locations: comment.locations,
    category: comment.kind === 3 ? (comment.category ?? defaultCategory) : null,
    recommendation: comment.recommendation,
    min_cost: costs ? decimalCost(comment.min_cost_cents) : null,
    max_cost: costs ? decimalCost(comment.max_cost_cents) : null,
    in_summary: isInSummary(comment, summary, severities),
  };
}

/** Names the look of a photo with marks or a crop; null without. */
type LookOf = (media: ReportMedia) => string | null;

/** A photo or video as readers get it: with its marks in the picture, which has the size of what is shown. */
export function publicPhoto(media: ReportMedia, lookOf: LookOf): PublicComment['photos'][number] {
  const { duration_ms, is_before, location } = media;
  const look = lookOf(media);
  return {
    id: media.public_id ?? '',
    kind: media.kind,
    ...(duration_ms === undefined ? {} : { duration_ms }),
    ...(is_before ? { is_before } : {}),
    caption: media.caption,
    ...(location === undefined ? {} : { location }),
    ...(look === null ? {} : { look }),
    ...shownSize(media, media.edit),
  };
}

export interface AnswerLabels {
  yes: string;
  no: string;
  date: (day: string) => string;
  number: (value: number) => string;
}

/** An answer as readable text; empty if there is none. */
export function answerText(answer: unknown, type: string, labels: AnswerLabels): string {
  if (answer === null || answer === undefined) return '';
  if (typeof answer === 'boolean') return answer ? labels.yes : labels.no;
  if (Array.isArray(answer)) return answer.join(', ');
  const unit = type === 'temperature' ? ' °F' : '';
  if (typeof answer === 'number') return `${labels.number(answer)}${unit}`;
  if (typeof answer === 'string') {
    if (type === 'date' && /^\d{4}-\d{2}-\d{2}$/.test(answer)) return labels.date(answer);
    return answer;
  }
  const { from, to } = answer as { from?: unknown; to?: unknown };
  const isRange = typeof from === 'number' && typeof to === 'number';
  return isRange ? `${labels.number(from)}–${labels.number(to)}${unit}` : '';
}

/** Whole cents of a stored column. */
export function centsColumn(value: number | null): Cents | null {
  return value === null ? null : asCents(value);
}
