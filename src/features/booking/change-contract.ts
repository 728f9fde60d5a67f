import { z } from 'zod/mini';
import { changeRefusals } from '#domain/booking/client-change.ts';
import { personalLinkParam } from '#features/agreements/contract.ts';
import { asCode, calendarDay, instant, optionalText, publicId } from '#wire/fields.ts';
import { read, write } from '#wire/route.ts';

const link = { param: 'publicId', kind: 'appointment' } as const;
const path = '/v2/public/appointments/{publicId}';
const of = { publicId, p: personalLinkParam };
/** Null: allowed. */
const refusal = z.nullable(z.enum(changeRefusals));
const moment = z.string('Date & time are required').check(asCode, z.maxLength(60, 'At most 60 characters'));
/** The start that the person saw: if it has changed since, nothing happens and the answer is CONFLICT. */
const start = moment;

const changeOptions = z.object({
  start: instant,
  timezone: z.string(),
  currency: z.number(),
  /** The company's current day. */
  today: z.string(),
  reschedule: refusal,
  cancel: refusal,
  /** The last moment for changes, and for each of them, where a fee ends it earlier. */
  deadline: instant,
  reschedule_until: instant,
  cancel_until: instant,
  /** What canceling costs now; null for a person who may not see prices. */
  fee: z.nullable(z.number()),
  /** What canceling costs from a moment on; null if it never costs anything or prices are hidden. */
  late: z.nullable(z.object({ fee: z.number(), from: instant })),
});
export type ChangeOptions = z.infer<typeof changeOptions>;

export const getChangeOptions = read(`GET ${path}/change`, {
  access: 'link',
  link,
  summary:
    'What the owner of a personal link may change now by the company’s policy, why not, and what canceling costs.',
  input: z.strictObject(of),
  output: changeOptions,
  invalidates: ['portal'],
});

export const listChangeSlots = read(`GET ${path}/change/slots`, {
  access: 'link',
  link,
  summary:
    'Lists the free times of the appointment’s technicians between two days (inclusive, up to 62 days) to which its client may move it. Its own time does not block it.',
  input: z.strictObject({ ...of, fromDate: calendarDay, toDate: calendarDay }),
  output: z.object({
    timezone: z.string(),
    days: z.array(z.object({ date: z.string(), starts: z.array(z.object({ at: instant })) })),
    /** The next day with a free time, if there is none in these days. */
    next_day: z.nullable(z.string()),
  }),
  invalidates: ['portal'],
  limit: { by: 'ip', max: 600, minutes: 10 },
});

export const rescheduleByClient = write(`POST ${path}/reschedule`, {
  access: 'link',
  link,
  summary:
    'Moves the appointment to a free time, for the owner of a personal link. Returns CONFLICT if the policy refuses it, if the appointment was moved since `start` was shown, or, with the next free times, if the time is taken.',
  input: z.strictObject({ ...of, start, date_time: moment }),
  output: changeOptions,
  invalidates: ['portal'],
  limit: { by: 'ip', max: 30, minutes: 60 },
});

export const cancelByClient = write(`POST ${path}/cancel`, {
  access: 'link',
  link,
  summary:
    'Cancels the appointment, for the owner of a personal link. `fee` is the amount that was shown; returns CONFLICT with the current one if it differs.',
  input: z.strictObject({
    ...of,
    start,
    fee: z.number('Confirm the fee').check(z.gte(0, 'Confirm the fee')),
    reason: z._default(optionalText(2000), ''),
  }),
  output: z.null(),
  invalidates: ['portal'],
  limit: { by: 'ip', max: 30, minutes: 60 },
});
