import { z } from 'zod/mini';
import { id, instant, revNumber, text } from '#wire/fields.ts';
import { write } from '#wire/route.ts';
import { refreshes, status } from './contract.ts';

const message = z.optional(z.string().check(z.trim(), z.maxLength(2000, 'At most 2000 characters')));

export const publishReport = write('POST /v2/reports/{id}/publish', {
  who: 'member',
  needs: 'can_publish_report',
  about:
    'Makes what is written the published state. Refuses with the missing parts in details.missing. `send_to` names people of the appointment (default: clients and agents); `without_sending` publishes in silence.',
  takes: z.object({
    id,
    /** The state that was looked at; another one by now is CONFLICT. */
    rev: z.optional(revNumber),
    send_to: z.optional(z.array(id).check(z.maxLength(50))),
    message,
    without_sending: z.optional(z.boolean()),
  }),
  gives: z.object({ status, published_at: instant, published_rev: z.number(), sent: z.number() }),
  refreshes,
});

export const unpublishReport = write('POST /v2/reports/{id}/unpublish', {
  who: 'member',
  needs: 'unpublish_report',
  about: 'Takes a published report back into work; its public page is closed.',
  takes: z.object({ id }),
  gives: z.object({ status }),
  refreshes,
});

export const submitReport = write('POST /v2/reports/{id}/submit', {
  who: 'member',
  needs: 'edit_report',
  about: 'Asks for approval: for those who may not publish.',
  takes: z.object({ id }),
  gives: z.object({ status }),
  refreshes,
});

export const returnReport = write('POST /v2/reports/{id}/return', {
  who: 'member',
  needs: 'can_publish_report',
  about: 'Gives a submitted report back to its author with a note.',
  takes: z.object({ id, note: text('Enter what needs to change', 2000) }),
  gives: z.object({ status }),
  refreshes,
});

export const shareReport = write('POST /v2/reports/{reportId}/share', {
  who: 'member',
  needs: 'view_appointments',
  about: 'Mails a published report to addresses, each with a link of its own.',
  takes: z.object({
    reportId: id,
    recipients: z
      .array(z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254)), 'Enter at least one email')
      .check(z.minLength(1, 'Enter at least one email'), z.maxLength(20, 'At most 20 recipients')),
    extraMessage: message,
    sendFullReport: z._default(z.boolean(), false),
    sendSummaryReport: z._default(z.boolean(), false),
  }),
  gives: z.object({ sent: z.number() }),
  refreshes: ['reports', 'messages'],
});

export const rebuildPdfs = write('POST /v2/reports2/{reportId}/rebuild-pdfs', {
  who: 'member',
  needs: 'edit_report',
  about: 'Has the PDFs made anew from the published state (or the draft, where nothing is published yet).',
  takes: z.object({ reportId: id }),
  gives: z.object({ pdf_status: z.string() }),
  refreshes: ['reports'],
});
