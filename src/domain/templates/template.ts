/** The content of a template: what every new report of its kind begins with (decisions G-TPL-1). */
import type { Cents } from '../base/money.ts';
import { sortByPosition } from '../base/ordered.ts';
import type { AnswerType, CommentKind, Rating } from '../reports/reports.ts';
import type { RichText } from '../text/rich-text.ts';

/** A comment of the library: a question, a limitation or a deficiency that an inspector can add to a report. */
export interface TemplateComment {
  id: string;
  item_id: string;
  kind: CommentKind;
  name: string;
  answer_type: AnswerType;
  options: string[];
  default_text: RichText | null;
  default_location: string;
  category: number | null;
  recommendation: string;
  tags: string[];
  min_cost_cents: Cents | null;
  max_cost_cents: Cents | null;
  /** Included in every new report. */
  is_default: boolean;
  is_required: boolean;
  position: number;
}

export interface TemplateItem {
  id: string;
  section_id: string;
  name: string;
  show_ratings: boolean;
  position: number;
  comments: TemplateComment[];
}

export interface TemplateSection {
  id: string;
  name: string;
  standards_text: RichText | null;
  /** Inspectors may copy it in a report: Bathroom, Bathroom 2. */
  is_repeatable: boolean;
  hidden: boolean;
  position: number;
  items: TemplateItem[];
}

/** The fields of the template itself. */
export interface TemplateHead {
  name: string;
  description: string;
  report_title: string;
  ratings: readonly Rating[];
  header_text: RichText | null;
  disclaimer: RichText | null;
}

export interface TemplateContent extends TemplateHead {
  sections: TemplateSection[];
}

/** A template with its content and its version and status. */
export interface LoadedTemplate {
  id: string;
  status: number;
  version: number;
  rev: number;
  updated_at: string;
  content: TemplateContent;
}

/** What a template may hold. */
export const templateLimits = { sections: 200, items: 2000, comments: 10_000, ratings: 12 } as const;

/** Sorts a template at all levels; comments by kind first, as reports show them. */
export function sortTemplate<T extends { sections: TemplateSection[] }>(content: T): T {
  const sections = sortByPosition(content.sections).map((section) => ({
    ...section,
    items: sortByPosition(section.items).map((item) => ({
      ...item,
      comments: [...item.comments].sort((a, b) => a.kind - b.kind || a.position - b.position),
    })),
  }));
  return { ...content, sections };
}

/** All items of a template, in the order of the sections given. */
export const itemsOf = (content: { sections: readonly TemplateSection[] }): TemplateItem[] =>
  content.sections.flatMap((section) => section.items);

/** All comments of a template. */
export const commentsOf = (content: { sections: readonly TemplateSection[] }): TemplateComment[] =>
  itemsOf(content).flatMap((item) => item.comments);

/** Returns what is wrong with the ratings of a template, or null. Keys are what reports store, so each is unique. */
export function ratingsProblem(ratings: readonly Rating[]): string | null {
  if (ratings.length > templateLimits.ratings) return `At most ${templateLimits.ratings} ratings`;
  const keys = new Set(ratings.map((rating) => rating.key.toLowerCase()));
  return keys.size < ratings.length ? 'Two ratings have the same abbreviation' : null;
}

/** The same content with a new id for every part, so that a change of the copy never reaches the original. */
export function copyOf(content: TemplateContent, newId: () => string): TemplateContent {
  return { ...content, sections: content.sections.map((section) => copyOfSection(section, newId)) };
}

/** A section with a new id for itself and every part of it. */
export function copyOfSection(section: TemplateSection, newId: () => string): TemplateSection {
  const id = newId();
  return { ...section, id, items: section.items.map((item) => copyOfItem(item, newId, id)) };
}

/** An item with a new id for itself and its comments. */
export function copyOfItem(
  item: TemplateItem,
  newId: () => string,
  section_id = item.section_id,
): TemplateItem {
  const id = newId();
  const comments = item.comments.map((comment) => ({ ...comment, id: newId(), item_id: id }));
  return { ...item, id, section_id, comments };
}
