import type { WriteCtx } from '#server/context.ts';
import type { MessageKey } from './catalogue.ts';
import { queueMessages } from './outbox/queue-messages.ts';
import type { Recipient } from './recipients.ts';
import { type Notice, renderNotice } from './render-notice.ts';

interface Notified {
  recipients: Recipient[];
  /** Those of them who had not been sent it before. */
  queued: Recipient[];
}

/**
 * Sends a message to everyone the catalogue names, in their language and with their link. It is queued in the caller's
 * transaction, so it is sent if and only if that commits, and once however often it is queued. Nothing else sends
 * messages.
 */
export async function notify(ctx: WriteCtx, key: MessageKey, notice: Notice): Promise<Notified> {
  const all = await renderNotice(ctx, key, notice);
  const isNew = await queueMessages(
    ctx,
    all.map(({ message }) => message),
    notice,
  );
  return {
    recipients: all.map(({ to }) => to),
    queued: all.filter(({ message }) => isNew.has(message.key)).map(({ to }) => to),
  };
}
