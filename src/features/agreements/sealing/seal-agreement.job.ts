import { addressLines } from '#domain/base/addresses.ts';
import { canReadAgreements } from '#domain/people/client-rights.ts';
import { queueMessage } from '#features/messages/queue-message.ts';
import type { ActionCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { job } from '#server/jobs.ts';
import { personalUrl } from '#server/personal-links.ts';
import { langOf } from '#server/translate.ts';
import { addEvidence } from '../evidence.ts';
import { type LoadedAgreement, loadAgreement } from '../load-agreement.ts';
import * as store from '../store.ts';
import { agreementFilename } from './agreement-document.ts';
import { ensureSealedPdf } from './ensure-sealed-pdf.ts';

/**
 * Creates and stores the sealed PDF of a completely signed agreement, with its certificate, and mails a copy to all
 * parties who may read it, unless `is_quiet`. A second run finds the stored file and mails nothing again.
 */
export const sealAgreement = job<Order>('agreements/seal', seal, {
  concurrency: 2,
  retryLimit: 10,
});

type Order = { agreement_id: string; is_quiet?: boolean };

async function seal(ctx: ActionCtx, { agreement_id, is_quiet }: Order): Promise<void> {
  const open = await ctx.read(async (r) => {
    const row = await store.byId(r, agreement_id);
    return row?.signed ? loadAgreement(r, row) : null;
  });
  const fileId = open && (await ensureSealedPdf(ctx, open));
  if (fileId && !is_quiet) await ctx.tx((w) => mailCopies(w, open, fileId));
}

async function mailCopies(w: WriteCtx, open: LoadedAgreement, fileId: string): Promise<void> {
  const { row, appointment, company, people, signatures } = open;
  const path = `/client-view/${appointment.public_id}`;
  // Signers are entitled to the document; other clients get it if they may read the agreement, which includes the
  // price.
  const to = people.filter((person) => {
    const hasSigned = signatures.some((one) => one.person_id === person.person_id);
    return (
      person.email !== '' && (hasSigned || (person.role === 'client' && canReadAgreements(person.rights)))
    );
  });
  const recipients = to.map((person) => ({
    person_id: person.person_id as string | null,
    first_name: person.name.split(' ')[0] ?? '',
    email: person.email,
    cc: person.email_cc,
    lang: langOf(person.language),
    link: personalUrl(w.installation, path, person),
  }));
  const office = company.settings.point_of_contact_email || company.company_email;
  const link = `${w.installation.publicUrl}/appointments/details/${appointment.id}`;
  if (office)
    recipients.push({
      person_id: null,
      first_name: company.company_name,
      email: office,
      cc: '',
      lang: langOf(await officeLanguage(w)),
      link,
    });
  for (const { person_id, first_name, email, cc, lang, link } of recipients) {
    const isNew = await queueMessage(w, {
      key: `agreement_signed_copy.${row.id}.${person_id ?? 'office'}`,
      template: 'agreement_signed_copy',
      lang,
      to: email,
      cc,
      reply_to: office,
      from_name: company.company_name,
      facts: { first_name, agreement: row.name, address: addressLines(appointment).join(', ') },
      link,
      appointment_id: appointment.id,
      person_id,
      attachments: [{ file_id: fileId, name: agreementFilename(open), type: 'application/pdf' }],
    });
    if (isNew) await addEvidence(w, row.id, [{ what: 'copy_sent', data: { person_id, email } }]);
  }
}

/** Mails to the company are in its owner's language. */
async function officeLanguage(w: WriteCtx): Promise<string> {
  const owner = await mine(w, 'users').where('id', '=', w.subscriberId).select('language').executeTakeFirst();
  return owner?.language ?? 'en';
}
