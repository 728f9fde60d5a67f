import type { ActionEvent } from '#domain/automations/action-types.ts';
import type { OccurrenceData } from '#domain/automations/decision-types.ts';
import type { GableEvent } from '#domain/events/events.ts';
import { automationEventIdFor } from '#domain/events/events.ts';
import type { WriteCtx } from '#server/context.ts';
import type { EventOccurrence } from '#server/events.ts';
import { actionsOn } from './actions-store.ts';
import { saveJobs } from './jobs-store.ts';
import { loadFacts } from './load-facts.ts';
import { occurrenceData } from './occurrence-data.ts';
import { planJob } from './plan-appointment.ts';

/**
 * Plans what an appointment's actions do on an event, in the transaction of the change. Costs one query where no action listens
 * to it.
 */
export async function planEvent(
  ctx: WriteCtx,
  event: GableEvent,
  occurrence: EventOccurrence,
): Promise<void> {
  const event_type = automationEventIdFor(event);
  if (event_type === null || !('appointment_id' in event) || event.appointment_id === null) return;
  await planOccurrence(ctx, event.appointment_id, event_type, occurrence, () => occurrenceData(ctx, event));
}

async function planOccurrence(
  ctx: WriteCtx,
  appointmentId: string,
  event_type: ActionEvent,
  { id, at }: EventOccurrence,
  dataOf: () => Promise<OccurrenceData>,
): Promise<void> {
  const planning = await actionsOn(ctx, appointmentId, [event_type]);
  if (planning.length === 0) return;
  const facts = await loadFacts(ctx, appointmentId);
  if (!facts) return;
  const occurrence = { event_type, id, at, data: await dataOf(), planned_for: null };
  await saveJobs(
    ctx,
    planning.map((one) => planJob(one, facts, occurrence, ctx.now)),
  );
}
