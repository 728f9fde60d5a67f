import { sql } from 'kysely';
import { addressLines } from '#domain/base/addresses.ts';
import type { Formatter } from '#domain/base/formatter.ts';
import type { Company } from '#features/company/get-company.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';

/** The values of a text's variables. */
export type Facts = Readonly<Record<string, string>>;

/** What every message about an appointment may use, without callers passing it, written for one reader. */
export function standardFacts(
  company: Company | null,
  appointment: MessageAppointment | null,
  format: Formatter,
): Facts {
  if (!company) return {};
  const { company_name, timezone } = company;
  if (!appointment) return { company: company_name };
  const at = appointment.date_time;
  return {
    company: company_name,
    address: addressLines(appointment).join(', '),
    date: format.date(at),
    time: format.time(at),
    zone: format.zoneName(at, timezone),
    services: appointment.services,
  };
}

export type MessageAppointment = NonNullable<Awaited<ReturnType<typeof findAppointment>>>;

/** The appointment a message is about; undefined once it is deleted. */
export function findAppointment(ctx: ReadCtx | WriteCtx, id: string) {
  return mine(ctx, 'appointments')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .select((eb) => [
      'id',
      'public_id',
      'status',
      'date_time',
      'end_time',
      'address',
      'city',
      'state',
      'zip_code',
      'disable_automated_notifications',
      'notification_settings',
      eb
        .selectFrom('appointment_services as s')
        .whereRef('s.subscriber_id', '=', 'appointments.subscriber_id')
        .whereRef('s.appointment_id', '=', 'appointments.id')
        .select(sql<string>`coalesce(string_agg(s.name, ', ' order by s.position), '')`.as('names'))
        .$asScalar()
        .$notNull()
        .as('services'),
    ])
    .executeTakeFirst();
}
