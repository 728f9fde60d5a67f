import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { actionFromRow } from '../groups/store.ts';
import type { PlanningAction } from './planning-action.ts';

/** Returns the appointment's actions on these events, in order. */
export async function actionsOn(
  ctx: ReadCtx | WriteCtx,
  appointmentId: string,
  events: readonly number[],
): Promise<PlanningAction[]> {
  const rows = await groupedActions(ctx)
    .where('actions.appointment_id', '=', appointmentId)
    .where('actions.event_type', 'in', events)
    .execute();
  return rows.map(planningAction);
}

/** Returns an action, or null once it is deleted. */
export async function actionById(ctx: ReadCtx | WriteCtx, id: string): Promise<PlanningAction | null> {
  const row = await groupedActions(ctx).where('actions.id', '=', id).executeTakeFirst();
  return row ? planningAction(row) : null;
}

function groupedActions(ctx: ReadCtx | WriteCtx) {
  return mine(ctx, 'actions')
    .innerJoin('action_groups as g', (on) =>
      on.onRef('g.subscriber_id', '=', 'actions.subscriber_id').onRef('g.id', '=', 'actions.group_id'),
    )
    .where('actions.deleted_at', 'is', null)
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
    ]);
}

/** With the switch of its group. */
function planningAction(
  row: Awaited<ReturnType<ReturnType<typeof groupedActions>['execute']>>[number],
): PlanningAction {
  const { group_id: _group, position: _position, source_id, ...action } = actionFromRow(row);
  return { action: { ...action, group_enable: row.group_enable }, action_id: row.id, slot: null, source_id };
}
