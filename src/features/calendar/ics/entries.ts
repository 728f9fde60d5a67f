import type { Lang } from '#domain/base/date-formats.ts';
import { createFormatter } from '#domain/base/formatter.ts';
import { addDays, asInstant, minutesBetween } from '#domain/base/time.ts';
import { toLocalDayRange } from '#domain/scheduling/calendar-range.ts';
import { fillMessage } from '#domain/text/placeholders.ts';
import type { Company } from '#features/company/get-company.ts';
import { zoneOfEntry } from '../present.ts';
import type { CalendarSubEventRow, EntryRow, InspectionRow } from '../rows.ts';
import type { IcsEntry } from './document.ts';

/** What all entries of one company share. */
export interface IcsContext {
  company: Company;
  publicUrl: string;
  /** The reader's language, for the times in the company's own text. */
  lang: Lang;
}

/** Builds the entry of an appointment: one, however many technicians it has. */
export function inspectionEntry(
  row: InspectionRow,
  technicians: readonly string[],
  { company, publicUrl, lang }: IcsContext,
): IcsEntry {
  const location = placeOf(row);
  const lines = [
    [row.order_id, row.services].filter(Boolean).join(' · '),
    row.clients,
    technicians.join(', '),
    customText(row, location, company, lang),
    `${publicUrl}/appointments/details/${row.id}`,
  ];
  return {
    uid: uidOf('inspection', row.id, publicUrl),
    sequence: row.rev,
    updated: asInstant(row.updated_at),
    start: asInstant(row.date_time),
    end: asInstant(row.end_time),
    days: null,
    summary: row.address || row.order_id,
    description: lines.filter(Boolean).join('\n'),
    location,
    geo: geoOf(row),
    url: `${publicUrl}/appointments/details/${row.id}`,
    status: statusOf(row),
    busy: true,
  };
}

/** Builds the entry of a sub-event. */
export function subEventIcsEntry(row: CalendarSubEventRow, { publicUrl }: IcsContext): IcsEntry {
  const url = `${publicUrl}/appointments/details/${row.appointment_id}`;
  return {
    uid: uidOf('sub-event', row.id, publicUrl),
    sequence: row.rev,
    updated: asInstant(row.updated_at),
    start: asInstant(row.start_date),
    end: asInstant(row.end_date),
    days: null,
    summary: [row.name, row.address].filter(Boolean).join(' · '),
    description: [row.description, row.order_id, url].filter(Boolean).join('\n'),
    location: placeOf(row),
    geo: geoOf(row),
    url,
    status: statusOf(row),
    busy: row.technician_id !== null,
  };
}

/** Builds an entry created in the calendar. */
export function regularEntry(row: EntryRow, { company, publicUrl }: IcsContext): IcsEntry {
  const [start, end] = [asInstant(row.start_at), asInstant(row.end_at)];
  const days = toLocalDayRange(start, end, zoneOfEntry(row, company.timezone));
  return {
    uid: uidOf('event', row.id, publicUrl),
    sequence: row.rev,
    updated: asInstant(row.updated_at),
    start,
    end,
    days: row.all_day ? { first: days.first, afterLast: addDays(days.last, 1) } : null,
    summary: row.title,
    description: row.description,
    location: '',
    geo: null,
    url: `${publicUrl}/calendar`,
    status: row.deleted_at === null ? 'CONFIRMED' : 'CANCELLED',
    busy: row.busy,
  };
}

function uidOf(kind: string, id: string, publicUrl: string): string {
  return `${kind}-${id}@${new URL(publicUrl).hostname}`;
}

function statusOf(row: InspectionRow | CalendarSubEventRow): IcsEntry['status'] {
  if (row.status === 'canceled') return 'CANCELLED';
  return row.status === 'requested' ? 'TENTATIVE' : 'CONFIRMED';
}

function placeOf(row: InspectionRow | CalendarSubEventRow): string {
  const town = [row.state, row.zip_code].filter(Boolean).join(' ');
  return [row.address, row.city, town].filter(Boolean).join(', ');
}

function geoOf(row: InspectionRow | CalendarSubEventRow) {
  return row.lat === null || row.lng === null ? null : { lat: row.lat, lon: row.lng };
}

/** Fills in the company's own text (R-ENT-095) with the appointment's details. */
function customText(row: InspectionRow, place: string, company: Company, lang: Lang): string {
  const text = company.settings.calendar_text;
  if (!text) return '';
  const format = createFormatter(lang, company.date_format, company.timezone);
  const [start, end] = [asInstant(row.date_time), asInstant(row.end_time)];
  return fillMessage(text, {
    inspection: {
      order_id: row.order_id,
      date: format.date(start),
      time: format.time(start),
      end_time: format.time(end),
      duration: minutesBetween(start, end) / 60,
      status: row.status,
    },
    property: {
      address: row.address,
      street: row.address,
      city: row.city,
      state: row.state,
      zip: row.zip_code,
      full_address: place,
    },
    clients: { names: row.clients },
    charges: { services: row.services },
    company: { name: company.company_name },
  }).text.trim();
}
