import { z } from 'zod/mini';
import { id, instant, revNumber, text } from '#wire/fields.ts';
import { write } from '#wire/route.ts';
import { refreshes, status } from './contract.ts';

const message = z.optional(z.string().check(z.trim(), z.maxLength(2000, 'At most 2000 characters')));

export const publishReport = write('POST /v2/reports/{id}/publish', {
  access: 'member',
  capability: 'can_publish_report',
  summary:
    'Makes what is written the published state. Refuses with the missing parts in details.missing. `send_to` names people of the appointment (default: clients and agents); `without_sending` publishes in silence.',
  input: z.object({
    id,
    /** The revision that was reviewed; CONFLICT if it has changed. */
    rev: z.optional(revNumber),
    send_to: z.optional(z.array(id).check(z.maxLength(50))),
    message,
    without_sending: z.optional(z.boolean()),
  }),
  output: z.object({ status, published_at: instant, published_rev: z.number(), sent: z.number() }),
  invalidates: refreshes,
});

export const unpublishReport = write('POST /v2/reports/{id}/unpublish', {
  access: 'member',
  capability: 'unpublish_report',
  summary: 'Takes a published report back into work; its public page is closed.',
  input: z.object({ id }),
  output: z.object({ status }),
  invalidates: refreshes,
});

export const submitReport = write('POST /v2/reports/{id}/submit', {
  access: 'member',
  capability: 'edit_report',
  summary: 'Asks for approval: for those who may not publish.',
  input: z.object({ id }),
  output: z.object({ status }),
  invalidates: refreshes,
});

export const returnReport = write('POST /v2/reports/{id}/return', {
  access: 'member',
  capability: 'can_publish_report',
  summary: 'Gives a submitted report back to its author with a note.',
  input: z.object({ id, note: text('Enter what needs to change', 2000) }),
  output: z.object({ status }),
  invalidates: refreshes,
});

export const shareReport = write('POST /v2/reports/{reportId}/share', {
  access: 'member',
  capability: 'view_appointments',
  summary: 'Mails a published report to addresses, each with a link of its own.',
  input: z.object({
    reportId: id,
    recipients: z
      .array(z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254)), 'Enter at least one email')
      .check(z.minLength(1, 'Enter at least one email'), z.maxLength(20, 'At most 20 recipients')),
    extraMessage: message,
    sendFullReport: z._default(z.boolean(), false),
    sendSummaryReport: z._default(z.boolean(), false),
  }),
  output: z.object({ sent: z.number() }),
  invalidates: ['reports', 'messages'],
});

export const rebuildPdfs = write('POST /v2/reports2/{reportId}/rebuild-pdfs', {
  access: 'member',
  capability: 'edit_report',
  summary: 'Has the PDFs made anew from the published state (or the draft, where nothing is published yet).',
  input: z.object({ reportId: id }),
  output: z.object({ pdf_status: z.string() }),
  invalidates: ['reports'],
});
