import type { WriteCtx } from '#server/context.ts';
import { newId } from '#server/ids.ts';
import * as store from './store.ts';

/**
 * Copies a group with its actions, each with a new id. Returns the copy's id; null if the appointment has a copy of that
 * source already.
 */
export async function copyGroup(
  ctx: WriteCtx,
  group: Pick<store.StoredGroup, 'name' | 'enable' | 'is_default' | 'actions'>,
  into: Pick<store.StoredGroup, 'appointment_id' | 'source_id'> &
    Partial<Pick<store.StoredGroup, 'enable' | 'is_default'>>,
): Promise<string | null> {
  const { name, enable, actions } = group;
  const id = await store.insertGroup(ctx, { name, enable, is_default: false, ...into });
  if (id === null) return null;
  const copies = actions.map((action, position) => ({
    ...action,
    id: newId(),
    position,
    source_id: into.appointment_id === null ? null : (action.source_id ?? action.id),
  }));
  await store.insertActions(ctx, { id, appointment_id: into.appointment_id }, copies);
  return id;
}
