import type { Action, ActionEvent } from '#domain/automations/action-types.ts';
import { asInstant } from '#domain/base/time.ts';
import { statusesBelow } from '#domain/messages/message-status.ts';
import { type TextRefusal, textRefusals } from '#domain/messages/text-reasons.ts';
import type { AppointmentStatus } from '#domain/scheduling/appointment-states.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { mine, updateMine } from '#server/db/scope.ts';
import type { SentText } from '#server/outside/texts/texter.ts';
import { insertEvents } from '../events/record-message-event.ts';
import { settleTextCredits } from '../texting/text-credits.ts';
import * as store from './store.ts';

/** Notes whether the provider may have sent the text, so that a later attempt looks it up first. */
export async function setDoubtful(
  ctx: WriteCtx,
  claimed: store.ClaimedMessage,
  isDoubtful: boolean,
): Promise<boolean> {
  const changed = await store.stillClaimed(ctx, claimed).set({ is_doubtful: isDoubtful }).executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}

/** Marks the text as sent under the provider's id and settles its credits. */
export async function markTextSent(ctx: WriteCtx, id: string, sent: SentText): Promise<void> {
  await updateMine(ctx, 'outbound_messages')
    .set({
      ...{ provider_id: sent.providerId, is_doubtful: false },
      ...(sent.segments === null ? {} : { segments: sent.segments }),
    })
    .where('id', '=', id)
    .execute();
  await store.markSent(ctx, id);
  if (sent.segments !== null) await settleTextCredits(ctx, id, sent.segments);
}

/** Stores why a new text is not sent at all. */
export async function refuse(ctx: WriteCtx, id: string, refusal: TextRefusal): Promise<void> {
  await updateMine(ctx, 'outbound_messages')
    .set({ status: 'failed', error: textRefusals[refusal], problem_closed_at: ctx.now })
    .where('id', '=', id)
    .execute();
  await insertEvents(ctx, [
    { message_id: id, kind: 'failed', detail: { reason: textRefusals[refusal], refusal } },
  ]);
}

/** A text that was refused is no problem that a corrected address would solve. */
export async function closeProblem(ctx: WriteCtx, id: string): Promise<void> {
  await updateMine(ctx, 'outbound_messages')
    .set({ problem_closed_at: ctx.now, is_doubtful: false })
    .where('id', '=', id)
    .execute();
}

/** Those of the provider's ids that belong to other texts of the company. */
export async function knownProviderIds(
  ctx: ReadCtx,
  phone: string,
  ids: readonly string[],
): Promise<Set<string | null>> {
  if (ids.length === 0) return new Set();
  const rows = await mine(ctx, 'outbound_messages')
    .where('channel', '=', 'text')
    .where('to_address', '=', phone)
    .where('provider_id', 'in', ids)
    .select('provider_id')
    .execute();
  return new Set(rows.map((row) => row.provider_id));
}

/** The appointment of a text, as far as it decides whether the text still applies; null once it is deleted. */
export async function appointmentOf(ctx: WriteCtx, id: string) {
  const row = await mine(ctx, 'appointments')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .select(['status', 'address', 'state', 'zip_code', 'date_time', 'end_time'])
    .executeTakeFirst();
  if (!row) return null;
  const status = row.status as AppointmentStatus;
  return { ...row, status, date_time: asInstant(row.date_time), end_time: asInstant(row.end_time) };
}

/** The action or reminder that queued a text, as it ran; null if none did. */
export async function automationOf(ctx: WriteCtx, { key }: Pick<store.ClaimedMessage, 'key'>) {
  const [, id] = /^action\.([\da-f-]{36})\./.exec(key) ?? [];
  const row = id
    ? await mine(ctx, 'automation_jobs')
        .where('id', '=', id)
        .select(['event_type', 'occurred_at', 'action_snapshot'])
        .executeTakeFirst()
    : undefined;
  if (!row) return null;
  const { trigger_type } = row.action_snapshot as unknown as Pick<Action, 'trigger_type'>;
  const event_type = row.event_type as ActionEvent;
  return { event_type, trigger_type, plannedFor: asInstant(row.occurred_at) };
}

/**
 * Notes under which id the provider has a text, which may be faster than its own answer to us. Returns false for an unknown
 * text, and for one that the provider has under another id.
 */
export async function adoptProviderId(ctx: WriteCtx, id: string, providerId: string): Promise<boolean> {
  const changed = await updateMine(ctx, 'outbound_messages')
    .set((eb) => ({
      ...{ provider_id: providerId, is_doubtful: false },
      // Why an earlier attempt failed does not matter any more.
      error: eb
        .case()
        .when('status', 'in', [...statusesBelow('sent')])
        .then(null)
        .else(eb.ref('error'))
        .end(),
      sent_at: eb.fn.coalesce('sent_at', eb.val(ctx.now)),
    }))
    .where('id', '=', id)
    .where('channel', '=', 'text')
    .where((eb) => eb.or([eb('provider_id', 'is', null), eb('provider_id', '=', providerId)]))
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}

/** What became of a message so far. */
export function deliveryStateOf(ctx: WriteCtx, id: string) {
  return mine(ctx, 'outbound_messages')
    .where('id', '=', id)
    .select(['status', 'error', 'appointment_id'])
    .executeTakeFirstOrThrow();
}
