/** What the actions of an appointment will do, as far as it can be known in advance. */
import type { Instant } from '../base/time.ts';
import { decide } from './decide.ts';
import type { AutomationFacts, Decision, GroupedAction, Occurrence } from './decision-types.ts';

/** The occurrence of an action whose time is known in advance; null if it waits for its event. */
export function knownOccurrence(
  { event_type }: Pick<GroupedAction, 'event_type'>,
  facts: Pick<AutomationFacts, 'date_time' | 'end_time'>,
): Occurrence | null {
  const [id, at] =
    event_type === 18 ? (['start', facts.date_time] as const) : (['end', facts.end_time] as const);
  return event_type === 18 || event_type === 19 ? { event_type, id, at, data: {}, planned_for: null } : null;
}

/** Decides on an action whose time is known in advance. Returns null for one that waits for its event. */
export function predict(action: GroupedAction, facts: AutomationFacts, now: Instant): Decision | null {
  const occurrence = knownOccurrence(action, facts);
  return occurrence && decide(action, facts, occurrence, now);
}

/** How a change of the appointment changes what is planned: stays out if nothing does. */
export interface PlannedChange {
  action: GroupedAction;
  /** Null if it was too late for the previous time. */
  before: Instant | null;
  /** Null if it will not run. */
  after: Instant | null;
  reason: Decision['reason'];
}

/**
 * Returns which planned messages another time or state of the appointment moves or stops, by their previous time. `ran` are
 * the ids of actions and reminders that have run: they never run again.
 */
export function plannedChanges(
  actions: readonly GroupedAction[],
  facts: AutomationFacts,
  changed: Partial<AutomationFacts>,
  { now, ran }: { now: Instant; ran: ReadonlySet<string> },
): PlannedChange[] {
  const next = { ...facts, ...changed };
  return actions
    .flatMap((action): PlannedChange[] => {
      if (ran.has(action.id)) return [];
      const [was, is] = [predict(action, facts, now), predict(action, next, now)];
      if (!was || !is) return [];
      const [before, after] = [was.wouldRun ? was.runAt : null, is.wouldRun ? is.runAt : null];
      if (before === after) return [];
      return [{ action, before, after, reason: is.reason }];
    })
    .sort((a, b) => timeOf(a).localeCompare(timeOf(b)));
}

const timeOf = ({ before, after }: PlannedChange) => before ?? after ?? '';
