import type { GroupedAction, Occurrence } from '#domain/automations/decision-types.ts';
import { webhookData } from '#domain/automations/placeholders.ts';
import { automationEvent } from '#domain/events/events.ts';
import { presentAppointmentsForUser } from '#features/appointments/details/present-for-user.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import type { ValueSource } from '../values/load-source.ts';
import { valuesFor } from '../values/values-for.ts';

/** Returns the body of a webhook (decisions G-AUT-7). */
export async function webhookBody(
  ctx: ReadCtx | WriteCtx,
  { occurrence }: { occurrence: Occurrence },
  { webhook_data: rows }: Pick<GroupedAction, 'webhook_data'>,
  source: ValueSource,
): Promise<string> {
  const { event_type: id, data } = occurrence;
  const [appointment] = await presentAppointmentsForUser(ctx, [source.appointment.id]);
  const values = valuesFor(source, data.details ?? {}, null);
  return JSON.stringify({
    event: { id, name: automationEvent(id)?.name },
    sent_at: ctx.now,
    subscriber_id: ctx.subscriberId,
    data: webhookData(rows, values, appointment ?? null).data,
  });
}
