/** The fields that a report gets from its template, and whether it still has them as given. */
import { canonicalJson } from '../base/canonical-json.ts';
import type { NewComment } from '../reports/operations/report-ops.ts';
import type { Rating, ReportComment, ReportContent, ReportItem } from '../reports/reports.ts';
import { isEmptyRichText } from '../text/rich-text.ts';
import type { TemplateComment, TemplateHead } from './template.ts';

/** The fields of a comment that a template gives it. */
export const commentFields = [
  'kind',
  'name',
  'answer_type',
  'options',
  'text',
  'locations',
  'category',
  'recommendation',
  'tags',
  'min_cost_cents',
  'max_cost_cents',
  'is_required',
] as const;

/** The fields of a library comment as a report has them. */
export function reportFields({ default_text, default_location, ...comment }: TemplateComment) {
  return {
    ...comment,
    text: default_text,
    locations: default_location === '' ? [] : [default_location],
  };
}

/** A library comment as a new comment of a report. */
export function reportComment(comment: TemplateComment, id: string, item_id: string): NewComment {
  const { is_default, position: _, ...fields } = reportFields(comment);
  return { ...fields, id, item_id, included: is_default, template_comment_id: comment.id };
}

/** Whether a comment of a report is exactly as its template gave it, without answer and photos. */
export function isUntouchedComment(
  comment: ReportComment,
  source: TemplateComment,
  item: ReportItem | undefined,
): boolean {
  const given = reportFields(source);
  const hasPhotos = item?.media.some((photo) => photo.comment_id === comment.id) ?? false;
  const isUnanswered = comment.answer === null || comment.answer === '';
  return (
    !hasPhotos &&
    isUnanswered &&
    comment.included === source.is_default &&
    commentFields.every((field) => isSame(comment[field], given[field]))
  );
}

/** The fields whose value changed in the template and that the report still has as the template gave them. */
export function takenFields<T extends object, K extends keyof T & string>(
  old: T,
  next: T,
  own: { readonly [P in K]?: unknown },
  names: readonly K[],
): Partial<Pick<T, K>> {
  const taken = names.filter((name) => !isSame(old[name], next[name]) && isSame(own[name], old[name]));
  return Object.fromEntries(taken.map((name) => [name, next[name]])) as Partial<Pick<T, K>>;
}

type ReportHead = Pick<TemplateHead, 'ratings' | 'header_text' | 'disclaimer'>;

/**
 * The fields of the report itself that changed in the template and that the report still has as they were. It keeps the
 * ratings that the template lost as long as items have them.
 */
export function takenHead(
  old: TemplateHead,
  next: TemplateHead,
  own: ReportHead,
  content: ReportContent,
): Partial<ReportHead> {
  const given = new Set(old.ratings.map(({ key }) => key));
  const kept = { ...own, ratings: own.ratings.filter(({ key }) => given.has(key)) };
  const taken = takenFields<ReportHead, keyof ReportHead>(old, next, kept, [
    'ratings',
    'header_text',
    'disclaimer',
  ]);
  return taken.ratings ? { ...taken, ratings: withUsedRatings(taken.ratings, own.ratings, content) } : taken;
}

/** The template's ratings, and those of the report that it lost and that items have. */
function withUsedRatings(
  ratings: readonly Rating[],
  own: readonly Rating[],
  content: ReportContent,
): Rating[] {
  const used = new Set(content.sections.flatMap((section) => section.items.map((item) => item.rating)));
  const known = new Set(ratings.map((rating) => rating.key));
  return [...ratings, ...own.filter(({ key }) => used.has(key) && !known.has(key))];
}

function isSame(a: unknown, b: unknown): boolean {
  return canonicalJson(emptyAsNull(a)) === canonicalJson(emptyAsNull(b));
}

/** An empty text and no text are the same to a writer. */
function emptyAsNull(value: unknown): unknown {
  const isTree = typeof value === 'object' && value !== null && 'type' in value;
  return value === undefined || (isTree && isEmptyRichText(value as never)) ? null : value;
}
