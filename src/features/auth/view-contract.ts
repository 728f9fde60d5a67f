import { z } from 'zod/mini';
import { asLine, id, text } from '#wire/fields.ts';
import { read, write } from '#wire/route.ts';

/** The most views a user may save for one list. */
export const maxViews = 20;

const list = z.enum(['appointments', 'payments', 'people'], 'Unknown list');
export type ViewList = z.infer<typeof list>;

const code = z.string().check(asLine, z.maxLength(60));
const content = {
  name: text('Name is required', 60),
  /** Filters and order as the page keeps them in its URL, without the question mark. */
  address: z.string().check(asLine, z.maxLength(1500)),
  /** The visible columns, under the name by which the list stores them; null if the list has no columns to choose. */
  columns: z.nullable(z.object({ list: code, shown: z.array(code).check(z.maxLength(40)) })),
  is_default: z.boolean(),
};

const view = z.object({ id, ...content });
export type SavedView = z.infer<typeof view>;

export const listViews = read('GET /v2/users/me/views', {
  access: 'member',
  summary: 'Lists the views of a list that the user saved, by name.',
  input: z.object({ list }),
  output: z.object({ views: z.array(view) }),
  invalidates: ['views'],
});

export const saveView = write('POST /v2/users/me/views', {
  access: 'member',
  summary:
    'Saves a view of a list under a name that the user has not used there; at most 20. A default replaces the other.',
  input: z.object({ list, ...content }),
  output: view,
  invalidates: ['views'],
});

export const updateView = write('PUT /v2/users/me/views/{id}', {
  access: 'member',
  summary: 'Renames, overwrites or makes default one of the user’s views. Omitted fields stay unchanged.',
  input: z.object({
    id,
    name: z.optional(content.name),
    address: z.optional(content.address),
    columns: z.optional(content.columns),
    is_default: z.optional(content.is_default),
  }),
  output: view,
  invalidates: ['views'],
});

export const removeView = write('DELETE /v2/users/me/views/{id}', {
  access: 'member',
  summary: 'Deletes one of the user’s views.',
  input: z.object({ id }),
  output: z.null(),
  invalidates: ['views'],
});
