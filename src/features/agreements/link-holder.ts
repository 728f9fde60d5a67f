import type { ReadCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { idOfPersonalToken, isPersonalToken, personalToken } from '#server/personal-links.ts';

/** The person a personal link belongs to, with the role that person has on this appointment. */
export interface LinkHolder {
  /** Row of appointment_people. */
  id: string;
  person_id: string;
  role: 'client' | 'agent' | 'listing_agent';
  name: string;
  email: string;
  language: string;
}

export interface LinkPerson extends LinkHolder {
  email_cc: string;
  link_version: number;
}

/** Who opens the page: the holder of `p` if it is genuine, for this appointment and not revoked; else null. */
export async function holderOf(
  ctx: ReadCtx,
  appointmentId: string,
  p: string | undefined,
): Promise<LinkHolder | null> {
  const id = idOfPersonalToken(p);
  if (!id || !p) return null;
  const person = (await linkPeople(ctx, appointmentId)).find((each) => each.id === id);
  if (!person || !isPersonalToken(ctx.installation, p, person.id, person.link_version)) return null;
  return person;
}

/** The clients and agents of an appointment in order: everybody who has a personal link to it. */
export async function linkPeople(ctx: ReadCtx, appointmentId: string): Promise<LinkPerson[]> {
  const rows = await mine(ctx, 'appointment_people')
    .innerJoin('contacts', (on) =>
      on
        .onRef('contacts.subscriber_id', '=', 'appointment_people.subscriber_id')
        .onRef('contacts.id', '=', 'appointment_people.person_id'),
    )
    .where('appointment_id', '=', appointmentId)
    .where('role', 'in', ['client', 'agent', 'listing_agent'])
    .orderBy('role')
    .orderBy('position')
    .orderBy('appointment_people.id')
    .select([
      'appointment_people.id',
      'person_id',
      'role',
      'link_version',
      'first_name',
      'last_name',
      'email',
      'email_cc',
      'language',
    ])
    .execute();
  const order = ['client', 'agent', 'listing_agent'];
  return rows
    .map(({ first_name, last_name, role, ...row }) => ({
      ...row,
      role: role as LinkHolder['role'],
      name: `${first_name} ${last_name}`.trim(),
    }))
    .toSorted((a, b) => order.indexOf(a.role) - order.indexOf(b.role));
}

/** A page's address with the personal part of this person. */
export function personalAddress(
  installation: ReadCtx['installation'],
  path: string,
  person: Pick<LinkPerson, 'id' | 'link_version'>,
): string {
  return `${installation.publicUrl}${path}?p=${personalToken(installation, person.id, person.link_version)}`;
}

/** Is it a signed-in person of the company itself? */
export function isTeam(ctx: Pick<ReadCtx, 'actor' | 'subscriberId'>): boolean {
  return ctx.actor !== null && ctx.actor.userType !== 5 && ctx.actor.subscriberId === ctx.subscriberId;
}
