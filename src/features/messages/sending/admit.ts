import { nextSendingHour, roomOf } from '#domain/messages/sending-limits.ts';
import { hourlyLimitNote } from '#domain/messages/text-reasons.ts';
import type { WriteCtx } from '#server/context.ts';
import { insertEvents } from '../events/record-message-event.ts';
import { type ClaimedMessage, markCounted, stillClaimed } from '../outbox/store.ts';
import { emitIfReached, emitReached } from './limit-reached.ts';
import { hasLine, hourOf, takePlaces } from './sending-store.ts';

const unlimited = 2_147_483_647;

/**
 * Gives a claimed message its place in the hour, for all attempts. Returns false if there is none: it then waits, behind
 * those that wait already, until `releaseHeld` gives it one.
 */
export async function admit(w: WriteCtx, row: ClaimedMessage, recipients: number): Promise<boolean> {
  if (row.is_counted) return true;
  const { channel, urgency } = row;
  const isBehind = await hasLine(w, channel, urgency);
  const share = (perHour: number) => roomOf(perHour, urgency);
  const hour = isBehind ? null : await takePlaces(w, channel, recipients, { share, whole: false });
  if (!hour) {
    if (!isBehind) await emitReached(w, channel, (await hourOf(w, channel)).per_hour);
    if (await hold(w, row)) return false;
    // What has a blocked recipient already is no longer in the queue: its copies leave now or never, and count.
    await takePlaces(w, channel, recipients, { share: () => unlimited, whole: false });
  }
  await markCounted(w, row.id);
  if (hour) await emitIfReached(w, channel, hour, recipients);
  return true;
}

/** Returns whether the message waits. No attempt was made. */
async function hold(w: WriteCtx, row: ClaimedMessage): Promise<boolean> {
  const held = await stillClaimed(w, row)
    .set({
      ...{ status: 'queued', lease_until: null, attempts: row.attempts - 1 },
      ...{ held_until: nextSendingHour(w.now), error: hourlyLimitNote },
    })
    .executeTakeFirst();
  if (held.numUpdatedRows === 0n) return false;
  await insertEvents(w, [{ message_id: row.id, kind: 'deferred', detail: { reason: hourlyLimitNote } }]);
  return true;
}
