import { calendarRange } from '#domain/scheduling/calendar-range.ts';
import { getCompany } from '#features/company/get-company.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { badInput, notFound } from '#wire/errors.ts';
import type { HandlerInput } from '#wire/route.ts';
import type * as contract from './contract.ts';
import type { CalendarEvent } from './contract.ts';
import { type CalendarViewer, entryEvent, inspectionEvent, presentSubEventEntry } from './present.ts';
import * as store from './store.ts';

/** Lists the calendar entries between two days, earliest first, as the reader may see them. */
export async function listEvents(
  ctx: ReadCtx,
  input: HandlerInput<typeof contract.listEvents>,
): Promise<CalendarEvent[]> {
  const { timezone: zone } = await getCompany(ctx);
  const asked = calendarRange(input.startDate, input.endDate, zone);
  if ('problems' in asked) throw badInput(asked.problems);
  const wanted = {
    range: asked.range,
    ...(input.technicianId ? { technicianId: input.technicianId } : {}),
  };
  const viewer: CalendarViewer = { actor: ctx.requireUser(), zone };
  const inspections = await store.inspections(ctx, wanted);
  const parts = await store.subEventRows(ctx, wanted);
  const entries = input.acceptEvents === false ? [] : await store.entries(ctx, wanted);
  const events = [
    ...inspections.map((row) => ({ at: row.date_time, event: inspectionEvent(row, viewer) })),
    ...parts.map((row) => ({ at: row.start_date, event: presentSubEventEntry(row, viewer) })),
    ...entries.map((row) => ({ at: row.start_at, event: entryEvent(row, viewer) })),
  ];
  return events.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)).map(({ event }) => event);
}

/**
 * Returns one entry as the reader may see it; throws NOT_FOUND if it is deleted. An appointment is identified by its id
 * or `id:technician`.
 */
export async function showEvent(
  ctx: ReadCtx | WriteCtx,
  type: contract.EventType,
  eventId: string,
): Promise<CalendarEvent> {
  const { timezone: zone } = await getCompany(ctx);
  const viewer: CalendarViewer = { actor: ctx.actor, zone };
  const [id = '', technicianId] = eventId.split(':');
  const wanted = { ids: [id] };
  if (type === 'inspEvent') {
    const rows = await store.inspections(ctx, wanted);
    const row = rows.find((each) => each.technician_id === technicianId) ?? rows[0];
    if (row) return inspectionEvent(row, viewer);
  }
  if (type === 'inspSubEvent') {
    const [row] = await store.subEventRows(ctx, wanted);
    if (row) return presentSubEventEntry(row, viewer);
  }
  if (type === 'regularEvent' || type === 'externalEvent') {
    const [row] = await store.entries(ctx, wanted);
    if (row) return entryEvent(row, viewer);
  }
  throw notFound();
}
