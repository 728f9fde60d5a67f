import { asInstant, type Instant } from '#domain/base/time.ts';
import {
  type ClientRights,
  type ClientRole,
  clientRoles,
  isLinkExpired,
  isRenewable,
  type LinkState,
  linkExpiry,
  personRights,
  type RightsChange,
  sanitizeRights,
  teamMemberRights,
  visitorRights,
} from '#domain/people/client-rights.ts';
import { allows } from '#domain/people/permissions.ts';
import { getCompany } from '#features/company/get-company.ts';
import type { ReadCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { parsePersonalToken, verifyPersonalToken } from '#server/personal-links.ts';

/** The owner of a personal link, with their role and rights on this appointment. */
export interface LinkHolder {
  /** Id of the appointment_people row. */
  id: string;
  person_id: string;
  role: ClientRole;
  name: string;
  email: string;
  language: string;
  /** This person's effective rights; every page checks these and nothing else. */
  rights: ClientRights;
}

export interface LinkPerson extends LinkHolder {
  email_cc: string;
  link_version: number;
  /** The rights set for this person that differ from the role. */
  own_rights: RightsChange;
  /** The end set for this link by the company. */
  link_expires_at: Instant | null;
  /** When the owner last renewed the link after it had expired by the company's rule. */
  link_renewed_at: Instant | null;
  /** When the previous link was revoked; the next mail brings a new one. */
  link_revoked_at: Instant | null;
  /** When the link ends, by a set day or by the company's rule; null if it does not. */
  link_ends_at: Instant | null;
}

/** The viewer of a public page, with their rights. */
export interface Visitor {
  holder: LinkHolder | null;
  /** A link that the company ended is not mailed again: every page that offers to mail one checks this. */
  link: LinkState;
  /** The owner's rights; without a link, what everyone may read; for team members, what their own rights allow. */
  rights: ClientRights;
  people: LinkPerson[];
}

/** Identifies the visitor of an appointment's page. Every public page calls this before it shows anything. */
export async function getVisitor(
  ctx: ReadCtx,
  appointmentId: string,
  p: string | undefined,
): Promise<Visitor> {
  const people = await linkPeople(ctx, appointmentId);
  const id = parsePersonalToken(p);
  const person = people.find((each) => each.id === id);
  const link = stateOf(ctx, person, p);
  const holder = person && link === 'ok' ? person : null;
  const rights = teamRights(ctx) ?? holder?.rights ?? visitorRights(people);
  return { holder, link, rights, people };
}

function teamRights(ctx: ReadCtx): ClientRights | null {
  return ctx.actor && isTeamMember(ctx) ? teamMemberRights(allows(ctx.actor, 'see_prices')) : null;
}

function stateOf(ctx: ReadCtx, person: LinkPerson | undefined, p: string | undefined): LinkState {
  if (!p) return 'none';
  if (!person) return 'unknown';
  const isOf = (version: number) => verifyPersonalToken(ctx.installation, p, person.id, version);
  const isOver = isLinkExpired(person.link_ends_at, ctx.now);
  const isClosed = isOver && !isRenewable(person);
  if (isOf(person.link_version)) return isClosed ? 'ended' : isOver ? 'over' : 'ok';
  // A genuine link that was replaced or revoked, as opposed to a forged one.
  const earlier = Array.from({ length: Math.min(person.link_version - 1, 200) }, (_, i) => i + 1);
  if (!earlier.some(isOf)) return 'unknown';
  return isClosed ? 'ended' : 'revoked';
}

/** The clients and agents of an appointment, in order: everyone with a personal link, with their rights. */
export async function linkPeople(ctx: ReadCtx, appointmentId: string): Promise<LinkPerson[]> {
  const rows = await peopleRows(ctx, appointmentId);
  if (rows.length === 0) return [];
  const { settings, timezone } = await getCompany(ctx);
  return rows
    .map(({ first_name, last_name, role, rights, end_time, ...row }): LinkPerson => {
      const own_rights = sanitizeRights(rights);
      const link_expires_at = row.link_expires_at as Instant | null;
      const link = { link_expires_at, end_time: asInstant(end_time) };
      return {
        ...row,
        role: role as ClientRole,
        name: `${first_name} ${last_name}`.trim(),
        rights: personRights({ role: role as ClientRole, rights: own_rights }, settings),
        own_rights,
        link_expires_at,
        link_renewed_at: row.link_renewed_at as Instant | null,
        link_revoked_at: row.link_revoked_at as Instant | null,
        link_ends_at: linkExpiry(link, settings.personal_link_days, timezone),
      };
    })
    .toSorted((a, b) => clientRoles.indexOf(a.role) - clientRoles.indexOf(b.role));
}

function peopleRows(ctx: ReadCtx, appointmentId: string) {
  return mine(ctx, 'appointment_people')
    .innerJoin('contacts', (on) =>
      on
        .onRef('contacts.subscriber_id', '=', 'appointment_people.subscriber_id')
        .onRef('contacts.id', '=', 'appointment_people.person_id'),
    )
    .innerJoin('appointments', (on) =>
      on
        .onRef('appointments.subscriber_id', '=', 'appointment_people.subscriber_id')
        .onRef('appointments.id', '=', 'appointment_people.appointment_id'),
    )
    .where('appointment_id', '=', appointmentId)
    .where('role', 'in', [...clientRoles])
    .orderBy('role')
    .orderBy('position')
    .orderBy('appointment_people.id')
    .select([
      'appointment_people.id',
      'person_id',
      'role',
      'rights',
      'link_version',
      'link_expires_at',
      'link_renewed_at',
      'link_revoked_at',
      'end_time',
      'first_name',
      'last_name',
      'email',
      'email_cc',
      'language',
    ])
    .execute();
}

/** Whether the user is signed in as a member of this company. */
export function isTeamMember(ctx: Pick<ReadCtx, 'actor' | 'subscriberId'>): boolean {
  return ctx.actor !== null && ctx.actor.userType !== 5 && ctx.actor.subscriberId === ctx.subscriberId;
}
