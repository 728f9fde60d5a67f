import { z } from 'zod/mini';
import { id } from '#wire/fields.ts';
import { read, write } from '#wire/route.ts';

const line = z.object({
  what: z.enum(['report', 'section', 'item', 'comment']),
  /** `kept`: the template lost it, but something was entered in it here. */
  how: z.enum(['added', 'changed', 'removed', 'kept']),
  /** The names from the section down to the part; empty for `report`: its introduction, closing text or ratings. */
  path: z.array(z.string()),
});
export type TakeOverLine = z.infer<typeof line>;

export const getTemplateChanges = read('GET /v2/reports/{id}/template-changes', {
  access: 'member',
  capability: 'view_appointments',
  summary:
    'What changed in the template since the report was made from it; `version` is null if its edition is unknown or the report is published.',
  input: z.object({ id }),
  output: z.object({
    /** The version the report was made from. */
    version: z.nullable(z.number()),
    current: z.number(),
    lines: z.array(line),
  }),
  invalidates: ['reports', 'templates'],
});

export const takeOverTemplate = write('POST /v2/reports/{id}/take-over', {
  access: 'member',
  capability: 'edit_report',
  summary:
    'Takes the changes of the template over into an unpublished report; what was written stays. CONFLICT if the template has changed since the version that was looked at.',
  input: z.object({ id, version: z.number().check(z.int(), z.gte(1), z.lte(2_147_483_647)) }),
  output: z.object({ rev: z.number(), version: z.number(), lines: z.array(line) }),
  invalidates: ['reports'],
});
