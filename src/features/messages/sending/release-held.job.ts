import { nextSendingHour, roomOf } from '#domain/messages/sending-limits.ts';
import { outdatedMailNote, textRefusals } from '#domain/messages/text-reasons.ts';
import type { ActionCtx, WriteCtx } from '#server/context.ts';
import { mine, updateMine } from '#server/db/scope.ts';
import { job } from '#server/jobs.ts';
import { insertEvents } from '../events/record-message-event.ts';
import { deliverMessage } from '../outbox/deliver.job.ts';
import { deliverText } from '../outbox/deliver-text.job.ts';
import { isOutdated } from '../outbox/is-outdated.ts';
import { refundTextCredits } from '../texting/text-credits.ts';
import { emitReached } from './limit-reached.ts';
import { recipientsOf } from './recipients-of.ts';
import { addPlaces, lockHour } from './sending-store.ts';

const perBatch = 50;

/**
 * Lets the messages of a company that wait for an hour with room leave: urgent ones first, then in the order in which they
 * were queued. What makes no sense any more is not sent, and says so. Places and deliveries are one transaction, so a kill
 * neither loses nor repeats a message.
 */
export const releaseHeld = job<object>('messages/release-held', release, { retryLimit: 3, concurrency: 1 });

/** Limits each company to one waiting job. */
export const releaseHeldKey = 'release-held';

async function release(ctx: ActionCtx): Promise<void> {
  for (const channel of ['email', 'text'] as const) while (await ctx.tx((w) => releaseBatch(w, channel)));
}

/** Returns whether more may leave. */
async function releaseBatch(w: WriteCtx, channel: 'email' | 'text'): Promise<boolean> {
  const hour = await lockHour(w, channel);
  const held = await heldMessages(w, channel);
  let { used } = hour;
  for (const row of held) {
    if (used >= roomOf(hour.per_hour, row.urgency)) {
      await addPlaces(w, channel, used - hour.used);
      await waitForNextHour(w, channel);
      await emitReached(w, channel, hour.per_hour);
      return false;
    }
    if (await isOutdated(w, row)) await skip(w, row.id, channel);
    else {
      used += channel === 'text' ? 1 : recipientsOf(row).length;
      await letGo(w, row, channel);
    }
  }
  await addPlaces(w, channel, used - hour.used);
  return held.length === perBatch;
}

type Held = Awaited<ReturnType<typeof heldMessages>>[number];

function heldMessages(w: WriteCtx, channel: string) {
  return mine(w, 'outbound_messages')
    .where('channel', '=', channel)
    .where('held_until', 'is not', null)
    .orderBy('urgency')
    .orderBy('id')
    .limit(perBatch)
    .forUpdate()
    .select(['id', 'key', 'template_key', 'appointment_id', 'urgency'])
    .select(['to_address', 'cc_address', 'bcc_address'])
    .execute();
}

async function letGo(w: WriteCtx, { id, urgency }: Held, channel: 'email' | 'text'): Promise<void> {
  await updateMine(w, 'outbound_messages')
    .set({ held_until: null, is_counted: true, error: null })
    .where('id', '=', id)
    .execute();
  const deliver = channel === 'text' ? deliverText : deliverMessage;
  await w.enqueue(deliver, { message_id: id }, { key: id, priority: -urgency });
}

async function skip(w: WriteCtx, id: string, channel: 'email' | 'text'): Promise<void> {
  const reason = channel === 'text' ? textRefusals.outdated : outdatedMailNote;
  await updateMine(w, 'outbound_messages')
    .set({ status: 'failed', held_until: null, error: reason, problem_closed_at: w.now })
    .where('id', '=', id)
    .execute();
  await insertEvents(w, [{ message_id: id, kind: 'failed', detail: { reason } }]);
  if (channel === 'text') await refundTextCredits(w, id);
}

async function waitForNextHour(w: WriteCtx, channel: string): Promise<void> {
  await updateMine(w, 'outbound_messages')
    .set({ held_until: nextSendingHour(w.now) })
    .where('channel', '=', channel)
    .where('held_until', 'is not', null)
    .execute();
}
