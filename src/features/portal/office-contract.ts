import { z } from 'zod/mini';
import { asCode, id, instant, text } from '#wire/fields.ts';
import { read, write } from '#wire/route.ts';
import { requestedChange } from './contract.ts';

/** The company's side of an appointment's client page: gate waivers, personal links and change requests. */
const path = '/v2/appointments/{id}' as const;

const waiver = z.object({
  id,
  what: z.enum(['payment', 'agreement']),
  reason: z.string(),
  waived_by: id,
  waived_by_name: z.string(),
  waived_at: instant,
  until: z.nullable(instant),
  revoked_at: z.nullable(instant),
  is_active: z.boolean(),
});
export type Waiver = z.infer<typeof waiver>;

export const listWaivers = read('GET /v2/appointments/{id}/waivers', {
  access: 'member',
  capability: 'view_appointments',
  summary: 'The waived gates of an appointment, newest first.',
  input: z.object({ id }),
  output: z.array(waiver),
  invalidates: ['portal'],
});

export const addWaiver = write('POST /v2/appointments/{id}/waivers', {
  access: 'member',
  capability: 'waive_gate',
  summary:
    'Unlocks the reports of an appointment without payment or without signature, with a reason and an optional end.',
  input: z.object({
    id,
    what: z.enum(['payment', 'agreement'], 'Choose what to waive'),
    reason: text('Please give a reason', 500),
    until: z.optional(z.nullable(z.string().check(asCode, z.maxLength(40)))),
  }),
  output: waiver,
  invalidates: ['portal', 'appointments', 'reports'],
});

export const removeWaiver = write('DELETE /v2/appointments/{id}/waivers/{waiverId}', {
  access: 'member',
  capability: 'waive_gate',
  summary: 'Removes a waiver.',
  input: z.object({ id, waiverId: id }),
  output: z.null(),
  invalidates: ['portal', 'appointments', 'reports'],
});

const right = z.optional(z.boolean());
/** Rights of one person that differ from those of the role. */
const ownRights = z.strictObject({
  view_report: right,
  view_summary: right,
  view_invoice: right,
  pay: right,
  sign: right,
  repair_list: right,
  change: right,
});
const rightsMap = z.record(z.string(), z.boolean());

/** A person's link to the client page, with its rights. */
const personalLink = z.object({
  /** The id of the person on this appointment. */
  id,
  person_id: id,
  name: z.string(),
  email: z.string(),
  role: z.enum(['client', 'agent', 'listing_agent']),
  link: z.string(),
  rights: rightsMap,
  own_rights: rightsMap,
  /** The rights of the role, without the person's own. */
  role_rights: rightsMap,
  /** The last day set for this link. */
  ends_on: z.nullable(z.string()),
  /** When the link ends, by that day or by the company's rule. */
  ends_at: z.nullable(instant),
  is_over: z.boolean(),
  revoked_at: z.nullable(instant),
});
export type PersonalLink = z.infer<typeof personalLink>;

export const listLinks = read(`GET ${path}/links`, {
  access: 'member',
  capability: 'edit_appointment',
  summary: 'The personal links of the clients and agents of an appointment, with their rights.',
  input: z.object({ id }),
  output: z.array(personalLink),
  invalidates: ['portal'],
});

const refreshes = ['portal', 'appointments'];

export const changeLink = write(`PUT ${path}/links/{linkId}`, {
  access: 'member',
  capability: 'edit_appointment',
  summary:
    'Sets the rights of a person on the client page (where they differ from the role) and the last day of the link.',
  input: z.object({
    id,
    linkId: id,
    own_rights: z.optional(ownRights),
    ends_on: z.optional(z.nullable(z.string().check(asCode, z.maxLength(40)))),
  }),
  output: personalLink,
  invalidates: refreshes,
});

export const revokeLink = write(`POST ${path}/links/{linkId}/revoke`, {
  access: 'member',
  capability: 'edit_appointment',
  summary:
    'Revokes every link sent to a person so far. The response has the new link, which has not been sent yet.',
  input: z.object({ id, linkId: id }),
  output: personalLink,
  invalidates: refreshes,
});

export const sendLink = write(`POST ${path}/links/{linkId}/send`, {
  access: 'member',
  capability: 'edit_appointment',
  summary: 'Mails a person their personal link.',
  input: z.object({ id, linkId: id }),
  output: z.null(),
  invalidates: ['appointments'],
});

/** A change requested by a client. */
const changeRequest = z.object({
  id,
  name: z.string(),
  /** As typed by a visitor without a personal link; not verified. */
  email: z.string(),
  is_known: z.boolean(),
  wish: requestedChange,
  message: z.string(),
  created_at: instant,
  handled_at: z.nullable(instant),
  handled_by_name: z.string(),
});
export type ChangeRequest = z.infer<typeof changeRequest>;

export const listChangeRequests = read(`GET ${path}/change-requests`, {
  access: 'member',
  capability: 'view_appointments',
  summary: 'The change requests of clients, newest first.',
  input: z.object({ id }),
  output: z.array(changeRequest),
  invalidates: ['portal'],
});

export const handleChangeRequest = write(`POST ${path}/change-requests/{requestId}/handled`, {
  access: 'member',
  capability: 'edit_appointment',
  summary: 'Marks a change request as handled, or opens it again.',
  input: z.object({ id, requestId: id, handled: z.boolean() }),
  output: changeRequest,
  invalidates: ['portal'],
});
