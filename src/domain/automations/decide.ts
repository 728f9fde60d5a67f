/** The one decision on an action: when it runs, whether, and why not. Worker, preview, dry run and prediction share it. */
import { addHours, type Instant, isBefore } from '../base/time.ts';
import type {
  AutomationFacts,
  Decision,
  GroupedAction,
  Occurrence,
  RuleOutcome,
  SkipReason,
} from './decision-types.ts';
import { missingIn } from './missing.ts';
import { allowedFrom, type PlannedTime, plannedTime, withSendingHours } from './planned-time.ts';
import { recipientsOf } from './recipients.ts';
import { judgeRules, rulesHold } from './rules.ts';

/** How long after its time an action that runs after its anchor is still worth sending, say after an outage. */
const hoursOfGrace = 72;

/**
 * Decides on an action for one occurrence of its event. While planning, a time in the past is too late; of an existing job
 * (`planned_for`), only one that no longer makes sense; outside the hours as they are now, it moves on (`runAt`). All rules
 * are judged, whatever the reason.
 */
export function decide(
  action: GroupedAction,
  facts: AutomationFacts,
  occurrence: Occurrence,
  now: Instant,
): Decision {
  const time = timeOf(action, facts, occurrence);
  const runAt = dueTime(action, facts, occurrence) ?? time.runAt;
  const missing = missingIn(action);
  const rules = judgeRules(action.rules, occurrence.event_type, facts, occurrence.data);
  const reason =
    (missing.length > 0 ? (switchedOff(action, facts) ?? 'incomplete') : switchedOff(action, facts)) ??
    stateReason(occurrence, facts) ??
    timeReason(action, facts, occurrence, { ...time, runAt }, now) ??
    (facts.disable_automated_notifications && !action.when_noti_disabled ? 'notifications_off' : null) ??
    ruleReason(action, occurrence, rules) ??
    recipientReason(action, facts, occurrence);
  return {
    runAt: reason === 'window_missed' ? null : runAt,
    nominal: time.nominal,
    moved: time.moved,
    wouldRun: reason === null,
    reason,
    missing,
    rules,
  };
}

/**
 * Returns whether what an action has queued no longer applies: the appointment was canceled or restored since, or, of an
 * action that runs before a time, that time has come or was moved.
 */
export function isOutdated(
  { event_type, trigger_type }: Pick<GroupedAction, 'event_type' | 'trigger_type'>,
  facts: Pick<AutomationFacts, 'status' | 'date_time' | 'end_time'>,
  plannedFor: Instant,
  now: Instant,
): boolean {
  if (stateReason({ event_type }, facts) !== null) return true;
  const anchor = anchorOf({ event_type, at: plannedFor }, facts);
  return trigger_type === 'before' && (anchor !== plannedFor || !isBefore(now, anchor));
}

/** Returns when an action runs for one occurrence of its event, as far as hours and weekends decide. */
export function timeOf(action: GroupedAction, facts: AutomationFacts, occurrence: Occurrence): PlannedTime {
  return plannedTime(withSendingHours(action, facts.sending_hours), anchorOf(occurrence, facts), facts.zone);
}

/** The time of a job that exists: hours and weekends may have changed since it was planned. */
function dueTime(
  action: GroupedAction,
  { sending_hours, zone }: AutomationFacts,
  { planned_for: due, is_requested }: Occurrence,
): Instant | null {
  return due === null || is_requested ? due : allowedFrom(withSendingHours(action, sending_hours), due, zone);
}

/** Returns the instant from which an occurrence is counted. */
function anchorOf(
  { event_type: event, at }: Pick<Occurrence, 'event_type' | 'at'>,
  facts: Pick<AutomationFacts, 'date_time' | 'end_time'>,
): Instant {
  return event === 18 ? facts.date_time : event === 19 ? facts.end_time : at;
}

/**
 * Returns what makes a job unique: once per appointment, or once per occurrence. Events 18 and 19 occur once, so neither a new
 * plan of a moved appointment nor an edited action ever sends again.
 */
export function dedupeKey(
  action: Pick<GroupedAction, 'id' | 'trigger_once'>,
  appointmentId: string,
  occurrence: Pick<Occurrence, 'id' | 'event_type'>,
): string {
  const job = `${action.id}.${appointmentId}`;
  const isTimed = occurrence.event_type === 18 || occurrence.event_type === 19;
  return action.trigger_once || isTimed ? job : `${job}.${occurrence.id}`;
}

function switchedOff(action: GroupedAction, facts: AutomationFacts): SkipReason | null {
  if (!facts.automations_enabled) return 'automations_off';
  return action.enable && action.group_enable ? null : 'disabled';
}

/** An unconfirmed appointment stops neither its request nor its cancellation, signatures and payments. */
function stateReason(
  { event_type: event }: Pick<Occurrence, 'event_type'>,
  { status }: Pick<AutomationFacts, 'status'>,
): SkipReason | null {
  if (status === 'canceled') return event === 14 ? null : 'canceled';
  if (event === 14) return 'restored';
  const goesUnconfirmed = event === 1 || (event >= 15 && event <= 17);
  return status === 'requested' && !goesUnconfirmed ? 'not_confirmed' : null;
}

function timeReason(
  action: GroupedAction,
  facts: AutomationFacts,
  occurrence: Occurrence,
  { runAt, moved }: PlannedTime,
  now: Instant,
): SkipReason | null {
  const { planned_for: due } = occurrence;
  if (due === null) {
    if (!isBefore(runAt, now)) return null;
    return moved === 'earlier' ? 'window_missed' : 'too_late';
  }
  if (action.trigger_type === 'before' && runAt !== due && !isBefore(runAt, anchorOf(occurrence, facts)))
    return 'window_missed';
  if (action.trigger_type === 'after') return isBefore(addHours(due, hoursOfGrace), now) ? 'too_late' : null;
  // "Before the end" may be due during the appointment.
  const until = isBefore(due, facts.date_time) ? facts.date_time : anchorOf(occurrence, facts);
  return isBefore(now, until) ? null : 'too_late';
}

/** Later reports of an appointment need a rule that names them. */
function ruleReason(
  action: GroupedAction,
  { event_type: event, data }: Occurrence,
  rules: readonly RuleOutcome[],
): SkipReason | null {
  if (event === 20 && data.is_first_report === false) {
    const names = action.rules.filter((one) => one.event_type === 9 && one.trigger_type === 'has');
    const isNamed = names.some((one) => rules.some((rule) => rule.rule_id === one.id && rule.held));
    if (!isNamed) return 'later_report';
  }
  return rulesHold(rules, action.rules_match) ? null : 'rules';
}

function recipientReason(
  action: GroupedAction,
  facts: AutomationFacts,
  occurrence: Occurrence,
): SkipReason | null {
  if (action.action_type === 3) return null;
  const { to, unreachable } = recipientsOf(action, facts.people, occurrence);
  if (to.length > 0) return null;
  return unreachable.length === 0 ? 'no_recipient' : action.action_type === 2 ? 'no_phone' : 'no_email';
}
