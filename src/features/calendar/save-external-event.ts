import { asInstant } from '#domain/base/time.ts';
import {
  lockTechnicians,
  releaseTechnicianBookings,
  saveTechnicianBookings,
} from '#features/availability/technician-bookings.ts';
import type { WriteCtx } from '#server/context.ts';
import { type EntryValues, upsertImportedEntry } from './entry-store.ts';

/** An event from a user's external calendar. */
export interface ExternalEvent extends EntryValues {
  google_event_id: string;
  google_calendar_id: string;
}

/**
 * Stores or updates an imported event; it can't be edited here. If busy it conflicts with new appointments, but it is
 * never rejected itself, since it already exists elsewhere.
 */
export async function saveExternalEvent(ctx: WriteCtx, event: ExternalEvent): Promise<string> {
  const { google_event_id, google_calendar_id, ...values } = event;
  const id = await upsertImportedEntry(ctx, values, { google_event_id, google_calendar_id });
  const { technician_id } = values;
  if (!values.busy || technician_id === null) {
    await releaseTechnicianBookings(ctx, id);
    return id;
  }
  await lockTechnicians(ctx, [technician_id]);
  const range = { technician_id, start: asInstant(values.start_at), end: asInstant(values.end_at) };
  const claim = { conflicts: [], overrule: null, previous: [] };
  await saveTechnicianBookings(ctx, { kind: 'external', id }, [range], claim, () => ({
    title: values.title,
  }));
  return id;
}
