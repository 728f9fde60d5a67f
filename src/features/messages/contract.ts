import { z } from 'zod/mini';
import { id, instant } from '#wire/fields.ts';
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
