import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import type { Instant } from '#domain/base/time.ts';

export interface CalendarEntry {
  uid: string;
  sequence: number;
  stamp: Instant;
  start: Instant;
  end: Instant;
  summary: string;
  location: string;
  description: string;
  status: 'CONFIRMED' | 'TENTATIVE' | 'CANCELLED';
}

/** Builds an iCalendar document (RFC 5545) of one entry, with its times in UTC. */
export function calendarFile({ uid, status, ...entry }: CalendarEntry): string {
  const calendar = ical({
    method: ICalCalendarMethod.PUBLISH,
    prodId: { company: 'Gable', product: 'Appointments', language: 'EN' },
    scale: 'GREGORIAN',
  });
  calendar.createEvent({ ...entry, id: uid, status: ICalEventStatus[status] });
  return `${calendar.toString()}\r\n`;
}
