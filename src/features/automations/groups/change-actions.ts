import { newAction } from '#domain/automations/action-types.ts';
import { cleanAction, type SentAction } from '#domain/automations/clean-action.ts';
import { listInOrder } from '#domain/base/ordered.ts';
import { getCompany } from '#features/company/get-company.ts';
import type { WriteCtx } from '#server/context.ts';
import { findUnknownReferences } from '#server/db/find-unknown-references.ts';
import { newId } from '#server/ids.ts';
import { badInput, notFound } from '#wire/errors.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import type * as contract from '../groups-contract.ts';
import { mostActions } from '../groups-contract.ts';
import { cancelJobsOf, restoreJobsOf } from '../planning/jobs-store.ts';
import { planAppointment } from '../planning/plan-appointment.ts';
import { confirmNewTargets } from './confirm-new-targets.ts';
import { presentAction, seesHeaderValues, withoutHeaderValues } from './present.ts';
import { referencesIn } from './read-chosen-groups.ts';
import { requireEdit } from './require-edit.ts';
import * as store from './store.ts';

/** Adds an action to the end of a group. */
export async function createAction(
  ctx: WriteCtx,
  { id, ...sent }: HandlerInput<typeof contract.createAction>,
): Promise<HandlerOutput<typeof contract.createAction>> {
  const group = await editedGroup(ctx, id);
  requireRoom(group);
  const action = await cleaned(ctx, sent, newAction(newId()));
  await confirmNewTargets(ctx, [action], group.actions);
  await store.insertActions(ctx, group, [{ ...action, position: nextPosition(group), source_id: null }]);
  await replan(ctx, group);
  return presentAction(ctx, action);
}

/** Updates the sent members of an action. */
export async function updateAction(
  ctx: WriteCtx,
  { id, actionId, ...sent }: HandlerInput<typeof contract.updateAction>,
): Promise<HandlerOutput<typeof contract.updateAction>> {
  const group = await editedGroup(ctx, id);
  const before = actionOf(group, actionId);
  const action = await cleaned(ctx, sent, before);
  await confirmNewTargets(ctx, [action], group.actions);
  await store.updateAction(ctx, action);
  if (action.event_type !== before.event_type) await cancelJobsOf(ctx, [actionId], 'event_changed');
  await replan(ctx, group);
  return presentAction(ctx, action);
}

/** Deletes an action and what it planned. */
export async function deleteAction(
  ctx: WriteCtx,
  { id, actionId }: HandlerInput<typeof contract.deleteAction>,
): Promise<null> {
  const group = await editedGroup(ctx, id);
  const before = actionOf(group, actionId);
  await cancelJobsOf(ctx, [actionId]);
  await store.removeAction(ctx, before);
  await ctx.audit({
    action: 'delete',
    entity: 'action',
    entity_id: actionId,
    before: withoutHeaderValues(before),
  });
  return null;
}

/** Undoes a deletion: the action has its id and place again, and what it planned is planned again. */
export async function restoreAction(
  ctx: WriteCtx,
  { id, actionId }: HandlerInput<typeof contract.restoreAction>,
): Promise<HandlerOutput<typeof contract.restoreAction>> {
  const group = await editedGroup(ctx, id);
  const isThere = group.actions.some((one) => one.id === actionId);
  if (!isThere) requireRoom(group);
  const action = await store.restoreAction(ctx, id, actionId);
  if (isThere) return presentAction(ctx, action);
  await restoreJobsOf(ctx, actionId);
  await replan(ctx, group);
  await ctx.audit({
    action: 'restore',
    entity: 'action',
    entity_id: actionId,
    after: withoutHeaderValues(action),
  });
  return presentAction(ctx, action);
}

/** Copies an action to the place below it. */
export async function cloneAction(
  ctx: WriteCtx,
  { id, actionId }: HandlerInput<typeof contract.cloneAction>,
): Promise<HandlerOutput<typeof contract.cloneAction>> {
  const group = await editedGroup(ctx, id);
  requireRoom(group);
  const copy = { ...actionOf(group, actionId), id: newId() };
  await store.insertActions(ctx, group, [{ ...copy, position: nextPosition(group), source_id: null }]);
  const order = group.actions.flatMap((one) => (one.id === actionId ? [one.id, copy.id] : [one.id]));
  const members = [...group.actions, { id: copy.id, position: nextPosition(group) }];
  await store.moveActions(ctx, listInOrder(members, order) ?? []);
  await replan(ctx, group);
  return presentAction(ctx, copy);
}

/** Sets the order of a group's actions. */
export async function orderActions(
  ctx: WriteCtx,
  { id, actionIds }: HandlerInput<typeof contract.orderActions>,
): Promise<null> {
  const group = await editedGroup(ctx, id);
  const moved = listInOrder(group.actions, actionIds);
  if (!moved) throw notFound();
  await store.moveActions(ctx, moved);
  return null;
}

async function cleaned(ctx: WriteCtx, sent: SentAction, before: Parameters<typeof cleanAction>[1]) {
  const { country_code: country } = await getCompany(ctx);
  const { action, problems } = cleanAction(sent, before, {
    country,
    seesHeaderValues: seesHeaderValues(ctx),
  });
  if (sent.rules !== undefined)
    Object.assign(
      problems,
      await findUnknownReferences(
        ctx,
        action.rules.flatMap((rule, i) => referencesIn(rule, `rules.${i}`)),
      ),
    );
  if (Object.keys(problems).length > 0) throw badInput(problems);
  return action;
}

/** The caller may edit the group; its actions are numbered by one writer at a time. */
async function editedGroup(ctx: WriteCtx, id: string): Promise<store.StoredGroup> {
  await store.lockGroup(ctx, id);
  const group = await store.getGroup(ctx, id);
  await requireEdit(ctx, group.appointment_id);
  return group;
}

function actionOf(group: store.StoredGroup, id: string): store.StoredAction {
  const found = group.actions.find((one) => one.id === id);
  if (!found) throw notFound('This action no longer exists');
  return found;
}

function requireRoom(group: store.StoredGroup): void {
  if (group.actions.length >= mostActions)
    throw badInput({ action_name: `At most ${mostActions} actions in a group` });
}

const nextPosition = ({ actions }: store.StoredGroup) => (actions.at(-1)?.position ?? -1) + 1;

/** An edited copy changes what its appointment has planned; the company's groups change nothing. */
async function replan(ctx: WriteCtx, { appointment_id }: store.StoredGroup): Promise<void> {
  if (appointment_id !== null) await planAppointment(ctx, appointment_id);
}
