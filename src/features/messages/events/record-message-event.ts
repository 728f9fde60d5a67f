import type { Instant } from '#domain/base/time.ts';
import {
  type MessageEventKind,
  type MessageStatus,
  statusAfter,
  statusesBelow,
} from '#domain/messages/message-status.ts';
import type { WriteCtx } from '#server/context.ts';
import { insertMine, mine, updateMine } from '#server/db/scope.ts';
import { newId } from '#server/ids.ts';

/** Something that happened to a message. */
export interface MessageEvent {
  message_id: string;
  /** By default a new one. */
  id?: string;
  kind: MessageEventKind;
  /** By the clock of the one who reports it; by default now. */
  at?: Instant;
  /** The address it is about, if the message has several recipients. */
  recipient?: string;
  detail?: MessageEventDetail;
}

/** What is known about it, in addition to the named facts whatever else the reporter says. */
export interface MessageEventDetail {
  /** Shown to users. */
  reason?: string;
  /** A scanner or proxy opened it, perhaps without a reader. */
  is_machine?: boolean;
  [name: string]: string | number | boolean | null | undefined;
}

const longestReason = 500;

/**
 * Adds an event to the timeline of a message and raises the message's status: a later event never lowers it, one about
 * a copy leaves it as it is, and one without a reason leaves the reason. Returns false if there is no such message.
 */
export async function recordMessageEvent(ctx: WriteCtx, event: MessageEvent): Promise<boolean> {
  const message = await mine(ctx, 'outbound_messages')
    .where('id', '=', event.message_id)
    .select('to_address')
    .executeTakeFirst();
  if (!message) return false;
  const recipient = (event.recipient ?? '').trim().toLowerCase();
  await insertEvents(ctx, [{ ...event, recipient }]);
  const isAboutCopy = recipient !== '' && !addressesIn(message.to_address).includes(recipient);
  const status = statusAfter(event.kind, event.detail?.is_machine === true);
  if (status && !isAboutCopy) await raiseStatus(ctx, event.message_id, status, event.detail?.reason);
  return true;
}

/** Raises the status of a message and returns whether that was news; never lowers it. Without a reason the reason stays. */
export async function raiseStatus(
  ctx: WriteCtx,
  messageId: string,
  status: MessageStatus,
  reason = '',
): Promise<boolean> {
  const lower = statusesBelow(status);
  if (lower.length === 0) return false;
  const changed = await updateMine(ctx, 'outbound_messages')
    .set({ status, ...(reason ? { error: reason.slice(0, longestReason) } : {}) })
    .where('id', '=', messageId)
    .where('status', 'in', lower)
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}

/** Adds events to timelines without changing a status, which their caller has set. */
export async function insertEvents(ctx: WriteCtx, events: readonly MessageEvent[]): Promise<void> {
  if (events.length === 0) return;
  await insertMine(
    ctx,
    'message_events',
    events.map(({ message_id, id = newId(), kind, at = ctx.now, recipient = '', detail = {} }) => ({
      ...{ message_id, id, kind, recipient, at },
      detail: JSON.stringify(detail),
    })),
  ).execute();
}

/** The addresses of a recipient field, in lower case. */
export function addressesIn(field: string): string[] {
  return field
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter(Boolean);
}
