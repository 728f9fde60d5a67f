import { z } from 'zod/mini';
import {
  asCode,
  calendarDay,
  id,
  instant,
  optionalText,
  queryBool,
  queryLatitude,
  queryLongitude,
  queryNumber,
} from '#wire/fields.ts';
import { action, read, write } from '#wire/route.ts';
import { idList, subscriberId, technicianId } from './contract.ts';

/** A technician in a slot: the picker's fields, repeated as `user` (R-ENT-014). */
export const slotTechnician = z.object({
  id,
  team_id: id,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  profile_pic: z.nullable(z.string()),
  start_time: z.number(),
  /** Names of selected services and add-ons that this technician does not offer; null if all are offered. */
  warning: z.nullable(z.string()),
  /** By how many minutes the appointment lengthens the day's driving; null if the company does not plan by road. */
  extra_minutes: z.nullable(z.number()),
  user: z.object({ id, first_name: z.string(), last_name: z.string(), profile_pic: z.nullable(z.string()) }),
});

/** A start time with at least one free technician. Date, hour and minute are company-local. */
const slot = z.object({
  date: z.string(),
  hour: z.number(),
  minute: z.number(),
  color: z.string(),
  title: z.string(),
  values: z.array(slotTechnician),
});
export type Slot = z.infer<typeof slot>;

export const listSlots = read('GET /v2/technicians/availability', {
  access: 'member',
  summary:
    'Lists available slots between two days (inclusive, up to 62 days) with the technicians free at each, by extra driving (if the company plans by road), then least booked first.',
  input: z.object({
    subscriberId,
    fromDate: calendarDay,
    toDate: calendarDay,
    /** In hours; defaults to the company's duration. */
    duration: z.optional(
      queryNumber.check(
        z.gt(0, 'Duration must be more than 0 and at most 24 hours'),
        z.lte(24, 'Duration must be more than 0 and at most 24 hours'),
      ),
    ),
    /** Selected services and add-ons. */
    services: z.optional(idList('Not a valid ID')),
    technicianId: z.optional(id),
    zip: optionalText(12),
    /** The property's position; without it, the center of its ZIP code counts. */
    lat: z.optional(queryLatitude),
    lng: z.optional(queryLongitude),
    /** The appointment being moved: it does not conflict with itself. */
    inspections_id: z.optional(id),
    /** As the public sees it: with minimum notice and service area, and only technicians who offer everything. */
    as_public: z.optional(queryBool),
  }),
  output: z.object({ timeSlots: z.array(slot), timezone: z.string() }),
  invalidates: ['availability', 'appointments', 'calendar', 'people', 'company'],
});

export const measureTravel = action('GET /v2/technicians/travel-times', {
  access: 'member',
  summary:
    'Measures unknown driving times between a property and the technicians’ homes and appointments on these days, if a routing server is configured. Free slots use them from then on.',
  input: z.object({
    subscriberId,
    fromDate: calendarDay,
    toDate: calendarDay,
    lat: queryLatitude,
    lng: queryLongitude,
  }),
  output: z.object({ measured: z.number() }),
  invalidates: ['appointments', 'people', 'company'],
  limit: { by: 'account', max: 300, minutes: 10 },
});

/** A time held while the user completes a booking. */
const hold = z.object({
  holdId: id,
  technician_id: id,
  start: instant,
  end: instant,
  /** The end of the countdown. */
  expiresAt: instant,
  seconds: z.number(),
});
export type Hold = z.infer<typeof hold>;

export const holdSlot = write('POST /v2/slot-holds', {
  access: 'member',
  capability: 'view_appointments',
  summary: 'Holds a technician’s time for 10 minutes during booking. `replaces` releases an earlier hold.',
  input: z.object({
    subscriberId,
    date_time: z.string('Date & time are required').check(asCode, z.maxLength(60, 'At most 60 characters')),
    technician_id: technicianId,
    /** In hours; defaults to the company's duration. */
    duration: z.optional(
      z.nullable(
        z
          .number()
          .check(
            z.gt(0, 'Duration must be more than 0 and at most 24 hours'),
            z.lte(24, 'Duration must be more than 0 and at most 24 hours'),
          ),
      ),
    ),
    replaces: z.optional(z.nullable(id)),
    inspections_id: z.optional(z.nullable(id)),
  }),
  output: hold,
  invalidates: [],
  limit: { by: 'account', max: 200, minutes: 10 },
});

export const releaseSlot = write('DELETE /v2/slot-holds/{id}', {
  access: 'member',
  capability: 'view_appointments',
  summary: 'Releases a held time. Ignores holds that have expired.',
  input: z.object({ id }),
  output: z.null(),
  invalidates: [],
});
