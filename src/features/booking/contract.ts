import { z } from 'zod/mini';
import { bookingModes, visitorRoles } from '#domain/booking/booking-form.ts';
import { captchaProviders } from '#domain/booking/captcha-providers.ts';
import { asCode, asEmail, asLine, asText, calendarDay, id, instant, publicId } from '#wire/fields.ts';
import { action, read, write } from '#wire/route.ts';

/** A company's request id or public name. */
export const requestId = z.string().check(z.regex(/^[\w-]{3,64}$/, 'Not a valid link'));
export const link = { param: 'requestId', kind: 'company' } as const;
export const path = '/v2/public/companies/{requestId}';

const line = (max: number) =>
  z._default(z.string().check(asLine, z.maxLength(max, `At most ${max} characters`)), '');
const code = (max: number) =>
  z.optional(z.nullable(z.string().check(asCode, z.maxLength(max, `At most ${max} characters`))));

/** An offered service. Amounts are null where the company does not show its prices. */
const offeredService = z.object({
  id,
  name: z.string(),
  description: z.string(),
  price: z.nullable(z.number()),
  add_ons: z.array(
    z.object({ id, name: z.string(), description: z.string(), price: z.nullable(z.number()) }),
  ),
});
export type OfferedService = z.infer<typeof offeredService>;

/** What the booking pages of a company show before anything is entered. */
export const bookingPage = z.object({
  request_id: z.string(),
  company: z.object({
    name: z.string(),
    logo: z.nullable(z.string()),
    phone: z.string(),
    email: z.string(),
    country_code: z.string(),
    timezone: z.string(),
    currency: z.number(),
    date_format: z.string(),
  }),
  /** The widget with which visitors show that they are people before they send the form; null: they need not. */
  visitor_check: z.nullable(
    z.object({ provider: z.enum(captchaProviders), site_key: z.string(), script: z.string() }),
  ),
  /** With which visits are measured after consent, or null. */
  analytics_id: z.nullable(z.string()),
  /** False: only requests are accepted. */
  is_scheduling_on: z.boolean(),
  shows_prices: z.boolean(),
  /** Visitors choose the technician of a time; otherwise the company assigns the least booked one. */
  allows_choice: z.boolean(),
  /** An appointment is requested and the office confirms it. */
  requires_confirmation: z.boolean(),
  /** There are discount codes for online use. */
  has_discounts: z.boolean(),
  services: z.array(offeredService),
  /** Details of the property on which prices depend. */
  facts: z.object({ square_feet: z.boolean(), year_built: z.boolean(), foundation: z.boolean() }),
  /** Late cancellation fee; null if there is none. `fee_type`: 1 percent, 2 amount. */
  cancellation: z.nullable(
    z.object({
      hours: z.nullable(z.number()),
      fee_type: z.number(),
      fee: z.number(),
      trip: z.number(),
    }),
  ),
  /** Time of day, hhmm, at which the wished time of a request starts. */
  default_start_time: z.number(),
  /** Shown above the request form. */
  note: z.string(),
  /** The company's current day. */
  today: z.string(),
});
export type BookingPage = z.infer<typeof bookingPage>;

export const getBookingPage = read(`GET ${path}`, {
  access: 'link',
  link,
  summary: 'What the booking pages of a company show: settings, services and policy. No login required.',
  input: z.strictObject({ requestId }),
  output: bookingPage,
  invalidates: ['booking'],
});

export const getTechnicianPicture = action(`GET ${path}/technicians/{technicianId}/picture`, {
  access: 'link',
  link,
  summary: 'The picture of a technician that visitors may choose.',
  /** `v` changes with the picture, so that browsers fetch a new one. */
  input: z.strictObject({ requestId, technicianId: id, v: code(20) }),
  download: true,
});

/** Where a property is. `place` is the position that the server found and signed; a changed address makes it void. */
export const addressFields = {
  address: line(200),
  city: line(120),
  state: line(60),
  zip_code: line(12),
  place: z._default(z.string().check(asCode, z.maxLength(2000, 'At most 2000 characters')), ''),
};
const propertyFields = {
  ...addressFields,
  square_feet: line(20),
  year_built: line(20),
  foundation: line(20),
};

const chosen = z
  .array(
    z.strictObject({
      id,
      add_ons: z._default(z.array(id).check(z.maxLength(100, 'At most 100 entries')), []),
    }),
  )
  .check(z.maxLength(100, 'At most 100 services'));

/** What decides price and duration. */
export const selection = {
  location: z.prefault(z.strictObject(propertyFields), {}),
  services: z._default(chosen, []),
};
/** Codes of discounts are not guessed quickly. */
const guesses = { field: 'discount_code', max: 20, minutes: 60 };
export const dateTime = z
  .string('Date & time are required')
  .check(asCode, z.maxLength(60, 'At most 60 characters'));

export const listPublicSlots = read(`GET ${path}/slots`, {
  access: 'link',
  link,
  summary:
    'Lists the free times between two days (inclusive, up to 62 days) that visitors may book, in the company’s time zone.',
  input: z.strictObject({
    requestId,
    fromDate: calendarDay,
    toDate: calendarDay,
    /** Ids of chosen services and add-ons, separated by commas. */
    services: z._default(z.string().check(asCode, z.maxLength(8000)), ''),
    zip: propertyFields.zip_code,
    place: propertyFields.place,
    square_feet: propertyFields.square_feet,
    year_built: propertyFields.year_built,
    foundation: propertyFields.foundation,
    technicianId: z.optional(id),
    /** The visitor's own hold: its time stays free for them. */
    holdId: z.optional(id),
  }),
  output: z.object({
    timezone: z.string(),
    /** Technicians free in these days, in the order of their indexes; empty unless visitors may choose. */
    technicians: z.array(z.object({ id, name: z.string(), picture: z.nullable(z.string()) })),
    days: z.array(
      z.object({
        date: z.string(),
        starts: z.array(z.object({ at: instant, technicians: z.array(z.number()) })),
      }),
    ),
    /** Where to look if there is no free time in these days: the next free day, or an earlier one. */
    next_day: z.nullable(z.string()),
    /**
     * Why there is none: these days are later than visitors may book; the property is outside the service area; no
     * technician offers the chosen services together; everything is booked or closed.
     */
    reason: z.nullable(z.enum(['late', 'area', 'services', 'full'])),
  }),
  invalidates: ['booking'],
  limit: { by: 'ip', max: 600, minutes: 10 },
});

export const getQuote = read(`POST ${path}/quote`, {
  access: 'link',
  link,
  summary: 'The duration and, if the company shows it, the explained price of a selection.',
  input: z.strictObject({
    requestId,
    mode: z._default(z.enum(bookingModes, 'Choose one of the options'), 'schedule'),
    ...selection,
    date_time: code(60),
    discount_code: code(30),
  }),
  output: z.object({
    /** In hours. */
    duration: z.number(),
    /** Null where the company does not show its prices. */
    price: z.nullable(
      z.object({
        lines: z.array(z.object({ name: z.string(), details: z.string(), amount: z.number() })),
        tax: z.number(),
        total: z.number(),
      }),
    ),
    /** What the price does not include yet, such as `size unknown, size steps not applied`. */
    notes: z.array(z.string()),
    discount_problem: z.nullable(z.string()),
  }),
  invalidates: ['booking'],
  limit: { by: 'ip', max: 300, minutes: 10, guesses },
});

export const holdPublicSlot = write(`POST ${path}/slot-holds`, {
  access: 'link',
  link,
  summary:
    'Holds a free time for 10 minutes while the visitor completes the form. `replaces` releases an earlier hold. Returns CONFLICT with the next free times if it is taken, and RATE_LIMITED if visitors hold too many: it can be booked without a hold.',
  input: z.strictObject({
    requestId,
    ...selection,
    date_time: dateTime,
    technician_id: z.optional(z.nullable(id)),
    replaces: z.optional(z.nullable(id)),
  }),
  output: z.object({ holdId: id, at: instant, expiresAt: instant, seconds: z.number() }),
  limit: { by: 'ip', max: 200, minutes: 10 },
});

export const releasePublicSlot = write(`DELETE ${path}/slot-holds/{holdId}`, {
  access: 'link',
  link,
  summary: 'Releases a held time. Ignores holds that have expired.',
  input: z.strictObject({ requestId, holdId: id }),
  output: z.null(),
  limit: { by: 'ip', max: 400, minutes: 10 },
});

export const person = z.strictObject({
  first_name: line(80),
  last_name: line(80),
  email: z._default(z.string().check(asEmail, z.maxLength(254, 'At most 254 characters')), ''),
  phone: line(40),
});

/** Chosen by the page at random. */
export const submissionKey = z.uuid('Not a valid ID').check(z.toLowerCase());

const submission = z.strictObject({
  requestId,
  mode: z.enum(bookingModes, 'Choose one of the options'),
  /** Chosen at random for one completed form; sending it again returns the same booking. */
  submission_key: submissionKey,
  is_embedded: z._default(z.boolean(), false),
  ...selection,
  date_time: dateTime,
  technician_id: z.optional(z.nullable(id)),
  hold_id: z.optional(z.nullable(id)),
  people: z.strictObject({
    role: z.enum(visitorRoles, 'Choose who you are'),
    client: z.prefault(person, {}),
    agent: z.optional(z.nullable(person)),
  }),
  message: z._default(z.string().check(asText, z.maxLength(2000, 'At most 2000 characters')), ''),
  discount_code: code(30),
  accept_terms: z._default(z.boolean(), false),
  /** The result of `POST …/visitor-checks` for this submission key, where visitors are checked. */
  visitor_check: code(200),
  /**
   * Invisible to people: what fills it in is a program, which gets an answer like any other. Browsers and password managers
   * know no such field.
   */
  subject: line(2000),
});

export const checkVisitor = action(`POST ${path}/visitor-checks`, {
  access: 'link',
  link,
  summary:
    'Exchanges the token of the widget, which is valid once, for a proof that the form with this key may be sent. While the service does not respond, the proof says so, and the form is confirmed by mail.',
  input: z.strictObject({
    requestId,
    submission_key: submissionKey,
    /** Empty if the widget could not be loaded. */
    token: z._default(z.string().check(asCode, z.maxLength(4000, 'At most 4000 characters')), ''),
  }),
  output: z.object({ proof: z.string() }),
  limit: { by: 'ip', max: 200, minutes: 60 },
});

/** What a visitor booked, or has to confirm by the link in a mail before it is booked. */
export const bookingResult = z.object({
  /** Null until it is confirmed. */
  publicId: z.nullable(publicId),
  status: z.enum(['unconfirmed', 'requested', 'scheduled', 'completed', 'canceled']),
  at: instant,
  end: instant,
  timezone: z.string(),
  /** Names of the technicians; empty for a request. */
  technicians: z.array(z.string()),
  /** Null where the company does not show its prices. */
  total: z.nullable(z.number()),
  /** HTML. */
  text: z.string(),
  /** Where the visitor continues after reading the text, or null. */
  conversion_url: z.nullable(z.string()),
  /** Where the mail went, until when its link works, and until when the time is held; null once it is booked. */
  confirm: z.nullable(z.object({ email: z.string(), until: instant, held_until: z.nullable(instant) })),
});
export type BookingResult = z.infer<typeof bookingResult>;

export const submitBooking = write(`POST ${path}/appointments`, {
  access: 'link',
  link,
  summary:
    'Books or requests an appointment, once for each submission key. Price, duration and confirmation are the company’s. `unconfirmed`: it is booked by the link in a mail. Returns CONFLICT with the next free times if the time is taken.',
  input: submission,
  output: bookingResult,
  limit: { by: 'ip', max: 200, minutes: 60, guesses },
});
