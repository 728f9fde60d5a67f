import { z } from 'zod/mini';
import { personOption, technician } from '#features/people/contract.ts';
import {
  chosenService,
  feeInput,
  feeLine,
  looseNumber,
  option,
  service,
} from '#features/services/contract.ts';
import { id, instant, optionalText, queryBool, text } from '#wire/fields.ts';
import { pageOf, pageQuery } from '#wire/paging.ts';
import { read, type Takes, write } from '#wire/route.ts';

const refreshes = ['appointments', 'calendar', 'dashboard', 'messages'];
const point = z.object({ lat: z.number(), lng: z.number() });
const rev = z.optional(z.number('rev must be a number'));

export const noteOnWire = z.object({
  id,
  text: z.string(),
  isEdited: z.boolean(),
  createdBy: id,
  /** Name of the author. */
  author: z.string(),
  createdAt: instant,
});

export const subEventOnWire = z.object({
  id,
  name: z.string(),
  description: z.string(),
  inspector: z.nullable(id),
  start_date: instant,
  end_date: instant,
});

/** A person on an appointment; `id` is the person's, `link` the personal page of clients and agents. */
export const personOn = z.object({
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
  /** False for somebody inactive or deleted meanwhile. */
  is_active: z.boolean(),
  link: z.nullable(z.string()),
});

/** An appointment as members of the company see it: the payload's names (decisions section 25) and what was computed. */
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
  /** Without a complete address agreements and messages wait. */
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
  fees: z.array(feeLine),
  /** Null for who may not see prices. */
  total_fee: z.nullable(z.number()),
  outstanding: z.nullable(z.number()),
  paid: z.boolean(),
  agreement_signed: z.boolean(),
  published: z.boolean(),
  templates: z.array(id),
  template_options: z.array(option),
  /** Ids of the agreement templates; the copies to sign are in the agreements room. */
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
  people: z.array(personOn),
  inspection_events: z.array(subEventOnWire),
  internal_notes: z.array(noteOnWire),
  action_groups: z.array(z.unknown()),
  notification_settings: z.record(z.string(), z.unknown()),
  reports: z.array(z.object({ id, public_id: z.string(), name: z.string(), status: z.string() })),
  /** Technicians who were booked over another appointment by hand. */
  overruled: z.array(
    z.object({ technician_id: id, overruled_by: z.nullable(id), overruled_at: z.nullable(instant) }),
  ),
  canceled_at: z.nullable(instant),
  cancel_reason: z.string(),
  /** What the signed-in person may do with it now. */
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

/** What anybody with the public id may know (decisions G-PUB-2): no notes, no pay data, nobody's phone or e-mail. */
export const publicAppointment = z.object({
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

const named = z.object({ id, first_name: z.string(), last_name: z.string() });

/** A row of the appointments list. */
export const appointmentRow = z.object({
  _id: id,
  id,
  public_id: z.string(),
  order_id: z.string(),
  status: z.string(),
  display_status: z.string(),
  date_time: instant,
  end_time: instant,
  duration: z.number(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zip_code: z.string(),
  clients: z.array(named),
  agents: z.array(named),
  technicians: z.array(z.extend(named, { color: z.string(), invisible: z.boolean() })),
  services: z.array(z.string()),
  paid: z.boolean(),
  agreement_signed: z.boolean(),
  published: z.boolean(),
  require_payment: z.boolean(),
  total_fee: z.nullable(z.number()),
  outstanding: z.nullable(z.number()),
  rev: z.number(),
});
export type AppointmentRow = z.infer<typeof appointmentRow>;

/** The tabs of the list. */
export const tabs = ['upcoming', 'requested', 'past', 'unpaid', 'unpublished', 'canceled', 'all'] as const;
export type Tab = (typeof tabs)[number];

const day = z.optional(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'Date is not valid')));

export const listAppointments = read('GET /v2/appointments', {
  who: 'member',
  needs: 'view_appointments',
  about:
    'Page of appointments. `tab` presets filters; from and to are days of the company; newest first except upcoming.',
  takes: z.object({
    ...pageQuery,
    subscriberId: optionalText(60),
    tab: z.optional(z.enum(tabs, 'Unknown tab')),
    status: z.optional(z.enum(['requested', 'scheduled', 'completed', 'canceled'], 'Unknown status')),
    from: day,
    to: day,
    technicianId: z.optional(id),
    clientId: z.optional(id),
    agentId: z.optional(id),
    paid: z.optional(queryBool),
    signed: z.optional(queryBool),
    published: z.optional(queryBool),
    text: optionalText(200),
    sort: z.optional(z.enum(['date_time', '-date_time'], 'Unknown order')),
  }),
  gives: pageOf(appointmentRow),
  refreshes: ['appointments'],
});

export const getDefaults = read('GET /v2/appointments/defaults', {
  who: 'member',
  about: 'Everything the New Appointment dialog begins with: the settings load of the subscriber.',
  takes: z.object({ subscriberId: optionalText(60) }),
  gives: z.object({
    orderId: z.string(),
    serviceOptions: z.array(service),
    discountOptions: z.array(z.extend(option, { code: z.string(), type: z.number(), amount: z.number() })),
    agreementOptions: z.array(z.extend(option, { is_default: z.boolean() })),
    templateOptions: z.array(option),
    agentOptions: z.array(personOption),
    clientOptions: z.array(personOption),
    contractorOptions: z.array(personOption),
    inspectorOptions: z.array(technician),
    actionGroups: z.array(z.unknown()),
    isLimitReached: z.boolean(),
    timezone: z.string(),
    currency: z.number(),
    currencySymbol: z.string(),
    date_format: z.string(),
    country_code: z.string(),
    default_start_time: z.number(),
    default_duration: z.number(),
    default_price: z.number(),
    default_agreement: z.nullable(id),
    default_confirm: z.boolean(),
    require_payment_default: z.boolean(),
    /** Miles; null means 100. */
    service_radius: z.nullable(z.number()),
    coordinates: z.nullable(point),
  }),
  refreshes: ['appointments', 'services', 'people', 'company'],
});

export const getUserSettings = read('GET /v2/appointments/user-settings', {
  who: 'member',
  about: 'What the New Appointment dialog begins with for this person: the settings load of the user.',
  takes: z.object({ subscriberId: optionalText(60) }),
  gives: z.object({
    default_technicians: z.array(id),
    can_schedule_new: z.boolean(),
    can_edit_schedule: z.boolean(),
    see_prices: z.boolean(),
    /** Whether this person may book a technician twice with `overrule`. */
    may_overrule: z.boolean(),
  }),
  refreshes: ['appointments', 'people'],
});

const many = 200;
const ids = z.optional(z.nullable(z.array(id, 'Not a valid id').check(z.maxLength(many))));
const loose = (max: number) =>
  z.optional(z.nullable(z.string().check(z.maxLength(max, `At most ${max} characters`))));
const bool = z.optional(z.nullable(z.boolean()));

export const subEventInput = z.object({
  id: z.optional(z.nullable(id)),
  name: z._default(z.string().check(z.maxLength(500)), ''),
  description: z.optional(z.string().check(z.maxLength(4000, 'At most 4000 characters'))),
  inspector: z.optional(z.nullable(id)),
  start_date: z._default(z.string().check(z.maxLength(60)), ''),
  end_date: z._default(z.string().check(z.maxLength(60)), ''),
});

/**
 * The appointment payload. Nearly everything is optional here: the five submit checks and their literal order are the
 * business of domain/booking.ts. paid, agreement_signed, total_fee and outstanding may be sent and are ignored.
 */
const payload = {
  subscriber_id: optionalText(60),
  address: loose(200),
  city: loose(120),
  state: loose(60),
  zip_code: loose(12),
  country: loose(2),
  square_feet: looseNumber,
  year_built: looseNumber,
  foundation: looseNumber,
  address_lat_long: z.optional(z.nullable(z.union([point, z.string().check(z.maxLength(60))]))),
  location_precision: loose(20),
  date_time: loose(60),
  /** Hours; the sum of the lines when absent. */
  duration: looseNumber,
  discount_code: loose(60),
  templates: ids,
  agreements: ids,
  attachments: z.optional(z.unknown()),
  services: z.optional(z.nullable(z.array(chosenService).check(z.maxLength(100)))),
  fees: z.optional(z.nullable(z.array(feeInput).check(z.maxLength(200)))),
  /** True: `fees` were edited by hand and stand; false: they are only what the browser had computed. */
  is_manual_edit: bool,
  inspection_events: z.optional(z.nullable(z.array(subEventInput).check(z.maxLength(50)))),
  paid: z.optional(z.unknown()),
  agreement_signed: z.optional(z.unknown()),
  total_fee: z.optional(z.unknown()),
  outstanding: z.optional(z.unknown()),
  added_by: z.optional(z.unknown()),
  payment_notes: loose(2000),
  require_payment: bool,
  inspectors: ids,
  invisible_inspectors: ids,
  clients: ids,
  agents: ids,
  listing_agents: ids,
  contractors: ids,
  order_id: loose(200),
  confirm_inspection: bool,
  disable_automated_notifications: bool,
  send_notifications: bool,
  occupied: bool,
  utilities_on: bool,
  inspection_notes: loose(10_000),
  action_groups: z.optional(z.nullable(z.array(z.unknown()).check(z.maxLength(50)))),
  notification_settings: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
  /** Books a technician over another appointment; only company administrators, stored with who and when. */
  overrule: bool,
};

const internalNotes = z.optional(
  z.nullable(z.array(z.object({ text: z.string().check(z.maxLength(10_000)) })).check(z.maxLength(50))),
);
/** The order id the dialog was opened with: if it is taken meanwhile, the next free one is used. */
const suggestion = { orderId: loose(200) };

export const bookAppointment = write('POST /inspections', {
  who: 'member',
  needs: 'can_schedule_new',
  about:
    'Creates an appointment; prices, paid and agreement_signed are computed here. An occupied technician is CONFLICT.',
  takes: z.object({ ...payload, ...suggestion, internal_notes: internalNotes }),
  gives: appointment,
  mirrors: ['_id'],
  refreshes,
});
export type AppointmentPayload = Takes<typeof bookAppointment>;

export const getAppointment = read('POST /inspections/get-by-id', {
  who: 'anyone',
  link: { param: 'inspection_id', kind: 'appointment' },
  about:
    'One appointment: the whole of it for members of its company by id, the public projection by public id.',
  takes: z.object({
    inspection_id: z
      .string('Appointment is required')
      .check(z.minLength(1, 'Appointment is required'), z.maxLength(64)),
    /** Never grant rights (decisions G-APT-3). */
    user_id: z.optional(z.nullable(z.string().check(z.maxLength(64)))),
    u_id: z.optional(z.nullable(z.string().check(z.maxLength(64)))),
  }),
  gives: z.discriminatedUnion('projection', [appointment, publicAppointment]),
  refreshes: ['appointments'],
});

export const updateAppointment = write('PUT /v2/appointments/{id}', {
  who: 'member',
  needs: 'edit_appointment',
  about:
    'Changes what is sent. Prices change only with services, discount, fees, or recalculate; a stale rev is CONFLICT.',
  takes: z.object({ id, rev, ...payload, /** Prices all services anew. */ recalculate: bool }),
  gives: appointment,
  refreshes,
});
export type AppointmentChanges = Takes<typeof updateAppointment>;

const act = <const A extends string>(name: A, about: string) =>
  write(`POST /v2/appointments/{id}/${name}`, {
    who: 'member',
    needs: 'edit_appointment',
    about,
    takes: z.object({ id, rev, send_notifications: bool, overrule: bool }),
    gives: appointment,
    refreshes,
  });

export const confirmAppointment = act(
  'confirm',
  'Requested becomes scheduled; send_notifications mails the confirmation.',
);
export const unconfirmAppointment = act(
  'unconfirm',
  'Scheduled becomes requested, while it is in the future.',
);
export const restoreAppointment = act('restore', 'Canceled becomes what it was; its time is checked again.');
export const completeAppointment = act(
  'complete',
  'Scheduled becomes completed, when every report is published.',
);

export const cancelAppointment = write('POST /v2/appointments/{id}/cancel', {
  who: 'member',
  needs: 'edit_appointment',
  about: 'Cancels and frees the time; notify mails the clients.',
  takes: z.object({ id, rev, reason: optionalText(2000), notify: bool }),
  gives: appointment,
  refreshes,
});

export const removeAppointment = write('DELETE /v2/appointments/{id}', {
  who: 'member',
  needs: 'edit_appointment',
  about: 'Deletes a canceled or requested appointment without payments and signed agreements.',
  takes: z.object({ id }),
  gives: z.null(),
  refreshes,
});

export const checkInspectionTime = read('POST /inspections/check-inspection-time/{subscriberId}', {
  who: 'member',
  about: 'Whether technicians are free at a time, and what stands in the way.',
  takes: z.object({
    subscriberId: id,
    date_time: z.string('Date & time are required').check(z.maxLength(60)),
    inspectors: ids,
    /** The appointment that is being moved. */
    inspections_id: z.optional(z.nullable(z.string().check(z.maxLength(64)))),
    duration: looseNumber,
  }),
  gives: z.object({
    available: z.boolean(),
    conflicts: z.array(
      z.object({ technician_id: id, kind: z.string(), title: z.string(), start: instant, end: instant }),
    ),
  }),
  refreshes: ['appointments', 'calendar'],
});

export const listActivity = read('GET /v2/appointments/{id}/activity', {
  who: 'member',
  needs: 'view_appointments',
  about: 'What happened to an appointment, newest first; `type` is the event, `data` its facts.',
  takes: z.object({ id, ...pageQuery }),
  gives: pageOf(
    z.object({
      id,
      type: z.string(),
      /** Who did it: a person's name, or null for clients and the system. */
      actor: z.nullable(z.string()),
      data: z.record(z.string(), z.unknown()),
      at: instant,
    }),
  ),
  refreshes: ['appointments'],
});

const noteText = text('Text is required', 10_000);

export const addNote = write('POST /v2/appointments/{id}/notes', {
  who: 'member',
  needs: 'edit_appointment',
  about: 'Adds an internal note.',
  takes: z.object({ id, text: noteText }),
  gives: noteOnWire,
  refreshes: ['appointments'],
});

export const changeNote = write('PUT /v2/appointments/{id}/notes/{noteId}', {
  who: 'member',
  needs: 'edit_appointment',
  about: 'Changes a note; only its author may.',
  takes: z.object({ id, noteId: id, text: noteText }),
  gives: noteOnWire,
  refreshes: ['appointments'],
});

export const removeNote = write('DELETE /v2/appointments/{id}/notes/{noteId}', {
  who: 'member',
  needs: 'edit_appointment',
  about: 'Removes a note; only its author or a company administrator may.',
  takes: z.object({ id, noteId: id }),
  gives: z.null(),
  refreshes: ['appointments'],
});
