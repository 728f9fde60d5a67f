import { z } from 'zod/mini';
import { linkStates } from '#domain/people/client-rights.ts';
import { companyBranding, personalLinkParam } from '#features/agreements/contract.ts';
import { asCode, email, id, instant, optionalText, publicId, text } from '#wire/fields.ts';
import { action, read, write } from '#wire/route.ts';

/** `done`: nothing left. `todo`: this visitor can act. `waiting`: someone else must act. `waived` by the company. */
const stepState = z.enum(['done', 'todo', 'waiting', 'waived']);

const rights = z.object({
  view_report: z.boolean(),
  view_summary: z.boolean(),
  view_invoice: z.boolean(),
  pay: z.boolean(),
  sign: z.boolean(),
  repair_list: z.boolean(),
  change: z.boolean(),
});

/** What a client wants changed. */
export const requestedChange = z.enum(
  ['time', 'people', 'services', 'property', 'cancel', 'other'],
  'Choose what to change',
);
export type RequestedChange = z.infer<typeof requestedChange>;

/** The portal of one appointment as its client sees it: no notes, no rights, no contact details except the company's. */
const clientView = z.object({
  public_id: publicId,
  order_id: z.string(),
  status: z.string(),
  display_status: z.string(),
  cancel_reason: z.string(),
  company: companyBranding,
  property: z.object({
    address: z.string(),
    city: z.string(),
    state: z.string(),
    zip_code: z.string(),
    square_feet: z.nullable(z.number()),
    year_built: z.nullable(z.number()),
    foundation: z.nullable(z.number()),
    picture: z.string(),
    has_photo: z.boolean(),
  }),
  date_time: instant,
  end_time: instant,
  timezone: z.string(),
  technicians: z.array(z.object({ name: z.string(), picture: z.nullable(z.string()) })),
  services: z.array(z.object({ name: z.string(), add_ons: z.array(z.string()) })),
  /** The state of the personal part of the address. */
  link: z.enum(linkStates),
  viewer: z.nullable(
    z.object({
      name: z.string(),
      first_name: z.string(),
      role: z.string(),
      can_sign: z.boolean(),
      can_pay: z.boolean(),
      rights,
      link_ends_at: z.nullable(instant),
    }),
  ),
  /** The company lets this visitor reschedule or cancel; whether it is possible now is for the card that offers it. */
  may_change: z.boolean(),
  /** People who can request their personal link by email; empty for a visitor who has one. */
  people: z.array(z.object({ key: z.string(), name: z.string() })),
  /** The time before the last reschedule; null if that was long ago. */
  moved_from: z.nullable(instant),
  /** Until when this visitor can choose one of the times that the company proposes; null without open ones. */
  proposed_until: z.nullable(instant),
  is_team: z.boolean(),
  appointment_id: z.nullable(id),
  steps: z.object({
    sign: z.object({ state: stepState, done: z.number(), total: z.number(), is_required: z.boolean() }),
    pay: z.object({ state: stepState, is_processing: z.boolean(), is_required: z.boolean() }),
    view_report: z.object({
      state: stepState,
      /** What keeps the reports locked, in the order in which it can be resolved. */
      reasons: z.array(z.enum(['personal_link', 'agreement', 'payment', 'unpublished', 'not_shared'])),
    }),
  }),
  agreements: z.array(
    z.object({
      public_id: publicId,
      name: z.string(),
      signed: z.boolean(),
      signed_at: z.nullable(instant),
      signed_by_me: z.boolean(),
      /** The text includes the price; visitors who may not read it see only the status. */
      can_read: z.boolean(),
      waiting_for: z.array(z.string()),
    }),
  ),
  /** Null for a visitor who may not see prices. */
  invoice: z.nullable(
    z.object({
      public_id: publicId,
      number: z.string(),
      status: z.string(),
      currency: z.number(),
      total: z.number(),
      paid_amount: z.number(),
      outstanding: z.number(),
      payment_type: z.number(),
      /** Whether this visitor can pay it online now. */
      can_pay_online: z.boolean(),
    }),
  ),
  reports: z.array(
    z.object({
      public_id: publicId,
      name: z.string(),
      published_at: z.nullable(instant),
      is_open: z.boolean(),
      /** This visitor may read the deficiencies only. */
      is_summary_only: z.boolean(),
    }),
  ),
  /** Documents that count as reports and are behind the same gate. */
  report_files: z.array(
    z.object({ key: z.string(), name: z.string(), bytes: z.number(), is_open: z.boolean() }),
  ),
  attachments: z.array(z.object({ key: z.string(), name: z.string(), bytes: z.number() })),
  /** The change requests of this person, newest first. */
  change_requests: z.array(
    z.object({ wish: requestedChange, message: z.string(), created_at: instant, is_handled: z.boolean() }),
  ),
});
export type ClientView = z.infer<typeof clientView>;

const link = { param: 'publicId', kind: 'appointment' } as const;
const path = '/v2/public/appointments/{publicId}';

export const getClientView = read(`GET ${path}`, {
  access: 'link',
  link,
  summary: 'The portal of an appointment. Without the personal part `p` it is for viewing only.',
  input: z.object({ publicId, p: personalLinkParam }),
  output: clientView,
  invalidates: ['portal'],
});

export const sendMyLink = write(`POST ${path}/send-link`, {
  access: 'link',
  link,
  summary:
    'Mails the personal link to the addresses on file: to the person of `key` or of an expired link, otherwise to everyone. The response is always the same.',
  input: z.object({
    publicId,
    key: z.optional(z.string().check(asCode, z.maxLength(64))),
    p: personalLinkParam,
  }),
  output: z.null(),
  limit: { by: 'ip', max: 10, minutes: 60 },
});

export const requestChange = write(`POST ${path}/change-requests`, {
  access: 'link',
  link,
  summary:
    'Requests a change of the appointment. Stored and mailed to the company; without a personal link the name is required.',
  input: z.object({
    publicId,
    p: personalLinkParam,
    wish: requestedChange,
    message: text('Describe your request', 2000),
    name: z._default(optionalText(120), ''),
    email: z.optional(z.union([z.literal(''), email])),
  }),
  output: z.null(),
  invalidates: ['portal'],
  limit: { by: 'ip', max: 10, minutes: 60 },
});

export const getCalendarFile = read(`GET ${path}/calendar`, {
  access: 'link',
  link,
  summary: 'The appointment as an iCalendar file.',
  input: z.object({ publicId, p: personalLinkParam }),
  download: true,
});

export const getPropertyPicture = action(`GET ${path}/picture`, {
  access: 'link',
  link,
  summary: 'The photo of the property, or a drawn map of its location.',
  input: z.object({ publicId }),
  download: true,
});

export const getCompanyLogo = action(`GET ${path}/logo`, {
  access: 'link',
  link,
  summary: 'The logo of the company of this appointment.',
  input: z.object({ publicId }),
  download: true,
});

export const getTechnicianPicture = action(`GET ${path}/technicians/{number}`, {
  access: 'link',
  link,
  summary: 'The picture of a technician of this appointment, by position.',
  input: z.object({ publicId, number: z.coerce.number().check(z.int(), z.gte(0), z.lte(50)) }),
  download: true,
});

export const downloadAttachment = action(`GET ${path}/attachments/{key}`, {
  access: 'link',
  link,
  summary: 'A document that clients may see.',
  input: z.object({ publicId, key: z.string().check(asCode, z.maxLength(64)), p: personalLinkParam }),
  download: true,
});

export const followShortLink = write('GET /v2/public/short-links/{uniqId}', {
  access: 'public',
  scope: 'platform',
  summary: 'The target of a short link, as a path of this installation.',
  input: z.object({ uniqId: z.string().check(asCode, z.maxLength(40)) }),
  output: z.object({ target: z.string() }),
  limit: { by: 'ip', max: 600, minutes: 60 },
});
