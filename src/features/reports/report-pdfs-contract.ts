import { z } from 'zod/mini';
import { companyBranding, personalLinkParam } from '#features/agreements/contract.ts';
import { asCode, id, instant, publicId } from '#wire/fields.ts';
import { read, write } from '#wire/route.ts';

/** Token of an outside reader of a draft (`review=`), created by createDraftLink. */
export const reviewToken = z.optional(z.string().check(asCode, z.maxLength(100)));

export const listReportPdfs = read('GET /v2/public/appointments/{publicId}/reports', {
  access: 'link',
  link: { param: 'publicId', kind: ['appointment', 'report'] },
  summary:
    'The published reports of an appointment, by its public id or that of one of its reports, through the same gate as their pages. With a `review` token: the drafts.',
  input: z.object({ publicId, review: reviewToken, p: personalLinkParam }),
  output: z.object({
    appointment_public_id: publicId,
    address: z.string(),
    city: z.string(),
    state: z.string(),
    zip_code: z.string(),
    company: companyBranding,
    /** This reader may read the summaries only. */
    is_summary_only: z.boolean(),
    /** Set for drafts: when the token expires. */
    review_until: z.nullable(instant),
    reports: z.array(z.object({ public_id: publicId, name: z.string(), published_at: z.nullable(instant) })),
  }),
  invalidates: ['reports'],
});

export const createDraftLink = write('POST /v2/appointments/{id}/draft-link', {
  access: 'member',
  capability: 'edit_report',
  summary:
    'Creates a link for outside readers to the reports of an appointment before they are published: PDFs marked as drafts, for 7 days.',
  input: z.object({ id }),
  output: z.object({ url: z.string(), expires_at: instant }),
});
