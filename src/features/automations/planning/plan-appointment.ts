import { decide, dedupeKey } from '#domain/automations/decide.ts';
import type { AutomationFacts, Occurrence, SkipReason } from '#domain/automations/decision-types.ts';
import type { WriteCtx } from '#server/context.ts';
import { actionsOn } from './actions-store.ts';
import { cancelWithAppointment, type PlannedJob, restoreWithAppointment, saveJobs } from './jobs-store.ts';
import { loadFacts } from './load-facts.ts';
import type { PlanningAction } from './planning-action.ts';
import { reminderActions } from './reminder-actions.ts';

/**
 * Plans the actions on an appointment's start and end, and its reminders, for its current times and state. Call it whenever one
 * of these changed. What has run stays; what was canceled with the appointment is planned again when it is restored.
 */
export async function planAppointment(ctx: WriteCtx, appointmentId: string): Promise<void> {
  const facts = await loadFacts(ctx, appointmentId);
  if (!facts) return;
  await saveJobs(ctx, await timedJobs(ctx, facts));
  if (facts.status === 'canceled') await cancelWithAppointment(ctx, appointmentId);
  else await restoreWithAppointment(ctx, appointmentId);
}

/** Returns what an appointment's start and end plan, and its reminders. */
export async function timedJobs(ctx: WriteCtx, facts: AutomationFacts): Promise<PlannedJob[]> {
  const planning = [
    ...(await actionsOn(ctx, facts.appointment_id, [18, 19])),
    ...(await reminderActions(ctx, facts.appointment_id)),
  ];
  return planning.map((one) => planTimed(one, facts, ctx.now));
}

function planTimed(planning: PlanningAction, facts: AutomationFacts, now: WriteCtx['now']): PlannedJob {
  const { action } = planning;
  const occurrence: Occurrence = {
    event_type: action.event_type,
    id: action.event_type === 18 ? 'start' : 'end',
    at: action.event_type === 18 ? facts.date_time : facts.end_time,
    data: {},
    planned_for: null,
  };
  return planJob(planning, facts, occurrence, now);
}

/**
 * Returns the job of an action for one occurrence. Only what can no longer change is decided now; the rest is judged again when
 * the job is due.
 */
export function planJob(
  { action, action_id, slot, source_id }: PlanningAction,
  facts: AutomationFacts,
  occurrence: Occurrence,
  now: WriteCtx['now'],
): PlannedJob {
  const { runAt, nominal, reason } = decide(action, facts, occurrence, now);
  return {
    appointment_id: facts.appointment_id,
    action_id,
    slot,
    source_id,
    event_type: occurrence.event_type,
    occurrence_id: occurrence.id,
    occurred_at: occurrence.at,
    event_data: occurrence.data,
    dedupe_key: dedupeKey(action, facts.appointment_id, occurrence),
    run_at: runAt ?? nominal,
    ...stateOf(reason, occurrence, facts),
  };
}

/** Jobs on start and end wait for the appointment to be confirmed or restored; the others are judged when they are due. */
function stateOf(
  reason: SkipReason | null,
  { event_type: event }: Occurrence,
  { status }: AutomationFacts,
): Pick<PlannedJob, 'status' | 'reason'> {
  if (reason === 'too_late' || reason === 'window_missed' || reason === 'later_report')
    return { status: 'skipped', reason };
  const isTimed = event === 18 || event === 19;
  // Also what is off or incomplete: nothing of a canceled appointment stays planned.
  if (isTimed && status === 'canceled') return { status: 'canceled', reason: 'canceled' };
  if (isTimed && reason === 'not_confirmed') return { status: 'canceled', reason };
  return { status: 'pending', reason: null };
}
