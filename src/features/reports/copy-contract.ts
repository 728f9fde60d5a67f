import { z } from 'zod/mini';
import { partName } from '#wire/comment-fields.ts';
import { id } from '#wire/fields.ts';
import { write } from '#wire/route.ts';
import { refreshes } from './contract.ts';

/** What a copy takes along: only the structure, what was written as well, or also the photos. */
const copyExtent = z.enum(['structure', 'answers', 'photos']);

export const duplicateSection = write('POST /v2/reports/{id}/sections/{sectionId}/duplicate', {
  access: 'member',
  capability: 'edit_report',
  summary:
    'Copies a section of the report and returns the id of the copy. Send an idempotency key, as with every POST: a repeated request answers with the first copy. The name is the next number (Bathroom 2) if none is given.',
  input: z.object({
    id,
    sectionId: id,
    name: z.optional(partName),
    extent: z.optional(copyExtent),
  }),
  output: z.object({ section_id: id, rev: z.number() }),
  invalidates: ['reports'],
});

export const copyReport = write('POST /v2/reports/{id}/copy-to/{appointmentId}', {
  access: 'member',
  capability: 'edit_report',
  summary:
    'Copies the report to another appointment: into its report of the same template if nothing was written there, or as a new one. CONFLICT if something was written there. Resending it after that returns the same report.',
  input: z.object({ id, appointmentId: id, extent: z.optional(copyExtent) }),
  output: z.object({ report_id: id }),
  invalidates: refreshes,
});
