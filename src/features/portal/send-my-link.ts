import { asInstant, formatDate } from '#domain/time.ts';
import { addressLines } from '#features/agreements/company-brand.ts';
import { documentLang } from '#features/agreements/document-words.ts';
import { linkPeople, personalAddress } from '#features/agreements/link-holder.ts';
import { companyOf } from '#features/company/company-of.ts';
import { queueMessage } from '#features/messages/queue-message.ts';
import type { WriteCtx } from '#server/context.ts';
import * as store from './store.ts';

const anHour = 3_600_000;

/**
 * Mails their personal link to everybody on the appointment who has an address on file; at most one mail an hour and person,
 * however often it is asked. The answer tells nothing about who that is.
 */
export async function sendMyLink(ctx: WriteCtx): Promise<null> {
  const appointment = await store.appointmentFacts(ctx, ctx.link?.id ?? '');
  if (!appointment) return null;
  const company = await companyOf(ctx);
  const hour = Math.floor(Date.parse(ctx.now) / anHour);
  for (const person of await linkPeople(ctx, appointment.id)) {
    if (person.email === '') continue;
    await queueMessage(ctx, {
      key: `personal_link.${person.id}.${hour}`,
      template: 'personal_link',
      lang: documentLang(person.language),
      to: person.email,
      reply_to: company.settings.point_of_contact_email || company.company_email,
      from_name: company.company_name,
      facts: {
        first_name: person.name.split(' ')[0] ?? '',
        address: addressLines(appointment).join(', '),
        date: formatDate(asInstant(appointment.date_time), company.timezone, company.date_format),
      },
      link: personalAddress(ctx.installation, `/client-view/${appointment.public_id}`, person),
      appointment_id: appointment.id,
      person_id: person.person_id,
    });
  }
  return null;
}
