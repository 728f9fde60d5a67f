import { asInstant, formatWithOffset, type Instant, isZone, type Zone } from '#domain/base/time.ts';
import { type Actor, allows } from '#domain/people/permissions.ts';
import type { CalendarEvent } from './contract.ts';
import type { CalendarSubEventRow, EntryRow, InspectionRow } from './rows.ts';

/**
 * Returns an entry's time zone: all-day entries stay in the zone they were entered in, whatever the company's zone is
 * now.
 */
export function zoneOfEntry(row: Pick<EntryRow, 'all_day' | 'timezone'>, company: Zone): Zone {
  return row.all_day && isZone(row.timezone) ? row.timezone : company;
}

/** The viewer; null for system work, which sees everything and changes nothing. */
export interface CalendarViewer {
  actor: Actor | null;
  zone: Zone;
}

/** Color of entries without a technician. */
const plainColor = '#78716c';
/** The title of private entries for other users. */
const busyTitle = 'Busy';

/** Presents an appointment as the calendar entry of one of its technicians. */
export function inspectionEvent(row: InspectionRow, { actor, zone }: CalendarViewer): CalendarEvent {
  const may = mayEditAppointment(actor, row.assigned);
  const isPlace = row.address !== '';
  return {
    id: `${row.id}:${row.technician_id ?? ''}`,
    title: isPlace ? row.address : row.order_id,
    description: [row.order_id, row.services, row.clients].filter(Boolean).join(' · '),
    ...times(row.date_time, row.end_time, zone),
    googleEventId: null,
    systemRef: {
      type: 'inspEvent',
      appointmentId: row.id,
      eventId: row.technician_id === null ? row.id : `${row.id}:${row.technician_id}`,
    },
    apptData: { ...apptData(row), clients: row.clients, services: row.services },
    ...technicianOf(row),
    all_day: false,
    busy: true,
    is_private: false,
    overruled: row.overruled,
    may: { move: may, resize: false, edit: may, share: may },
    rev: row.rev,
  };
}

/** Presents a sub-event, such as picking up a device. */
export function presentSubEventEntry(
  row: CalendarSubEventRow,
  { actor, zone }: CalendarViewer,
): CalendarEvent {
  const may = mayEditAppointment(actor, row.assigned);
  return {
    id: row.id,
    title: row.name,
    description: row.description,
    ...times(row.start_date, row.end_date, zone),
    googleEventId: null,
    systemRef: { type: 'inspSubEvent', appointmentId: row.appointment_id, eventId: row.id },
    apptData: { ...apptData(row), clients: '', services: '' },
    ...technicianOf(row),
    all_day: false,
    busy: row.technician_id !== null,
    is_private: false,
    overruled: row.overruled,
    may: { move: may, resize: may, edit: may, share: may },
    rev: row.rev,
  };
}

/** Presents a regular or imported entry; without the right to see it, only as busy time. */
export function entryEvent(row: EntryRow, { actor, zone }: CalendarViewer): CalendarEvent {
  const isPrivate = !seesEntry(actor, row);
  const isOurs = row.kind === 'regular';
  const may = isOurs && !isPrivate && mayEditEntry(actor, row.technician_id);
  return {
    id: row.id,
    title: isPrivate ? busyTitle : row.title,
    description: isPrivate ? '' : row.description,
    ...times(row.start_at, row.end_at, zoneOfEntry(row, zone)),
    googleEventId: isPrivate ? null : row.google_event_id,
    systemRef: { type: isOurs ? 'regularEvent' : 'externalEvent', appointmentId: null, eventId: row.id },
    apptData: null,
    ...technicianOf(row),
    all_day: row.all_day,
    busy: row.busy,
    is_private: isPrivate,
    overruled: isPrivate ? null : row.overruled,
    may: { move: may, resize: may, edit: may, share: may },
    rev: row.rev,
  };
}

/** Returns whether the actor may edit that technician's calendar entries. Null means the whole company. */
export function mayEditEntry(actor: Actor | null, technicianId: string | null): boolean {
  return actor !== null && allows(actor, 'edit_calendar', technicianId ? { user_id: technicianId } : {});
}

// Entries of the whole company are visible to all its members.
function seesEntry(actor: Actor | null, row: EntryRow): boolean {
  if (actor === null || row.technician_id === null) return true;
  return allows(actor, 'see_calendar_details', { user_id: row.technician_id });
}

function mayEditAppointment(actor: Actor | null, assigned: readonly string[]): boolean {
  return actor !== null && allows(actor, 'edit_appointment', { assigned_technician_ids: assigned });
}

function times(start: string, end: string, zone: Zone) {
  const moment = (at: Instant) => ({ dateTime: formatWithOffset(at, zone), timezone: zone });
  return { start: moment(asInstant(start)), end: moment(asInstant(end)) };
}

function apptData(row: InspectionRow | CalendarSubEventRow) {
  return {
    address: [row.address, row.city, [row.state, row.zip_code].filter(Boolean).join(' ')]
      .filter(Boolean)
      .join(', '),
    isPaid: row.paid,
    agreementSigned: row.agreement_signed,
    hasAgreements: row.has_agreements,
    isPublished: row.published,
    occupied: row.occupied,
    utilities_on: row.utilities_on,
    order_id: row.order_id,
    // Canceled ones are never loaded here.
    status: row.status === 'canceled' ? ('scheduled' as const) : row.status,
  };
}

function technicianOf(row: InspectionRow | CalendarSubEventRow | EntryRow) {
  const color = row.color || plainColor;
  if (row.technician_id === null) return { technician: null, color: plainColor };
  const { profile_pic_file_id: picture } = row;
  return {
    technician: {
      id: row.technician_id,
      eventColor: color,
      profile_pic: picture === null ? null : `/api/v2/files/${picture}`,
      first_name: row.first_name ?? '',
      last_name: row.last_name ?? '',
    },
    color,
  };
}
