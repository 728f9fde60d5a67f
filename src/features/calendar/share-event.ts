import type { Formatter } from '#domain/base/formatter.ts';
import { asInstant, asZone } from '#domain/base/time.ts';
import { toLocalDayRange } from '#domain/scheduling/calendar-range.ts';
import { type Company, getCompany } from '#features/company/get-company.ts';
import { notify } from '#features/messages/notify.ts';
import type { WriteCtx } from '#server/context.ts';
import { newId } from '#server/ids.ts';
import { AppError, badInput, notFound } from '#wire/errors.ts';
import type { CalendarEvent, ShareInput } from './contract.ts';
import { type IcsEntry, icsDocument } from './ics/document.ts';
import { inspectionEntry, regularEntry, subEventIcsEntry } from './ics/entries.ts';
import { showEvent } from './list-events.ts';
import { typeOf } from './read-event.ts';
import { importedEntryError } from './save-entry.ts';
import * as store from './store.ts';

/** Queues an email with the event as .ics file to each recipient, or to its technician if none is given. */
export async function shareEvent(ctx: WriteCtx, input: ShareInput): Promise<{ recipients: string[] }> {
  const type = typeOf(input);
  const appointmentId = input.appointmentId ?? input.systemRef?.appointmentId ?? null;
  const eventId = input.eventId ?? input.systemRef?.eventId ?? appointmentId;
  if (type === null) throw badInput({ type: 'Type is required' });
  if (eventId === null) throw badInput({ eventId: 'Event is required' });
  const event = await showEvent(ctx, type, eventId);
  if (appointmentId !== null && appointmentId !== event.systemRef.appointmentId) throw notFound();
  if (event.systemRef.type === 'externalEvent') throw importedEntryError();
  if (!event.may.share) throw new AppError('FORBIDDEN', 'You don’t have permission to do this');
  const company = await getCompany(ctx);
  const entry = await entryOf(ctx, event, company);
  const recipients = await recipientsOf(ctx, input, event);
  const sender = ctx.requireUser();
  const me = await store.teamMember(ctx, sender.userId);
  const shareId = newId();
  await notify(ctx, 'calendar_share', {
    isByHand: true,
    appointment_id: event.systemRef.appointmentId,
    addresses: recipients.map((email) => ({ email })),
    occasion: ({ email }) => `${shareId}.${recipients.indexOf(email)}`,
    facts: (format) => ({
      sender: me ? `${me.first_name} ${me.last_name}`.trim() : company.company_name,
      title: entry.summary,
      when: whenOf(event, format),
      place: entry.location,
      message: input.message ?? '',
    }),
    attachments: [
      {
        name: 'event.ics',
        type: 'text/calendar; charset=utf-8; method=PUBLISH',
        text: icsDocument(company.company_name, [entry]),
      },
    ],
  });
  return { recipients };
}

async function recipientsOf(ctx: WriteCtx, input: ShareInput, event: CalendarEvent): Promise<string[]> {
  const named = [...new Set(input.recipients ?? [])];
  if (named.length > 0) return named;
  const technician = event.technician ? await store.teamMember(ctx, event.technician.id) : undefined;
  if (!technician?.email) throw badInput({ recipients: 'Add at least one recipient' });
  return [technician.email];
}

/** Builds the entry for external recipients: nothing about clients, no links into the app. */
async function entryOf(ctx: WriteCtx, event: CalendarEvent, company: Company): Promise<IcsEntry> {
  const context = { company, publicUrl: ctx.installation.publicUrl, lang: ctx.lang };
  const { type, appointmentId, eventId } = event.systemRef;
  if (type === 'inspEvent') {
    const rows = await store.inspections(ctx, { ids: [appointmentId ?? ''] });
    const [row] = rows;
    if (!row) throw notFound();
    const names = rows.map((each) => `${each.first_name ?? ''} ${each.last_name ?? ''}`.trim());
    return forExternal(inspectionEntry({ ...row, clients: '' }, names, context));
  }
  if (type === 'inspSubEvent') {
    const [row] = await store.subEventRows(ctx, { ids: [eventId] });
    if (!row) throw notFound();
    return forExternal(subEventIcsEntry(row, context));
  }
  const [row] = await store.entries(ctx, { ids: [eventId] });
  if (!row) throw notFound();
  return forExternal(regularEntry(row, context));
}

function forExternal(entry: IcsEntry): IcsEntry {
  const lines = entry.description.split('\n').filter((line) => line !== entry.url);
  return { ...entry, url: null, description: lines.join('\n') };
}

function whenOf(event: CalendarEvent, format: Formatter): string {
  const zone = asZone(event.start.timezone);
  const [start, end] = [asInstant(event.start.dateTime), asInstant(event.end.dateTime)];
  if (event.all_day) {
    const { first, last } = toLocalDayRange(start, end, zone);
    return first === last ? format.date(first) : `${format.date(first)} – ${format.date(last)}`;
  }
  return `${format.dateTimeRange(start, end, zone)} ${format.zoneName(end, zone)}`;
}
