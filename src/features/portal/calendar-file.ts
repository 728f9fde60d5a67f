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

/** One entry as iCalendar (RFC 5545): times in UTC, texts escaped, lines of at most 75 octets. */
export function calendarFile(entry: CalendarEntry): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Gable//Appointments//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${escaped(entry.uid)}`,
    `SEQUENCE:${entry.sequence}`,
    `DTSTAMP:${utc(entry.stamp)}`,
    `DTSTART:${utc(entry.start)}`,
    `DTEND:${utc(entry.end)}`,
    `SUMMARY:${escaped(entry.summary)}`,
    `LOCATION:${escaped(entry.location)}`,
    `DESCRIPTION:${escaped(entry.description)}`,
    `STATUS:${entry.status}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return `${lines.map(folded).join('\r\n')}\r\n`;
}

/** `2030-03-08T14:00:00.000Z` → `20300308T140000Z`. */
function utc(at: Instant): string {
  return `${at.slice(0, 19).replace(/[-:]/g, '')}Z`;
}

function escaped(text: string): string {
  return text
    .replace(/\\/g, '\\\\')
    .replace(/[,;]/g, (mark) => `\\${mark}`)
    .replace(/\r\n?|\n/g, '\\n');
}

const widest = 75;

/** Folds a line by octets, but never inside a character. */
function folded(line: string): string {
  const parts: string[] = [];
  let part = '';
  let octets = 0;
  for (const sign of line) {
    const size = Buffer.byteLength(sign);
    if (octets + size > widest) {
      parts.push(part);
      part = '';
      // The leading space of a continuation line counts.
      octets = 1;
    }
    part += sign;
    octets += size;
  }
  return [...parts, part].join('\r\n ');
}
