import type { PersonRole } from '#domain/events/events.ts';
import { findActivePeople } from '#features/people/find-active-people.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import type { BookingRequest, OfficeFields } from './new-appointment.ts';
import type { Problems } from './read-payload.ts';

/** A person to be put on an appointment. */
export interface RequestedPerson {
  role: PersonRole;
  person_id: string;
  invisible: boolean;
}

/** The payload's field for the people of each role. */
export const peopleFields = [
  ['inspectors', 'inspector'],
  ['clients', 'client'],
  ['agents', 'agent'],
  ['listing_agents', 'listing_agent'],
  ['contractors', 'contractor'],
] as const;

/** Returns the people of a new appointment in order, each once per role. */
export function requestedPeople(
  request: Omit<BookingRequest, 'at'>,
  office: OfficeFields,
): RequestedPerson[] {
  const hidden = new Set(office.hiddenTechnicianIds);
  const idsByRole: [PersonRole, readonly string[]][] = [
    ['inspector', [...request.technicianIds, ...hidden]],
    ['client', request.clientIds],
    ['agent', request.agentIds],
    ['listing_agent', request.listingAgentIds],
    ['contractor', office.contractorIds],
  ];
  return idsByRole.flatMap(([role, ids]) =>
    [...new Set(ids)].map((person_id) => ({
      role,
      person_id,
      invisible: role === 'inspector' && hidden.has(person_id),
    })),
  );
}

/** Returns the ids of the technicians among these people. */
export function techniciansOf(people: readonly Pick<RequestedPerson, 'role' | 'person_id'>[]): string[] {
  return people.filter((p) => p.role === 'inspector').map((p) => p.person_id);
}

/** Returns the ids of the clients among these people. */
export function clientsOf(people: readonly Pick<RequestedPerson, 'role' | 'person_id'>[]): string[] {
  return people.filter((p) => p.role === 'client').map((p) => p.person_id);
}

/** Returns the fields that name people who can't be chosen. People already on the appointment may stay. */
export async function peopleProblems(
  ctx: ReadCtx | WriteCtx,
  people: readonly RequestedPerson[],
  present: readonly { role: PersonRole; person_id: string }[] = [],
): Promise<Problems> {
  const problems: Problems = {};
  for (const [field, role] of peopleFields) {
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
