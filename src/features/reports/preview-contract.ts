import { z } from 'zod/mini';
import { id } from '#wire/fields.ts';
import { action, read } from '#wire/route.ts';
import { publicReport } from './public-report-contract.ts';

/** `new`: what a new report contains. `all`: every comment of the template. */
const comments = z._default(z.enum(['new', 'all'], 'Must be new or all'), 'new');

export const previewTemplate = read('GET /v2/templates/{id}/preview', {
  access: 'member',
  capability: 'can_edit_template',
  summary:
    'A template as a report for a sample property: what a new report contains or, with `comments=all`, every comment with a sample answer.',
  input: z.object({ id, comments }),
  output: z.extend(publicReport, { template_name: z.string() }),
  invalidates: ['templates'],
});

export const downloadTemplatePreview = action('GET /v2/templates/{id}/preview-pdf', {
  access: 'member',
  capability: 'can_edit_template',
  summary: 'The preview of a template as a PDF.',
  input: z.object({ id, comments }),
  download: true,
  limit: { by: 'account', max: 30, minutes: 10 },
});
