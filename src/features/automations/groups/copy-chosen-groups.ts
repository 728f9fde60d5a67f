import { chosenGroupIds } from '#domain/automations/chosen-groups.ts';
import { getCompany } from '#features/company/get-company.ts';
import type { WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { cancelJobsOf } from '../planning/jobs-store.ts';
import { confirmNewTargets } from './confirm-new-targets.ts';
import { asSource, copyGroup } from './copy-group.ts';
import { readChosenGroups } from './read-chosen-groups.ts';
import * as store from './store.ts';

/**
 * Copies the groups that a new appointment was booked with: those its payload chose, with their edits, or the company's default
 * ones for bookings by clients. Throws BAD_USER_INPUT naming what is invalid.
 */
export async function copyChosenGroups(ctx: WriteCtx, appointmentId: string): Promise<void> {
  const row = await chosenOf(ctx, appointmentId);
  if (!row) return;
  if (row.source === 'internal') return copyMissing(ctx, appointmentId, row.sent);
  for (const group of await store.listGroups(ctx, null))
    if (group.is_default)
      await copyGroup(ctx, asSource(group), { appointment_id: appointmentId, source_id: group.id });
}

/**
 * Follows a change of the groups chosen for an appointment: new ones are copied, others removed with what they planned. Copies
 * that stay are not changed.
 */
export async function changeChosenGroups(ctx: WriteCtx, appointmentId: string): Promise<void> {
  const row = await chosenOf(ctx, appointmentId);
  if (row) await copyMissing(ctx, appointmentId, row.sent);
}

async function copyMissing(ctx: WriteCtx, appointmentId: string, sent: readonly unknown[]): Promise<void> {
  const copies = await store.listGroups(ctx, appointmentId);
  const present = new Set(copies.flatMap((one) => one.source_id ?? []));
  if (sent.length === 0 && present.size === 0) return;
  const offered = await store.listGroups(ctx, null);
  const { country_code: country } = await getCompany(ctx);
  const chosen = await readChosenGroups(ctx, sent, { offered, present, country });
  const wanted = new Set(chosenGroupIds(sent));
  for (const copy of copies)
    if (copy.source_id !== null && !wanted.has(copy.source_id)) await dropGroup(ctx, copy);
  for (const group of chosen.filter(({ id }) => !present.has(id))) {
    const source = offered.find(({ id }) => id === group.id);
    await confirmNewTargets(ctx, group.actions, source?.actions ?? []);
    await copyGroup(ctx, group, { appointment_id: appointmentId, source_id: group.id });
  }
}

/** Removes a copy of an appointment, or a group of the company, and cancels what it planned. */
export async function dropGroup(ctx: WriteCtx, group: store.StoredGroup): Promise<void> {
  await cancelJobsOf(
    ctx,
    group.actions.map((one) => one.id),
  );
  await store.removeGroup(ctx, group.id);
}

async function chosenOf(ctx: WriteCtx, appointmentId: string) {
  const row = await mine(ctx, 'appointments')
    .where('id', '=', appointmentId)
    .select(['action_groups', 'source'])
    .executeTakeFirst();
  return row && { source: row.source, sent: Array.isArray(row.action_groups) ? row.action_groups : [] };
}
