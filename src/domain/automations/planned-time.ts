/** When an action runs: a duration before or after its anchor, moved into the allowed hours (decisions G-AUT-3). */
import { addMonths, followClock, toFirstInstant } from '../base/follow-clock.ts';
import {
  addDays,
  addMinutes,
  fromEpochMs,
  type Instant,
  isBefore,
  type LocalDate,
  type LocalDateTime,
  localAt,
  minutesOfDay,
  toEpochMs,
  toLocal,
  weekday,
  type Zone,
} from '../base/time.ts';
import type { HourPair } from '../settings/half-hours.ts';
import type { Action } from './action-types.ts';

/** The part of an action that says when it runs. */
export type Timing = Pick<
  Action,
  'duration' | 'duration_type' | 'trigger_type' | 'is_certain_hours' | 'certain_hours' | 'no_weekends'
>;

/** When an action runs, and what its hours and weekends changed about it. */
export interface PlannedTime {
  runAt: Instant;
  /** The anchor with the duration, regardless of hours and weekends. */
  nominal: Instant;
  /** `earlier`: the next allowed moment would have been past the anchor of an action that runs before it. */
  moved: 'later' | 'earlier' | null;
}

/**
 * Returns an action with the hours that hold for it: its own if they are switched on, else the company's. Those delay
 * people's messages only, no webhook.
 */
export function withSendingHours<A extends Timing & Pick<Action, 'action_type'>>(
  action: A,
  companyHours: HourPair | null,
): A {
  if (action.is_certain_hours || action.action_type === 3 || companyHours === null) return action;
  return { ...action, is_certain_hours: true, certain_hours: companyHours };
}

/** Returns an instant itself if hours and weekends allow it, else the next that they do. */
export function allowedFrom(timing: Timing, at: Instant, zone: Zone): Instant {
  return followClock(at, zone, (local) => nextAllowed(timing, local));
}

/** Returns when an action runs whose anchor is this instant, in the company's zone. */
export function plannedTime(timing: Timing, anchor: Instant, zone: Zone): PlannedTime {
  const nominal = nominalTime(timing, anchor, zone);
  const runAt = allowedFrom(timing, nominal, zone);
  if (runAt === nominal) return { runAt, nominal, moved: null };
  if (timing.trigger_type === 'after' || isBefore(runAt, anchor)) return { runAt, nominal, moved: 'later' };
  const last = fromEpochMs(Math.ceil(toEpochMs(anchor) / 60_000 - 1) * 60_000);
  const earlier = followClock(last, zone, (local) => lastAllowed(timing, local));
  return { runAt: earlier, nominal, moved: 'earlier' };
}

/**
 * Returns the anchor moved by the duration. Minutes and hours are elapsed time. Days, weeks and months are counted on the
 * zone's calendar and keep the time of day; the fraction of a month is one of 30 days, the fraction of a day elapsed time.
 */
function nominalTime({ duration, duration_type, trigger_type }: Timing, anchor: Instant, zone: Zone) {
  const sign = trigger_type === 'before' ? -1 : 1;
  if (duration_type < 2) return addMinutes(anchor, sign * duration * (duration_type === 0 ? 1 : 60));
  // In thousandths, because a duration has up to three decimals: 1.9 months are 1 month and 27 days, not 26.99….
  const units = Math.round(duration * 1000);
  const months = duration_type === 4 ? Math.floor(units / 1000) : 0;
  const days = duration_type === 4 ? (units % 1000) * 30 : duration_type === 3 ? units * 7 : units;
  const local = toLocal(anchor, zone);
  const from = local.slice(0, 10) as LocalDate;
  const to = addDays(addMonths(from, sign * months), sign * Math.floor(days / 1000));
  return addMinutes(
    to === from ? anchor : onDay(to, local, anchor, zone),
    (sign * (days % 1000) * 1440) / 1000,
  );
}

/** The anchor's time of day on another day, to its second; the first time that exists, if that one is skipped. */
function onDay(day: LocalDate, local: LocalDateTime, anchor: Instant, zone: Zone): Instant {
  const wanted = localAt(day, minutesOfDay(local));
  const instant = toFirstInstant({ local: wanted, zone });
  const seconds = toEpochMs(anchor) % 60_000;
  return toLocal(instant, zone) === wanted ? fromEpochMs(toEpochMs(instant) + seconds) : instant;
}

/** First and last allowed minute of a day; overnight if the first is later. A pair of equal hours is one half hour. */
function hoursOf({ is_certain_hours, certain_hours }: Timing): { from: number; to: number } {
  if (!is_certain_hours) return { from: 0, to: 1439 };
  const [from, to] = certain_hours;
  return { from: from * 30, to: Math.min((from === to ? to + 1 : to) * 30, 1439) };
}

const isInside = (at: number, { from, to }: { from: number; to: number }) =>
  from <= to ? at >= from && at <= to : at >= from || at <= to;

/** Returns the local time itself if it is allowed, else the next opening. */
function nextAllowed(timing: Timing, local: LocalDateTime): LocalDateTime {
  const hours = hoursOf(timing);
  const day = local.slice(0, 10) as LocalDate;
  const wait = timing.no_weekends ? daysToMonday(day) : 0;
  if (wait > 0) return localAt(addDays(day, wait), hours.from);
  const at = minutesOfDay(local);
  if (isInside(at, hours)) return local;
  return localAt(at < hours.from ? day : addDays(day, 1), hours.from);
}

/** Returns the local time itself if it is allowed, else the last one before it that may be. */
function lastAllowed(timing: Timing, local: LocalDateTime): LocalDateTime {
  const hours = hoursOf(timing);
  const day = local.slice(0, 10) as LocalDate;
  const wait = timing.no_weekends ? daysToMonday(day) : 0;
  if (wait > 0) return localAt(addDays(day, wait - 3), 1439);
  const at = minutesOfDay(local);
  if (isInside(at, hours)) return local;
  return localAt(at > hours.to ? day : addDays(day, -1), hours.to);
}

/** 2 on a Saturday, 1 on a Sunday, 0 on a working day. */
function daysToMonday(day: LocalDate): number {
  const number = weekday(day);
  return number === 6 ? 2 : number === 0 ? 1 : 0;
}
