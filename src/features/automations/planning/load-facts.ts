import type { RecipientGroup } from '#domain/automations/action-types.ts';
import type { AutomationFacts, Reachable } from '#domain/automations/decision-types.ts';
import { asInstant } from '#domain/base/time.ts';
import type { AppointmentStatus } from '#domain/scheduling/appointment-states.ts';
import { getCompany } from '#features/company/get-company.ts';
import { listCorrespondents } from '#features/messages/recipients.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { companyAdmins, reachable } from './reachable.ts';

/** The group of recipients that a role belongs to. */
const groupOfRole = {
  inspector: 'technicians',
  client: 'clients',
  agent: 'agents',
  listing_agent: 'listing_agents',
  contractor: 'contractors',
} as const satisfies Record<string, RecipientGroup>;

/** Returns what decisions on an appointment's actions depend on; null once the appointment is deleted. */
export async function loadFacts(
  ctx: ReadCtx | WriteCtx,
  appointmentId: string,
): Promise<AutomationFacts | null> {
  const row = await mine(ctx, 'appointments')
    .where('id', '=', appointmentId)
    .where('deleted_at', 'is', null)
    .select([
      'status',
      'date_time',
      'end_time',
      'disable_automated_notifications',
      'foundation',
      'square_feet',
      'year_built',
      'agreement_signed',
      'paid',
    ])
    .executeTakeFirst();
  if (!row) return null;
  const { foundation, square_feet, year_built } = row;
  const company = await getCompany(ctx);
  return {
    appointment_id: appointmentId,
    zone: company.timezone,
    status: row.status as AppointmentStatus,
    date_time: asInstant(row.date_time),
    end_time: asInstant(row.end_time),
    disable_automated_notifications: row.disable_automated_notifications,
    automations_enabled: company.settings.automations_enabled,
    sending_hours: company.settings.sending_hours,
    property: { foundation, square_feet, year_built },
    services: await chosen(ctx, 'appointment_services', 'service_id', appointmentId),
    service_addons: await chosen(ctx, 'appointment_addons', 'add_on_id', appointmentId),
    agreements_signed: row.agreement_signed,
    invoice_paid: row.paid,
    people: await reachablePeople(ctx, appointmentId, company.country_code),
    known_ids: null,
  };
}

async function chosen(
  ctx: ReadCtx | WriteCtx,
  table: 'appointment_services' | 'appointment_addons',
  column: 'service_id' | 'add_on_id',
  appointmentId: string,
) {
  const rows = await mine(ctx, table as 'appointment_addons')
    .where('appointment_id', '=', appointmentId)
    .orderBy('position')
    .select([`${column as 'add_on_id'} as id`, 'name'])
    .execute();
  return rows;
}

async function reachablePeople(ctx: ReadCtx | WriteCtx, appointmentId: string, country: string) {
  const people: Record<RecipientGroup, Reachable[]> = {
    company_admins: [],
    clients: [],
    agents: [],
    technicians: [],
    listing_agents: [],
    contractors: [],
  };
  for (const row of await listCorrespondents(ctx, appointmentId))
    if (row.is_active) people[groupOfRole[row.role]].push(reachable({ ...row, id: row.person_id }, country));
  people.company_admins = await companyAdmins(ctx, country);
  return people;
}
