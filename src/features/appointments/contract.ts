import { z } from 'zod/mini';
import { feeLine, option } from '#features/services/contract.ts';
import { amount, asCode, id, instant, optionalText, revNumber, text } from '#wire/fields.ts';
import { pageQuery, pageSchema } from '#wire/paging.ts';
import { read, write } from '#wire/route.ts';

/** Queries that nearly every change of an appointment invalidates. */
export const refreshes = ['appointments', 'calendar', 'dashboard', 'messages'];

/** Coordinates in degrees. */
export const point = z.object({ lat: z.number(), lng: z.number() });
/** The revision a change is based on. */
export const rev = z.optional(revNumber);

const noteOnWire = z.object({
  id,
  text: z.string(),
  isEdited: z.boolean(),
  createdBy: id,
  /** The author's name. */
  author: z.string(),
  createdAt: instant,
});

const subEventOnWire = z.object({
  id,
  name: z.string(),
  description: z.string(),
  inspector: z.nullable(id),
  start_date: instant,
  end_date: instant,
});

/** A person on an appointment; `id` is the person's id, `link` the personal page of clients and agents. */
const appointmentPerson = z.object({
  id,
  role: z.enum(['inspector', 'client', 'agent', 'listing_agent', 'contractor']),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone: z.string(),
  company_name: z.string(),
  color: z.string(),
  profile_pic: z.nullable(z.string()),
  invisible: z.boolean(),
  /** False if the person was deactivated or deleted. */
  is_active: z.boolean(),
  link: z.nullable(z.string()),
});

/** An appointment as company members see it: the payload's fields (decisions section 25) and the computed ones. */
export const appointment = z.object({
  projection: z.literal('full'),
  _id: id,
  id,
  public_id: z.string(),
  subscriber_id: id,
  order_id: z.string(),
  source: z.string(),
  status: z.enum(['requested', 'scheduled', 'completed', 'canceled']),
  display_status: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zip_code: z.string(),
  country: z.string(),
  square_feet: z.nullable(z.number()),
  year_built: z.nullable(z.number()),
  foundation: z.nullable(z.number()),
  address_lat_long: z.nullable(point),
  location_precision: z.nullable(z.string()),
  /** Agreements and messages are held back until the address is complete. */
  has_address: z.boolean(),
  date_time: instant,
  end_time: instant,
  timezone: z.string(),
  duration: z.number(),
  confirm_inspection: z.boolean(),
  occupied: z.boolean(),
  utilities_on: z.boolean(),
  disable_automated_notifications: z.boolean(),
  send_notifications: z.boolean(),
  require_payment: z.boolean(),
  payment_notes: z.string(),
  inspection_notes: z.string(),
  discount_code: z.nullable(z.string()),
  is_manual_edit: z.boolean(),
  services: z.array(z.object({ id, name: z.string(), add_ons: z.array(z.object({ id, name: z.string() })) })),
  fees: z.array(
    z.extend(feeLine, {
      /** credit, cancellation or trip for lines added by a cancellation; empty for ordered ones. */
      kind: z.optional(z.string()),
    }),
  ),
  /** Null for users who may not see prices. */
  total_fee: z.nullable(z.number()),
  outstanding: z.nullable(z.number()),
  paid: z.boolean(),
  agreement_signed: z.boolean(),
  published: z.boolean(),
  templates: z.array(id),
  template_options: z.array(option),
  /** Ids of the agreement templates; the copies to sign belong to the agreements feature. */
  agreements: z.array(id),
  attachments: z.array(
    z.object({ id, name: z.string(), as_report: z.boolean(), visible_to_client: z.boolean() }),
  ),
  inspectors: z.array(id),
  invisible_inspectors: z.array(id),
  clients: z.array(id),
  agents: z.array(id),
  listing_agents: z.array(id),
  contractors: z.array(id),
  people: z.array(appointmentPerson),
  inspection_events: z.array(subEventOnWire),
  internal_notes: z.array(noteOnWire),
  action_groups: z.array(z.unknown()),
  notification_settings: z.record(z.string(), z.unknown()),
  reports: z.array(z.object({ id, public_id: z.string(), name: z.string(), status: z.string() })),
  /** Technicians who were manually double-booked. */
  overruled: z.array(
    z.object({
      technician_id: id,
      overruled_by: z.nullable(id),
      /** Name of the user who confirmed it. */
      overruled_by_name: z.string(),
      overruled_at: z.nullable(instant),
      reason: z.string(),
    }),
  ),
  canceled_at: z.nullable(instant),
  cancel_reason: z.string(),
  /** What the signed-in user may do with the appointment now. */
  may: z.object({
    edit: z.boolean(),
    confirm: z.boolean(),
    unconfirm: z.boolean(),
    cancel: z.boolean(),
    restore: z.boolean(),
    complete: z.boolean(),
    remove: z.boolean(),
  }),
  added_by: z.nullable(id),
  rev: z.number(),
  created_at: instant,
  updated_at: instant,
});

export type Appointment = z.infer<typeof appointment>;

/** What anyone with the public id may see (decisions G-PUB-2): no notes, no payments, no phone numbers or emails. */
const publicAppointment = z.object({
  projection: z.literal('public'),
  public_id: z.string(),
  status: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zip_code: z.string(),
  date_time: instant,
  end_time: instant,
  timezone: z.string(),
  services: z.array(z.object({ name: z.string() })),
  technicians: z.array(z.object({ first_name: z.string(), last_name: z.string() })),
  agreement_signed: z.boolean(),
  published: z.boolean(),
  company: z.object({ company_name: z.string(), company_phone: z.string(), company_email: z.string() }),
});

/** Yes, no, or not specified. */
export const bool = z.optional(z.nullable(z.boolean()));
/** A conflicting booking as reported by the error or by check-inspection-time. */
const seenConflict = z.object({
  technician_id: id,
  kind: z.string().check(asCode),
  appointment_id: z.optional(z.nullable(id)),
  start: text('Start is not valid', 60),
  end: text('End is not valid', 60),
});
/** The conflicting bookings the user has seen: only these are overridden. Without it, all bookings at that time are. */
const over = z.optional(z.nullable(z.array(seenConflict).check(z.maxLength(500))));
/** The reason for double-booking; an override requires one. */
export const overrule = z.optional(
  z.nullable(
    z.union(
      [z.literal(false), z.object({ reason: text('Please give a reason', 500), over })],
      'Please give a reason',
    ),
  ),
);

export const getAppointment = read('POST /inspections/get-by-id', {
  access: 'anyone',
  link: { param: 'inspection_id', kind: 'appointment' },
  summary:
    'Returns an appointment: all fields by id for members of the company, the public view by public id.',
  input: z.object({
    inspection_id: z
      .string('Appointment is required')
      .check(asCode, z.minLength(1, 'Appointment is required'), z.maxLength(64, 'At most 64 characters')),
    /** Never grants rights (decisions G-APT-3). */
    user_id: z.optional(z.nullable(z.string().check(asCode, z.maxLength(64)))),
    u_id: z.optional(z.nullable(z.string().check(asCode, z.maxLength(64)))),
  }),
  output: z.discriminatedUnion('projection', [appointment, publicAppointment]),
  invalidates: ['appointments'],
});

const act = <const A extends string>(name: A, about: string) =>
  write(`POST /v2/appointments/{id}/${name}`, {
    access: 'member',
    capability: 'edit_appointment',
    summary: about,
    input: z.object({ id, rev, send_notifications: bool, overrule }),
    output: appointment,
    invalidates: refreshes,
  });

export const confirmAppointment = act(
  'confirm',
  'Confirms a requested appointment. With send_notifications, emails the confirmation.',
);

export const unconfirmAppointment = act(
  'unconfirm',
  'Moves a future scheduled appointment back to requested.',
);

export const restoreAppointment = act(
  'restore',
  'Restores a canceled appointment to its former status and checks its time again.',
);

export const completeAppointment = act(
  'complete',
  'Completes a scheduled appointment once all reports are published.',
);

const cancellationFee = z.object({
  kind: z._default(z.enum(['cancellation', 'trip'], 'Unknown fee type'), 'cancellation'),
  line_item: text('Item is required', 120),
  pretax_amount: amount.check(z.gte(0, 'Amount can’t be negative')),
});

export const cancelAppointment = write('POST /v2/appointments/{id}/cancel', {
  access: 'member',
  capability: 'edit_appointment',
  summary:
    'Cancels an appointment and frees its time. With notify, emails the clients. With fees, only the fees remain due.',
  input: z.object({
    id,
    rev,
    reason: optionalText(2000),
    notify: bool,
    fees: z.optional(z.nullable(z.array(cancellationFee).check(z.maxLength(5)))),
    /** Name of the line that credits the ordered services. */
    credit_item: optionalText(120),
  }),
  output: appointment,
  invalidates: refreshes,
});

export const removeAppointment = write('DELETE /v2/appointments/{id}', {
  access: 'member',
  capability: 'edit_appointment',
  summary: 'Deletes a canceled or requested appointment that has no payments or signed agreements.',
  input: z.object({ id, rev }),
  output: z.null(),
  invalidates: refreshes,
});

export const listActivity = read('GET /v2/appointments/{id}/activity', {
  access: 'member',
  capability: 'view_appointments',
  summary: 'Lists the activity of an appointment, newest first. `type` is the event, `data` its details.',
  input: z.object({ id, ...pageQuery }),
  output: pageSchema(
    z.object({
      id,
      type: z.string(),
      /** Name of the person who did it; null for clients and the system. */
      actor: z.nullable(z.string()),
      /** The person concerned: who was added, signed or got the message. */
      person: z.nullable(z.string()),
      data: z.record(z.string(), z.unknown()),
      at: instant,
    }),
  ),
  invalidates: ['appointments'],
});

const noteText = text('Text is required', 10_000);

export const addNote = write('POST /v2/appointments/{id}/notes', {
  access: 'member',
  capability: 'edit_appointment',
  summary: 'Adds an internal note.',
  input: z.object({ id, text: noteText }),
  output: noteOnWire,
  invalidates: ['appointments'],
});

export const changeNote = write('PUT /v2/appointments/{id}/notes/{noteId}', {
  access: 'member',
  capability: 'edit_appointment',
  summary: 'Updates a note. Only the author can do this.',
  input: z.object({ id, noteId: id, text: noteText }),
  output: noteOnWire,
  invalidates: ['appointments'],
});

export const removeNote = write('DELETE /v2/appointments/{id}/notes/{noteId}', {
  access: 'member',
  capability: 'edit_appointment',
  summary: 'Deletes a note. Only the author or a company administrator can do this.',
  input: z.object({ id, noteId: id }),
  output: z.null(),
  invalidates: ['appointments'],
});
