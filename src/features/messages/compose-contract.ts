import { z } from 'zod/mini';
import { messageTextLimits } from '#domain/messages/message-texts.ts';
import { asLine, asText, id, instant, optionalText } from '#wire/fields.ts';
import { pageQuery, pageSchema } from '#wire/paging.ts';
import { read, write } from '#wire/route.ts';
import { messageChannel } from './contract.ts';

const lang = z.enum(['en', 'de', 'fr']);

const correspondent = z.object({
  person_id: id,
  name: z.string(),
  role: z.enum(['client', 'agent', 'listing_agent', 'inspector', 'contractor']),
  email: z.string(),
  phone: z.string(),
  /** Their own, else the company's. */
  lang,
  /** Why this channel does not reach them; null if it does. */
  refused: z.object({
    email: z.nullable(z.enum(['no_email', 'bounced', 'complained', 'unsubscribed'])),
    text: z.nullable(z.enum(['no_phone', 'opted_out'])),
  }),
});
export type Correspondent = z.infer<typeof correspondent>;

const writableAppointment = z.object({
  id,
  order_id: z.string(),
  address: z.string(),
  date_time: z.nullable(instant),
});
export type WritableAppointment = z.infer<typeof writableAppointment>;

export const listWritableAppointments = read('GET /v2/messages/appointments', {
  access: 'member',
  capability: 'see_communication',
  summary:
    'Lists the appointments that a message can be about, latest first; each word of `text` begins one of the order ID, the address or the name of a client, agent or contractor.',
  input: z.object({ ...pageQuery, text: optionalText(200), appointment_id: z.optional(id) }),
  output: pageSchema(writableAppointment),
  invalidates: ['messages', 'appointments'],
});

const writablePerson = z.object({ id, name: z.string(), email: z.string(), phone: z.string() });
export type WritablePerson = z.infer<typeof writablePerson>;

export const listWritablePeople = read('GET /v2/messages/people', {
  access: 'member',
  capability: 'see_communication',
  summary:
    'Lists the contacts that can be written to, latest first; each word of `text` begins one of the name or email address.',
  input: z.object({ ...pageQuery, text: optionalText(200), person_id: z.optional(id) }),
  output: pageSchema(writablePerson),
  invalidates: ['messages', 'people'],
});

/** The people of an appointment, or contacts. */
const about = {
  appointment_id: z.optional(id),
  people: z.array(id).check(z.maxLength(100, 'At most 100 recipients')),
};

export const listCorrespondents = read('POST /v2/messages/recipients', {
  access: 'member',
  capability: 'see_communication',
  summary:
    'Lists the people of an appointment, or the given contacts, with what reaches them. `credits` is null if the company does not text.',
  input: z.object(about),
  output: z.object({ people: z.array(correspondent), credits: z.nullable(z.number()) }),
  invalidates: ['messages', 'people', 'appointments'],
});

/** Its limits are `messageTextLimits`: those of the channel, which only the whole draft says. */
const written = z.object({
  /** Only of emails. */
  subject: z.string().check(asLine),
  message: z.string().check(asText),
});

const draft = {
  ...about,
  channel: messageChannel,
  /** By language, with placeholders. Readers of another language get that of the company, else the first. */
  texts: z.object({ en: z.optional(written), de: z.optional(written), fr: z.optional(written) }),
};

const preview = z.object({
  lang,
  /** The language of the text, if there is none in theirs. */
  text_lang: lang,
  /** Who gets it so; the first of them is the example. */
  names: z.array(z.string()),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  /** Placeholders without a value. */
  empty: z.array(z.string()),
});
export type WrittenPreview = z.infer<typeof preview>;

export const previewMessage = read('POST /v2/messages/preview', {
  access: 'member',
  capability: 'see_communication',
  summary: 'Renders a message as its recipients would get it, by language. Nothing is queued.',
  input: z.object(draft),
  output: z.object({
    previews: z.array(preview),
    /** What the texts to all recipients cost. */
    credits: z.number(),
    /** When texts are sent, if not at once. */
    waits_until: z.nullable(instant),
  }),
  invalidates: ['messages', 'people', 'appointments'],
});

export const writeMessage = write('POST /v2/messages', {
  access: 'member',
  capability: 'see_communication',
  summary: `Writes to people of an appointment, or to contacts, by email or text (up to ${messageTextLimits.message.email} or ${messageTextLimits.message.text} characters). Each gets a separate message with their own link; the same message goes to a person once in five minutes.`,
  input: z.object(draft),
  output: z.object({ recipients: z.number() }),
  invalidates: ['messages', 'appointments'],
});
