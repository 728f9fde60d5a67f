import { z } from 'zod/mini';
import { templateTrades } from '#domain/templates/trades.ts';
import { richTextTree } from '#wire/comment-fields.ts';
import { id, instant, optionalText } from '#wire/fields.ts';
import { pageQuery, pageSchema } from '#wire/paging.ts';
import { read, write } from '#wire/route.ts';
import { template } from './contract.ts';

/** A trade of the template store. */
export const trade = z.enum(templateTrades, 'Unknown trade');

/** The fields of a store template that lists show. */
export const storeRowFields = {
  id,
  name: z.string(),
  description: z.string(),
  trade: z.string(),
  sections: z.number(),
  items: z.number(),
  comments: z.number(),
  updated_at: instant,
};
const storeRow = z.object(storeRowFields);
export type StoreTemplate = z.infer<typeof storeRow>;

/** The whole content of a store template. Its parts have no ids: a copy gets its own. */
const storePreview = z.extend(storeRow, {
  report_title: z.string(),
  ratings: z.array(z.object({ key: z.string(), label: z.string() })),
  header_text: richTextTree,
  disclaimer: richTextTree,
  outline: z.array(
    z.object({
      name: z.string(),
      standards_text: richTextTree,
      is_repeatable: z.boolean(),
      items: z.array(
        z.object({
          name: z.string(),
          comments: z.array(
            z.object({
              kind: z.number(),
              name: z.string(),
              answer_type: z.string(),
              options: z.array(z.string()),
              default_text: richTextTree,
              category: z.nullable(z.number()),
              recommendation: z.string(),
              min_cost: z.nullable(z.number()),
              max_cost: z.nullable(z.number()),
            }),
          ),
        }),
      ),
    }),
  ),
});
export type StorePreview = z.infer<typeof storePreview>;

export const listStoreTemplates = read('GET /v2/template-store', {
  access: 'member',
  capability: 'can_edit_template',
  summary: 'The templates that the platform offers, in its order; `text` searches names and descriptions.',
  input: z.object({
    ...pageQuery,
    subscriberId: optionalText(60),
    text: optionalText(200),
    trade: z.optional(trade),
  }),
  output: pageSchema(storeRow),
  invalidates: ['template-store'],
});

export const getStoreTemplate = read('GET /v2/template-store/{id}', {
  access: 'member',
  capability: 'can_edit_template',
  summary: 'One template of the store with all its texts.',
  input: z.object({ id, subscriberId: optionalText(60) }),
  output: storePreview,
  invalidates: ['template-store'],
});

export const copyStoreTemplate = write('POST /v2/template-store/{id}/copy', {
  access: 'member',
  capability: 'can_edit_template',
  summary: 'Adds a copy of a store template to the templates of the company; every part gets a new id.',
  input: z.object({ id, subscriberId: optionalText(60) }),
  output: template,
  invalidates: ['templates'],
});
