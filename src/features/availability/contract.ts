import { z } from 'zod/mini';
import {
  asCode,
  asLine,
  calendarDay,
  id,
  instant,
  latitude,
  longitude,
  optionalText,
  queryBool,
  queryLatitude,
  queryLongitude,
  queryNumber,
  revNumber,
} from '#wire/fields.ts';
import { action, read, write } from '#wire/route.ts';

const refreshes = ['availability', 'calendar'];
const subscriberId = optionalText(60);
const technicianId = z.uuid('Technician is required');
const startTime = z
  .number('Start time is required')
  .check(
    z.int('Start time is not valid'),
    z.gte(0, 'Start time is not valid'),
    z.lte(2330, 'Start time is not valid'),
  );
const weekday = z
  .number('Day is not valid')
  .check(z.int('Day is not valid'), z.gte(0, 'Day is not valid'), z.lte(6, 'Day is not valid'));
/** Comma-separated ids, as a query carries them, or a list. */
const idList = (message: string) =>
  z.union([z.array(z.string().check(asCode)), z.string().check(asCode, z.maxLength(40_000))], message);

/** A start time of a technician's week. start_time is hhmm (830, 0 is midnight), day 0 Sunday … 6 Saturday. */
const availabilitySlot = z.object({
  id,
  subscriber_id: id,
  team_id: id,
  added_by: z.nullable(id),
  start_time: z.number(),
  day: z.number(),
});
export type AvailabilitySlot = z.infer<typeof availabilitySlot>;

/** By start time, then by day: `{"800": {"1": [{id, team_id}]}}`. */
const groupedWeek = z.record(z.string(), z.record(z.string(), z.array(z.object({ id, team_id: id }))));
export type GroupedWeek = z.infer<typeof groupedWeek>;

export const addAvailability = write('POST /v2/availability', {
  access: 'member',
  capability: 'edit_availability',
  summary:
    'Adds a start time on each of the given days and returns the rows of these days. Existing start times are kept.',
  input: z.object({
    subscriber_id: subscriberId,
    team_id: technicianId,
    /** Ignored: the session identifies the user. */
    added_by: z.optional(z.unknown()),
    start_time: startTime,
    days: z
      .array(weekday, 'Choose at least one day')
      .check(z.minLength(1, 'Choose at least one day'), z.maxLength(7, 'At most 7 entries')),
  }),
  output: z.array(availabilitySlot),
  invalidates: refreshes,
});

export const removeAvailability = write('DELETE /v2/availability', {
  access: 'member',
  capability: 'edit_availability',
  summary: 'Removes start times by id, in the body or the query. Ignores ids that no longer exist.',
  input: z.object({ subscriberId, timeSlotsIds: idList('Choose at least one time') }),
  output: z.object({ removed: z.number() }),
  invalidates: refreshes,
});

export const getAvailability = read('GET /v2/availability/{id}', {
  access: 'member',
  summary:
    'Returns the weekly schedule of a technician, or of all technicians if the id is the company’s, by start time and day.',
  input: z.object({ id, subscriberId }),
  output: groupedWeek,
  invalidates: ['availability'],
});

export const listTeam = read('GET /v2/availability/team', {
  access: 'member',
  summary: 'Lists the technicians whose availability the user can see, and the time zone.',
  input: z.object({ subscriberId }),
  output: z.object({
    timezone: z.string(),
    technicians: z.array(
      z.object({
        id,
        first_name: z.string(),
        last_name: z.string(),
        email: z.string(),
        color: z.string(),
        profile_pic: z.nullable(z.string()),
        status: z.number(),
        /** Number of start times in the week; 0 if the technician can't be booked. */
        starts: z.number(),
      }),
    ),
  }),
  invalidates: ['availability', 'people', 'company'],
});

const start = z.object({ start_time: startTime, day: weekday });
const starts = z.array(start).check(z.maxLength(336));

export const changeAvailability = write('POST /v2/availability/changes', {
  access: 'member',
  capability: 'edit_availability',
  summary:
    'Adds and removes several start times of a technician. Concurrent changes to other start times are kept.',
  input: z.object({ team_id: technicianId, add: z._default(starts, []), remove: z._default(starts, []) }),
  output: groupedWeek,
  invalidates: refreshes,
});

export const copyAvailability = write('POST /v2/availability/copy', {
  access: 'member',
  capability: 'edit_availability',
  summary: 'Replaces the weekly schedule of technicians with another technician’s.',
  input: z.object({
    from: technicianId,
    to: z
      .array(id, 'Choose at least one technician')
      .check(z.minLength(1, 'Choose at least one technician'), z.maxLength(200, 'At most 200 entries')),
  }),
  output: z.object({ copied: z.number() }),
  invalidates: refreshes,
});

/** Time off, or an extra day. */
const override = z.object({
  id,
  team_id: id,
  date_from: z.string(),
  date_to: z.string(),
  kind: z.enum(['off', 'extra']),
  /** off: start (null is midnight). extra: the first start. */
  start_time: z.nullable(z.number()),
  /** off: end (null is midnight). extra: the last start. */
  end_time: z.nullable(z.number()),
  /** extra: minutes between starts. */
  step_minutes: z.number(),
  /** Empty for colleagues. */
  reason: z.string(),
  rev: z.number(),
});
export type Override = z.infer<typeof override>;

/** Bookings within the time off: they stay, and the office has to reschedule them. */
const collisions = z.array(
  z.object({ team_id: id, appointment_id: z.nullable(id), title: z.string(), start: instant, end: instant }),
);

const overrideFields = {
  date_from: calendarDay,
  date_to: z.optional(z.nullable(calendarDay)),
  kind: z.enum(['off', 'extra'], 'Choose time off or an extra day'),
  start_time: z.optional(z.nullable(startTime)),
  end_time: z.optional(z.nullable(startTime)),
  step_minutes: z.optional(z.number().check(z.int(), z.gte(30), z.lte(720))),
  reason: optionalText(200),
};

export const listOverrides = read('GET /v2/availability/overrides', {
  access: 'member',
  summary: 'Lists time off and extra days of one or all technicians, from today or from `from`.',
  input: z.object({
    subscriberId,
    technicianId: z.optional(id),
    from: z.optional(calendarDay),
    to: z.optional(calendarDay),
  }),
  output: z.array(override),
  invalidates: ['availability'],
});

const dayRange = { start: z.number(), end: z.number() };

export const listWorkHours = read('GET /v2/availability/hours', {
  access: 'member',
  summary:
    'Lists the work hours of all technicians by weekday (minutes after midnight; null: none), with time off and extra days between two days.',
  input: z.object({ subscriberId, fromDate: calendarDay, toDate: calendarDay }),
  output: z.array(
    z.object({
      team_id: id,
      week: z.array(z.nullable(z.object(dayRange))),
      overrides: z.array(
        z.object({
          from: z.string(),
          to: z.string(),
          kind: z.enum(['off', 'extra']),
          ...dayRange,
        }),
      ),
    }),
  ),
  invalidates: ['availability'],
});

export const addOverrides = write('POST /v2/availability/overrides', {
  access: 'member',
  capability: 'edit_availability',
  summary:
    'Adds time off or an extra day for each technician and returns existing bookings in that time as `collisions`.',
  input: z.object({
    team_ids: z
      .array(id, 'Technician is required')
      .check(z.minLength(1, 'Technician is required'), z.maxLength(200, 'At most 200 entries')),
    ...overrideFields,
  }),
  output: z.object({ overrides: z.array(override), collisions }),
  invalidates: refreshes,
});

export const changeOverride = write('PUT /v2/availability/overrides/{id}', {
  access: 'member',
  capability: 'edit_availability',
  summary: 'Updates time off or an extra day. Returns CONFLICT if rev is stale.',
  input: z.object({ id, rev: z.optional(revNumber), ...overrideFields }),
  output: z.object({ overrides: z.array(override), collisions }),
  invalidates: refreshes,
});

export const removeOverride = write('DELETE /v2/availability/overrides/{id}', {
  access: 'member',
  capability: 'edit_availability',
  summary: 'Deletes time off or an extra day.',
  input: z.object({ id }),
  output: z.null(),
  invalidates: refreshes,
});

const orNull = (max: number, least: number, message: string) =>
  z.optional(z.nullable(z.number(message).check(z.int(message), z.gte(least, message), z.lte(max, message))));
const ids = z.optional(z.array(id, 'Not a valid ID').check(z.maxLength(1000, 'At most 1000 entries')));

/** A technician's home base. */
const homeBase = z.object({
  address: z
    .string('Address is required')
    .check(asLine, z.minLength(1, 'Address is required'), z.maxLength(200, 'At most 200 characters')),
  lat: latitude,
  lng: longitude,
});

/** A technician's own limits; null means the company's. */
const limits = z.object({
  technician_id: id,
  buffer_minutes: z.nullable(z.number()),
  max_per_day: z.nullable(z.number()),
  notice_hours: z.nullable(z.number()),
  max_days_ahead: z.nullable(z.number()),
  all_services: z.boolean(),
  services: z.array(id),
  add_ons: z.array(id),
  /** `78701`, `78701-78799`, `SW1*`; empty means everywhere. */
  areas: z.array(z.string()),
  /** Where the day's driving starts and ends; null means the company's address, and for colleagues. */
  home: z.nullable(homeBase),
  rev: z.number(),
  /** The company's defaults, and whether services and areas are used at all. */
  company: z.object({
    buffer_minutes: z.number(),
    notice_hours: z.number(),
    max_days_ahead: z.number(),
    service_limitations: z.boolean(),
    service_areas: z.boolean(),
    road_aware_slots: z.boolean(),
    /** Of the company, as one line. */
    address: z.string(),
    timezone: z.string(),
  }),
});
export type Limits = z.infer<typeof limits>;

export const getLimits = read('GET /v2/availability/{id}/limits', {
  access: 'member',
  summary: 'Returns the buffer, limits, services and areas of a technician.',
  input: z.object({ id, subscriberId }),
  output: limits,
  invalidates: ['availability', 'company', 'services'],
});

export const changeLimits = write('PUT /v2/availability/{id}/limits', {
  access: 'member',
  capability: 'edit_availability',
  summary:
    'Updates the given fields. Only company administrators can change services and areas. Returns CONFLICT if rev is stale.',
  input: z.object({
    id,
    rev: z.optional(revNumber),
    buffer_minutes: orNull(480, 0, 'Enter 0 to 480 minutes'),
    max_per_day: orNull(48, 1, 'Enter 1 to 48 appointments'),
    notice_hours: orNull(720, 0, 'Enter 0 to 720 hours'),
    max_days_ahead: orNull(730, 1, 'Enter 1 to 730 days'),
    home: z.optional(z.nullable(homeBase)),
    all_services: z.optional(z.boolean()),
    services: ids,
    add_ons: ids,
    areas: z.optional(
      z.array(z.string().check(asCode, z.maxLength(30))).check(z.maxLength(500, 'At most 500 entries')),
    ),
  }),
  output: limits,
  invalidates: refreshes,
});

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
