import type { PersonKind } from '#domain/people/contact-fields.ts';
import { allows, type Capability } from '#domain/people/permissions.ts';
import type { useActor } from '#web/session.ts';
import { agents, clients, contractors } from '../contract.ts';
import { staffs, type TeamKind, technicians } from '../team-contract.ts';

/** Contact types as named in pickers and forms; listing agents are agents in another role. */
export type ContactType = 'clients' | 'agents' | 'listingAgents' | 'contractors';
/** The six types of people that the modal supports. */
export type PersonType = ContactType | TeamKind;

export type ContactRoutes = typeof clients;

/** The routes of each contact type. */
export const contactRoutes: Record<ContactType, ContactRoutes> = {
  clients,
  agents,
  listingAgents: agents as unknown as ContactRoutes,
  contractors,
} as Record<ContactType, ContactRoutes>;

/** The routes of both kinds of people with a login; their input and output differ in one permission only. */
export type TeamRoutes = typeof technicians;
export const teamRoutes = { technicians, staffs } as unknown as Record<TeamKind, TeamRoutes>;

/** The domain kind whose fields a type of person has. */
export const kindOfType: Record<PersonType, PersonKind> = {
  clients: 'clients',
  agents: 'agents',
  listingAgents: 'agents',
  contractors: 'contractors',
  technicians: 'technicians',
  staffs: 'staffs',
};

/** The tabs of the people page, in order; also the kinds in person page URLs. */
export const peopleTabs = ['clients', 'agents', 'contractors', 'technicians', 'staffs'] as const;
export type PeopleTab = (typeof peopleTabs)[number];

/** True for kinds with a login. */
export function isTeamType(type: PersonType): type is TeamKind {
  return type === 'technicians' || type === 'staffs';
}

/** The permission required to add, edit or change the status of a person of that type. */
export function requiredEditRight(type: PersonType): Capability {
  return isTeamType(type) ? 'manage_team' : 'manage_contacts';
}

/** True if the user may see that list. */
export function canSeeTab(actor: ReturnType<typeof useActor>, type: PeopleTab): boolean {
  return type !== 'staffs' || allows(actor, 'manage_team');
}

/** A person's display name: the name, else the company, else the e-mail address. */
export function personName(person: {
  first_name: string;
  last_name: string;
  company_name?: string;
  email: string;
}): string {
  const name = [person.first_name, person.last_name].filter(Boolean).join(' ');
  return name || person.company_name || person.email;
}

export interface Prefill {
  first_name?: string;
  last_name?: string;
  email?: string;
  phone?: string;
}

/**
 * Assigns text typed into a picker to fields: an e-mail address, a phone number, or a name whose last word is the last
 * name.
 */
export function prefillOf(text: string): Prefill {
  const trimmed = text.trim();
  if (trimmed.includes('@')) return { email: trimmed };
  if (/^[\d\s()+./-]+$/.test(trimmed) && /\d{4}/.test(trimmed.replace(/\D/g, '')))
    return { phone: trimmed.replace(/\D/g, '') };
  const words = trimmed.split(/\s+/).filter(Boolean);
  const last = words.length > 1 ? (words.pop() ?? '') : '';
  return { first_name: words.join(' '), last_name: last };
}
