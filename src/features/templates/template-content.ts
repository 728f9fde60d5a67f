import { groupBy } from '#domain/base/group-by.ts';
import type { Rating } from '#domain/reports/reports.ts';
import {
  type LoadedTemplate,
  sortTemplate,
  type TemplateComment,
  type TemplateItem,
  type TemplateSection,
} from '#domain/templates/template.ts';
import type { RichText } from '#domain/text/rich-text.ts';
import { getCompany } from '#features/company/get-company.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { notFound } from '#wire/errors.ts';
import type { EditedTemplate, Template } from './contract.ts';
import { templateOnWire } from './present.ts';
import * as store from './store.ts';

/** Loads a template of the company. Throws NOT_FOUND if there is none or, normally, if it was deleted. */
export async function loadTemplate(
  ctx: ReadCtx | WriteCtx,
  id: string,
  options?: { mayBeDeleted: true },
): Promise<LoadedTemplate> {
  const rows = await store.loadTemplateTree(ctx, id, options);
  if (!rows) throw notFound();
  const { template: head } = rows;
  const commentsOf = groupBy(rows.comments, (comment) => comment.item_id);
  const itemsOf = groupBy(rows.items, (item) => item.section_id);
  const item = (row: (typeof rows.items)[number]): TemplateItem => ({
    id: row.id,
    section_id: row.section_id,
    name: row.name,
    show_ratings: row.show_ratings,
    position: row.position,
    comments: (commentsOf.get(row.id) ?? []).map(commentOf),
  });
  const sections = rows.sections.map(
    (row): TemplateSection => ({
      id: row.id,
      name: row.name,
      standards_text: row.standards_text as RichText | null,
      is_repeatable: row.is_repeatable,
      hidden: row.hidden,
      position: row.position,
      items: (itemsOf.get(row.id) ?? []).map(item),
    }),
  );
  const { name, description, report_title } = head;
  const content = {
    name,
    description,
    report_title,
    ratings: head.ratings as unknown as Rating[],
    header_text: head.header_text as RichText | null,
    disclaimer: head.disclaimer as RichText | null,
    sections,
  };
  const { status, version, rev, updated_at } = head;
  return { id, status, version, rev, updated_at, content: sortTemplate(content) };
}

function commentOf({
  subscriber_id: _s,
  template_id: _t,
  search_text: _w,
  ...row
}: { subscriber_id: string; template_id: string; search_text: string } & object): TemplateComment {
  return row as unknown as TemplateComment;
}

/** Locks a template against other writers until the transaction ends. Throws NOT_FOUND if there is none. */
export async function lockTemplate(ctx: WriteCtx, id: string): Promise<void> {
  const row = await mine(ctx, 'templates')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .select('id')
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound();
}

/** A template in wire format. */
export async function readTemplate(ctx: ReadCtx | WriteCtx, { id }: { id: string }): Promise<Template> {
  return templateOnWire(await loadTemplate(ctx, id));
}

/** A template with the lists from which its editor suggests. */
export async function readEditedTemplate(ctx: ReadCtx, { id }: { id: string }): Promise<EditedTemplate> {
  const { settings } = await getCompany(ctx);
  return {
    ...(await readTemplate(ctx, { id })),
    choices: {
      location_tags: settings.location_tags,
      recommendations: settings.template_recommendations,
      categories: settings.defect_categories.map(({ category, name }) => ({ category, name })),
      cost_estimator: settings.cost_estimator,
    },
  };
}
