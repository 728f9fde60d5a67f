import { z } from 'zod/mini';
import { forContactFields } from '#domain/people/contact-fields.ts';
import { id, instant, queryRev } from '#wire/fields.ts';
import { pageSchema } from '#wire/paging.ts';
import { action, read, write } from '#wire/route.ts';
import { personOption, type technician } from './option-contract.ts';
import {
  bulkIds,
  field,
  listFilter,
  listQuery,
  newStatus,
  pictureForm,
  profilePicture,
  subscriberId,
} from './shared-contract.ts';
import { technicians } from './team-contract.ts';

export type PersonOption = z.infer<typeof personOption>;

/** A client, agent or contractor. Fields that a kind does not have are empty strings. */
export const contact = z.object({
  id,
  subscriber_id: id,
  kind: z.enum(['client', 'agent', 'contractor']),
  ...forContactFields(() => z.string()),
  profile_pic: z.nullable(z.string()),
  /** Internal notes for the team; never shown to clients. */
  notes: z.string(),
  tags: z.array(z.string()),
  status: z.number(),
  rev: z.number(),
  created_at: instant,
  updated_at: instant,
});
export type Contact = z.infer<typeof contact>;

/** A list row; for agents with the number of appointments as buyer's agent and as listing agent. */
const contactRow = z.extend(contact, {
  buyer_count: z.optional(z.number()),
  listing_count: z.optional(z.number()),
});
export type ContactListRow = z.infer<typeof contactRow>;

/** A saved contact; `warnings.email` says that other contacts of the kind share the address (couples do). */
const savedContact = z.extend(contact, { warnings: z.record(z.string(), z.string()) });

const contactForm = {
  subscriberId,
  ...forContactFields(() => field),
  notes: field,
  /** Comma-separated. */
  tags: field,
  profile_pic: profilePicture,
  rev: z.optional(queryRev),
};
type Kind = 'clients' | 'agents' | 'contractors';
const contactKind = z.enum(['clients', 'agents', 'contractors'], 'Unknown type of person');

/** The routes of each kind of contact. */
function contactRoutes<const K extends Kind>(kind: K) {
  return {
    list: read(`GET /v2/${kind}`, {
      access: 'member',
      capability: 'manage_contacts',
      summary: `Lists ${kind} by last name, one page at a time. Each search word must match the start of a word in the name, email, phone or company.`,
      input: z.object(listQuery),
      output: pageSchema(contactRow),
      invalidates: ['people'],
    }),
    exportFile: action(`GET /v2/${kind}/export-file`, exported(kind)),
    exportFileOf: action(`GET /v2/${kind}/export-file/{subscriberId}`, exported(kind)),
    get: read(`GET /v2/${kind}/{id}`, {
      access: 'member',
      capability: 'manage_contacts',
      summary: 'Returns one record.',
      input: z.object({ id, subscriberId }),
      output: contact,
      invalidates: ['people'],
    }),
    create: action(`POST /v2/${kind}`, {
      access: 'member',
      capability: 'manage_contacts',
      summary: 'Creates a record (multipart form).',
      form: pictureForm,
      input: z.object(contactForm),
      output: savedContact,
      invalidates: ['people', 'appointments'],
    }),
    update: action(`PUT /v2/${kind}/{id}`, {
      access: 'member',
      capability: 'manage_contacts',
      summary:
        'Updates a record (multipart form). Omitted fields stay unchanged. If rev is sent, it must match the current revision.',
      form: pictureForm,
      input: z.object({ id, ...contactForm }),
      output: savedContact,
      invalidates: ['people', 'appointments'],
    }),
    setStatus: write(`POST /v2/${kind}/{id}/status`, {
      access: 'member',
      capability: 'manage_contacts',
      summary: 'Sets a record to active (1) or inactive (0).',
      input: z.object({
        id,
        subscriberId,
        newStatus,
      }),
      output: contact,
      invalidates: ['people', 'appointments'],
    }),
    remove: write(`DELETE /v2/${kind}/{id}`, {
      access: 'member',
      capability: 'delete_contacts',
      summary: 'Deletes a record from all lists. Past appointments still show the name.',
      input: z.object({ id, subscriberId }),
      output: z.null(),
      invalidates: ['people', 'appointments'],
    }),
  };
}

/** Both specified paths of the export: with the company in the query or in the path. */
function exported(kind: Kind) {
  return {
    access: 'member',
    capability: 'export_people',
    identity: 'always',
    summary: `Exports the ${kind} that match the text and status filters as a CSV file named ${kind}-yyyy-mm-dd.csv.`,
    input: z.object(listFilter),
    download: true,
    invalidates: ['people'],
  } as const;
}

export const clients = contactRoutes('clients');
export const agents = contactRoutes('agents');
export const contractors = contactRoutes('contractors');

const counted = z.object({ active: z.number(), inactive: z.number(), total: z.number() });

export const countPeople = read('GET /v2/people/counts', {
  access: 'member',
  capability: 'manage_contacts',
  summary: 'Counts people of each kind. Invited team members are included in the total only.',
  input: z.object({ subscriberId }),
  output: z.object({
    clients: counted,
    agents: counted,
    contractors: counted,
    technicians: counted,
    staffs: counted,
  }),
  invalidates: ['people'],
});

export const setStatusOfMany = write('POST /v2/people/bulk-status', {
  access: 'member',
  capability: 'manage_contacts',
  summary:
    'Sets up to 100 clients, agents or contractors to active (1) or inactive (0). Either all are changed or none.',
  input: z.object({
    subscriberId,
    kind: contactKind,
    ids: bulkIds,
    newStatus,
  }),
  /** `changed`: the number of contacts whose status was different before. */
  output: z.object({ changed: z.number() }),
  invalidates: ['people', 'appointments'],
});

export type Technician = z.infer<typeof technician>;

/** The older name of `technicians.list`. */
export const listTechnicians = technicians.list;

export const getPeopleData = read('GET /inspections/people-data/{subscriberId}/{status}', {
  access: 'member',
  summary:
    'Lists people for pickers, at most 100 of each kind. The last path segment is the status to return (1 active).',
  input: z.object({
    subscriberId: id,
    status: z.coerce.number('Unknown status').check(z.int('Unknown status')),
  }),
  output: z.object({
    agentOptions: z.array(personOption),
    clientOptions: z.array(personOption),
    contractorOptions: z.array(personOption),
    inspectorOptions: z.array(personOption),
  }),
  invalidates: ['people'],
});

/** A team member as visible to colleagues. */
const teamMember = z.object({
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
  access: 'member',
  summary: 'Returns a member of the caller’s team.',
  input: z.object({ user_id: id }),
  output: teamMember,
  invalidates: ['people'],
});
