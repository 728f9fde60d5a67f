import { asInstant } from '#domain/base/time.ts';
import {
  type MessageEventKind,
  type MessageStatus,
  recipientStatus,
} from '#domain/messages/message-status.ts';
import type { ReadCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { notFound } from '#wire/errors.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import type { getMessageTimeline } from '../delivery-contract.ts';
import { resendState } from '../healing/resend-message.ts';
import { addressesIn, type MessageEventDetail } from './record-message-event.ts';

const mostShown = 500;

/** Returns everything that happened to a message and what became of it for each visible recipient. */
export async function getTimeline(
  ctx: ReadCtx,
  { id }: HandlerInput<typeof getMessageTimeline>,
): Promise<HandlerOutput<typeof getMessageTimeline>> {
  const message = await mine(ctx, 'outbound_messages').where('id', '=', id).selectAll().executeTakeFirst();
  if (!message) throw notFound();
  const rows = await mine(ctx, 'message_events')
    .where('message_id', '=', id)
    .select(['kind', 'recipient', 'at', 'detail'])
    .orderBy('at')
    .orderBy('id')
    .limit(mostShown)
    .execute();
  const events = rows.map(({ kind, recipient, at, detail }) => {
    const { reason = '', is_machine = false } = detail as MessageEventDetail;
    return { kind: kind as MessageEventKind, recipient, at: asInstant(at), reason, is_machine };
  });
  const status = message.status as MessageStatus;
  const addresses = addressesIn(`${message.to_address},${message.cc_address}`);
  const { address, obstacle, repeatedAt } = await resendState(ctx, message);
  return {
    status,
    resend_to: obstacle === null ? address : null,
    is_emptied: message.emptied_at !== null,
    repeated_at: repeatedAt === null ? null : asInstant(repeatedAt),
    is_tracked: message.tracked_links !== null,
    recipients: addresses.map((address) => ({
      address,
      status:
        addresses.length === 1
          ? status
          : recipientStatus(
              events.map((one) => ({ ...one, isMachine: one.is_machine })),
              address,
            ),
    })),
    events: events.length > 0 ? events : eventsOfRow(message),
  };
}

/** Messages of earlier versions have no timeline. */
function eventsOfRow({ created_at, sent_at }: { created_at: string; sent_at: string | null }) {
  const event = (kind: MessageEventKind, at: string) => ({
    ...{ kind, recipient: '', at: asInstant(at), reason: '', is_machine: false },
  });
  return [event('queued', created_at), ...(sent_at ? [event('sent', sent_at)] : [])];
}
