import type { WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { raiseStatus } from '../events/record-message-event.ts';

/**
 * Raises the status of a message that was opened: by a machine (null) it was delivered, by a reader opened or clicked. The
 * first time a reader does emits `message.opened` or `message.clicked`.
 */
export async function raiseByReader(
  w: WriteCtx,
  message_id: string,
  kind: 'opened' | 'clicked' | null,
): Promise<void> {
  const isNews = await raiseStatus(w, message_id, kind ?? 'delivered');
  if (!isNews || kind === null) return;
  const { appointment_id, person_id, cc_address, subject } = await mine(w, 'outbound_messages')
    .where('id', '=', message_id)
    .select(['appointment_id', 'person_id', 'cc_address', 'subject'])
    .executeTakeFirstOrThrow();
  await w.emit({
    type: `message.${kind}`,
    ...{ message_id, appointment_id, note: subject },
    // With copies, the reader may be someone else.
    person_id: cc_address === '' ? person_id : null,
  });
}
