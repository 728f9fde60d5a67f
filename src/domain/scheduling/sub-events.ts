import {
  addMinutes,
  hhmmToMinutes,
  type Instant,
  type LocalDateTime,
  localAt,
  localDate,
  minutesBetween,
  parseInstantOrLocal,
  toInstant,
  toLocal,
  type Zone,
} from '../base/time.ts';
import type { SubEventDraft } from './appointment-draft.ts';

/**
 * Returns what is wrong with a sub-event, by field; empty if nothing is. Past means before today in the company's zone,
 * and is not checked when an old event is saved with unchanged times (`before`).
 */
export function subEventProblems(
  event: Pick<SubEventDraft, 'name' | 'start_date' | 'end_date'>,
  now: Instant,
  zone: Zone,
  before?: { start_date: Instant; end_date: Instant },
): Record<string, string> {
  const problems: Record<string, string> = {};
  const name = event.name.trim();
  if (name === '') problems.name = 'Name is required';
  else if (name.length > 120) problems.name = 'At most 120 characters';
  const start = parseInstantOrLocal(event.start_date, zone);
  const end = parseInstantOrLocal(event.end_date, zone);
  if (start === null) problems.start_date = 'Start is not valid';
  if (end === null) problems.end_date = 'End is not valid';
  if (start === null || end === null) return problems;
  if (minutesBetween(start, end) < 1) problems.end_date = 'End must be at least one minute after start';
  const isUnchanged = before?.start_date === start && before.end_date === end;
  if (!isUnchanged && localDate(start, zone) < localDate(now, zone)) {
    problems.start_date = 'Date cannot be in the past';
  }
  return problems;
}

/**
 * Returns a new sub-event: today at the default start time with the default duration, in local times of the company.
 */
export function newSubEvent(
  now: Instant,
  zone: Zone,
  defaults: { start_time: number; duration_minutes: number },
): SubEventDraft {
  const start = localAt(localDate(now, zone), hhmmToMinutes(defaults.start_time) ?? 540);
  return {
    name: '',
    description: '',
    inspector: null,
    start_date: start,
    end_date: laterLocal(start, defaults.duration_minutes, zone),
  };
}

function laterLocal(local: LocalDateTime, minutes: number, zone: Zone): LocalDateTime {
  return toLocal(addMinutes(toInstant({ local, zone }), minutes), zone);
}
