import { addressLines } from '#domain/base/addresses.ts';
import { asInstant, formatDate } from '#domain/base/time.ts';
import type { LinkPerson } from '#features/agreements/link-holder.ts';
import { getCompany } from '#features/company/get-company.ts';
import { queueMessage } from '#features/messages/queue-message.ts';
import type { WriteCtx } from '#server/context.ts';
import { personalUrl } from '#server/personal-links.ts';
import { langOf } from '#server/translate.ts';
import type { AppointmentFacts } from './store.ts';

/** Mails a person their link to the client page. Mails with the same `occasion` are sent once. */
export async function mailPersonalLink(
  ctx: WriteCtx,
  appointment: AppointmentFacts,
  person: LinkPerson,
  occasion: string,
): Promise<boolean> {
  if (person.email === '') return false;
  const company = await getCompany(ctx);
  return queueMessage(ctx, {
    // The mail with a revoked link and the one with its replacement are different messages.
    key: `personal_link.${person.id}.${person.link_version}.${occasion}`,
    template: 'personal_link',
    lang: langOf(person.language),
    to: person.email,
    reply_to: company.settings.point_of_contact_email || company.company_email,
    from_name: company.company_name,
    facts: {
      first_name: person.name.split(' ')[0] ?? '',
      address: addressLines(appointment).join(', '),
      date: formatDate(asInstant(appointment.date_time), company.timezone, company.date_format),
    },
    link: personalUrl(ctx.installation, `/client-view/${appointment.public_id}`, person),
    appointment_id: appointment.id,
    person_id: person.person_id,
  });
}
