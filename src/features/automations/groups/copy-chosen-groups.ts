import { z } from 'zod/mini';
import type { WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { copyGroup } from './copy-group.ts';
import * as store from './store.ts';

const chosen = z.array(z.union([z.uuid(), z.object({ id: z.uuid() })]));

/**
 * Copies the groups that a new appointment was booked with: those it names, or the company's default ones if it names none at
 * all, as bookings by clients do.
 */
export async function copyChosenGroups(ctx: WriteCtx, appointmentId: string): Promise<void> {
  const row = await mine(ctx, 'appointments')
    .where('id', '=', appointmentId)
    .select(['action_groups', 'source'])
    .executeTakeFirst();
  if (!row) return;
  const named = chosen.safeParse(row.action_groups);
  const ids = new Set((named.data ?? []).map((one) => (typeof one === 'string' ? one : one.id)));
  const isChosenByOffice = row.source === 'internal';
  for (const group of await store.listGroups(ctx, null)) {
    const isWanted = isChosenByOffice ? ids.has(group.id) : group.is_default;
    if (isWanted) await copyGroup(ctx, group, { appointment_id: appointmentId, source_id: group.id });
  }
}
