import { z } from 'zod/mini';
import { richTextTree } from '#wire/comment-fields.ts';
import { id, instant, optionalText } from '#wire/fields.ts';
import { pageQuery, pageSchema } from '#wire/paging.ts';
import { read } from '#wire/route.ts';

/** A template in the list and in pickers. */
const templateRow = z.object({
  id,
  name: z.string(),
  description: z.string(),
  report_title: z.string(),
  status: z.number(),
  version: z.number(),
  sections: z.number(),
  items: z.number(),
  comments: z.number(),
  /** Names of the services and add-ons that include it. */
  used_by: z.array(z.string()),
  updated_at: instant,
});

export type ListedTemplate = z.infer<typeof templateRow>;

const templateComment = z.object({
  id,
  item_id: id,
  kind: z.number(),
  name: z.string(),
  answer_type: z.string(),
  options: z.array(z.string()),
  default_text: richTextTree,
  default_location: z.string(),
  category: z.nullable(z.number()),
  recommendation: z.string(),
  tags: z.array(z.string()),
  min_cost: z.nullable(z.number()),
  max_cost: z.nullable(z.number()),
  is_default: z.boolean(),
  is_required: z.boolean(),
  position: z.number(),
});

export const template = z.object({
  id,
  name: z.string(),
  description: z.string(),
  status: z.number(),
  version: z.number(),
  ratings: z.array(z.object({ key: z.string(), label: z.string() })),
  report_title: z.string(),
  header_text: richTextTree,
  disclaimer: richTextTree,
  rev: z.number(),
  updated_at: instant,
  sections: z.array(
    z.object({
      id,
      name: z.string(),
      standards_text: richTextTree,
      is_repeatable: z.boolean(),
      hidden: z.boolean(),
      position: z.number(),
      items: z.array(
        z.object({
          id,
          section_id: id,
          name: z.string(),
          show_ratings: z.boolean(),
          position: z.number(),
          comments: z.array(templateComment),
        }),
      ),
    }),
  ),
});
export type Template = z.infer<typeof template>;

/** A template as its editor gets it. */
const editedTemplate = z.extend(template, {
  choices: z.object({
    location_tags: z.array(z.string()),
    recommendations: z.array(z.string()),
    categories: z.array(z.object({ category: z.number(), name: z.string() })),
    cost_estimator: z.boolean(),
  }),
});
export type EditedTemplate = z.infer<typeof editedTemplate>;

export const listTemplates = read('GET /v2/templates', {
  access: 'member',
  capability: 'view_company',
  summary:
    'The report templates of the company by name; `status=1` returns only those offered for new appointments.',
  input: z.object({
    ...pageQuery,
    subscriberId: optionalText(60),
    text: optionalText(200),
    status: z.optional(
      z.coerce.number().check(z.int(), z.gte(0, 'Unknown status'), z.lte(1, 'Unknown status')),
    ),
  }),
  output: pageSchema(templateRow),
  invalidates: ['templates'],
});

export const getTemplate = read('GET /v2/templates/{id}', {
  access: 'member',
  capability: 'can_edit_template',
  summary: 'One template with all its sections, items and comments, and the lists its editor suggests from.',
  input: z.object({ id, subscriberId: optionalText(60) }),
  output: editedTemplate,
  invalidates: ['templates'],
});
