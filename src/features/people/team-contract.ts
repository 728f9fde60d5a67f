import { z } from 'zod/mini';
import { offeredFlags, type PermissionFlag } from '#domain/people/permissions.ts';
import { id, instant, optionalText, queryBool, queryRev } from '#wire/fields.ts';
import { pageSchema } from '#wire/paging.ts';
import { action, read, write } from '#wire/route.ts';
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

/** Technicians and staff: people with a login. The owner is listed as a technician if the settings say so. */
export type TeamKind = 'technicians' | 'staffs';

/** A team member in a list. status: 1 active, 0 inactive, 2 invited; the owner has user_type 1. */
const teamRow = z.object({
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
  full_company_admin: z.boolean(),
  /** When the last invitation was mailed; null for members who were never invited (the owner). */
  invited_at: z.nullable(instant),
  rev: z.number(),
  created_at: instant,
  updated_at: instant,
});
export type TeamRow = z.infer<typeof teamRow>;

/** A team member with the additional facts of the member page. */
const teamRecord = z.extend(teamRow, {
  /** The number of future appointments; a deactivated technician keeps them and the page shows a warning. */
  future_appointments: z.number(),
  /** The open invitation; null once a password was set or the invitation was canceled. */
  invitation: z.nullable(z.object({ sent_at: instant, expires_at: instant, is_expired: z.boolean() })),
});
export type TeamRecord = z.infer<typeof teamRecord>;

const memberForm = {
  subscriberId,
  first_name: field,
  last_name: field,
  email: field,
  phone: field,
  /** #rrggbb; light blue if a technician is added without one. */
  color: field,
  profile_pic: profilePicture,
};
// Forms send booleans as strings. A missing flag is false.
const sentFlag = z._default(queryBool, false);
const flags = {
  can_schedule_new: sentFlag,
  can_publish_report: sentFlag,
  can_edit_template: sentFlag,
  can_add_new_comment: sentFlag,
  full_company_admin: sentFlag,
};
const flagForm = {
  technicians: { ...flags, show_appointment_price: sentFlag },
  staffs: { ...flags, can_edit_schedule: sentFlag },
};
const answeredFlags = <F extends PermissionFlag>(names: readonly F[]) =>
  z.object(Object.fromEntries(names.map((name) => [name, z.boolean()])) as Record<F, z.ZodMiniBoolean>);

/** The permissions of technicians and staff, as returned by `perms`. */
const perms = {
  technicians: answeredFlags(offeredFlags.technicians),
  staffs: answeredFlags(offeredFlags.staffs),
};
/** Permissions by name; a kind has those in `offeredFlags[kind]`. */
export type Perms = Partial<Record<PermissionFlag, boolean>>;

const touched = ['people', 'appointments', 'auth'] as const;

/**
 * Routes that touch logins, sessions or codes have platform access, because those tables are outside tenant isolation.
 */
function memberRoutes<const K extends TeamKind>(kind: K) {
  const one = z.object({ id, subscriberId });
  const admins = { access: 'member', capability: 'manage_team' } as const;
  const file = {
    ...admins,
    identity: 'always',
    summary: `Exports the ${kind} that match the list’s filter as a CSV file named ${kind}-yyyy-mm-dd.csv.`,
    download: true,
    invalidates: ['people'],
  } as const;
  return {
    get: read(`GET /v2/${kind}/{id}`, {
      ...admins,
      summary: 'Returns one team member.',
      input: one,
      output: teamRecord,
      invalidates: ['people', 'appointments'],
    }),
    create: action(`POST /v2/${kind}`, {
      ...admins,
      identity: 'sometimes',
      scope: 'platform',
      summary:
        'Adds a team member (multipart form) with the status Invited and emails the invitation. Omitted flags are false.',
      form: pictureForm,
      input: z.object({ ...memberForm, ...flagForm[kind] }),
      output: teamRow,
      invalidates: touched,
    }),
    update: action(`PUT /v2/${kind}/{id}`, {
      ...admins,
      identity: 'sometimes',
      scope: 'platform',
      summary:
        'Updates a team member (multipart form). Omitted fields stay unchanged. If rev is sent, it must match the current revision. Changing the email of an invited member sends a new invitation.',
      form: pictureForm,
      input: z.object({ id, ...memberForm, rev: z.optional(queryRev) }),
      output: teamRow,
      invalidates: touched,
    }),
    setStatus: write(`POST /v2/${kind}/{id}/status`, {
      ...admins,
      identity: 'sometimes',
      scope: 'platform',
      summary:
        'Sets a team member to active (1; Invited if no password was ever set) or inactive (0; ends all sessions and codes immediately).',
      input: z.object({
        id,
        subscriberId,
        newStatus,
      }),
      output: teamRow,
      invalidates: touched,
    }),
    setStatusOfMany: write(`POST /v2/${kind}/bulk-status`, {
      ...admins,
      identity: 'sometimes',
      scope: 'platform',
      summary:
        'Sets up to 100 team members to active (1) or inactive (0), with the same rules as for one. Either all are changed or none; members who already have the status are skipped.',
      input: z.object({
        subscriberId,
        ids: bulkIds,
        newStatus,
      }),
      /** `changed`: the number of members whose status was different before. */
      output: z.object({ changed: z.number() }),
      invalidates: touched,
    }),
    remove: write(`DELETE /v2/${kind}/{id}`, {
      ...admins,
      identity: 'sometimes',
      scope: 'platform',
      summary:
        'Removes a team member. Fails while the member has upcoming appointments. Past appointments still show the name.',
      input: one,
      output: z.null(),
      invalidates: touched,
    }),
    resendInvitation: write(`POST /v2/${kind}/{id}/resend-invitation`, {
      ...admins,
      scope: 'platform',
      summary: 'Emails a new invitation to an invited team member. The old link stops working.',
      input: one,
      output: teamRow,
      invalidates: ['people'],
      limit: { by: 'account', max: 60, minutes: 60 },
    }),
    getPerms: read(`GET /v2/${kind}/{id}/perms`, {
      ...admins,
      summary: 'Returns the permissions of one team member as a flat object of flags.',
      input: one,
      output: perms[kind],
      invalidates: ['people'],
    }),
    updatePerms: write(`PUT /v2/${kind}/{id}/perms`, {
      ...admins,
      identity: 'sometimes',
      summary:
        'Sets the permissions of one team member. Omitted flags are false. Takes effect immediately. Members can’t add to their own permissions.',
      input: z.object({ id, subscriberId, ...flagForm[kind] }),
      output: perms[kind],
      invalidates: touched,
    }),
    exportFile: read(`GET /v2/${kind}/export-file`, {
      ...file,
      input: z.object(listFilter),
    }),
    exportFileOf: read(`GET /v2/${kind}/export-file/{subscriberId}`, {
      ...file,
      input: z.object({ ...listFilter, subscriberId: id }),
    }),
  };
}

export const technicians = {
  list: read('GET /v2/technicians', {
    access: 'member',
    summary: 'Lists technicians including the owner by last name, one page at a time.',
    input: z.object(listQuery),
    output: pageSchema(teamRow),
    invalidates: ['people'],
  }),
  ...memberRoutes('technicians'),
};

export const staffs = {
  list: read('GET /v2/staffs', {
    access: 'member',
    capability: 'manage_team',
    summary: 'Lists staff by last name, one page at a time.',
    input: z.object(listQuery),
    output: pageSchema(teamRow),
    invalidates: ['people'],
  }),
  ...memberRoutes('staffs'),
};

export const searchTechnicians = read('GET /v2/technicians/global-search', {
  access: 'user',
  scope: 'platform',
  summary:
    'Finds technicians by name or email, at most 50: in the caller’s company, or in all companies for the platform administrator.',
  input: z.object({ text: optionalText(200) }),
  output: z.array(z.object({ id, name: z.string(), email: z.string(), company: z.string() })),
  invalidates: ['people'],
});
