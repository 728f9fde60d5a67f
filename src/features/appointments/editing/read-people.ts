import type { PersonRole } from '#domain/events/events.ts';
import { peopleFields, type RequestedPerson } from '../booking/people.ts';
import type { AppointmentChanges } from '../booking-contract.ts';

type PeopleFields = Pick<
  AppointmentChanges,
  'inspectors' | 'invisible_inspectors' | 'clients' | 'agents' | 'listing_agents' | 'contractors'
>;

/**
 * Reads the people of a change in order, each once per role. Roles that were not sent are absent from `roles`.
 * Technicians come in two lists; the one that was not sent stays unchanged.
 */
export function readPeople(
  sent: Partial<PeopleFields>,
  before: readonly RequestedPerson[],
): { people: RequestedPerson[]; roles: Set<PersonRole> } {
  const people: RequestedPerson[] = [];
  const roles = new Set<PersonRole>();
  const present = (invisible: boolean) =>
    before.filter((p) => p.role === 'inspector' && p.invisible === invisible).map((p) => p.person_id);
  const hidden = new Set(
    sent.invisible_inspectors === undefined ? present(true) : (sent.invisible_inspectors ?? []),
  );
  for (const [field, role] of peopleFields) {
    const isSent =
      sent[field] !== undefined || (role === 'inspector' && sent.invisible_inspectors !== undefined);
    if (!isSent) continue;
    roles.add(role);
    const shown = sent[field] === undefined ? present(false) : (sent[field] ?? []);
    const ids = role === 'inspector' ? [...shown, ...hidden] : shown;
    for (const person_id of new Set(ids))
      people.push({ role, person_id, invisible: role === 'inspector' && hidden.has(person_id) });
  }
  return { people, roles };
}
