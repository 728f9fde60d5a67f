import { z } from 'zod/mini';
import { asCode, calendarDay, id, instant, optionalText } from '#wire/fields.ts';
import { pageQuery, pageSchema } from '#wire/paging.ts';
import { read } from '#wire/route.ts';

const message = z.object({
  id,
  channel: z.string(),
  template_key: z.string(),
  to_address: z.string(),
  subject: z.string(),
  status: z.string(),
  error: z.nullable(z.string()),
  created_at: instant,
  sent_at: z.nullable(instant),
  /** When it is likely to leave, if it waits because the company has reached its limit per hour. */
  waits_until: z.nullable(instant),
});
export type Message = z.infer<typeof message>;

export const listMessages = read('GET /v2/messages', {
  access: 'member',
  capability: 'view_appointments',
  summary: 'Lists the messages of one appointment, sent or queued, newest first, at most 200.',
  input: z.object({ appointmentId: id }),
  output: z.array(message),
  invalidates: ['messages'],
});

export const messageChannel = z.enum(['email', 'text'], 'Choose one of the options');

/** What the log can be narrowed to: on the way, sent, or failed. */
export const messageStates = ['open', 'sent', 'failed'] as const;

const loggedMessage = z.object({
  ...message.shape,
  appointment_id: z.nullable(id),
  order_id: z.nullable(z.string()),
});
export type LoggedMessage = z.infer<typeof loggedMessage>;

export const listMessageLog = read('GET /v2/messages/log', {
  access: 'member',
  capability: 'see_communication',
  summary:
    'Lists the messages of the company, sent or queued, newest first; `to` is the beginning of the recipient’s address. Days are the company’s.',
  input: z.object({
    ...pageQuery,
    state: z.optional(z.enum(messageStates)),
    to: optionalText(200),
    channel: z.optional(messageChannel),
    /** The template key of a message. */
    kind: z.optional(z.string().check(asCode, z.maxLength(60))),
    appointment_id: z.optional(id),
    person_id: z.optional(id),
    from: z.optional(calendarDay),
    until: z.optional(calendarDay),
  }),
  output: pageSchema(loggedMessage),
  invalidates: ['messages'],
});

export const listMessageKinds = read('GET /v2/messages/kinds', {
  access: 'member',
  capability: 'see_communication',
  summary: 'Lists the kinds of messages that the company has sent, by their template keys.',
  input: z.object({}),
  output: z.array(z.string()),
  invalidates: ['messages'],
});
