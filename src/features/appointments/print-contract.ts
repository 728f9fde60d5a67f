import { z } from 'zod/mini';
import { id } from '#wire/fields.ts';
import { errand } from '#wire/route.ts';

export const printOrder = errand('GET /v2/appointments/{id}/print-order', {
  who: 'member',
  needs: 'view_appointments',
  about:
    'Returns the order sheet of an appointment as a PDF in Letter or A4. Amounts are included only for users who can see prices.',
  download: true,
  takes: z.object({
    id,
    /** What is usual in the company's country when left out. */
    paper: z.optional(z.enum(['letter', 'a4'], 'Unknown paper size')),
  }),
});
