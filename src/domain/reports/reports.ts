/** The content of a report: sections, items, comments and photos; their order, numbers and summary. */
import type { Cents } from '../base/money.ts';
import { sortByPosition } from '../base/ordered.ts';
import { isEmptyRichText, type RichText } from '../text/rich-text.ts';
import type { PhotoEdit, PhotoMark } from './photos/photo-marks.ts';

/** 1 information, 2 limitation, 3 deficiency. */
export type CommentKind = 1 | 2 | 3;
/** How a comment is answered. */
export const answerTypes = [
  'text',
  'choice',
  'multi',
  'number',
  'range',
  'date',
  'temperature',
  'yes_no',
] as const;
export type AnswerType = (typeof answerTypes)[number];
/** One text (choice, date), several (multi), a number, a range, or a boolean. */
export type Answer = string | number | boolean | string[] | { from: number; to: number } | null;

export interface Rating {
  key: string;
  label: string;
}

/** The default ratings of a template. */
export const defaultRatings: readonly Rating[] = [
  { key: 'IN', label: 'Inspected' },
  { key: 'NI', label: 'Not Inspected' },
  { key: 'NP', label: 'Not Present' },
  { key: 'D', label: 'Deficient' },
];

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
  /** The inspector's own choice for a hand-picked summary; null or absent if there was none. */
  in_summary?: boolean | null;
  position: number;
}

export interface ReportMedia {
  id: string;
  /** Null while it is unsorted. */
  item_id: string | null;
  comment_id: string | null;
  public_id?: string;
  kind: 'photo' | 'video';
  caption: string;
  /** Only of a photo, drawn in this order. */
  annotations: PhotoMark[];
  /** Crop and rotation of a photo; absent or null: as it was taken. */
  edit?: PhotoEdit | null;
  /** Which of its comment's locations it shows. */
  location?: string;
  /** Of the upright original; for a video: the size of its poster. */
  width: number;
  height: number;
  /** For videos. */
  duration_ms?: number;
  /** When it was taken, and who says so (`photo-time.ts`); versions from before it was recorded have neither. */
  taken_at?: string | null;
  time_source?: 'camera' | 'file' | 'person' | null;
  /** From the earlier report, in a re-inspection: shown next to the new photos and not counted as one. */
  is_before?: boolean;
  position: number;
}

export interface ReportItem {
  id: string;
  section_id: string;
  /** The item of the template it was made from. */
  template_item_id?: string | null;
  name: string;
  show_ratings: boolean;
  rating: string | null;
  position: number;
  comments: ReportComment[];
  media: ReportMedia[];
}

export interface ReportSection {
  id: string;
  /** The section of the template it was made from. */
  template_section_id?: string | null;
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
  /** Photos that are not in an item yet. Readers never see them. */
  unsorted?: readonly ReportMedia[];
}

/** Returns all photos and videos, those of items first. */
export function allMedia(content: ReportContent): ReportMedia[] {
  const items = content.sections.flatMap((section) => section.items);
  return [...items.flatMap((item) => item.media), ...(content.unsorted ?? [])];
}

/** Sorts the comments of an item: information, limitations, deficiencies, each by position. */
export function sortComments(comments: readonly ReportComment[]): ReportComment[] {
  return [...comments].sort((a, b) => a.kind - b.kind || a.position - b.position);
}

/** Sorts the content at all levels. */
function sortContent(content: ReportContent): ReportContent {
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
 * Returns the content for readers: without hidden sections and comments that are not included, sorted. Photos of such
 * comments are omitted too.
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
 * Returns the numbers of sections `1`, items `1.2` and included deficiencies `1.2.3`, by id, alike for writer, reader and
 * PDF. Hidden sections and other comments have no number and leave no gap; what readers do not see because nothing was
 * entered keeps its number, so that numbers do not move while the report is written.
 */
export function numberContent(content: ReportContent): Map<string, string> {
  const numbers = new Map<string, string>();
  visibleContent(content).sections.forEach((section, s) => {
    numbers.set(section.id, `${s + 1}`);
    section.items.forEach((item, i) => {
      numbers.set(item.id, `${s + 1}.${i + 1}`);
      const deficiencies = item.comments.filter((comment) => comment.kind === 3);
      deficiencies.forEach((comment, d) => {
        numbers.set(comment.id, `${s + 1}.${i + 1}.${d + 1}`);
      });
    });
  });
  return numbers;
}

/**
 * Returns whether a comment is answered: it has a value, or for texts something to read. A comment that is not included
 * is not answered.
 */
export function isAnswered(comment: ReportComment): boolean {
  if (!comment.included) return false;
  const { answer } = comment;
  if (Array.isArray(answer)) return answer.length > 0;
  if (typeof answer === 'string') return answer.trim() !== '' || !isEmptyRichText(comment.text);
  return answer !== null || (comment.answer_type === 'text' && !isEmptyRichText(comment.text));
}

/**
 * Returns the progress of a report: items rated of those that show ratings, comments included, deficiencies, photos.
 */
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
    photos: items.reduce((sum, i) => sum + i.media.filter((m) => !m.is_before).length, 0),
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
  // Publishing a published report is "Republish": the draft becomes the new snapshot.
  publish: { in_progress: 'published', pending_approval: 'published', published: 'published' },
  unpublish: { published: 'in_progress' },
};

/** Returns the status after an action, or null if the action is not allowed. */
export function reportTransition(status: ReportStatus, action: ReportAction): ReportStatus | null {
  return steps[action][status] ?? null;
}
