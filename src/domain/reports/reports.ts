/** A report's content: sections, items, comments, photos; their order, numbers and summary. */
import type { Cents } from '../base/money.ts';
import { isEmptyRichText, type RichText } from '../text/rich-text.ts';

/** 1 information, 2 limitation, 3 deficiency. */
export type CommentKind = 1 | 2 | 3;
export type AnswerType = 'text' | 'choice' | 'multi' | 'number' | 'range' | 'date' | 'temperature' | 'yes_no';
export const answerTypes: readonly AnswerType[] = [
  'text',
  'choice',
  'multi',
  'number',
  'range',
  'date',
  'temperature',
  'yes_no',
];
/** One text (choice, date), several (multi), a number, a range, a yes or no. */
export type Answer = string | number | boolean | string[] | { from: number; to: number } | null;

export interface Rating {
  key: string;
  label: string;
}

/** The ratings a template begins with. */
export const defaultRatings: readonly Rating[] = [
  { key: 'IN', label: 'Inspected' },
  { key: 'NI', label: 'Not Inspected' },
  { key: 'NP', label: 'Not Present' },
  { key: 'D', label: 'Deficient' },
];

/** Categories of deficiencies by number, in rising severity. */
export const categoryNames: Readonly<Record<number, string>> = {
  1: 'Maintenance',
  2: 'Recommendation',
  3: 'Safety hazard',
};

export interface ReportComment {
  id: string;
  item_id: string;
  public_id?: string;
  template_comment_id: string | null;
  kind: CommentKind;
  name: string;
  included: boolean;
  answer_type: AnswerType;
  options: string[];
  answer: Answer;
  text: RichText | null;
  locations: string[];
  category: number | null;
  recommendation: string;
  tags: string[];
  min_cost_cents: Cents | null;
  max_cost_cents: Cents | null;
  is_required: boolean;
  position: number;
}

export interface ReportMedia {
  id: string;
  item_id: string;
  comment_id: string | null;
  public_id?: string;
  kind: 'photo' | 'video';
  caption: string;
  annotations: unknown[];
  /** Of a video's picture: its poster. */
  width: number;
  height: number;
  /** Of a video. */
  duration_ms?: number;
  position: number;
}

export interface ReportItem {
  id: string;
  section_id: string;
  name: string;
  show_ratings: boolean;
  rating: string | null;
  position: number;
  comments: ReportComment[];
  media: ReportMedia[];
}

export interface ReportSection {
  id: string;
  name: string;
  hidden: boolean;
  is_repeatable: boolean;
  standards_text: RichText | null;
  position: number;
  items: ReportItem[];
}

export interface ReportContent {
  ratings: readonly Rating[];
  sections: ReportSection[];
}

/** Things in order of their position; equal ones stay as they stand. */
export function sortByPosition<T extends { position: number }>(things: readonly T[]): T[] {
  return [...things].sort((a, b) => a.position - b.position);
}

/** Comments of an item as they are read: information, limitations, deficiencies, each by position. */
export function sortComments(comments: readonly ReportComment[]): ReportComment[] {
  return [...comments].sort((a, b) => a.kind - b.kind || a.position - b.position);
}

/** The content with everything in its order, at all levels. */
export function sortContent(content: ReportContent): ReportContent {
  const sections = sortByPosition(content.sections).map((section) => ({
    ...section,
    items: sortByPosition(section.items).map((item) => ({
      ...item,
      comments: sortComments(item.comments),
      media: sortByPosition(item.media),
    })),
  }));
  return { ...content, sections };
}

/**
 * What a reader sees: no hidden sections, no comments left out, in order. Photos of a comment left out go with it.
 */
export function visibleContent(content: ReportContent): ReportContent {
  const sections = sortContent(content)
    .sections.filter((section) => !section.hidden)
    .map((section) => ({ ...section, items: section.items.map(visibleItem) }));
  return { ...content, sections };
}

function visibleItem(item: ReportItem): ReportItem {
  const comments = item.comments.filter((c) => c.included);
  const shown = new Set(comments.map((c) => c.id));
  const media = item.media.filter((m) => m.comment_id === null || shown.has(m.comment_id));
  return { ...item, comments, media };
}

/**
 * The numbers a reader sees, by id: sections `1`, items `1.2`, included comments `1.2.3`. Hidden sections and comments
 * left out have none and leave no hole.
 */
export function numberContent(content: ReportContent): Map<string, string> {
  const numbers = new Map<string, string>();
  visibleContent(content).sections.forEach((section, s) => {
    numbers.set(section.id, `${s + 1}`);
    section.items.forEach((item, i) => {
      numbers.set(item.id, `${s + 1}.${i + 1}`);
      item.comments.forEach((comment, c) => {
        numbers.set(comment.id, `${s + 1}.${i + 1}.${c + 1}`);
      });
    });
  });
  return numbers;
}

/** A line of the summary: a deficiency, where it stands and its number. */
export interface SummaryEntry {
  number: string;
  section: ReportSection;
  item: ReportItem;
  comment: ReportComment;
  media: ReportMedia[];
}

/** The included deficiencies in the order of the report, each once however many locations it has. */
export function summarizeReport(content: ReportContent): SummaryEntry[] {
  const numbers = numberContent(content);
  return visibleContent(content).sections.flatMap((section) =>
    section.items.flatMap((item) =>
      item.comments
        .filter((comment) => comment.kind === 3)
        .map((comment) => ({
          number: numbers.get(comment.id) ?? '',
          section,
          item,
          comment,
          media: item.media.filter((m) => m.comment_id === comment.id),
        })),
    ),
  );
}

/** How many deficiencies there are of each category; those without one count as 2 (recommendation). */
export function countByCategory(entries: readonly SummaryEntry[]): Record<number, number> {
  const counts: Record<number, number> = { 1: 0, 2: 0, 3: 0 };
  for (const { comment } of entries) {
    const category = comment.category ?? 2;
    counts[category] = (counts[category] ?? 0) + 1;
  }
  return counts;
}

/** Is there an answer: a value, or for texts something to read? A comment left out is not answered. */
export function isAnswered(comment: ReportComment): boolean {
  if (!comment.included) return false;
  const { answer } = comment;
  if (Array.isArray(answer)) return answer.length > 0;
  if (typeof answer === 'string') return answer.trim() !== '' || !isEmptyRichText(comment.text);
  return answer !== null || (comment.answer_type === 'text' && !isEmptyRichText(comment.text));
}

/** How far the work is: items rated of those that show ratings, comments included, deficiencies, photos. */
export function reportProgress(content: ReportContent): {
  rated: number;
  rateable: number;
  comments: number;
  deficiencies: number;
  photos: number;
} {
  const items = visibleContent(content).sections.flatMap((s) => s.items);
  const rateable = items.filter((i) => i.show_ratings);
  const comments = items.flatMap((i) => i.comments);
  return {
    rated: rateable.filter((i) => i.rating !== null).length,
    rateable: rateable.length,
    comments: comments.length,
    deficiencies: comments.filter((c) => c.kind === 3).length,
    photos: items.reduce((sum, i) => sum + i.media.length, 0),
  };
}

export type ReportStatus = 'not_started' | 'in_progress' | 'pending_approval' | 'published';
export type ReportAction = 'edit' | 'submit' | 'return' | 'publish' | 'unpublish';

const steps: Record<ReportAction, Partial<Record<ReportStatus, ReportStatus>>> = {
  edit: {
    not_started: 'in_progress',
    in_progress: 'in_progress',
    pending_approval: 'pending_approval',
    published: 'published',
  },
  submit: { in_progress: 'pending_approval' },
  return: { pending_approval: 'in_progress' },
  // Publishing what is published is "Republish": the draft becomes the new snapshot.
  publish: { in_progress: 'published', pending_approval: 'published', published: 'published' },
  unpublish: { published: 'in_progress' },
};

/** The status after an action, or null where it may not be done. */
export function reportTransition(status: ReportStatus, action: ReportAction): ReportStatus | null {
  return steps[action][status] ?? null;
}
