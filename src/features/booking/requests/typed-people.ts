import { agentRole, type VisitorAnswers, type VisitorRole } from '#domain/booking/booking-form.ts';

/** The people of a form as they are stored with it. */
export interface TypedPeople {
  role: VisitorRole;
  client: VisitorAnswers;
  agent?: VisitorAnswers | null | undefined;
}

/** Returns the people named in a form, as typed, each with their role on the appointment. */
export function typedPeople({ role, client, agent }: TypedPeople) {
  const hasAgent = agent ? Object.values(agent).some((text) => text.trim() !== '') : false;
  const typed = ({ first_name, last_name, email, phone }: VisitorAnswers) => ({
    ...{ first_name, last_name, email, phone },
  });
  return [
    { role: 'client' as const, ...typed(client) },
    ...(agent && hasAgent ? [{ role: agentRole(role), ...typed(agent) }] : []),
  ];
}
