import { z } from 'zod/mini';
import { id, instant, optionalText } from '#wire/fields.ts';
import { read, write } from '#wire/route.ts';
import { anyReportId, readerParams, reportLink, teamTokenParam } from './contract.ts';

const change = z.object({
  what: z.enum(['report', 'section', 'item', 'comment', 'photo']),
  how: z.enum(['added', 'changed', 'removed']),
  /** The names from the section down to the part. */
  path: z.array(z.string()),
  /** Which of its fields, if it changed. */
  fields: z.array(z.string()),
  /** How a member brings back what was there before: the version that had it, and the comment or photo. */
  restore: z.nullable(
    z.object({ version: z.number(), comment_id: z.optional(id), media_id: z.optional(id) }),
  ),
});
export type VersionChange = z.infer<typeof change>;

export const listVersions = read('GET /v2/reports2/{reportId}/versions', {
  access: 'anyone',
  link: reportLink,
  summary:
    'The published versions of a report, newest first, each with what changed since the one before. Through the same gate as the report.',
  input: z.object({ reportId: anyReportId, t: teamTokenParam, ...readerParams }),
  output: z.object({
    versions: z.array(
      z.object({
        version: z.number(),
        published_at: instant,
        published_by: z.nullable(z.string()),
        changes: z.array(change),
      }),
    ),
  }),
  invalidates: ['reports'],
});

export const restoreVersion = write('POST /v2/reports/{id}/restore', {
  access: 'member',
  capability: 'edit_report',
  summary:
    'Brings back a published version of a report, or one comment or photo of it, into the current draft; readers see it once it is published again.',
  input: z.object({
    id,
    version: z.number().check(z.int('Must be a whole number'), z.gte(1), z.lte(1_000_000)),
    comment_id: z.optional(id),
    media_id: z.optional(id),
    subscriberId: optionalText(60),
  }),
  output: z.object({ rev: z.number() }),
  invalidates: ['reports'],
});
