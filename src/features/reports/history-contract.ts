import { z } from 'zod/mini';
import { id, instant } from '#wire/fields.ts';
import { pageQuery, pageSchema } from '#wire/paging.ts';
import { read } from '#wire/route.ts';

const entry = z.object({
  op_id: z.string(),
  at: instant,
  by: z.string(),
  how: z.enum(['added', 'changed', 'moved', 'removed', 'restored', 'copied']),
  /** Why it was not applied; its values are kept all the same. */
  refused: z.nullable(z.string()),
  fields: z.array(z.object({ name: z.string(), before: z.unknown(), after: z.unknown() })),
});
export type HistoryEntry = z.infer<typeof entry>;

export const getPartHistory = read('GET /v2/reports/{id}/history', {
  access: 'member',
  capability: 'edit_report',
  summary:
    'The changes of one section, item, comment or photo of a report (`part_id`), newest first: by whom, when, and each field with its value before and after. Amounts are in cents.',
  input: z.object({ id, part_id: id, ...pageQuery }),
  output: pageSchema(entry),
  invalidates: ['reports'],
});
