import type { PersonKind } from '#domain/people.ts';
import { agents, type Contact, clients, contractors } from '../contract.ts';

/** Types of contacts as pickers and forms name them; listing agents are agents in another role. */
export type ContactType = 'clients' | 'agents' | 'listingAgents' | 'contractors';

export type ContactRoutes = typeof clients;

/** The routes a type of contact is read and saved by. */
export const routesOf: Record<ContactType, ContactRoutes> = {
  clients,
  agents,
  listingAgents: agents,
  contractors,
};

/** The kind whose fields a type of contact has. */
export const fieldsOf: Record<ContactType, Extract<PersonKind, 'clients' | 'agents' | 'contractors'>> = {
  clients: 'clients',
  agents: 'agents',
  listingAgents: 'agents',
  contractors: 'contractors',
};

/** A contact's name as lists show it: the person, else the company, else the address. */
export function contactName(
  contact: Pick<Contact, 'first_name' | 'last_name' | 'company_name' | 'email'>,
): string {
  const name = [contact.first_name, contact.last_name].filter(Boolean).join(' ');
  return name || contact.company_name || contact.email;
}

/** What was typed into a picker as first and last name: the last word is the last name. */
export function splitName(text: string): { first_name: string; last_name: string } {
  const words = text.trim().split(/\s+/).filter(Boolean);
  const last = words.length > 1 ? (words.pop() ?? '') : '';
  return { first_name: words.join(' '), last_name: last };
}
