import { asInstant } from '#domain/base/time.ts';
import { parseOverrule } from '#features/availability/overrule.ts';
import {
  claimTime,
  releaseTechnicianBookings,
  saveTechnicianBookings,
} from '#features/availability/technician-bookings.ts';
import { getCompany } from '#features/company/get-company.ts';
import type { WriteCtx } from '#server/context.ts';
import { AppError, badInput, notFound } from '#wire/errors.ts';
import type { CalendarEvent, EventChange, SentEvent } from './contract.ts';
import { addEntry, changeEntry, type EntryValues } from './entry-store.ts';
import { showEvent } from './list-events.ts';
import { readEntry, typeOf } from './read-event.ts';
import * as store from './store.ts';

/** Creates a regular event; a busy one claims its technician's time in the same transaction. */
export async function createEvent(ctx: WriteCtx, input: SentEvent): Promise<CalendarEvent> {
  const type = typeOf(input) ?? 'regularEvent';
  if (type === 'externalEvent') throw importedEntryError();
  if (type !== 'regularEvent') throw badInput({ type: 'Only regular events can be added here' });
  const { timezone } = await getCompany(ctx);
  const values = await readEntry(ctx, input, timezone, null);
  mustEdit(ctx, values.technician_id);
  const id = await addEntry(ctx, values);
  await holdTime(ctx, id, values, input.overrule);
  await ctx.emit({ type: 'calendar_event.created', calendar_event_id: id });
  return showEvent(ctx, 'regularEvent', id);
}

/** Changes the sent fields of a regular event. Throws CONFLICT with the current state on a stale rev. */
export async function changeRegularEvent(
  ctx: WriteCtx,
  id: string,
  input: EventChange,
): Promise<CalendarEvent> {
  const before = await regularRow(ctx, id);
  const { timezone } = await getCompany(ctx);
  const values = await readEntry(ctx, input, timezone, before);
  mustEdit(ctx, values.technician_id);
  if (input.rev !== undefined && input.rev !== before.rev) throw await staleEvent(ctx, id);
  if (!(await changeEntry(ctx, id, before.rev, values))) throw await staleEvent(ctx, id);
  await holdTime(ctx, id, values, input.overrule);
  await ctx.emit({ type: 'calendar_event.changed', calendar_event_id: id });
  return showEvent(ctx, 'regularEvent', id);
}

/** Removes a regular event and releases its time. */
export async function removeRegularEvent(ctx: WriteCtx, id: string, rev: number | undefined): Promise<void> {
  const before = await regularRow(ctx, id);
  if (rev !== undefined && rev !== before.rev) throw await staleEvent(ctx, id);
  if (!(await changeEntry(ctx, id, before.rev, { deleted_at: ctx.now }))) throw await staleEvent(ctx, id);
  await releaseTechnicianBookings(ctx, id);
  const { title, start_at, end_at, technician_id } = before;
  await ctx.audit({
    action: 'delete',
    entity: 'calendar_event',
    entity_id: id,
    before: { title, start_at, end_at, technician_id },
  });
  await ctx.emit({ type: 'calendar_event.deleted', calendar_event_id: id });
}

/** Builds the error for any change of an imported entry. */
export function importedEntryError(): AppError {
  return new AppError('FORBIDDEN', 'Not Supported');
}

/** Loads the entry if the user may change it; imported ones can't be changed. */
async function regularRow(ctx: WriteCtx, id: string) {
  const [row] = await store.entries(ctx, { ids: [id] });
  if (!row) throw notFound();
  if (row.kind === 'external') throw importedEntryError();
  mustEdit(ctx, row.technician_id);
  return row;
}

function mustEdit(ctx: WriteCtx, technicianId: string | null): void {
  ctx.requireCapability('edit_calendar', technicianId ? { user_id: technicianId } : {});
}

async function staleEvent(ctx: WriteCtx, id: string): Promise<AppError> {
  const current = await showEvent(ctx, 'regularEvent', id);
  return new AppError('CONFLICT', 'This was changed by someone else in the meantime', { current });
}

/** Claims and saves the time of a busy entry, or releases it if the entry is not busy. */
async function holdTime(
  ctx: WriteCtx,
  id: string,
  values: EntryValues,
  sent: SentEvent['overrule'],
): Promise<void> {
  const { technician_id } = values;
  if (!values.busy || technician_id === null) return releaseTechnicianBookings(ctx, id);
  const range = { technician_id, start: asInstant(values.start_at), end: asInstant(values.end_at) };
  const owner = { kind: 'busy' as const, id };
  const overrule = sent ? parseOverrule(ctx.requireUser().userId, sent) : null;
  const claim = await claimTime(ctx, [range], owner, { overrule });
  await saveTechnicianBookings(ctx, owner, [range], claim, () => ({ title: values.title }));
  const over = claim.conflicts.filter((conflict) => conflict.isNew);
  if (over.length === 0 || overrule === null) return;
  await ctx.audit({
    action: 'overrule',
    entity: 'calendar_event',
    entity_id: id,
    after: {
      reason: overrule.reason,
      over: over.map(({ isExclusive: _, isNew: __, ...conflict }) => conflict),
    },
  });
}
