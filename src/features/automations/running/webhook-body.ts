import type { GroupedAction, Occurrence } from '#domain/automations/decision-types.ts';
import { type Merged, type MergeValues, webhookData } from '#domain/automations/placeholders.ts';
import { automationEvent } from '#domain/events/events.ts';
import { presentAppointmentsForUser } from '#features/appointments/details/present-for-user.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import type { ValueSource } from '../values/load-source.ts';

/** Returns the body of a webhook (decisions G-AUT-7) as JSON text, with what its values lack. */
export async function webhookText(
  ctx: ReadCtx | WriteCtx,
  { event_type: id }: Pick<Occurrence, 'event_type'>,
  { webhook_data: rows }: Pick<GroupedAction, 'webhook_data'>,
  { source, values }: { source: ValueSource; values: MergeValues },
): Promise<{ body: string } & Pick<Merged, 'unknown' | 'empty'>> {
  const [appointment] = await presentAppointmentsForUser(ctx, [source.appointment.id]);
  const { data, unknown, empty } = webhookData(rows, values, appointment ?? null);
  const body = JSON.stringify({
    event: { id, name: automationEvent(id)?.name },
    sent_at: ctx.now,
    subscriber_id: ctx.subscriberId,
    data,
  });
  return { body, unknown, empty };
}
