import type { RecipientGroup } from '#domain/automations/action-types.ts';
import type { AutomationFacts, Reachable } from '#domain/automations/decision-types.ts';
import { asInstant } from '#domain/base/time.ts';
import type { AppointmentStatus } from '#domain/scheduling/appointment-states.ts';
import { getCompany } from '#features/company/get-company.ts';
import { listCorrespondentsOf } from '#features/messages/recipients.ts';
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
  return (await loadFactsOf(ctx, [appointmentId])).get(appointmentId) ?? null;
}

/** As `loadFacts`, of several appointments with as many queries as of one; deleted appointments are left out. */
export async function loadFactsOf(
  ctx: ReadCtx | WriteCtx,
  appointmentIds: readonly string[],
): Promise<Map<string, AutomationFacts>> {
  const rows = await loadRows(ctx, appointmentIds);
  if (rows.length === 0) return new Map();
  const ids = rows.map((row) => row.id);
  const company = await getCompany(ctx);
  const services = await chosen(ctx, 'appointment_services', 'service_id', ids);
  const addOns = await chosen(ctx, 'appointment_addons', 'add_on_id', ids);
  const peopleOf = await reachablePeople(ctx, ids, company.country_code);
  const facts = rows.map(({ id, foundation, square_feet, year_built, ...row }): [string, AutomationFacts] => [
    id,
    {
      appointment_id: id,
      zone: company.timezone,
      status: row.status as AppointmentStatus,
      date_time: asInstant(row.date_time),
      end_time: asInstant(row.end_time),
      disable_automated_notifications: row.disable_automated_notifications,
      automations_enabled: company.settings.automations_enabled,
      sending_hours: company.settings.sending_hours,
      property: { foundation, square_feet, year_built },
      services: ofAppointment(services, id),
      service_addons: ofAppointment(addOns, id),
      agreements_signed: row.agreement_signed,
      invoice_paid: row.paid,
      people: peopleOf(id),
      known_ids: null,
    },
  ]);
  return new Map(facts);
}

async function loadRows(ctx: ReadCtx | WriteCtx, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return mine(ctx, 'appointments')
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .select([
      'id',
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
    .execute();
}

interface Chosen {
  appointment_id: string;
  id: string;
  name: string;
}

async function chosen(
  ctx: ReadCtx | WriteCtx,
  table: 'appointment_services' | 'appointment_addons',
  column: 'service_id' | 'add_on_id',
  appointmentIds: readonly string[],
): Promise<Chosen[]> {
  return mine(ctx, table as 'appointment_addons')
    .where('appointment_id', 'in', appointmentIds)
    .orderBy('position')
    .select(['appointment_id', `${column as 'add_on_id'} as id`, 'name'])
    .execute();
}

function ofAppointment(all: readonly Chosen[], appointmentId: string) {
  return all.filter((one) => one.appointment_id === appointmentId).map(({ id, name }) => ({ id, name }));
}

async function reachablePeople(ctx: ReadCtx | WriteCtx, appointmentIds: readonly string[], country: string) {
  const rows = (await listCorrespondentsOf(ctx, appointmentIds)).filter((row) => row.is_active);
  const admins = await companyAdmins(ctx, country);
  return (appointmentId: string) => {
    const people: Record<RecipientGroup, Reachable[]> = {
      company_admins: admins,
      clients: [],
      agents: [],
      technicians: [],
      listing_agents: [],
      contractors: [],
    };
    for (const row of rows)
      if (row.appointment_id === appointmentId)
        people[groupOfRole[row.role]].push(reachable({ ...row, id: row.person_id }, country));
    return people;
  };
}
