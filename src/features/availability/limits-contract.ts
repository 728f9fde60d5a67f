import { z } from 'zod/mini';
import { asCode, asLine, id, latitude, longitude, revNumber } from '#wire/fields.ts';
import { read, write } from '#wire/route.ts';
import { refreshes, subscriberId } from './contract.ts';

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
