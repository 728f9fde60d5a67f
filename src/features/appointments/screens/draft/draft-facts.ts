import type { RecipientGroup } from '#domain/automations/action-types.ts';
import type { AutomationFacts, Reachable } from '#domain/automations/decision-types.ts';
import { addMinutes, asZone, parseInstantOrLocal } from '#domain/base/time.ts';
import type { PersonOption } from '#features/people/contract.ts';
import type { DialogState } from './draft-state.ts';

/** What decides on actions, as the draft has it; null while it has no time. */
export function draftFacts({
  draft,
  defaults,
  picked,
}: DialogState): Omit<AutomationFacts, 'automations_enabled' | 'sending_hours'> | null {
  const zone = asZone(defaults?.timezone ?? 'UTC');
  const start = parseInstantOrLocal(draft.dateTime, zone);
  if (start === null) return null;
  const { location, services, information } = draft;
  const { newServices } = services;
  const hours = newServices.manualDuration ?? Number(services.duration);
  const { square_feet, year_built, foundation } = location;
  return {
    appointment_id: '',
    zone,
    status: information.confirm_inspection ? 'scheduled' : 'requested',
    date_time: start,
    end_time: addMinutes(start, Math.round(hours * 60)),
    disable_automated_notifications: information.disable_automated_notifications,
    property: { square_feet, year_built, foundation },
    services: newServices.services.map(({ id, name }) => ({ id, name })),
    service_addons: newServices.services.flatMap((one) => one.add_ons),
    agreements_signed: newServices.agreements.length === 0,
    invoice_paid: Number(services.total) <= 0,
    people: peopleOf(picked),
    known_ids: null,
  };
}

function peopleOf(picked: DialogState['picked']): Record<RecipientGroup, Reachable[]> {
  return {
    // There is always one: the owner.
    company_admins: [{ id: '', name: '', email: unknownAddress, email_cc: [], phone: unknownAddress }],
    clients: picked.clients.map(reachable),
    agents: picked.agents.map(reachable),
    technicians: picked.technicians.map(reachable),
    listing_agents: picked.listingAgents.map(reachable),
    contractors: picked.contractors.map(reachable),
  };
}

/** The dialog does not know phone numbers: whether a person has one shows when the appointment is booked. */
const unknownAddress = '?';

function reachable({ id, first_name, last_name, email }: PersonOption): Reachable {
  return { id, name: `${first_name} ${last_name}`.trim(), email, email_cc: [], phone: unknownAddress };
}
