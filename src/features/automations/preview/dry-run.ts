import { anchorOf, decide } from '#domain/automations/decide.ts';
import type { GroupedAction, Occurrence } from '#domain/automations/decision-types.ts';
import { plannedTime } from '#domain/automations/planned-time.ts';
import { asInstant } from '#domain/base/time.ts';
import { automationEvent, automationEventIdFor, type GableEvent } from '#domain/events/events.ts';
import type { ReadCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import type * as contract from '../jobs-contract.ts';
import { loadFacts } from '../planning/load-facts.ts';
import { occurrenceData } from '../planning/occurrence-data.ts';
import { cleanSent, presentDecision } from './preview-actions.ts';

const appointmentsTested = 50;

type Row = HandlerOutput<typeof contract.dryRunAction>['rows'][number];

/**
 * Judges an action for the last 50 appointments as if it had been on them: at the time at which it would have run, by their
 * present state.
 */
export async function dryRunAction(
  ctx: ReadCtx,
  input: HandlerInput<typeof contract.dryRunAction>,
): Promise<HandlerOutput<typeof contract.dryRunAction>> {
  const action = { ...(await cleanSent(ctx, input.action)), enable: true, group_enable: true };
  const appointments = await mine(ctx, 'appointments')
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(appointmentsTested)
    .select(['id', 'order_id', 'address', 'date_time'])
    .execute();
  const rows: Row[] = [];
  for (const { id, ...about } of appointments)
    rows.push({ appointment_id: id, ...about, ...(await judge(ctx, id, action)) });
  return {
    appointments: rows.length,
    would_run: rows.filter((row) => row.would_run).length,
    rows,
  };
}

async function judge(
  ctx: ReadCtx,
  appointmentId: string,
  action: GroupedAction,
): Promise<Pick<Row, 'run_at' | 'moved' | 'would_run' | 'reason' | 'rules'>> {
  const facts = await loadFacts(ctx, appointmentId);
  const occurrence = facts && (await lastOccurrence(ctx, appointmentId, action));
  if (!facts || !occurrence)
    return { run_at: null, moved: null, would_run: false, reason: 'no_event', rules: [] };
  // Judged when it would have been due, so that a time in the past is not too late.
  const { runAt } = plannedTime(action, anchorOf(occurrence, facts), facts.zone);
  return presentDecision(decide(action, facts, { ...occurrence, planned_for: runAt }, runAt));
}

/** Returns the last time that the event happened on the appointment, or null. */
async function lastOccurrence(
  ctx: ReadCtx,
  appointmentId: string,
  { event_type }: GroupedAction,
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
