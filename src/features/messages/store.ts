import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';

/** The messages of one appointment, newest first. */
export function listByAppointment(ctx: ReadCtx, appointmentId: string) {
  return mine(ctx, 'outbound_messages')
    .where('appointment_id', '=', appointmentId)
    .select([
      'id',
      'channel',
      'template_key',
      'to_address',
      'subject',
      'status',
      'error',
      'created_at',
      'sent_at',
    ])
    .orderBy('id', 'desc')
    .limit(200)
    .execute();
}

/** The company's own texts of a message, one for each language. */
export function companyTexts(ctx: WriteCtx, key: string) {
  return mine(ctx, 'message_templates')
    .where('key', '=', key)
    .where('channel', '=', 'email')
    .select(['lang', 'subject', 'body', 'action_label', 'enabled'])
    .execute();
}
