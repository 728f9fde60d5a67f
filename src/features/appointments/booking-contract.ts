import { z } from 'zod/mini';
import { slotChanges } from '#features/messages/notification-slots-contract.ts';
import { personOption, technician } from '#features/people/option-contract.ts';
import { chosenService, feeInput, looseNumber, option, service } from '#features/services/contract.ts';
import {
  asCode,
  asLine,
  asText,
  asUpTo,
  id,
  instant,
  latitude,
  longitude,
  optionalText,
  publicId,
} from '#wire/fields.ts';
import { type HandlerInput, read, write } from '#wire/route.ts';
import { appointment, bool, overrule, point, refreshes, rev } from './contract.ts';

export const getDefaults = read('GET /v2/appointments/defaults', {
  access: 'member',
  summary: 'Returns the company data that the New Appointment dialog starts with.',
  input: z.object({
    subscriberId: optionalText(60),
    /** The appointment being edited: its services and add-ons are included even if they are no longer offered. */
    appointment_id: z.optional(z.nullable(id)),
  }),
  output: z.object({
    orderId: z.string(),
    serviceOptions: z.array(service),
    discountOptions: z.array(z.extend(option, { code: z.string(), type: z.number(), amount: z.number() })),
    agreementOptions: z.array(z.extend(option, { is_default: z.boolean() })),
    templateOptions: z.array(option),
    agentOptions: z.array(personOption),
    clientOptions: z.array(personOption),
    contractorOptions: z.array(personOption),
    inspectorOptions: z.array(technician),
    /** Groups of actions to choose from, in order; empty if the company has none. Of a disabled one no action runs. */
    actionGroups: z.array(z.object({ id, name: z.string(), enable: z.boolean(), is_default: z.boolean() })),
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
    /** Added when the services of a new appointment are first opened: the only one offered, or the usual one. */
    suggested_service: z.nullable(z.object({ id, reason: z.enum(['only', 'usual']) })),
    default_confirm: z.boolean(),
    require_payment_default: z.boolean(),
    /** Late cancellation fee, shown at booking; null if there is none. `fee_type`: 1 percent, 2 amount. */
    cancellation: z.nullable(
      z.object({
        /** Null if only a wasted trip is charged. */
        hours: z.nullable(z.number()),
        fee_type: z.number(),
        fee: z.number(),
        /** Fee for a wasted trip. */
        trip: z.number(),
      }),
    ),
    /** In miles; null means 100. */
    service_radius: z.nullable(z.number()),
    coordinates: z.nullable(point),
    /** Whether free times depend on where the property is. */
    road_aware_slots: z.boolean(),
  }),
  invalidates: ['appointments', 'services', 'people', 'company', 'automations'],
});

export const getUserSettings = read('GET /v2/appointments/user-settings', {
  access: 'member',
  summary: 'Returns the user data that the New Appointment dialog starts with.',
  input: z.object({ subscriberId: optionalText(60) }),
  output: z.object({
    default_technicians: z.array(id),
    can_schedule_new: z.boolean(),
    can_edit_schedule: z.boolean(),
    see_prices: z.boolean(),
    /** Whether the user may double-book a technician with `overrule`. */
    may_overrule: z.boolean(),
  }),
  invalidates: ['appointments', 'people'],
});

const many = 200;

const ids = z.optional(
  z.nullable(z.array(id, 'Not a valid ID').check(z.maxLength(many, `At most ${many} entries`))),
);

const loose = (max: number) =>
  z.optional(z.nullable(z.string().check(asUpTo(max), z.maxLength(max, `At most ${max} characters`))));

const subEventInput = z.object({
  id: z.optional(z.nullable(id)),
  name: z._default(z.string().check(asLine, z.maxLength(500)), ''),
  description: z.optional(z.string().check(asText, z.maxLength(4000, 'At most 4000 characters'))),
  inspector: z.optional(z.nullable(id)),
  start_date: z._default(z.string().check(asCode, z.maxLength(60)), ''),
  end_date: z._default(z.string().check(asCode, z.maxLength(60)), ''),
});

/**
 * The appointment payload. Nearly everything is optional here: domain/booking.ts defines the five submit checks and
 * their literal order. paid, agreement_signed, total_fee and outstanding are accepted and ignored.
 */
/** The most characters of an appointment’s action groups as JSON. */
const longestGroups = 400_000;

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
  address_lat_long: z.optional(z.nullable(z.union([point, z.string().check(asCode, z.maxLength(60))]))),
  location_precision: loose(20),
  date_time: loose(60),
  /** In hours; defaults to the sum of the fee lines. */
  duration: looseNumber,
  discount_code: loose(60),
  templates: ids,
  agreements: ids,
  attachments: z.optional(z.unknown()),
  services: z.optional(z.nullable(z.array(chosenService).check(z.maxLength(100)))),
  fees: z.optional(z.nullable(z.array(feeInput).check(z.maxLength(200)))),
  /** True if `fees` were edited manually and must be used as sent; false if the browser only computed them. */
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
  /** Ids of the company's groups, or groups with the edits made for this appointment: `{ id, name, actions }`. */
  action_groups: z.optional(
    z.nullable(
      z.array(z.unknown()).check(
        z.maxLength(50),
        z.refine(
          (groups) => JSON.stringify(groups).length <= longestGroups,
          `At most ${longestGroups} characters`,
        ),
      ),
    ),
  ),
  notification_settings: z.optional(z.nullable(slotChanges)),
  /** Double-books a technician. Only for users who may edit the appointment; stored with who, when and why. */
  overrule,
};

const internalNotes = z.optional(
  z.nullable(
    z.array(z.object({ text: z.string().check(asText, z.maxLength(10_000)) })).check(z.maxLength(50)),
  ),
);

/** Defects of an earlier report that this appointment inspects again. Its report contains only those. */
const reinspection = z.optional(
  z.nullable(
    z.object({
      report_id: id,
      /** The repair list they come from. */
      repair_list_id: z.optional(z.nullable(id)),
      /** The public ids of the comments. */
      comment_ids: z
        .array(publicId, 'Select at least one defect')
        .check(z.minLength(1, 'Select at least one defect'), z.maxLength(300, 'At most 300 defects')),
    }),
  ),
);

/** The order id the dialog opened with: if it has been taken since, the next free one is used. */
const suggestion = { orderId: loose(200) };

export const bookAppointment = write('POST /inspections', {
  access: 'member',
  capability: 'can_schedule_new',
  identity: 'sometimes',
  summary:
    'Creates an appointment. The server computes prices, paid and agreement_signed. Returns CONFLICT if a technician is busy.',
  input: z.object({ ...payload, ...suggestion, internal_notes: internalNotes, reinspection }),
  output: appointment,
  mirrors: ['_id'],
  invalidates: refreshes,
});

export type AppointmentPayload = HandlerInput<typeof bookAppointment>;

export const updateAppointment = write('PUT /v2/appointments/{id}', {
  access: 'member',
  capability: 'edit_appointment',
  identity: 'sometimes',
  summary:
    'Updates the given fields. Prices change only with services, discount, fees or recalculate. Returns CONFLICT if rev is stale.',
  input: z.object({
    id,
    rev,
    ...payload /** Prices all services anew; lines edited by hand stay, unless is_manual_edit is false. */,
    recalculate: bool,
  }),
  output: appointment,
  // Services bring and remove them.
  invalidates: [...refreshes, 'agreements', 'payments', 'reports'],
});

export type AppointmentChanges = HandlerInput<typeof updateAppointment>;

export const checkInspectionTime = read('POST /inspections/check-inspection-time/{subscriberId}', {
  access: 'member',
  summary: 'Checks whether technicians are available at a time and lists conflicts.',
  input: z.object({
    subscriberId: id,
    date_time: z.string('Date & time are required').check(asCode, z.maxLength(60, 'At most 60 characters')),
    inspectors: ids,
    /** The appointment being moved. */
    inspections_id: z.optional(z.nullable(z.string().check(asCode, z.maxLength(64)))),
    duration: looseNumber,
    /** Services and add-ons to warn about if a technician does not offer them. Defaults to those of the appointment. */
    services: ids,
    /** The property's position or ZIP code, to warn about ways that take too long. Defaults to the appointment's. */
    lat: z.optional(latitude),
    lng: z.optional(longitude),
    zip: optionalText(12),
  }),
  output: z.object({
    /** True if none of the technicians is booked at that time. */
    available: z.boolean(),
    conflicts: z.array(
      z.object({
        technician_id: id,
        /** appointment, event, external or hold; for warnings outside_hours, time_off, service_limit or travel. */
        kind: z.string(),
        title: z.string(),
        appointment_id: z.optional(z.nullable(id)),
        start: instant,
        end: instant,
        /** Office users may ignore a warning without an override. */
        is_warning: z.optional(z.boolean()),
      }),
    ),
    /** Requests without a technician for the same time; they block no one. */
    rivals: z.array(z.object({ appointment_id: id, title: z.string(), start: instant, end: instant })),
  }),
  invalidates: ['appointments', 'availability', 'calendar'],
});
