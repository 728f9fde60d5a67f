import { z } from 'zod/mini';
import { appointment, overrule, rev } from '#features/appointments/contract.ts';
import { asCode, asLine, asText, email, id, optionalText, queryRev } from '#wire/fields.ts';
import { type HandlerInput, read, write } from '#wire/route.ts';

/** Queries that a calendar change invalidates. */
const refreshes = ['calendar', 'appointments', 'availability', 'dashboard'];

/**
 * inspEvent: an appointment; inspSubEvent: a part of one; regularEvent: an entry created here; externalEvent: an
 * imported one.
 */
const eventTypes = ['inspEvent', 'inspSubEvent', 'regularEvent', 'externalEvent'] as const;
export type EventType = (typeof eventTypes)[number];
const eventType = z.enum(eventTypes, 'Type is not valid');

/** A date and time with its time zone. */
const moment = z.object({ dateTime: z.string(), timezone: z.string() });

const calendarEvent = z.object({
  /** Unique within a response; appointments have one entry per technician. */
  id: z.string(),
  title: z.string(),
  description: z.string(),
  start: moment,
  end: moment,
  googleEventId: z.nullable(z.string()),
  systemRef: z.object({ type: eventType, appointmentId: z.nullable(id), eventId: z.string() }),
  /** Set for appointments and their sub-events. */
  apptData: z.nullable(
    z.object({
      address: z.string(),
      isPaid: z.boolean(),
      /** True as well if there are no agreements. */
      agreementSigned: z.boolean(),
      hasAgreements: z.boolean(),
      isPublished: z.boolean(),
      occupied: z.boolean(),
      utilities_on: z.boolean(),
      order_id: z.string(),
      status: z.enum(['requested', 'scheduled', 'completed']),
      clients: z.string(),
      services: z.string(),
    }),
  ),
  technician: z.nullable(
    z.object({
      id,
      eventColor: z.string(),
      profile_pic: z.nullable(z.string()),
      first_name: z.string(),
      last_name: z.string(),
    }),
  ),
  /** The base color, before shading. */
  color: z.string(),
  all_day: z.boolean(),
  busy: z.boolean(),
  /** True for another user's entry: its title is only "Busy". */
  is_private: z.boolean(),
  /** Who double-booked it, and why. */
  overruled: z.nullable(z.object({ by: z.string(), reason: z.string() })),
  /** What the signed-in user may do with it. */
  may: z.object({ move: z.boolean(), resize: z.boolean(), edit: z.boolean(), share: z.boolean() }),
  rev: z.number(),
});
export type CalendarEvent = z.infer<typeof calendarEvent>;

const day = (message: string) =>
  z.string(message).check(asCode, z.minLength(8, message), z.maxLength(40, message));

export const listEvents = read('GET /v2/calendar', {
  access: 'member',
  capability: 'view_appointments',
  summary:
    'Lists calendar entries between two days (inclusive, in the company’s time zone) or two instants, up to 100 days. Excludes canceled appointments.',
  input: z.object({
    startDate: day('Start is required'),
    endDate: day('End is required'),
    subscriberId: optionalText(60),
    technicianId: z.optional(z.uuid('Technician is not valid')),
    /** False for appointments and their sub-events only. */
    acceptEvents: z.optional(z.union([z.boolean(), z.stringbool()])),
  }),
  output: z.array(calendarEvent),
  invalidates: ['calendar'],
});

export const daySheet = read('GET /v2/calendar/day-sheet', {
  access: 'member',
  capability: 'view_appointments',
  summary:
    'Returns a technician’s day in order: the calendar entries, and in `appointments` the full appointments they refer to.',
  input: z.object({
    date: day('Date is required'),
    technicianId: z.uuid('Technician is not valid'),
    subscriberId: optionalText(60),
  }),
  output: z.object({
    technician: z.object({ id, first_name: z.string(), last_name: z.string(), phone: z.string() }),
    entries: z.array(calendarEvent),
    appointments: z.array(appointment),
  }),
  invalidates: ['calendar', 'appointments'],
});

/** An id, or an appointment's id combined with that of one of its technicians. */
const uuid = '[\\da-fA-F]{8}-(?:[\\da-fA-F]{4}-){3}[\\da-fA-F]{12}';
const eventId = z
  .string('Event is required')
  .check(z.regex(new RegExp(`^${uuid}(?::${uuid})?$`), 'Event is not valid'));

/** A plain date and time, or as the entity carries it. */
const sentMoment = z.optional(
  z.nullable(
    z.union([
      z.string().check(asCode, z.maxLength(60)),
      z.object({
        dateTime: z.string().check(asCode, z.maxLength(60)),
        timezone: z.optional(z.nullable(z.string().check(asCode, z.maxLength(60)))),
      }),
    ]),
  ),
);
const sentRef = z.optional(
  z.nullable(
    z.object({
      type: z.optional(eventType),
      appointmentId: z.optional(z.nullable(id)),
      eventId: z.optional(z.nullable(eventId)),
    }),
  ),
);
/** The event as the calendar returns it, or flat as in a change: both names of a field are accepted. */
const sent = {
  subscriber_id: optionalText(60),
  type: z.optional(eventType),
  systemRef: sentRef,
  title: z.optional(z.string().check(asLine, z.maxLength(200, 'At most 200 characters'))),
  description: z.optional(z.nullable(z.string().check(asText, z.maxLength(4000, 'At most 4000 characters')))),
  start: sentMoment,
  end: sentMoment,
  startDate: sentMoment,
  endDate: sentMoment,
  /** The technician; null for the whole company. */
  inspector: z.optional(z.nullable(z.uuid('Technician is not valid'))),
  technician: z.optional(z.nullable(z.object({ id: z.uuid('Technician is not valid') }))),
  all_day: z.optional(z.boolean()),
  busy: z.optional(z.boolean()),
  /** Double-books over existing entries; stored with who and why. */
  overrule,
};

export const createEvent = write('POST /v2/calendar/events', {
  access: 'member',
  capability: 'edit_calendar',
  summary:
    'Creates a regular event. A busy event blocks its technician’s time. Returns CONFLICT if the time is taken, unless `overrule` is set.',
  input: z.object(sent),
  output: calendarEvent,
  invalidates: refreshes,
});
export type SentEvent = HandlerInput<typeof createEvent>;

export const updateEvent = write('PUT /v2/calendar/events', {
  access: 'member',
  summary:
    'Moves or updates an entry. inspEvent takes appointmentId and dateTime (only the time changes). inspSubEvent and regularEvent take eventId, inspector, startDate, endDate and title. externalEvent returns FORBIDDEN.',
  input: z.object({
    ...sent,
    appointmentId: z.optional(z.nullable(id)),
    eventId: z.optional(z.nullable(eventId)),
    dateTime: sentMoment,
    rev,
  }),
  output: calendarEvent,
  invalidates: refreshes,
});
export type EventChange = HandlerInput<typeof updateEvent>;

export const removeEvent = write('DELETE /v2/calendar/events', {
  access: 'member',
  summary: 'Deletes a regular event or a sub-event. Cancel an appointment instead.',
  input: z.object({
    type: eventType,
    eventId,
    subscriberId: optionalText(60),
    rev: z.optional(queryRev),
  }),
  output: z.null(),
  invalidates: refreshes,
});

export const shareEvent = write('POST /v2/calendar/events/share', {
  access: 'member',
  summary:
    'Emails an event with an .ics file to up to 20 recipients, or to its technician if none are given.',
  input: z.object({
    subscriber_id: optionalText(60),
    type: z.optional(eventType),
    systemRef: sentRef,
    appointmentId: z.optional(z.nullable(id)),
    eventId: z.optional(z.nullable(eventId)),
    recipients: z.optional(z.array(email).check(z.maxLength(20, 'At most 20 recipients'))),
    message: optionalText(2000),
  }),
  output: z.object({ recipients: z.array(z.string()) }),
  invalidates: ['messages'],
  limit: { by: 'account', max: 60, minutes: 60 },
});
export type ShareInput = HandlerInput<typeof shareEvent>;
