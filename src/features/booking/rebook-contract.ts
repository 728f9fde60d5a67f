import { z } from 'zod/mini';
import { bookingModes } from '#domain/booking/booking-form.ts';
import { personalLinkParam } from '#features/agreements/contract.ts';
import { id, publicId } from '#wire/fields.ts';
import { read, write } from '#wire/route.ts';
import { bookingPage, bookingResult, dateTime, person, selection, submissionKey } from './contract.ts';

const link = { param: 'publicId', kind: 'appointment' } as const;
const path = '/v2/public/appointments/{publicId}/rebook';
const of = { publicId, p: personalLinkParam };

/** What an agent sees to book again: only their own pattern, no property and no client of an earlier order. */
const rebookPage = z.object({
  page: bookingPage,
  agent: z.object({ first_name: z.string(), name: z.string() }),
  usual: z.object({
    /** Add-ons by service; only what is still offered. */
    services: z.record(z.string(), z.array(z.string())),
    /** The preferred technician, if visitors may choose and this one still takes bookings. */
    technician: z.nullable(z.object({ id, name: z.string() })),
    square_feet: z.nullable(z.number()),
    /** Something that is usually ordered is no longer offered. */
    is_reduced: z.boolean(),
  }),
});
export type RebookPage = z.infer<typeof rebookPage>;

export const getRebookPage = read(`GET ${path}`, {
  access: 'link',
  link,
  summary:
    'What an agent needs to book again with the personal link of one of their orders: the company’s services and what they usually order.',
  input: z.strictObject(of),
  output: rebookPage,
  invalidates: ['booking'],
  limit: { by: 'ip', max: 200, minutes: 10 },
});

export const rebook = write(`POST ${path}`, {
  access: 'link',
  link,
  summary:
    'Books or requests an appointment for the agent of a personal link, once for each submission key. Returns CONFLICT with the next free times if the time is taken, or with the current `total` if the price that was shown has changed.',
  input: z.strictObject({
    ...of,
    mode: z.enum(bookingModes, 'Choose one of the options'),
    submission_key: submissionKey,
    ...selection,
    date_time: dateTime,
    technician_id: z.optional(z.nullable(id)),
    hold_id: z.optional(z.nullable(id)),
    client: z.prefault(person, {}),
    /** The price that was shown; null if none was. */
    total: z.optional(z.nullable(z.number())),
  }),
  output: bookingResult,
  limit: { by: 'ip', max: 200, minutes: 60 },
});

export const getRebookLink = read('GET /v2/agents/{id}/rebook-link', {
  access: 'member',
  summary:
    'The address with which an agent books again; null before their first order, or if every link ended.',
  input: z.object({ id }),
  output: z.object({ link: z.nullable(z.string()) }),
  invalidates: ['booking', 'appointments', 'people'],
});
