import { groupBy } from '#domain/base/group-by.ts';
import { asCents, fromCents } from '#domain/base/money.ts';
import type { Rating } from '#domain/reports/reports.ts';
import type { Template } from './contract.ts';

interface CommentRow {
  id: string;
  item_id: string;
  kind: number;
  name: string;
  answer_type: string;
  options: string[];
  default_text: unknown;
  default_location: string;
  category: number | null;
  recommendation: string;
  tags: string[];
  min_cost_cents: number | null;
  max_cost_cents: number | null;
  is_default: boolean;
  is_required: boolean;
  position: number;
}
interface ItemRow {
  id: string;
  section_id: string;
  name: string;
  show_ratings: boolean;
  position: number;
}
interface SectionRow {
  id: string;
  name: string;
  standards_text: unknown;
  is_repeatable: boolean;
  hidden: boolean;
  position: number;
}
interface TemplateHead {
  id: string;
  name: string;
  description: string;
  status: number;
  version: number;
  ratings: unknown;
  report_title: string;
  header_text: unknown;
  disclaimer: unknown;
  rev: number;
  updated_at: string;
}

/** Builds the template tree sent to the browser from its rows. */
export function presentTemplate(rows: {
  template: TemplateHead;
  sections: SectionRow[];
  items: ItemRow[];
  comments: CommentRow[];
}): Template {
  const { template: head } = rows;
  const itemsOf = groupBy(rows.items, (item) => item.section_id);
  const commentsOf = groupBy(rows.comments, (comment) => comment.item_id);
  return {
    id: head.id,
    name: head.name,
    description: head.description,
    status: head.status,
    version: head.version,
    ratings: head.ratings as Rating[],
    report_title: head.report_title,
    header_text: head.header_text,
    disclaimer: head.disclaimer,
    rev: head.rev,
    updated_at: head.updated_at,
    sections: rows.sections.map(({ id, name, standards_text, is_repeatable, hidden, position }) => ({
      id,
      name,
      standards_text,
      is_repeatable,
      hidden,
      position,
      items: (itemsOf.get(id) ?? []).map((item) => ({
        id: item.id,
        name: item.name,
        show_ratings: item.show_ratings,
        position: item.position,
        comments: (commentsOf.get(item.id) ?? []).map(presentComment),
      })),
    })),
  };
}

function presentComment(row: CommentRow): Template['sections'][number]['items'][number]['comments'][number] {
  const { min_cost_cents: min, max_cost_cents: max } = row;
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    answer_type: row.answer_type,
    options: row.options,
    default_text: row.default_text,
    default_location: row.default_location,
    category: row.category,
    recommendation: row.recommendation,
    tags: row.tags,
    min_cost: min === null ? null : fromCents(asCents(min)),
    max_cost: max === null ? null : fromCents(asCents(max)),
    is_default: row.is_default,
    is_required: row.is_required,
    position: row.position,
  };
}
