import { addressLines } from '#domain/base/addresses.ts';
import { queueMessage } from '#features/messages/queue-message.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { personalUrl } from '#server/personal-links.ts';
import { langOf } from '#server/translate.ts';
import { addEvidence, type EvidenceKind } from '../evidence.ts';
import { loadAgreement } from '../load-agreement.ts';
import * as store from '../store.ts';
import { shouldSendMessages } from './send-agreement.ts';

const knownBy: readonly EvidenceKind[] = ['sent', 'viewed', 'downloaded', 'declined', 'signed', 'copy_sent'];

/**
 * Mails that an agreement is void to everyone who was sent it, opened it or signed it, once each. Mails no one if no
 * one knew of it, or if messages are off for this appointment.
 */
export async function notifyAgreementVoided(
  ctx: WriteCtx,
  event: { appointment_id: string; agreement_id: string },
): Promise<void> {
  const row = await store.lockInAppointment(ctx, event.appointment_id, { id: event.agreement_id });
  if (!row?.voided_at || !(await store.appointmentFacts(ctx, event.appointment_id))) return;
  if (!(await shouldSendMessages(ctx, event.appointment_id))) return;
  const { people, appointment, company } = await loadAgreement(ctx, row);
  const informed = await peopleWhoKnow(ctx, row.id);
  for (const person of people) {
    const { person_id, name, email } = person;
    if (email === '' || !informed.has(person_id)) continue;
    const isNew = await queueMessage(ctx, {
      key: `agreement_voided.${row.id}.${person.id}`,
      template: 'agreement_voided',
      lang: langOf(person.language),
      to: email,
      cc: person.email_cc,
      reply_to: company.settings.point_of_contact_email || company.company_email,
      from_name: company.company_name,
      facts: {
        first_name: name.split(' ')[0] ?? '',
        agreement: row.name,
        address: addressLines(appointment).join(', '),
        company: company.company_name,
      },
      link: personalUrl(ctx.installation, `/client-view/${appointment.public_id}`, person),
      appointment_id: appointment.id,
      person_id,
    });
    if (isNew) await addEvidence(ctx, row.id, [{ what: 'void_told', data: { person_id, name, email } }]);
  }
}

/** The people who, according to the evidence trail, know the agreement. */
async function peopleWhoKnow(ctx: ReadCtx | WriteCtx, agreementId: string): Promise<Set<string>> {
  const rows = await mine(ctx, 'agreement_evidence')
    .where('agreement_id', '=', agreementId)
    .where('what', 'in', [...knownBy])
    .select('data')
    .execute();
  return new Set(rows.flatMap(({ data }) => (data as { person_id?: string | null }).person_id ?? []));
}
