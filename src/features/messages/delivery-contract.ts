import { z } from 'zod/mini';
import { messageEventKinds, messageStatuses } from '#domain/messages/message-status.ts';
import { email, id, instant, optionalText } from '#wire/fields.ts';
import { pageQuery, pageSchema } from '#wire/paging.ts';
import { read, write } from '#wire/route.ts';

const timelineEvent = z.object({
  kind: z.enum(messageEventKinds),
  /** Empty for the message as a whole. */
  recipient: z.string(),
  at: instant,
  reason: z.string(),
  /** A scanner or proxy opened it, perhaps without a reader. */
  is_machine: z.boolean(),
});
export type TimelineEvent = z.infer<typeof timelineEvent>;

export const getMessageTimeline = read('GET /v2/messages/{id}/timeline', {
  access: 'member',
  capability: 'see_communication',
  summary:
    'Returns everything that happened to a message, oldest first, and what became of it for each recipient.',
  input: z.object({ id }),
  output: z.object({
    status: z.enum(messageStatuses),
    is_tracked: z.boolean(),
    /** Where it would be sent again; null if it cannot be. */
    resend_to: z.nullable(z.string()),
    /** True once its text is deleted, after the platform's retention. */
    is_emptied: z.boolean(),
    repeated_at: z.nullable(instant),
    recipients: z.array(z.object({ address: z.string(), status: z.enum(messageStatuses) })),
    events: z.array(timelineEvent),
  }),
  invalidates: ['messages'],
});

/** The page of a person by its kind; null for addresses that belong to no person. */
const personKinds = ['clients', 'agents', 'contractors', 'team'] as const;

const problem = z.object({
  /** The newest message that did not arrive. */
  message_id: id,
  /** Only a copy did not arrive: the message itself is not affected. */
  is_copy: z.boolean(),
  person_id: z.nullable(id),
  kind: z.nullable(z.enum(personKinds)),
  name: z.string(),
  /** The address that the mails went to. */
  address: z.string(),
  /** Of the newest one. */
  status: z.enum(messageStatuses),
  reason: z.string(),
  at: instant,
  appointment_id: z.nullable(id),
  /** How many mails of the last 30 days did not arrive and can be sent again. */
  missed: z.number(),
  /** The person's address has changed since, or the same one accepts mail again. */
  can_resend: z.boolean(),
  current_address: z.string(),
  /** The address that was probably meant, if the person still has the one that fails. */
  suggestion: z.nullable(z.string()),
});
export type DeliveryProblem = z.infer<typeof problem>;

export const listDeliveryProblems = read('GET /v2/messages/problems', {
  access: 'member',
  capability: 'see_communication',
  summary:
    'Lists the people whose mail of the last 30 days did not arrive, newest first, at most 50; of the company, an appointment or a person.',
  input: z.object({ appointment_id: z.optional(id), person_id: z.optional(id) }),
  output: z.array(problem),
  invalidates: ['messages', 'people'],
});

export const resendMissed = write('POST /v2/messages/resend-missed', {
  access: 'member',
  capability: 'see_communication',
  summary:
    'Sends the mails that did not reach a person again, to their current address and with new links; links sent before no longer work. Each mail is sent again once.',
  input: z.object({ person_id: id }),
  output: z.object({ sent: z.number() }),
  invalidates: ['messages', 'appointments'],
});

export const resendMessage = write('POST /v2/messages/{id}/resend', {
  access: 'member',
  capability: 'see_communication',
  summary:
    'Sends one email again, once, to the current address of its person; if that has changed, with new links, and links sent before no longer work. An unconfirmed email may arrive twice.',
  input: z.object({ id }),
  output: z.object({ to: z.string() }),
  invalidates: ['messages', 'appointments'],
});

export const closeDeliveryProblem = write('POST /v2/messages/problems/close', {
  access: 'member',
  capability: 'see_communication',
  summary:
    'Sets the mails aside that did not reach an address: they are no longer reported and not sent again.',
  input: z.object({ address: email }),
  output: z.object({ closed: z.number() }),
  invalidates: ['messages'],
});

const suppression = z.object({
  id,
  address: z.string(),
  stream: z.enum(['all', 'reminder', 'marketing']),
  reason: z.enum(['bounced', 'complained', 'unsubscribed']),
  detail: z.string(),
  message_id: z.nullable(id),
  created_at: instant,
});
export type Suppression = z.infer<typeof suppression>;

export const listSuppressions = read('GET /v2/suppressions', {
  access: 'member',
  capability: 'see_communication',
  summary:
    'Lists the addresses that get no more mail of the company, newest first; `q` is the beginning of the address.',
  input: z.object({ ...pageQuery, q: optionalText(200) }),
  output: pageSchema(suppression),
  invalidates: ['messages'],
});

export const removeSuppression = write('DELETE /v2/suppressions/{id}', {
  access: 'member',
  capability: 'full_company_admin',
  summary: 'Lets an address get mail again. Someone who unsubscribed must have asked for it.',
  input: z.object({ id }),
  output: z.object({ id }),
  invalidates: ['messages'],
});
