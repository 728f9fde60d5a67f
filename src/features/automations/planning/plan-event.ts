import type { ActionEvent } from '#domain/automations/action-types.ts';
import type { OccurrenceData } from '#domain/automations/decision-types.ts';
import type { GableEvent } from '#domain/events/events.ts';
import { automationEventIdFor } from '#domain/events/events.ts';
import type { WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import type { EventOccurrence } from '#server/events.ts';
import { actionsOn } from './actions-store.ts';
import { saveJobs } from './jobs-store.ts';
import { loadFacts } from './load-facts.ts';
import { occurrenceData, personData, subEventDetails } from './occurrence-data.ts';
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

/**
 * Plans, when a request is confirmed, what its technicians, contractors and sub-events cause: until then nothing was due.
 * An appointment that is created confirmed has caused it already.
 */
export async function planConfirmation(
  ctx: WriteCtx,
  { appointment_id }: { appointment_id: string },
  occurrence: EventOccurrence,
): Promise<void> {
  const created = await mine(ctx, 'appointments')
    .where('id', '=', appointment_id)
    .select('created_at')
    .executeTakeFirst();
  if (!created || Date.parse(created.created_at) === Date.parse(ctx.now)) return;
  const plan = (event: ActionEvent, about: string, dataOf: () => Promise<OccurrenceData>) =>
    planOccurrence(ctx, appointment_id, event, { ...occurrence, id: `${occurrence.id}.${about}` }, dataOf);
  const people = await mine(ctx, 'appointment_people')
    .where('appointment_id', '=', appointment_id)
    .where('role', 'in', ['contractor', 'inspector'])
    .orderBy('position')
    .select(['role', 'person_id'])
    .execute();
  for (const { role, person_id } of people)
    await plan(role === 'contractor' ? 9 : 11, person_id, () => personData(ctx, person_id));
  const subEvents = await mine(ctx, 'appointment_events')
    .where('appointment_id', '=', appointment_id)
    .orderBy('start_date')
    .select('id')
    .execute();
  for (const { id } of subEvents)
    await plan(21, id, async () => ({ details: await subEventDetails(ctx, id) }));
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
