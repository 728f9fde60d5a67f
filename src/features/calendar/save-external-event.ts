import { asInstant } from '#domain/base/time.ts';
import {
  lockTechnicians,
  releaseTechnicianBookings,
  saveTechnicianBookings,
} from '#features/availability/technician-bookings.ts';
import type { WriteCtx } from '#server/context.ts';
import * as store from './store.ts';

/** An event of somebody's own calendar elsewhere. */
export interface ExternalEvent extends store.EntryValues {
  google_event_id: string;
  google_calendar_id: string;
}

/**
 * Stores an event imported from elsewhere, again as it is by now; nobody edits it here. Where it is busy it stands in the way of new appointments, but
 * it is never refused itself: it has happened already.
 */
export async function saveExternalEvent(ctx: WriteCtx, event: ExternalEvent): Promise<string> {
  const { google_event_id, google_calendar_id, ...values } = event;
  const id = await store.upsertImportedEntry(ctx, values, { google_event_id, google_calendar_id });
  const { technician_id } = values;
  if (!values.busy || technician_id === null) {
    await releaseTechnicianBookings(ctx, id);
    return id;
  }
  await lockTechnicians(ctx, [technician_id]);
  const stretch = { technician_id, start: asInstant(values.start_at), end: asInstant(values.end_at) };
  const claim = { conflicts: [], overrule: null, previous: [] };
  await saveTechnicianBookings(ctx, { kind: 'external', id }, [stretch], claim, () => ({
    title: values.title,
  }));
  return id;
}
