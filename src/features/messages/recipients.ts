import { sql } from 'kysely';
import { wantsMail } from '#domain/company/mail-topics.ts';
import type { PersonRole } from '#domain/events/events.ts';
import {
  type ClientRights,
  isClientRole,
  personRights,
  sanitizeRights,
} from '#domain/people/client-rights.ts';
import type { Company } from '#features/company/get-company.ts';
import type { Lang, ReadCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { langOf } from '#server/translate.ts';
import type { Audience, MessageType } from './catalogue.ts';

/** A person or address that a message goes to. */
export interface Recipient {
  audience: Audience;
  /** The row of appointment_people that has the personal link; null for everyone else. */
  row_id: string | null;
  link_version: number;
  /** A contact or a user. */
  person_id: string | null;
  first_name: string;
  name: string;
  email: string;
  cc: string;
  /** As it is stored; empty for addresses. */
  phone: string;
  lang: Lang;
}

/** What the caller says about the recipients, in addition to the audiences of the catalogue. */
export interface RecipientChoice {
  /** Rows of appointment_people, instead of the audiences. */
  rows?: readonly string[];
  /** Addresses, instead of the audiences. */
  addresses?: readonly ChosenAddress[];
  /** The user of the `account` audience. */
  user_id?: string;
  /** Clients and agents who get it whatever their role and rights, such as the payer. */
  also?: readonly string[];
}

interface ChosenAddress {
  email: string;
  /** Omitted or empty: the company's. */
  lang?: string;
  first_name?: string;
  person_id?: string | null;
  cc?: string;
  /** As it is stored. */
  phone?: string;
}

/** The people and addresses a message goes to, with one query for each kind of audience, also those without an address. */
export async function findRecipients(
  ctx: ReadCtx | WriteCtx,
  type: MessageType,
  { company, appointment }: { company: Company | null; appointment: { id: string } | null },
  choice: RecipientChoice,
): Promise<Recipient[]> {
  const found = [
    ...(choice.addresses ?? []).map((one) => fromAddress(one, company?.settings.message_language)),
    ...(company && appointment ? await onAppointment(ctx, type, company, appointment.id, choice) : []),
    ...(await inTeam(ctx, type, choice)),
    ...(company && type.audiences.includes('office') ? [await office(ctx, company)] : []),
  ];
  return found;
}

function fromAddress(
  { email, lang: own, first_name = '', person_id = null, cc = '', phone = '' }: ChosenAddress,
  companyLanguage?: string,
): Recipient {
  const to = { email, lang: langOf(own || companyLanguage), first_name, person_id, name: first_name };
  return { ...to, audience: 'chosen', row_id: null, link_version: 0, cc, phone };
}

/** The roles in the order in which people are listed. */
export const roles: readonly PersonRole[] = ['client', 'agent', 'listing_agent', 'inspector', 'contractor'];

async function onAppointment(
  ctx: ReadCtx | WriteCtx,
  type: MessageType,
  { settings }: Company,
  appointmentId: string,
  { rows: chosen, also = [] }: RecipientChoice,
): Promise<Recipient[]> {
  const wanted = roles.filter((role) => type.audiences.includes(role));
  if (!chosen && wanted.length === 0) return [];
  const people = await listCorrespondents(ctx, appointmentId);
  // Each wording is for some of them.
  const hasWordings = type.variants !== undefined || type.variantOf !== undefined;
  const isWanted = (row: (typeof people)[number]) => {
    if (chosen) return chosen.includes(row.row_id) && (!hasWordings || wanted.includes(row.role));
    if (isClientRole(row.role) && also.includes(row.person_id)) return true;
    if (!wanted.includes(row.role) || (type.activeOnly && !row.is_active)) return false;
    if (row.role === 'inspector') return !type.topic || wantsMail(row.notification_preferences, type.topic);
    return !type.rights || hasOneOf(type.rights, row, settings);
  };
  return people
    .filter(isWanted)
    .toSorted((a, b) => roles.indexOf(a.role) - roles.indexOf(b.role))
    .map((row) => ({
      audience: row.role,
      row_id: row.row_id,
      link_version: row.link_version,
      person_id: row.person_id,
      first_name: row.first_name || row.company_name || row.last_name,
      name: `${row.first_name} ${row.last_name}`.trim(),
      email: row.email,
      cc: type.withoutCc ? '' : row.email_cc,
      phone: row.phone,
      lang: langOf(row.language || settings.message_language),
    }));
}

function hasOneOf(
  rights: readonly (keyof ClientRights)[],
  row: { role: PersonRole; rights: unknown },
  settings: Company['settings'],
): boolean {
  if (!isClientRole(row.role)) return false;
  const own = personRights({ role: row.role, rights: sanitizeRights(row.rights) }, settings);
  return rights.some((right) => own[right]);
}

/** The language in which the visitor filled in the form that booked the appointment; of the others it says nothing. */
const languageOfForm = sql<string | null>`(
  select o.answers ->> 'lang' from online_bookings o
  where o.subscriber_id = appointment_people.subscriber_id
    and o.appointment_id = appointment_people.appointment_id
    and o.answers ->> 'role' = appointment_people.role
  limit 1)`;

/** The people of an appointment with what reaches them, each as often as they have a role. */
export function listCorrespondents(ctx: ReadCtx | WriteCtx, appointmentId: string) {
  return listCorrespondentsOf(ctx, [appointmentId]);
}

/** As `listCorrespondents`, of several appointments with one query; at least one. */
export async function listCorrespondentsOf(ctx: ReadCtx | WriteCtx, appointmentIds: readonly string[]) {
  const rows = await mine(ctx, 'appointment_people')
    .leftJoin('contacts as c', (on) =>
      on
        .onRef('c.subscriber_id', '=', 'appointment_people.subscriber_id')
        .onRef('c.id', '=', 'appointment_people.person_id')
        .on('appointment_people.role', '<>', 'inspector'),
    )
    .leftJoin('users as u', (on) =>
      on
        .onRef('u.subscriber_id', '=', 'appointment_people.subscriber_id')
        .onRef('u.id', '=', 'appointment_people.person_id')
        .on('appointment_people.role', '=', 'inspector'),
    )
    .where('appointment_people.appointment_id', 'in', appointmentIds)
    .orderBy('appointment_people.position')
    .orderBy('appointment_people.id')
    .select((eb) => [
      'appointment_people.id as row_id',
      'appointment_people.appointment_id',
      'appointment_people.person_id',
      'appointment_people.role',
      'appointment_people.rights',
      'appointment_people.link_version',
      'appointment_people.invisible',
      'u.notification_preferences',
      'u.signature',
      eb.fn.coalesce('c.first_name', 'u.first_name', eb.val('')).as('first_name'),
      eb.fn.coalesce('c.last_name', 'u.last_name', eb.val('')).as('last_name'),
      eb.fn.coalesce('c.company_name', eb.val('')).as('company_name'),
      eb.fn.coalesce('c.agency_name', eb.val('')).as('agency_name'),
      eb.fn.coalesce('c.email', 'u.email', eb.val('')).as('email'),
      eb.fn.coalesce('c.email_cc', eb.val('')).as('email_cc'),
      eb.fn.coalesce('c.phone', 'u.phone', eb.val('')).as('phone'),
      // A contact without a language gets the one in which they filled in the booking form.
      eb.fn
        .coalesce(sql<string>`nullif(c.language, '')`, 'u.language', languageOfForm, eb.val(''))
        .as('language'),
      eb.fn.coalesce('c.status', 'u.status').as('status'),
      eb.fn.coalesce('c.deleted_at', 'u.deleted_at').as('deleted_at'),
    ])
    .execute();
  return rows.map((row) => ({
    ...row,
    role: row.role as PersonRole,
    is_active: row.status === 1 && row.deleted_at === null,
  }));
}

async function inTeam(
  ctx: ReadCtx | WriteCtx,
  { audiences, topic }: MessageType,
  { user_id }: RecipientChoice,
): Promise<Recipient[]> {
  const audience = audiences.includes('admins') ? 'admins' : 'account';
  if (!audiences.includes(audience)) return [];
  const users = mine(ctx, 'users').select([
    'id',
    'first_name',
    'last_name',
    'email',
    'phone',
    'language',
    'notification_preferences',
  ]);
  const found =
    audience === 'account'
      ? [await users.where('id', '=', user_id ?? '').executeTakeFirstOrThrow()]
      : await users
          .where('status', '=', 1)
          .where('deleted_at', 'is', null)
          .where((eb) => eb.or([eb('full_company_admin', '=', true), eb('role', '=', 'Administrator')]))
          .execute();
  return found
    .filter((user) => !topic || wantsMail(user.notification_preferences, topic))
    .map(({ id, first_name, last_name, email, phone, language }) => ({
      audience,
      ...{ row_id: null, link_version: 0, person_id: id },
      ...{ first_name, name: `${first_name} ${last_name}`.trim() },
      ...{ email, phone, cc: '', lang: langOf(language) },
    }));
}

/** The company's point of contact, else the company, else its owner; in the owner's language. */
async function office(
  ctx: ReadCtx | WriteCtx,
  { settings, company_name, company_email }: Company,
): Promise<Recipient> {
  const owner = await mine(ctx, 'users')
    .where('user_type', '=', 1)
    .select(['email', 'language'])
    .executeTakeFirst();
  return {
    audience: 'office',
    ...{ row_id: null, link_version: 0, person_id: null },
    ...{ first_name: company_name, name: company_name },
    ...{ email: settings.point_of_contact_email || company_email || (owner?.email ?? ''), cc: '' },
    phone: '',
    lang: langOf(owner?.language ?? settings.message_language),
  };
}
