import { z } from 'zod/mini';
import { asCode, instant, publicId } from '#wire/fields.ts';
import { read, write } from '#wire/route.ts';
import { bookingResult, requestId } from './contract.ts';

const link = { param: 'requestId', kind: 'company' } as const;
const path = '/v2/public/companies/{requestId}/confirmations/{token}';

/** A booking that its visitor has to confirm, as the link of the mail shows it. */
const confirmation = z.object({
  company: z.object({
    name: z.string(),
    logo: z.nullable(z.string()),
    timezone: z.string(),
    currency: z.number(),
    date_format: z.string(),
  }),
  /**
   * `taken`: the time is no longer free. `changed`: what was chosen is no longer offered. `expired`: the link no longer
   * works.
   */
  state: z.enum(['waiting', 'taken', 'changed', 'expired', 'booked']),
  /** With which the booking is measured after consent, or null. */
  analytics_id: z.nullable(z.string()),
  mode: z.enum(['schedule', 'request']),
  is_scheduling_on: z.boolean(),
  at: instant,
  end: instant,
  address: z.string(),
  services: z.array(z.string()),
  /** Until when the time is held; null if it is not. */
  held_until: z.nullable(instant),
  /** The next free times, if it is taken. */
  next: z.array(instant),
  booked: z.nullable(bookingResult),
});
export type Confirmation = z.infer<typeof confirmation>;

export const getConfirmation = read(`GET ${path}`, {
  access: 'link',
  link,
  summary: 'What the link of a confirmation mail is about. Opening it changes nothing.',
  input: z.strictObject({ requestId, token: publicId }),
  output: confirmation,
  invalidates: ['booking'],
  limit: { by: 'ip', max: 300, minutes: 10 },
});

export const confirmBooking = write(`POST ${path}`, {
  access: 'link',
  link,
  summary:
    'Books what waits for its confirmation, once: repeated calls return the same booking. `date_time` is another free time. Returns CONFLICT with the next free times if the time is taken, and GONE if the link has expired.',
  input: z.strictObject({
    requestId,
    token: publicId,
    date_time: z.optional(z.nullable(z.string().check(asCode, z.maxLength(60, 'At most 60 characters')))),
    /** The discount code can no longer be used: book at the full price. */
    without_code: z._default(z.boolean(), false),
  }),
  output: bookingResult,
  invalidates: ['booking'],
  limit: { by: 'ip', max: 100, minutes: 10 },
});
