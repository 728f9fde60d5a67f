import { asInstant, formatDate, formatTime, zoneAbbreviation } from '#domain/time.ts';
import { queueMessage } from '#features/messages/queue-message.ts';
import type { Lang, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { appointmentFacts } from './appointment-facts.ts';
import { hasAddress } from './present.ts';
import type { LoadedAppointment } from './rows.ts';
import { personalLink } from './show-appointment.ts';

type Template =
  | 'appointment_scheduled'
  | 'appointment_requested'
  | 'appointment_rescheduled'
  | 'appointment_canceled';

/**
 * Queues one message per client with an address, with the client's personal link; `occasion` (the event's id) makes it
 * happen once. The present state decides whether it is still wanted: nothing goes out for an appointment that left the
 * status the message speaks of, and none of them before the address is complete.
 */
export async function sendToClients(
  ctx: WriteCtx,
  template: Template,
  appointmentId: string,
  occasion: string,
): Promise<number> {
  const facts = await appointmentFacts(ctx, appointmentId);
  if (!facts || !isWanted(template, facts.appointment)) return 0;
  const { appointment, company } = facts;
  const languages = await languagesOf(ctx, appointment);
  const at = asInstant(appointment.date_time);
  const place = [
    appointment.address,
    appointment.city,
    `${appointment.state} ${appointment.zip_code}`.trim(),
  ];
  let queued = 0;
  for (const client of appointment.people) {
    if (client.role !== 'client' || client.email === '' || !client.is_active) continue;
    const link = personalLink(ctx.installation, client, appointment.public_id);
    const person = languages.get(client.person_id);
    const isNew = await queueMessage(ctx, {
      key: `${template}.${occasion}.${client.row_id}`,
      template,
      lang: person?.lang ?? 'en',
      to: client.email,
      cc: person?.cc ?? '',
      reply_to: company.settings.point_of_contact_email || company.company_email,
      from_name: company.company_name,
      facts: {
        first_name: client.first_name,
        date: formatDate(at, company.timezone, company.date_format),
        time: formatTime(at, company.timezone),
        zone: zoneAbbreviation(at, company.timezone),
        address: place.filter(Boolean).join(', '),
      },
      ...(link === null || template === 'appointment_canceled' ? {} : { link }),
      appointment_id: appointmentId,
      person_id: client.person_id,
    });
    if (isNew) queued += 1;
  }
  return queued;
}

function isWanted(template: Template, row: LoadedAppointment): boolean {
  if (!hasAddress(row)) return false;
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
  row: LoadedAppointment,
): Promise<Map<string, { lang: Lang; cc: string }>> {
  const ids = row.people.filter((p) => p.role === 'client').map((p) => p.person_id);
  if (ids.length === 0) return new Map();
  const rows = await mine(ctx, 'contacts')
    .where('id', 'in', ids)
    .select(['id', 'language', 'email_cc'])
    .execute();
  return new Map(
    rows.map((r) => [
      r.id,
      { lang: r.language === 'de' || r.language === 'fr' ? r.language : 'en', cc: r.email_cc },
    ]),
  );
}
