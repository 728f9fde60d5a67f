import {
  addDays,
  addMinutes,
  asInstant,
  type Instant,
  isZone,
  localDate,
  minutesBetween,
  parseInstantOrLocal,
  parseLocalDate,
  startOfDay,
  type Zone,
} from '#domain/base/time.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { badInput } from '#wire/errors.ts';
import type { EventType, SentEvent } from './contract.ts';
import type { EntryValues } from './entry-store.ts';
import { mayEditEntry, zoneOfEntry } from './present.ts';
import * as store from './store.ts';

type SentMoment = SentEvent['start'];

/** Maximum length of an entry: one year. */
const maxMinutes = 366 * 24 * 60;

/** Returns the type of the entry, sent flat or as in the entity. */
export function typeOf(sent: Pick<SentEvent, 'type' | 'systemRef'>): EventType | null {
  return sent.type ?? sent.systemRef?.type ?? null;
}

/** Returns the technician: undefined if not sent, null for the whole company. */
export function technicianOf(sent: Pick<SentEvent, 'inspector' | 'technician'>): string | null | undefined {
  if (sent.inspector !== undefined) return sent.inspector;
  return sent.technician === undefined ? undefined : (sent.technician?.id ?? null);
}

/** Converts a sent date and time to an instant; local times are in the zone sent along, or else in the company's. */
export function momentOf(sent: SentMoment, zone: Zone): Instant | null {
  if (sent === null || sent === undefined) return null;
  const text = typeof sent === 'string' ? sent : sent.dateTime;
  const own = typeof sent === 'string' ? null : sent.timezone;
  const at = parseInstantOrLocal(text, own && isZone(own) ? own : zone);
  return at !== null && /^[12]\d{3}-/.test(at) ? at : null;
}

/**
 * Returns the validated values of a changed entry: title, times in order, a technician of this company whose calendar
 * the user may edit. Unsent fields stay as in `before`.
 */
export async function readEntry(
  ctx: ReadCtx | WriteCtx,
  sent: SentEvent,
  zone: Zone,
  before: EntryValues | null,
): Promise<EntryValues> {
  const problems: Record<string, string> = {};
  const title = sent.title === undefined ? (before?.title ?? '') : sent.title.trim();
  if (title === '') problems.title = 'Title is required';
  const all_day = sent.all_day ?? before?.all_day ?? false;
  const times = readTimes(sent, zone, before, all_day, problems);
  const technician_id = await readTechnician(ctx, sent, before, problems);
  if (Object.keys(problems).length > 0 || times === null) throw badInput(problems);
  return {
    title,
    description:
      sent.description === undefined ? (before?.description ?? '') : (sent.description ?? '').trim(),
    technician_id,
    start_at: times.start,
    end_at: times.end,
    all_day,
    timezone: times.zone,
    busy: sent.busy ?? before?.busy ?? true,
  };
}

function readTimes(
  sent: SentEvent,
  zone: Zone,
  before: EntryValues | null,
  allDay: boolean,
  problems: Record<string, string>,
): { start: Instant; end: Instant; zone: string } | null {
  const [sentStart, sentEnd] = [sent.startDate ?? sent.start, sent.endDate ?? sent.end];
  if (before && !sentStart && !sentEnd && allDay === before.all_day) {
    return { start: asInstant(before.start_at), end: asInstant(before.end_at), zone: before.timezone };
  }
  const previous = before && previousTimes(before, zone, allDay);
  const start = sentStart ? startOfEntry(sentStart, zone, allDay) : (previous?.start ?? null);
  const end = sentEnd ? endOfEntry(sentEnd, zone, allDay) : (previous?.end ?? null);
  if (start === null) problems.startDate = 'Start is not valid';
  if (end === null) problems.endDate = 'End is not valid';
  if (start === null || end === null) return null;
  if (end <= start) problems.endDate = 'End must be after start';
  else if (minutesBetween(start, end) > maxMinutes)
    problems.endDate = 'The event can’t be longer than one year';
  return { start, end, zone };
}

/** Returns the previous times of the entry; if it becomes all-day, the whole days they touch. */
function previousTimes(before: EntryValues, zone: Zone, allDay: boolean): { start: Instant; end: Instant } {
  const [start, end] = [asInstant(before.start_at), asInstant(before.end_at)];
  if (!allDay) return { start, end };
  const own = zoneOfEntry(before, zone);
  const last = localDate(addMinutes(end, -1), own);
  return { start: startOfDay(localDate(start, own), zone), end: startOfDay(addDays(last, 1), zone) };
}

function startOfEntry(sent: SentMoment, zone: Zone, allDay: boolean): Instant | null {
  const day = dayOf(sent);
  if (day !== null) return startOfDay(day, zone);
  const at = momentOf(sent, zone);
  return at !== null && allDay ? startOfDay(localDate(at, zone), zone) : at;
}

/**
 * Converts the sent end: a plain date includes its whole day; a time is the end itself, and for an all-day entry the
 * end of the day before it.
 */
function endOfEntry(sent: SentMoment, zone: Zone, allDay: boolean): Instant | null {
  const day = dayOf(sent);
  if (day !== null) return startOfDay(addDays(day, 1), zone);
  const at = momentOf(sent, zone);
  return at !== null && allDay ? startOfDay(addDays(localDate(addMinutes(at, -1), zone), 1), zone) : at;
}

function dayOf(sent: SentMoment) {
  const day = parseLocalDate(typeof sent === 'string' ? sent : sent?.dateTime);
  return day !== null && /^[12]/.test(day) ? day : null;
}

async function readTechnician(
  ctx: ReadCtx | WriteCtx,
  sent: SentEvent,
  before: EntryValues | null,
  problems: Record<string, string>,
): Promise<string | null> {
  const asked = technicianOf(sent);
  if (asked === undefined && before) return before.technician_id;
  const actor = ctx.requireUser();
  // Users who may only edit their own calendar default to that one.
  if (asked === undefined) return mayEditEntry(actor, null) ? null : actor.userId;
  if (asked !== null && asked !== before?.technician_id && !(await store.teamMember(ctx, asked)))
    problems.inspector = 'This person is not available';
  return asked;
}
