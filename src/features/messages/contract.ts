import { z } from 'zod/mini';
import { asLine, asText, calendarDay, id, instant, optionalText } from '#wire/fields.ts';
import { pageQuery, pageSchema } from '#wire/paging.ts';
import { read, write } from '#wire/route.ts';

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

const messageChannel = z.enum(['email', 'text'], 'Choose one of the options');

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
    appointment_id: z.optional(id),
    from: z.optional(calendarDay),
    until: z.optional(calendarDay),
  }),
  output: pageSchema(loggedMessage),
  invalidates: ['messages'],
});

const correspondent = z.object({
  person_id: id,
  name: z.string(),
  role: z.enum(['client', 'agent', 'listing_agent', 'inspector', 'contractor']),
  email: z.string(),
  phone: z.string(),
});

const writableAppointment = z.object({
  id,
  order_id: z.string(),
  address: z.string(),
  date_time: z.nullable(instant),
  people: z.array(correspondent),
});

export const listWritableAppointments = read('GET /v2/messages/appointments', {
  access: 'member',
  capability: 'see_communication',
  summary:
    'Lists up to 20 appointments by the beginning of order ID or address, latest first, with their people.',
  input: z.object({ text: optionalText(200), appointment_id: z.optional(id) }),
  output: z.array(writableAppointment),
  invalidates: ['messages'],
});

export const writeMessage = write('POST /v2/messages', {
  access: 'member',
  capability: 'see_communication',
  summary:
    'Writes to people of an appointment, by email, by text or both. Each gets a separate message with their own link; the same text goes to an address once in five minutes.',
  input: z.object({
    appointment_id: id,
    recipients: z
      .array(z.object({ person_id: id, channel: messageChannel }))
      .check(z.minLength(1, 'Choose at least one recipient'), z.maxLength(100, 'At most 100 recipients')),
    /** Only of emails; without it that of the message in the recipient's language. */
    subject: z.optional(z.string().check(asLine, z.maxLength(200, 'At most 200 characters'))),
    message: z
      .string()
      .check(asText, z.minLength(1, 'Enter a message'), z.maxLength(5000, 'At most 5000 characters')),
  }),
  output: z.object({ recipients: z.number() }),
  invalidates: ['messages', 'appointments'],
});
