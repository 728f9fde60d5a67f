import { listInOrder } from '#domain/base/ordered.ts';
import { updateAppointment } from '#features/appointments/editing/update-appointment.ts';
import type { WriteCtx } from '#server/context.ts';
import { badInput, notFound } from '#wire/errors.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import type * as contract from '../groups-contract.ts';
import { planAppointment } from '../planning/plan-appointment.ts';
import { dropGroup } from './copy-chosen-groups.ts';
import { copyGroup } from './copy-group.ts';
import { presentGroup, withoutHeaderValues } from './present.ts';
import { requireEdit } from './require-edit.ts';
import * as store from './store.ts';

const mostGroups = 50;

/** Creates an empty group at the end of the list. */
export async function createActionGroup(
  ctx: WriteCtx,
  {
    name,
    enable = true,
    is_default = false,
    appointment_id,
  }: HandlerInput<typeof contract.createActionGroup>,
): Promise<HandlerOutput<typeof contract.createActionGroup>> {
  const appointmentId = appointment_id ?? null;
  await requireEdit(ctx, appointmentId);
  await requireRoom(ctx, appointmentId);
  const id = await store.insertGroup(ctx, {
    appointment_id: appointmentId,
    source_id: null,
    name,
    enable,
    is_default: appointmentId === null && is_default,
  });
  const group = await store.getGroup(ctx, id ?? '');
  await ctx.audit({ action: 'create', entity: 'action_group', entity_id: group.id, after: { name } });
  return presentGroup(ctx, group);
}

/** Renames a group, switches it, or selects it for new appointments. */
export async function updateActionGroup(
  ctx: WriteCtx,
  { id, name, enable, is_default }: HandlerInput<typeof contract.updateActionGroup>,
): Promise<HandlerOutput<typeof contract.updateActionGroup>> {
  const before = await editedGroup(ctx, id);
  const values = {
    ...(name === undefined ? {} : { name }),
    ...(enable === undefined ? {} : { enable }),
    ...(is_default === undefined || before.appointment_id !== null ? {} : { is_default }),
  };
  await store.updateGroup(ctx, id, values);
  if (before.appointment_id !== null) await planAppointment(ctx, before.appointment_id);
  const after = await store.getGroup(ctx, id);
  await ctx.audit({
    action: 'update',
    entity: 'action_group',
    entity_id: id,
    before: switches(before),
    after: switches(after),
  });
  return presentGroup(ctx, after);
}

const switches = ({ name, enable, is_default }: store.StoredGroup) => ({ name, enable, is_default });

/** Deletes a group with its actions and what they planned. Copies of appointments are not changed. */
export async function deleteActionGroup(
  ctx: WriteCtx,
  { id }: HandlerInput<typeof contract.deleteActionGroup>,
): Promise<null> {
  const before = await editedGroup(ctx, id);
  await dropGroup(ctx, before);
  const audited = { ...presentGroup(ctx, before), actions: before.actions.map(withoutHeaderValues) };
  await ctx.audit({ action: 'delete', entity: 'action_group', entity_id: id, before: audited });
  return null;
}

/** Copies a group of the same owner, disabled so that nothing is sent twice. */
export async function duplicateActionGroup(
  ctx: WriteCtx,
  { id }: HandlerInput<typeof contract.duplicateActionGroup>,
): Promise<HandlerOutput<typeof contract.duplicateActionGroup>> {
  const group = await editedGroup(ctx, id);
  await requireRoom(ctx, group.appointment_id);
  const copy = await copyGroup(ctx, group, {
    appointment_id: group.appointment_id,
    source_id: null,
    enable: false,
    is_default: false,
  });
  return presentGroup(ctx, await store.getGroup(ctx, copy ?? ''));
}

/** Sets the order of the company's groups. */
export async function orderActionGroups(
  ctx: WriteCtx,
  { groupIds }: HandlerInput<typeof contract.orderActionGroups>,
): Promise<null> {
  await requireEdit(ctx, null);
  const moved = listInOrder(await store.listGroups(ctx, null), groupIds);
  if (!moved) throw notFound();
  for (const { id, position } of moved) await store.updateGroup(ctx, id, { position });
  return null;
}

/** Sets which of the company's groups an appointment has. Its edited copies of groups that stay keep their edits. */
export async function chooseActionGroups(
  ctx: WriteCtx,
  { id, groupIds }: HandlerInput<typeof contract.chooseActionGroups>,
): Promise<HandlerOutput<typeof contract.chooseActionGroups>> {
  await requireEdit(ctx, id);
  const available = new Set((await store.listGroups(ctx, null)).map((one) => one.id));
  for (const one of await store.listGroups(ctx, id)) available.add(one.source_id ?? '');
  const unknown = groupIds.findIndex((one) => !available.has(one));
  if (unknown >= 0) throw badInput({ [`groupIds.${unknown}`]: 'This group is not available' });
  // The copies follow its event.
  await updateAppointment(ctx, { id, action_groups: [...new Set(groupIds)] });
  return (await store.listGroups(ctx, id)).map((one) => presentGroup(ctx, one));
}

async function editedGroup(ctx: WriteCtx, id: string): Promise<store.StoredGroup> {
  const group = await store.getGroup(ctx, id);
  await requireEdit(ctx, group.appointment_id);
  return group;
}

async function requireRoom(ctx: WriteCtx, appointmentId: string | null): Promise<void> {
  const groups = await store.listGroups(ctx, appointmentId);
  if (groups.length >= mostGroups) throw badInput({ name: `At most ${mostGroups} groups` });
}
