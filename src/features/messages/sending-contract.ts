import { z } from 'zod/mini';
import { sendingKinds } from '#domain/messages/sending-limits.ts';
import { instant } from '#wire/fields.ts';
import { read } from '#wire/route.ts';

const usage = z.object({ kind: z.enum(sendingKinds), used: z.number(), limit: z.number() });
export type SendingUsage = z.infer<typeof usage>;

/** What a company has sent in the current hour. */
export const sendingState = {
  kinds: z.array(usage),
  /** The messages that wait for an hour with room. */
  waiting: z.number(),
};

export const getSendingUsage = read('GET /v2/messages/sending', {
  access: 'member',
  capability: 'see_communication',
  summary:
    'Returns what the company has sent in the current hour and what it may send, by recipients, and what would raise the limits next. `stranger` are emails by hand to addresses it did not know.',
  input: z.object({}),
  output: z.object({
    ...sendingState,
    /** When the next hour begins. */
    next: instant,
    /** Null: only the platform can raise them. */
    step: z.nullable(z.enum(['confirm', 'days', 'month', 'healthy'])),
  }),
  invalidates: ['messages'],
});
