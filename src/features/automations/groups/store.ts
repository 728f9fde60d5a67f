import { type Action, type ActionGroup, asActionType, newAction } from '#domain/automations/action-types.ts';
import { groupBy } from '#domain/base/group-by.ts';
import { addHours } from '#domain/base/time.ts';
import { automationEvent } from '#domain/events/events.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { deleteMine, insertMine, mine, updateMine } from '#server/db/scope.ts';
import { newId } from '#server/ids.ts';
import { notFound } from '#wire/errors.ts';

/** A group with what the server alone knows about it. */
export interface StoredGroup extends ActionGroup {
  /** Null: a group of the company. */
  appointment_id: string | null;
  source_id: string | null;
  actions: StoredAction[];
}

/** An action with its place and origin. */
export interface StoredAction extends Action {
  group_id: string;
  position: number;
  source_id: string | null;
}

interface ActionRow {
  id: string;
  group_id: string;
  source_id: string | null;
  event_type: number;
  action_type: number;
  enable: boolean;
  position: number;
  content: unknown;
}

const actionColumns = [
  'id',
  'group_id',
  'source_id',
  'event_type',
  'action_type',
  'enable',
  'position',
  'content',
] as const;

/** Returns an action from its row. What a newer version added to actions has its default. */
export function actionFromRow(row: ActionRow): StoredAction {
  const event = automationEvent(row.event_type);
  if (!event) throw new Error(`action ${row.id} has the event ${row.event_type}`);
  return {
    ...newAction(row.id),
    ...(row.content as Partial<Action>),
    id: row.id,
    group_id: row.group_id,
    source_id: row.source_id,
    position: row.position,
    event_type: event.id,
    action_type: asActionType(row.action_type),
    enable: row.enable,
  };
}

function rowFrom(action: Action & Partial<StoredAction>) {
  const {
    id,
    event_type,
    action_type,
    enable,
    group_id: _group,
    position: _position,
    source_id: _source,
    ...content
  } = action;
  return { id, event_type, action_type, enable, content: JSON.stringify(content) };
}

/** Lists the company's groups (null) or an appointment's, with their actions, in order. */
export async function listGroups(
  ctx: ReadCtx | WriteCtx,
  appointmentId: string | null,
): Promise<StoredGroup[]> {
  const groups = await mine(ctx, 'action_groups')
    .where('appointment_id', appointmentId === null ? 'is' : '=', appointmentId)
    .select(['id', 'appointment_id', 'source_id', 'name', 'enable', 'is_default', 'position'])
    .orderBy('position')
    .orderBy('id')
    .execute();
  if (groups.length === 0) return [];
  const rows = await mine(ctx, 'actions')
    .where(
      'group_id',
      'in',
      groups.map((one) => one.id),
    )
    .where('deleted_at', 'is', null)
    .select(actionColumns)
    .orderBy('position')
    .orderBy('id')
    .execute();
  const byGroup = groupBy(rows.map(actionFromRow), (one) => one.group_id);
  return groups.map((group) => ({ ...group, actions: byGroup.get(group.id) ?? [] }));
}

/** Returns a group with its actions. Throws NOT_FOUND. */
export async function getGroup(ctx: ReadCtx | WriteCtx, id: string): Promise<StoredGroup> {
  const group = await mine(ctx, 'action_groups')
    .where('id', '=', id)
    .select(['id', 'appointment_id', 'source_id', 'name', 'enable', 'is_default', 'position'])
    .executeTakeFirst();
  if (!group) throw notFound('This group no longer exists');
  const rows = await mine(ctx, 'actions')
    .where('group_id', '=', id)
    .where('deleted_at', 'is', null)
    .select(actionColumns)
    .orderBy('position')
    .orderBy('id')
    .execute();
  return { ...group, actions: rows.map(actionFromRow) };
}

/** Locks the group until the transaction ends, so that its actions are numbered by one writer at a time. */
export async function lockGroup(ctx: WriteCtx, id: string): Promise<void> {
  const row = await mine(ctx, 'action_groups')
    .where('id', '=', id)
    .select('id')
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound('This group no longer exists');
}

/** Inserts a group after the last one. A copy that the appointment has already is left as it is: returns null. */
export async function insertGroup(
  ctx: WriteCtx,
  group: Pick<StoredGroup, 'appointment_id' | 'source_id' | 'name' | 'enable' | 'is_default'>,
): Promise<string | null> {
  const id = newId();
  const last = await mine(ctx, 'action_groups')
    .where('appointment_id', group.appointment_id === null ? 'is' : '=', group.appointment_id)
    .select((eb) => eb.fn.max('position').as('position'))
    .executeTakeFirst();
  const position = (last?.position ?? -1) + 1;
  const row = await insertMine(ctx, 'action_groups', {
    ...group,
    id,
    position,
    created_at: ctx.now,
    updated_at: ctx.now,
  })
    .onConflict((oc) => oc.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row ? id : null;
}

/** Updates columns of a group. */
export async function updateGroup(
  ctx: WriteCtx,
  id: string,
  values: { name?: string; enable?: boolean; is_default?: boolean; position?: number },
): Promise<void> {
  await updateMine(ctx, 'action_groups')
    .set({ ...values, updated_at: ctx.now })
    .where('id', '=', id)
    .execute();
}

/** Deletes a group with its actions. */
export async function removeGroup(ctx: WriteCtx, id: string): Promise<void> {
  await deleteMine(ctx, 'action_groups').where('id', '=', id).execute();
}

/** Inserts actions into a group, each at the position given with it. */
export async function insertActions(
  ctx: WriteCtx,
  group: Pick<StoredGroup, 'id' | 'appointment_id'>,
  actions: readonly (Action & { position: number; source_id: string | null })[],
): Promise<void> {
  if (actions.length === 0) return;
  const rows = actions.map(({ position, source_id, ...action }) => ({
    ...rowFrom(action),
    position,
    source_id,
    group_id: group.id,
    appointment_id: group.appointment_id,
    created_at: ctx.now,
    updated_at: ctx.now,
  }));
  await insertMine(ctx, 'actions', rows).execute();
}

/** Replaces an action. */
export async function updateAction(ctx: WriteCtx, action: Action): Promise<void> {
  const { id, ...values } = rowFrom(action);
  await updateMine(ctx, 'actions')
    .set({ ...values, updated_at: ctx.now })
    .where('id', '=', id)
    .execute();
}

/** Moves actions to the given positions. */
export async function moveActions(
  ctx: WriteCtx,
  moved: readonly { id: string; position: number }[],
): Promise<void> {
  for (const { id, position } of moved)
    await updateMine(ctx, 'actions').set({ position }).where('id', '=', id).execute();
}

/** Deletes an action, and for good those of its group that were deleted more than a day ago. */
export async function removeAction(
  ctx: WriteCtx,
  { id, group_id }: Pick<StoredAction, 'id' | 'group_id'>,
): Promise<void> {
  await updateMine(ctx, 'actions').set({ deleted_at: ctx.now }).where('id', '=', id).execute();
  await deleteMine(ctx, 'actions')
    .where('group_id', '=', group_id)
    .where('deleted_at', '<', addHours(ctx.now, -24))
    .execute();
}

/** Undoes the deletion of an action in its previous place. Throws NOT_FOUND once it is gone for good. */
export async function restoreAction(ctx: WriteCtx, groupId: string, id: string): Promise<StoredAction> {
  const row = await updateMine(ctx, 'actions')
    .set({ deleted_at: null })
    .where('group_id', '=', groupId)
    .where('id', '=', id)
    .returning(actionColumns)
    .executeTakeFirst();
  if (!row) throw notFound('This action no longer exists');
  return actionFromRow(row);
}
