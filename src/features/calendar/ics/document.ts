import ical, {
  ICalCalendarMethod,
  ICalEventClass,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator';
import type { Instant } from '#domain/base/time.ts';
import { cleanLine, cleanText } from '#domain/text/clean.ts';

/** A calendar entry for the iCalendar document. */
export interface IcsEntry {
  /** Never changes: calendar apps identify the entry by it. */
  uid: string;
  /** Increases with every change. */
  sequence: number;
  updated: Instant;
  start: Instant;
  end: Instant;
  /** The days of an all-day entry; `afterLast` is exclusive. */
  days: { first: string; afterLast: string } | null;
  summary: string;
  description: string;
  location: string;
  geo: { lat: number; lon: number } | null;
  url: string | null;
  status: 'CONFIRMED' | 'TENTATIVE' | 'CANCELLED';
  busy: boolean;
}

const hourSeconds = 3600;

/** Builds the iCalendar document (RFC 5545) of these entries in UTC; the same entries always produce the same bytes. */
export function icsDocument(name: string, entries: readonly IcsEntry[]): string {
  const calendar = ical({
    name: cleanLine(name),
    method: ICalCalendarMethod.PUBLISH,
    prodId: { company: 'Gable', product: 'Calendar', language: 'EN' },
    ttl: hourSeconds,
  });
  for (const entry of entries) {
    calendar.createEvent({
      id: entry.uid,
      sequence: entry.sequence,
      stamp: entry.updated,
      lastModified: entry.updated,
      // The library writes plain dates in UTC, so they are passed in UTC.
      start: entry.days ? `${entry.days.first}T00:00:00.000Z` : entry.start,
      end: entry.days ? `${entry.days.afterLast}T00:00:00.000Z` : entry.end,
      allDay: entry.days !== null,
      // Entries from before texts were cleaned on entry may contain characters that the format forbids.
      summary: cleanLine(entry.summary),
      description: cleanText(entry.description) || null,
      location: entry.location
        ? { title: cleanLine(entry.location), ...(entry.geo ? { geo: entry.geo } : {}) }
        : null,
      url: entry.url,
      status: ICalEventStatus[entry.status],
      transparency: entry.busy ? ICalEventTransparency.OPAQUE : ICalEventTransparency.TRANSPARENT,
      class: ICalEventClass.PRIVATE,
    });
  }
  // Every content line ends with a line break (RFC 5545, 3.1), the last one too.
  return `${calendar.toString()}\r\n`;
}
