import { z } from 'zod/mini';
import { id, instant, optionalText, queryNumber } from '#wire/fields.ts';
import { pageOf, pageQuery } from '#wire/paging.ts';
import { errand, read, write } from '#wire/route.ts';

/** What a picker shows of a person. */
export const personOption = z.object({
  id,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  profile_pic: z.nullable(z.string()),
});
export type PersonOption = z.infer<typeof personOption>;

/** A client, agent or contractor. Fields a kind does not have are empty texts. */
export const contact = z.object({
  id,
  subscriber_id: id,
  kind: z.enum(['client', 'agent', 'contractor']),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  email_cc: z.string(),
  phone: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zip_code: z.string(),
  agency_name: z.string(),
  company_name: z.string(),
  website: z.string(),
  profile_pic: z.nullable(z.string()),
  status: z.number(),
  rev: z.number(),
  created_at: instant,
  updated_at: instant,
});
export type Contact = z.infer<typeof contact>;

/** A saved contact; `warnings.email` says that others of the kind have the same address (couples share one). */
export const savedContact = z.extend(contact, { warnings: z.record(z.string(), z.string()) });

const subscriberId = optionalText(60);
const listQuery = {
  ...pageQuery,
  subscriberId,
  text: optionalText(200),
  status: z.optional(
    queryNumber.check(z.int('Unknown status'), z.gte(0, 'Unknown status'), z.lte(2, 'Unknown status')),
  ),
};

// Rules of the fields live in domain/people.ts: an empty form is sent and gets its messages from there.
const field = z.optional(z.string().check(z.maxLength(2000, 'At most 2000 characters')));
const contactForm = {
  subscriberId,
  first_name: field,
  last_name: field,
  email: field,
  email_cc: field,
  phone: field,
  address: field,
  city: field,
  state: field,
  zip_code: field,
  agency_name: field,
  company_name: field,
  website: field,
  /** png, jpeg, gif or webp, at most 5 MB. */
  profile_pic: z.optional(z.union([z.file(), z.literal('')])),
  rev: z.optional(queryNumber),
};
/** More than a picture may have, so that one a little too large is refused by the words of the picture rules. */
const pictureForm = { maxBytes: 8_388_608, files: 1 } as const;

type Kind = 'clients' | 'agents' | 'contractors';

/** The six routes each kind of contact has. */
function contactRoutes<const K extends Kind>(kind: K) {
  return {
    list: read(`GET /v2/${kind}`, {
      who: 'member',
      needs: 'manage_contacts',
      about: `Page of ${kind} by last name; every word of text must begin a word of name, e-mail, phone or company.`,
      takes: z.object(listQuery),
      gives: pageOf(contact),
      refreshes: ['people'],
    }),
    get: read(`GET /v2/${kind}/{id}`, {
      who: 'member',
      needs: 'manage_contacts',
      about: 'One record.',
      takes: z.object({ id, subscriberId }),
      gives: contact,
      refreshes: ['people'],
    }),
    create: errand(`POST /v2/${kind}`, {
      who: 'member',
      needs: 'manage_contacts',
      about: 'Adds a record (multipart form).',
      form: pictureForm,
      takes: z.object(contactForm),
      gives: savedContact,
      refreshes: ['people', 'appointments'],
    }),
    update: errand(`PUT /v2/${kind}/{id}`, {
      who: 'member',
      needs: 'manage_contacts',
      about:
        'Changes a record (multipart form); fields that are not sent stay. A sent rev must be the present one.',
      form: pictureForm,
      takes: z.object({ id, ...contactForm }),
      gives: savedContact,
      refreshes: ['people', 'appointments'],
    }),
    setStatus: write(`POST /v2/${kind}/{id}/status`, {
      who: 'member',
      needs: 'manage_contacts',
      about: 'Makes a record active (1) or inactive (0).',
      takes: z.object({
        id,
        subscriberId,
        newStatus: z.union([z.literal(0), z.literal(1), z.literal('0'), z.literal('1')], 'Unknown status'),
      }),
      gives: contact,
      refreshes: ['people', 'appointments'],
    }),
    remove: write(`DELETE /v2/${kind}/{id}`, {
      who: 'member',
      needs: 'delete_contacts',
      about: 'Takes a record off the lists; history keeps the name.',
      takes: z.object({ id, subscriberId }),
      gives: z.null(),
      refreshes: ['people', 'appointments'],
    }),
  };
}

export const clients = contactRoutes('clients');
export const agents = contactRoutes('agents');
export const contractors = contactRoutes('contractors');

/** Somebody who does inspections: the owner and the technicians. */
export const technician = z.object({
  id,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone: z.string(),
  color: z.string(),
  profile_pic: z.nullable(z.string()),
  status: z.number(),
  user_type: z.number(),
});
export type Technician = z.infer<typeof technician>;

export const listTechnicians = read('GET /v2/technicians', {
  who: 'member',
  about: 'Page of technicians, the owner among them, by last name.',
  takes: z.object(listQuery),
  gives: pageOf(technician),
  refreshes: ['people'],
});

export const getPeopleData = read('GET /inspections/people-data/{subscriberId}/{status}', {
  who: 'member',
  about:
    'People to choose from, at most 100 of each kind; the last path part is the status wanted (1 active).',
  takes: z.object({
    subscriberId: id,
    status: z.coerce.number('Unknown status').check(z.int('Unknown status')),
  }),
  gives: z.object({
    agentOptions: z.array(personOption),
    clientOptions: z.array(personOption),
    contractorOptions: z.array(personOption),
    inspectorOptions: z.array(personOption),
  }),
  refreshes: ['people'],
});

/** A member of the team as others of the company see them. */
export const teamMember = z.object({
  id,
  subscriber_id: id,
  user_type: z.number(),
  role: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone: z.string(),
  color: z.string(),
  profile_pic: z.nullable(z.string()),
  status: z.number(),
  is_technician: z.boolean(),
});

export const getUserById = read('POST /users/get-by-id', {
  who: 'member',
  about: 'A member of the own team.',
  takes: z.object({ user_id: id }),
  gives: teamMember,
  refreshes: ['people'],
});
