import { z } from 'zod/mini';
import { asEmail, asText, id, instant, revNumber, text } from '#wire/fields.ts';
import { write } from '#wire/route.ts';
import { refreshes, status } from './contract.ts';
import { summaryMode } from './public-report-contract.ts';

const message = z.optional(z.string().check(asText, z.maxLength(2000, 'At most 2000 characters')));

export const publishReport = write('POST /v2/reports/{id}/publish', {
  access: 'member',
  capability: 'can_publish_report',
  summary:
    'Publishes the current state. Refused with the missing parts in details.missing. Before the appointment, or with under 20 % of the items rated, the first publication is a CONFLICT with these facts in details.confirm, unless `confirmed`. `send_to` names people of the appointment (default: clients and agents); `without_sending` publishes without mails.',
  input: z.object({
    id,
    /** The revision that was reviewed; CONFLICT if it has changed. */
    rev: z.optional(revNumber),
    send_to: z.optional(z.array(id).check(z.maxLength(50))),
    message,
    without_sending: z.optional(z.boolean()),
    /** What the summary of this publication lists; by default as the company has set. */
    summary: z.optional(summaryMode),
    /** The user was shown what speaks against publishing now. */
    confirmed: z.optional(z.boolean()),
  }),
  output: z.object({ status, published_at: instant, published_rev: z.number(), sent: z.number() }),
  invalidates: refreshes,
});

export const unpublishReport = write('POST /v2/reports/{id}/unpublish', {
  access: 'member',
  capability: 'unpublish_report',
  summary: 'Unpublishes a report for further work; its public page is locked.',
  input: z.object({ id }),
  output: z.object({ status }),
  invalidates: refreshes,
});

export const submitReport = write('POST /v2/reports/{id}/submit', {
  access: 'member',
  capability: 'edit_report',
  summary: 'Submits a report for approval, for members who may not publish.',
  input: z.object({ id }),
  output: z.object({ status }),
  invalidates: refreshes,
});

export const returnReport = write('POST /v2/reports/{id}/return', {
  access: 'member',
  capability: 'can_publish_report',
  summary: 'Returns a submitted report to its author with a note.',
  input: z.object({ id, note: text('Enter what needs to change', 2000) }),
  output: z.object({ status }),
  invalidates: refreshes,
});

export const shareReport = write('POST /v2/reports/{reportId}/share', {
  access: 'member',
  capability: 'view_appointments',
  summary:
    'Mails a published report to addresses, each with its own link. Without `sendFullReport`, that link opens the summary only.',
  input: z.object({
    reportId: id,
    recipients: z
      .array(z.string().check(asEmail, z.maxLength(254)), 'Enter at least one email')
      .check(z.minLength(1, 'Enter at least one email'), z.maxLength(20, 'At most 20 recipients')),
    extraMessage: message,
    sendFullReport: z._default(z.boolean(), false),
    sendSummaryReport: z._default(z.boolean(), false),
    /** What the summary lists; by default what it lists in the published report. */
    summary: z.optional(z.enum(['automatic', 'hand_picked'], 'Unknown summary')),
  }),
  output: z.object({ sent: z.number() }),
  invalidates: ['reports', 'messages'],
});

export const rebuildPdfs = write('POST /v2/reports2/{reportId}/rebuild-pdfs', {
  access: 'member',
  capability: 'edit_report',
  summary: 'Rebuilds the PDFs from the published state (or the draft, if nothing is published yet).',
  input: z.object({ reportId: id }),
  output: z.object({ pdf_status: z.string() }),
  invalidates: ['reports'],
});
