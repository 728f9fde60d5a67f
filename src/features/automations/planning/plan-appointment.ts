import { decide, dedupeKey } from '#domain/automations/decide.ts';
import type { AutomationFacts, Occurrence } from '#domain/automations/decision-types.ts';
import type { WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { actionFromRow } from '../groups/store.ts';
import { type PlannedJob, saveJobs } from './jobs-store.ts';
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
  const planning = [
    ...(await actionsOn(ctx, appointmentId, [18, 19])),
    ...(await reminderActions(ctx, appointmentId)),
  ];
  await saveJobs(
    ctx,
    planning.map((one) => planTimed(one, facts, ctx.now)),
  );
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
    ...stateOf(reason),
  };
}

function stateOf(reason: ReturnType<typeof decide>['reason']): Pick<PlannedJob, 'status' | 'reason'> {
  if (reason === 'too_late' || reason === 'window_missed' || reason === 'later_report')
    return { status: 'skipped', reason };
  if (reason === 'canceled' || reason === 'not_confirmed') return { status: 'canceled', reason };
  return { status: 'pending', reason: null };
}

/** The appointment's actions on these events, with the switch of their group. */
export async function actionsOn(
  ctx: WriteCtx,
  appointmentId: string,
  events: readonly number[],
): Promise<PlanningAction[]> {
  const rows = await mine(ctx, 'actions')
    .innerJoin('action_groups as g', (on) =>
      on.onRef('g.subscriber_id', '=', 'actions.subscriber_id').onRef('g.id', '=', 'actions.group_id'),
    )
    .where('actions.appointment_id', '=', appointmentId)
    .where('actions.event_type', 'in', events)
    .orderBy('g.position')
    .orderBy('actions.position')
    .select([
      'actions.id',
      'actions.group_id',
      'actions.source_id',
      'actions.event_type',
      'actions.action_type',
      'actions.enable',
      'actions.position',
      'actions.content',
      'g.enable as group_enable',
    ])
    .execute();
  return rows.map((row) => {
    const { group_id: _group, position: _position, source_id, ...action } = actionFromRow(row);
    return {
      action: { ...action, group_enable: row.group_enable },
      action_id: row.id,
      slot: null,
      source_id,
    };
  });
}
