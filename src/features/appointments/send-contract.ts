import { z } from 'zod/mini';
import { id, optionalText } from '#wire/fields.ts';
import { write } from '#wire/route.ts';

/** Templates of messages that can be sent manually. */
const sendable = [
  'appointment_scheduled',
  'appointment_rescheduled',
  'appointment_requested',
  'appointment_canceled',
  'appointment_message',
] as const;

export type Sendable = (typeof sendable)[number];

export const sendMessage = write('POST /v2/appointments/{id}/send', {
  access: 'member',
  capability: 'edit_appointment',
  summary:
    'Emails people on the appointment, even if automated notifications are off. Each email is in the recipient’s language and has their personal link.',
  input: z.object({
    id,
    template: z.enum(sendable, 'Unknown message'),
    /** Ids of people on the appointment. */
    recipients: z
      .array(id, 'Choose at least one recipient')
      .check(z.minLength(1, 'Choose at least one recipient'), z.maxLength(50, 'At most 50 recipients')),
    /** An additional paragraph; the whole text of an appointment_message. */
    extra: optionalText(5000),
  }),
  output: z.object({ recipients: z.number() }),
  invalidates: ['messages', 'appointments'],
});
