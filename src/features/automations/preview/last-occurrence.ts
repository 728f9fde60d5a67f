import type { GroupedAction, Occurrence } from '#domain/automations/decision-types.ts';
import { asInstant } from '#domain/base/time.ts';
import { automationEvent, automationEventIdFor, type GableEvent } from '#domain/events/events.ts';
import type { ReadCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { occurrenceData } from '../planning/occurrence-data.ts';

/** Returns the last time that an action's event happened on an appointment, or null. */
export async function lastOccurrence(
  ctx: ReadCtx,
  appointmentId: string,
  { event_type }: Pick<GroupedAction, 'event_type'>,
): Promise<Occurrence | null> {
  const about = { event_type, planned_for: null };
  const type = automationEvent(event_type)?.on ?? null;
  if (type === null) return { ...about, id: event_type === 18 ? 'start' : 'end', at: ctx.now, data: {} };
  const events = await mine(ctx, 'events')
    .where('appointment_id', '=', appointmentId)
    .where('type', '=', type)
    .orderBy('id', 'desc')
    .limit(100)
    .select(['id', 'at', 'data'])
    .execute();
  for (const { id, at, data } of events) {
    const event = { ...(data as object), type, appointment_id: appointmentId } as GableEvent;
    if (automationEventIdFor(event) === event_type)
      return { ...about, id, at: asInstant(at), data: await occurrenceData(ctx, event) };
  }
  return null;
}
