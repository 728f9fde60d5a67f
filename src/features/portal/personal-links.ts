import {
  addDays,
  addMinutes,
  asInstant,
  formatWithOffset,
  type Instant,
  isBefore,
  localDate,
  parseLocalDate,
  startOfDay,
  type Zone,
} from '#domain/base/time.ts';
import { type ClientRights, isLinkExpired, roleRights } from '#domain/people/client-rights.ts';
import { type LinkPerson, linkPeople } from '#features/agreements/link-holder.ts';
import { assertCanEditAppointment } from '#features/appointments/assert-can-edit.ts';
import { type Company, getCompany } from '#features/company/get-company.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { personalUrl } from '#server/personal-links.ts';
import { badInput, notFound } from '#wire/errors.ts';
import type { HandlerInput } from '#wire/route.ts';
import * as links from '../appointments/person-links.ts';
import { mailPersonalLinks } from './mail-personal-link.ts';
import type * as contract from './office-contract.ts';
import * as store from './store.ts';

/** The personal links of an appointment's clients and agents, in order, with the rights of each. */
export async function listLinks(ctx: ReadCtx, input: { id: string }): Promise<contract.PersonalLink[]> {
  const appointment = await opened(ctx, input.id);
  const company = await getCompany(ctx);
  const people = await linkPeople(ctx, appointment.id);
  return people.map((person) => present(ctx, appointment, person, company));
}

/** Sets a person's own rights and the last day of the link. The link works until the end of that day. */
export async function changeLink(
  ctx: WriteCtx,
  input: HandlerInput<typeof contract.changeLink>,
): Promise<contract.PersonalLink> {
  const appointment = await opened(ctx, input.id);
  const person = await personOf(ctx, input);
  const { timezone } = await getCompany(ctx);
  const { own_rights, ends_on } = input;
  const end = ends_on === undefined ? {} : { link_expires_at: endOf(ctx.now, ends_on, timezone) };
  await links.updateLinkRights(ctx, person.id, {
    ...(own_rights ? { rights: explicitRights(own_rights) } : {}),
    ...end,
  });
  const { person_id } = person;
  await ctx.audit({
    action: 'link-changed',
    entity: 'appointment',
    entity_id: appointment.id,
    before: { person_id, rights: person.own_rights, ends_at: person.link_ends_at },
    after: { person_id, rights: own_rights ?? person.own_rights, ...end },
  });
  if (own_rights)
    await ctx.emit({ type: 'person.rights_changed', appointment_id: appointment.id, person_id });
  return shown(ctx, appointment, person.id);
}

/** Revokes every link sent to the person; the next mail brings a new one. */
export async function revokeLink(
  ctx: WriteCtx,
  input: HandlerInput<typeof contract.revokeLink>,
): Promise<contract.PersonalLink> {
  const appointment = await opened(ctx, input.id);
  const { id, person_id } = await personOf(ctx, input);
  await links.revokeSentLinks(ctx, id);
  const of = { entity: 'appointment', entity_id: appointment.id };
  await ctx.audit({ action: 'link-revoked', ...of, after: { person_id } });
  await ctx.emit({ type: 'person.link_revoked', appointment_id: appointment.id, person_id });
  return shown(ctx, appointment, id);
}

/** Mails the person the link and renews it if it has expired. Every call sends a mail. */
export async function sendLink(ctx: WriteCtx, input: HandlerInput<typeof contract.sendLink>): Promise<null> {
  const appointment = await opened(ctx, input.id);
  const person = await personOf(ctx, input);
  if (person.email === '') throw badInput({ linkId: 'This person has no email address' });
  if (isLinkExpired(person.link_ends_at, ctx.now)) await links.renewLink(ctx, person.id);
  await mailPersonalLinks(ctx, appointment.id, [person], {
    occasion: `office.${Date.parse(ctx.now)}`,
    isByHand: true,
  });
  return null;
}

async function opened(ctx: ReadCtx | WriteCtx, id: string): Promise<store.AppointmentFacts> {
  await assertCanEditAppointment(ctx, id);
  const appointment = await store.appointmentFacts(ctx, id);
  if (!appointment) throw notFound();
  return appointment;
}

async function personOf(ctx: ReadCtx, input: { id: string; linkId: string }): Promise<LinkPerson> {
  const person = (await linkPeople(ctx, input.id)).find((one) => one.id === input.linkId);
  if (!person) throw notFound();
  return person;
}

async function shown(ctx: ReadCtx, appointment: store.AppointmentFacts, linkId: string) {
  const person = await personOf(ctx, { id: appointment.id, linkId });
  return present(ctx, appointment, person, await getCompany(ctx));
}

/** Only the rights that were sent: an undefined one is inherited from the role. */
function explicitRights(
  rights: NonNullable<HandlerInput<typeof contract.changeLink>['own_rights']>,
): Partial<ClientRights> {
  const known = Object.entries(rights).filter(([, value]) => value !== undefined);
  return Object.fromEntries(known) as Partial<ClientRights>;
}

function endOf(now: Instant, text: string | null, zone: Zone): Instant | null {
  if (!text) return null;
  const day = parseLocalDate(text);
  if (day === null) throw badInput({ ends_on: 'Date is not valid' });
  const end = startOfDay(addDays(day, 1), zone);
  if (!isBefore(now, end)) throw badInput({ ends_on: 'The end date must be in the future' });
  return end;
}

function present(
  ctx: ReadCtx,
  appointment: store.AppointmentFacts,
  person: LinkPerson,
  { settings, timezone }: Company,
): contract.PersonalLink {
  const time = (at: string | null) => (at === null ? null : formatWithOffset(asInstant(at), timezone));
  const { id, person_id, name, email, role, rights, own_rights, link_ends_at, link_expires_at } = person;
  return {
    ...{ id, person_id, name, email, role, rights, own_rights },
    link: personalUrl(ctx.installation, `/client-view/${appointment.public_id}`, person),
    role_rights: roleRights(role, settings),
    // The link ends at the midnight after its last day.
    ends_on: link_expires_at && localDate(addMinutes(link_expires_at, -1), timezone),
    ends_at: time(link_ends_at),
    is_over: isLinkExpired(link_ends_at, ctx.now),
    revoked_at: time(person.link_revoked_at),
  };
}
