import { z } from 'zod/mini';
import { asCode, calendarDay, id, instant, optionalText, revNumber } from '#wire/fields.ts';
import { read, write } from '#wire/route.ts';

export const refreshes = ['availability', 'calendar'];
export const subscriberId = optionalText(60);
export const technicianId = z.uuid('Technician is required');
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
export const idList = (message: string) =>
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
