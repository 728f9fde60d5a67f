import { z } from 'zod/mini';
import { id } from '#wire/fields.ts';
import { action } from '#wire/route.ts';

export const printOrder = action('GET /v2/appointments/{id}/print-order', {
  access: 'member',
  capability: 'view_appointments',
  summary:
    'Returns the order sheet of an appointment as a PDF in Letter or A4. Amounts are included only for users who can see prices.',
  download: true,
  input: z.object({
    id,
    /** Defaults to the usual size in the company's country. */
    paper: z.optional(z.enum(['letter', 'a4'], 'Unknown paper size')),
  }),
});
