import { asInstant, formatWithOffset, type Zone } from '#domain/base/time.ts';
import { allows } from '#domain/people/permissions.ts';
import { loadAppointmentContext } from '#features/appointments/details/load-appointment-context.ts';
import { updateAppointment } from '#features/appointments/editing/update-appointment.ts';
import type { LoadedAppointment } from '#features/appointments/rows.ts';
import type { WriteCtx } from '#server/context.ts';
import { AppError, badInput, notFound } from '#wire/errors.ts';
import type { HandlerInput } from '#wire/route.ts';
import type * as contract from './contract.ts';
import type { CalendarEvent, EventChange } from './contract.ts';
import { showEvent } from './list-events.ts';
import { momentOf, technicianOf, typeOf } from './read-event.ts';
import { changeRegularEvent, importedEntryError, removeRegularEvent } from './save-entry.ts';
import * as store from './store.ts';

/** Moves or changes one entry by the rules of its type; returns the result. */
export async function updateEvent(ctx: WriteCtx, input: EventChange): Promise<CalendarEvent> {
  const type = typeOf(input);
  const eventId = input.eventId ?? input.systemRef?.eventId ?? null;
  if (type === null) throw badInput({ type: 'Type is required' });
  if (type === 'inspEvent') return moveAppointment(ctx, input, eventId);
  if (eventId === null || !isId.test(eventId)) throw badInput({ eventId: 'Event is required' });
  if (type === 'inspSubEvent') return changePart(ctx, input, eventId);
  // An imported entry has its own error, even if it is sent as a regular one.
  if (type === 'externalEvent') throw await externalRefusal(ctx, eventId);
  return changeRegularEvent(ctx, eventId, input);
}

/** Removes a regular event or a sub-event. */
export async function removeEvent(
  ctx: WriteCtx,
  input: HandlerInput<typeof contract.removeEvent>,
): Promise<null> {
  const { type, eventId } = input;
  if (type === 'inspEvent') {
    throw new AppError('BAD_USER_INPUT', 'Cancel the appointment instead', {
      type: 'Cancel the appointment instead',
    });
  }
  if (!isId.test(eventId)) throw notFound();
  if (type === 'externalEvent') throw await externalRefusal(ctx, eventId);
  if (type === 'regularEvent') await removeRegularEvent(ctx, eventId, input.rev);
  else await removePart(ctx, eventId, input.rev);
  return null;
}

const isId = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/**
 * Changes only the start: duration, technicians and sub-events stay. Only administrators may move it into the past, to
 * correct records.
 */
async function moveAppointment(
  ctx: WriteCtx,
  input: EventChange,
  eventId: string | null,
): Promise<CalendarEvent> {
  const id = input.appointmentId ?? input.systemRef?.appointmentId ?? eventId?.split(':')[0] ?? '';
  if (!isId.test(id)) throw badInput({ appointmentId: 'Appointment is required' });
  if (eventId !== null && !eventId.startsWith(id)) throw notFound();
  const { zone } = await factsOf(ctx, id);
  const at = momentOf(input.dateTime ?? input.startDate ?? input.start, zone);
  if (at === null) throw badInput({ dateTime: 'Date needs to be valid' });
  const changes = { id, date_time: at, rev: input.rev, overrule: input.overrule };
  const isCorrection = allows(ctx.requireUser(), 'full_company_admin');
  const present = () => showEvent(ctx, 'inspEvent', eventId ?? id);
  await change(ctx, changes, present, { pastIsFine: isCorrection });
  return present();
}

async function changePart(ctx: WriteCtx, input: EventChange, eventId: string): Promise<CalendarEvent> {
  const { appointment, zone } = await factsOfPart(ctx, eventId);
  const named = input.appointmentId ?? input.systemRef?.appointmentId ?? null;
  if (named !== null && named !== appointment.id) throw notFound();
  const start = momentOf(input.startDate ?? input.start, zone);
  const end = momentOf(input.endDate ?? input.end, zone);
  const technician = technicianOf(input);
  const events = sentParts(appointment, zone).map((part) =>
    part.id !== eventId
      ? part
      : {
          ...part,
          ...(input.title === undefined ? {} : { name: input.title }),
          ...(typeof input.description === 'string' ? { description: input.description } : {}),
          ...(technician === undefined ? {} : { inspector: technician }),
          ...(start === null ? {} : { start_date: start }),
          ...(end === null ? {} : { end_date: end }),
        },
  );
  const at = events.findIndex((part) => part.id === eventId);
  await saveParts(ctx, appointment, { input, events, at, eventId });
  return showEvent(ctx, 'inspSubEvent', eventId);
}

async function removePart(ctx: WriteCtx, eventId: string, rev: number | undefined): Promise<void> {
  const { appointment, zone } = await factsOfPart(ctx, eventId);
  const events = sentParts(appointment, zone).filter((part) => part.id !== eventId);
  await saveParts(ctx, appointment, { input: { rev }, events, at: -1, eventId });
}

/** Saves the list of sub-events as a whole; of its validation errors only those about this sub-event are returned. */
async function saveParts(
  ctx: WriteCtx,
  appointment: LoadedAppointment,
  update: {
    input: Pick<EventChange, 'rev' | 'overrule'>;
    events: ReturnType<typeof sentParts>;
    at: number;
    eventId: string;
  },
): Promise<void> {
  const { input, events, at, eventId } = update;
  const changes = {
    id: appointment.id,
    rev: input.rev ?? appointment.rev,
    inspection_events: events,
    overrule: input.overrule,
  };
  try {
    await change(ctx, changes, () => showEvent(ctx, 'inspSubEvent', eventId));
  } catch (error) {
    if (!(error instanceof AppError) || error.type !== 'BAD_USER_INPUT' || !error.details) throw error;
    throw badInput(ownNames(error.details as Record<string, string>, at));
  }
}

/**
 * Changes the appointment; on a conflict, the error carries the current calendar entry, since that is what the caller
 * edits.
 */
async function change(
  ctx: WriteCtx,
  changes: Parameters<typeof updateAppointment>[1],
  present: () => Promise<CalendarEvent>,
  options: { pastIsFine?: boolean } = {},
): Promise<void> {
  try {
    await updateAppointment(ctx, changes, options);
  } catch (error) {
    const isStale = error instanceof AppError && error.type === 'CONFLICT' && error.details?.current;
    if (!isStale) throw error;
    throw new AppError('CONFLICT', error.message, { current: await present() });
  }
}

const namesHere: Record<string, string> = {
  name: 'title',
  start_date: 'startDate',
  end_date: 'endDate',
};

function ownNames(fields: Record<string, string>, at: number): Record<string, string> {
  const begin = `inspection_events.${at}.`;
  return Object.fromEntries(
    Object.entries(fields).map(([field, message]) => {
      if (field === 'inspection_events') return ['inspector', message];
      const own = field.startsWith(begin) ? field.slice(begin.length) : field;
      return [namesHere[own] ?? own, message];
    }),
  );
}

function sentParts(appointment: LoadedAppointment, zone: Zone) {
  return appointment.sub_events.map((part) => ({
    id: part.id,
    name: part.name,
    description: part.description,
    inspector: part.inspector_id,
    start_date: formatWithOffset(asInstant(part.start_date), zone),
    end_date: formatWithOffset(asInstant(part.end_date), zone),
  }));
}

async function factsOfPart(ctx: WriteCtx, eventId: string) {
  const appointmentId = await store.appointmentOfSubEvent(ctx, eventId);
  if (appointmentId === null) throw notFound();
  return factsOf(ctx, appointmentId);
}

async function factsOf(ctx: WriteCtx, id: string) {
  const facts = await loadAppointmentContext(ctx, id);
  if (!facts) throw notFound();
  return { appointment: facts.appointment, zone: facts.company.timezone };
}

/** Returns NOT_FOUND for a missing entry, or the error for imported ones. */
async function externalRefusal(ctx: WriteCtx, eventId: string): Promise<AppError> {
  const [row] = await store.entries(ctx, { ids: [eventId] });
  return row ? importedEntryError() : notFound();
}
