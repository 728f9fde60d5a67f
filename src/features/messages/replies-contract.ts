import { z } from 'zod/mini';
import { id, instant } from '#wire/fields.ts';
import { pageQuery, pageSchema } from '#wire/paging.ts';
import { read, write } from '#wire/route.ts';

const reply = z.object({
  id,
  from_phone: z.string(),
  /** Of the contact that we had written to; empty if it was no contact. */
  name: z.string(),
  body: z.string(),
  /** Number of pictures, which are not stored. */
  media: z.number(),
  kind: z.enum(['stop', 'start', 'help', 'text']),
  /** It may mean STOP without being it. */
  may_want_stop: z.boolean(),
  /** The phone gets no more texts. */
  has_opted_out: z.boolean(),
  person_id: z.nullable(id),
  appointment_id: z.nullable(id),
  order_id: z.nullable(z.string()),
  received_at: instant,
});
export type TextReply = z.infer<typeof reply>;

export const listTextReplies = read('GET /v2/text-replies', {
  access: 'member',
  capability: 'view_appointments',
  summary: 'Lists the texts that came in about an appointment, newest first, at most 200.',
  input: z.object({ appointmentId: id }),
  output: z.array(reply),
  invalidates: ['messages'],
});

export const listTextReplyLog = read('GET /v2/text-replies/log', {
  access: 'member',
  capability: 'see_communication',
  summary: 'Lists the texts that came in, of the company or a person, newest first.',
  input: z.object({ ...pageQuery, person_id: z.optional(id) }),
  output: pageSchema(reply),
  invalidates: ['messages'],
});

export const stopTexts = write('POST /v2/text-replies/{id}/stop', {
  access: 'member',
  capability: 'see_communication',
  summary: 'Sends no more texts to the phone that a reply came from. The person can reply START.',
  input: z.object({ id }),
  output: z.object({ has_opted_out: z.literal(true) }),
  invalidates: ['messages'],
});

const entry = z.object({
  id,
  kind: z.enum(['grant', 'reserve', 'settle', 'refund']),
  credits: z.number(),
  credits_after: z.number(),
  note: z.string(),
  /** The number that the text went to; null for a purchase. */
  to_address: z.nullable(z.string()),
  created_at: instant,
});
export type TextCreditEntry = z.infer<typeof entry>;

export const listTextCredits = read('GET /v2/text-credits', {
  access: 'member',
  capability: 'see_communication',
  summary:
    'The balance of text credits, and its changes, newest first. One segment of a text costs one credit.',
  input: z.object(pageQuery),
  output: z.extend(pageSchema(entry), { balance: z.number() }),
  invalidates: ['messages'],
});
