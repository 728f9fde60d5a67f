import type { WriteCtx } from '#server/context.ts';
import { newId } from '#server/ids.ts';
import * as store from './store.ts';

/**
 * Copies a group with its actions, each with a new id. Returns the copy's id; null if the appointment has a copy of that
 * source already.
 */
export async function copyGroup(
  ctx: WriteCtx,
  group: Pick<store.StoredGroup, 'name' | 'enable' | 'actions'>,
  into: Pick<store.StoredGroup, 'appointment_id' | 'source_id'> &
    Partial<Pick<store.StoredGroup, 'enable' | 'is_default'>>,
): Promise<string | null> {
  const { name, enable, actions } = group;
  const id = await store.insertGroup(ctx, { name, enable, is_default: false, ...into });
  if (id === null) return null;
  const copies = actions.map((action, position) => ({ ...action, id: newId(), position }));
  await store.insertActions(ctx, { id, appointment_id: into.appointment_id }, copies);
  return id;
}

/** Returns a group of the company whose copies name the actions they come from. */
export function asSource<G extends Pick<store.StoredGroup, 'actions'>>(group: G): G {
  return { ...group, actions: group.actions.map((one) => ({ ...one, source_id: one.id })) };
}
