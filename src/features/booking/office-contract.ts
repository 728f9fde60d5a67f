import { z } from 'zod/mini';
import { bookingModes } from '#domain/booking/booking-form.ts';
import { holdChoices, mostProposed } from '#domain/booking/time-proposal.ts';
import { overrule, rev } from '#features/appointments/contract.ts';
import { asCode, id, instant, optionalText, text } from '#wire/fields.ts';
import { pageQuery, pageSchema } from '#wire/paging.ts';
import { read, write } from '#wire/route.ts';

/** The office's side of online booking: what visitors sent, and how the office answers requests. */
const path = '/v2/appointments/{id}/booking-request' as const;

const person = {
  role: z.enum(['client', 'agent', 'listing_agent']),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone: z.string(),
};

/** A person as typed into the form, with the fields in which the contact on file differs. */
const typedPerson = z.object({
  ...person,
  /** The contact on the appointment; null if it was removed from it. */
  contact_id: z.nullable(id),
  differences: z.array(
    z.object({
      field: z.enum(['first_name', 'last_name', 'email', 'phone']),
      typed: z.string(),
      stored: z.string(),
    }),
  ),
});

const proposal = z.object({
  id,
  state: z.enum(['open', 'expired', 'accepted', 'closed']),
  times: z.array(z.object({ at: instant, technician_id: id, technician: z.string() })),
  /** Index of the accepted time. */
  accepted: z.nullable(z.number()),
  message: z.string(),
  created_at: instant,
  expires_at: instant,
});

/** What a visitor sent, and where it is in being answered. */
const bookingRequest = z.object({
  appointment_id: id,
  rev: z.number(),
  order_id: z.string(),
  /** The company's name for requests of its form; empty for bookings. */
  name: z.string(),
  status: z.enum(['requested', 'scheduled', 'completed', 'canceled']),
  /** A request whose time has passed without an answer. */
  is_overdue: z.boolean(),
  mode: z.enum(bookingModes),
  source: z.enum(['online', 'request', 'iframe', 'agent']),
  created_at: instant,
  /** The wished or reserved time. */
  date_time: instant,
  end_time: instant,
  timezone: z.string(),
  duration: z.number(),
  address: z.string(),
  zip_code: z.string(),
  /** Where the property is; null while that is not known. */
  position: z.nullable(z.object({ lat: z.number(), lng: z.number() })),
  services: z.array(z.object({ id, name: z.string() })),
  technicians: z.array(z.object({ id, first_name: z.string(), last_name: z.string() })),
  people: z.array(typedPerson),
  message: z.string(),
  /** Other open requests without a technician that want the same time. */
  competing: z.array(
    z.object({
      appointment_id: id,
      order_id: z.string(),
      address: z.string(),
      client: z.string(),
      date_time: instant,
      created_at: instant,
    }),
  ),
  /** The last proposal of other times; null if there was none. */
  proposal: z.nullable(proposal),
  may_answer: z.boolean(),
});
export type BookingRequestRow = z.infer<typeof bookingRequest>;

export const listBookingRequests = read('GET /v2/booking-requests', {
  access: 'member',
  capability: 'view_appointments',
  summary: 'Lists the open requests of visitors, oldest first.',
  input: z.object(pageQuery),
  output: pageSchema(bookingRequest),
  invalidates: ['booking', 'appointments', 'people'],
});

/** A form whose visitor has not followed the link in the mail yet: nothing is booked. */
const waitingBooking = z.object({
  id,
  mode: z.enum(bookingModes),
  source: z.enum(['online', 'request', 'iframe', 'agent']),
  created_at: instant,
  date_time: instant,
  end_time: instant,
  timezone: z.string(),
  address: z.string(),
  services: z.array(z.string()),
  people: z.array(z.object(person)),
  message: z.string(),
  /** Until when the time is held; null if it is not. */
  held_until: z.nullable(instant),
  /** Until when the link works. */
  expires_at: instant,
});
export type WaitingBooking = z.infer<typeof waitingBooking>;

export const listWaitingBookings = read('GET /v2/booking-requests/waiting', {
  access: 'member',
  capability: 'view_appointments',
  summary:
    'Lists the forms of visitors that wait for their confirmation by mail, newest first. Only the visitor can confirm them.',
  input: z.object(pageQuery),
  output: pageSchema(waitingBooking),
  invalidates: ['booking', 'appointments'],
});

export const getBookingRequest = read(`GET ${path}`, {
  access: 'member',
  capability: 'view_appointments',
  summary: 'What a visitor sent with an appointment; null if a member booked it.',
  input: z.object({ id }),
  output: z.nullable(bookingRequest),
  invalidates: ['booking', 'appointments', 'people'],
});

const refreshes = ['booking', 'appointments', 'calendar', 'availability', 'dashboard', 'messages', 'portal'];
const dateTime = z
  .string('Date & time are required')
  .check(asCode, z.minLength(1, 'Date & time are required'), z.maxLength(60, 'At most 60 characters'));
const technician = z.uuid('Technician is required').check(z.toLowerCase());

export const acceptBookingRequest = write(`POST ${path}/accept`, {
  access: 'member',
  capability: 'edit_appointment',
  summary:
    'Gives a request its time and technician and confirms it. Returns CONFLICT if the technician is busy, unless double-booked with a reason.',
  input: z.object({
    id,
    rev,
    date_time: dateTime,
    technician_id: technician,
    send_notifications: z.optional(z.boolean()),
    overrule,
  }),
  output: bookingRequest,
  invalidates: refreshes,
});

export const proposeTimes = write(`POST ${path}/propose`, {
  access: 'member',
  capability: 'edit_appointment',
  summary:
    'Proposes one to three other times, holds them and mails the client a link to choose one. Replaces an open proposal.',
  input: z.object({
    id,
    rev,
    times: z
      .array(z.object({ date_time: dateTime, technician_id: technician }), 'Enter at least one time')
      .check(z.minLength(1, 'Enter at least one time'), z.maxLength(mostProposed, 'At most 3 times')),
    /** How long the times are held, in hours. */
    hours: z._default(z.literal(holdChoices, 'Choose one of the options'), 48),
    message: optionalText(1000),
  }),
  output: bookingRequest,
  invalidates: refreshes,
});

export const declineBookingRequest = write(`POST ${path}/decline`, {
  access: 'member',
  capability: 'edit_appointment',
  summary: 'Declines a request: cancels it and mails the reason to the client and agent.',
  input: z.object({ id, rev, reason: text('Please give a reason', 500) }),
  output: bookingRequest,
  invalidates: refreshes,
});
