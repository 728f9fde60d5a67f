import { asInstant, formatDate, formatTime, zoneAbbreviation } from '#domain/base/time.ts';
import { queueMessage } from '#features/messages/queue-message.ts';
import type { Lang, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { type AppointmentContext, loadAppointmentContext } from '../details/load-appointment-context.ts';
import { personalLink } from '../details/present-for-user.ts';
import { isAddressComplete } from '../present.ts';
import type { LoadedAppointment, PersonRow } from '../rows.ts';
import type { Sendable } from '../send-contract.ts';

type Template = Sendable;

/**
 * Queues one message per client with an email address, with the client's personal link; `occasion` (the event id)
 * ensures it is sent once. The current state decides: nothing is sent if the appointment has left the status of the
 * message, or before the address is complete.
 */
export async function sendToClients(
  ctx: WriteCtx,
  template: Exclude<Template, 'appointment_message'>,
  appointmentId: string,
  occasion: string,
): Promise<number> {
  const facts = await loadAppointmentContext(ctx, appointmentId);
  if (!facts || !isMessageStillApplicable(template, facts.appointment)) return 0;
  const clients = facts.appointment.people.filter((one) => one.role === 'client' && one.is_active);
  return sendToPeople(ctx, facts, clients, { template, occasion, extra: '' });
}

/**
 * Queues a message for these people of an appointment, skipping those without an email address; returns how many get
 * it.
 */
export async function sendToPeople(
  ctx: WriteCtx,
  { appointment, company }: AppointmentContext,
  people: readonly PersonRow[],
  message: { template: Template; occasion: string; extra: string },
): Promise<number> {
  const { template, occasion, extra } = message;
  const languages = await languagesOf(ctx, people);
  const at = asInstant(appointment.date_time);
  const place = [
    appointment.address,
    appointment.city,
    `${appointment.state} ${appointment.zip_code}`.trim(),
  ];
  let queued = 0;
  for (const person of people) {
    if (person.email === '') continue;
    const link = personalLink(ctx.installation, person, appointment.public_id);
    const known = languages.get(person.person_id);
    const isNew = await queueMessage(ctx, {
      key: `${template}.${occasion}.${person.row_id}`,
      template,
      lang: known?.lang ?? 'en',
      to: person.email,
      cc: known?.cc ?? '',
      reply_to: company.settings.point_of_contact_email || company.company_email,
      from_name: company.company_name,
      facts: {
        first_name: person.first_name || person.company_name,
        date: formatDate(at, company.timezone, company.date_format),
        time: formatTime(at, company.timezone),
        zone: zoneAbbreviation(at, company.timezone),
        address: place.filter(Boolean).join(', '),
        extra,
      },
      ...(link === null || template === 'appointment_canceled' ? {} : { link }),
      appointment_id: appointment.id,
      person_id: person.person_id,
    });
    if (isNew) queued += 1;
  }
  return queued;
}

/** Returns whether a message still matches the appointment's state. */
export function isMessageStillApplicable(template: Template, row: LoadedAppointment): boolean {
  if (template === 'appointment_message') return true;
  if (!isAddressComplete(row)) return false;
  switch (template) {
    case 'appointment_scheduled':
    case 'appointment_rescheduled':
      return row.status === 'scheduled';
    case 'appointment_requested':
      return row.status === 'requested';
    case 'appointment_canceled':
      return row.status === 'canceled';
  }
}

async function languagesOf(
  ctx: WriteCtx,
  people: readonly PersonRow[],
): Promise<Map<string, { lang: Lang; cc: string }>> {
  const idsOf = (isTeam: boolean) =>
    people.filter((p) => (p.role === 'inspector') === isTeam).map((p) => p.person_id);
  const [contacts, team] = [idsOf(false), idsOf(true)];
  const rows: { id: string; language: string; email_cc: string }[] = [];
  if (contacts.length > 0) {
    const columns = ['id', 'language', 'email_cc'] as const;
    rows.push(...(await mine(ctx, 'contacts').where('id', 'in', contacts).select(columns).execute()));
  }
  if (team.length > 0) {
    const found = await mine(ctx, 'users').where('id', 'in', team).select(['id', 'language']).execute();
    rows.push(...found.map((one) => ({ ...one, email_cc: '' })));
  }
  return new Map(
    rows.map((r) => [
      r.id,
      {
        lang: r.language === 'de' || r.language === 'fr' ? r.language : 'en',
        cc: r.email_cc,
      },
    ]),
  );
}
