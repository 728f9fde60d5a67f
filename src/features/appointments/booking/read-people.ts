import type { PersonRole } from '#domain/events/events.ts';
import { findActivePeople } from '#features/people/find-active-people.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import type { AppointmentPayload } from '../booking-contract.ts';
import type { Problems } from './read-payload.ts';

/** A person to be put on an appointment. */
export interface RequestedPerson {
  role: PersonRole;
  person_id: string;
  invisible: boolean;
}

const fields = [
  ['inspectors', 'inspector'],
  ['clients', 'client'],
  ['agents', 'agent'],
  ['listing_agents', 'listing_agent'],
  ['contractors', 'contractor'],
] as const;

type PeopleFields = Pick<
  AppointmentPayload,
  'inspectors' | 'invisible_inspectors' | 'clients' | 'agents' | 'listing_agents' | 'contractors'
>;

/**
 * Reads the people of a payload in order, each once per role. Roles that were not sent are absent from `roles`.
 * Technicians come in two lists; when editing, the list that was not sent stays unchanged.
 */
export function readPeople(
  sent: Partial<PeopleFields>,
  before: readonly RequestedPerson[] = [],
): { people: RequestedPerson[]; roles: Set<PersonRole> } {
  const people: RequestedPerson[] = [];
  const roles = new Set<PersonRole>();
  const present = (invisible: boolean) =>
    before.filter((p) => p.role === 'inspector' && p.invisible === invisible).map((p) => p.person_id);
  const hidden = new Set(
    sent.invisible_inspectors === undefined ? present(true) : (sent.invisible_inspectors ?? []),
  );
  for (const [field, role] of fields) {
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

/** Returns the fields that name people who can't be chosen. People already on the appointment may stay. */
export async function peopleProblems(
  ctx: ReadCtx | WriteCtx,
  people: readonly RequestedPerson[],
  present: readonly { role: PersonRole; person_id: string }[] = [],
): Promise<Problems> {
  const problems: Problems = {};
  for (const [field, role] of fields) {
    const ids = people
      .filter((p) => p.role === role && !present.some((b) => b.role === role && b.person_id === p.person_id))
      .map((p) => p.person_id);
    const active = await findActivePeople(ctx, role, ids);
    const wrong = people.filter(
      (p) => p.role === role && ids.includes(p.person_id) && !active.has(p.person_id),
    );
    for (const { invisible } of wrong)
      problems[invisible ? 'invisible_inspectors' : field] = 'This person is not available';
  }
  return problems;
}

/** Requires technicians of sub-events to be bookable or already assigned. */
export async function subEventPeopleProblems(
  ctx: ReadCtx | WriteCtx,
  events: readonly { inspector_id: string | null }[],
  present: readonly { inspector_id: string | null }[] = [],
): Promise<Problems> {
  const as = (list: readonly { inspector_id: string | null }[]) =>
    list.flatMap((event) =>
      event.inspector_id === null
        ? []
        : [{ role: 'inspector' as const, person_id: event.inspector_id, invisible: false }],
    );
  const { inspectors } = await peopleProblems(ctx, as(events), as(present));
  return inspectors ? { inspection_events: inspectors } : {};
}
