import { fullName } from '#domain/base/names.ts';
import type { JsonSettings } from '#domain/settings/all-settings.ts';
import type { ReadCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';

/** The people whom a report names on its first page. */
export interface NamedPeople {
  clients: string[];
  others: { role: 'listing_agent' | 'contractor'; name: string }[];
}

type Shown = Pick<JsonSettings, 'show_client' | 'show_listing_agent' | 'show_contractor'>;

/** Returns the names that the company's settings show on reports, in the order of the appointment. */
export async function namedPeople(ctx: ReadCtx, appointmentId: string, shown: Shown): Promise<NamedPeople> {
  const roles = [
    ...(shown.show_client ? ['client'] : []),
    ...(shown.show_listing_agent ? ['listing_agent'] : []),
    ...(shown.show_contractor ? ['contractor'] : []),
  ];
  if (roles.length === 0) return { clients: [], others: [] };
  const rows = await mine(ctx, 'appointment_people')
    .innerJoin('contacts', (on) =>
      on
        .onRef('contacts.subscriber_id', '=', 'appointment_people.subscriber_id')
        .onRef('contacts.id', '=', 'appointment_people.person_id'),
    )
    .where('appointment_people.appointment_id', '=', appointmentId)
    .where('appointment_people.role', 'in', roles)
    .where('contacts.deleted_at', 'is', null)
    .orderBy('appointment_people.position')
    .orderBy('appointment_people.id')
    .select(['appointment_people.role', 'contacts.first_name', 'contacts.last_name'])
    .execute();
  const named = rows
    .map((row) => ({ role: row.role, name: fullName(row) }))
    .filter(({ name }) => name !== '');
  return {
    clients: named.filter(({ role }) => role === 'client').map(({ name }) => name),
    others: named.flatMap(({ role, name }) =>
      role === 'listing_agent' || role === 'contractor' ? [{ role, name }] : [],
    ),
  };
}
