import { decide } from '#domain/automations/decide.ts';
import type {
  AutomationFacts,
  GroupedAction,
  Occurrence,
  RuleOutcome,
  SkipReason,
} from '#domain/automations/decision-types.ts';
import { knownOccurrence } from '#domain/automations/predict.ts';
import { asInstant, type Instant } from '#domain/base/time.ts';
import type { RouteOutput } from '#wire/route.ts';
import type { getAppointmentAutomations, TimelineJob } from '../../appointment-contract.ts';
import { type JobOutcome, outcomeOf } from '../job-outcome.ts';

type Answer = RouteOutput<typeof getAppointmentAutomations>;

/** One line of the timeline. */
export interface TimelineEntry {
  key: string;
  job: TimelineJob | null;
  /** The action or reminder as it is now; null if it was deleted. */
  action: GroupedAction | null;
  /** The name of a reminder's slot. */
  slot: string | null;
  event_type: number;
  /** When it runs or ran; null if it waits for its event. */
  at: Instant | null;
  state: JobOutcome | 'will_skip' | 'waiting';
  reason: string | null;
  rules: readonly Pick<RuleOutcome, 'rule_id' | 'condition' | 'held' | 'saw' | 'problem'>[];
  /** Addresses that it wrote to. */
  reached: readonly string[];
}

export interface Timeline {
  /** Soonest first. */
  planned: TimelineEntry[];
  /** In the order of their groups. */
  waiting: TimelineEntry[];
  /** Latest first. */
  past: TimelineEntry[];
}

/** The facts of an answer as decisions need them. */
export function factsOf({ facts }: Answer): AutomationFacts {
  return { ...facts, known_ids: new Set(facts.known_ids) } as unknown as AutomationFacts;
}

/** Every action of the appointment and every reminder that is on, by its id or slot. */
export function actionsOf({ groups, reminders }: Answer): Map<string, GroupedAction> {
  const actions = groups.flatMap((group) =>
    group.actions.map((one) => ({ ...one, group_enable: group.enable }) as unknown as GroupedAction),
  );
  const slots = reminders.map((one) => ({ ...one, group_enable: true }) as unknown as GroupedAction);
  return new Map([...actions, ...slots.filter((one) => one.enable)].map((one) => [one.id, one]));
}

/** The ids of actions and reminders that have run: they never run again. */
export function ranIn({ jobs }: Answer): Set<string> {
  const ran = jobs.filter((one) => one.status === 'done' || one.status === 'failed');
  return new Set(ran.map((one) => one.action_id ?? one.slot ?? ''));
}

/** Returns what will happen for an appointment, what waits for its event, and what happened. */
export function timelineOf(answer: Answer, now: Instant): Timeline {
  const facts = factsOf(answer);
  const actions = actionsOf(answer);
  const isOff = new Set(answer.reminders.flatMap((one) => (one.enable ? [] : [one.id])));
  const jobs = answer.jobs.filter((one) => one.status === 'done' || !isOff.has(one.slot ?? ''));
  const entries = jobs.map((one) => entryOfJob(one, actions, facts, now));
  const isOfEarlierEvent = ({ reason }: TimelineJob) => reason === 'event_changed';
  const planned = new Set(
    jobs.filter((one) => !isOfEarlierEvent(one)).map((one) => one.action_id ?? one.slot),
  );
  for (const action of actions.values())
    if (!planned.has(action.id)) entries.push(entryOfAction(action, answer, facts, now));
  const isNext = ({ state }: TimelineEntry) => state === 'planned' || state === 'will_skip';
  return {
    planned: entries.filter((one) => isNext(one) && one.at !== null).sort(byTime),
    waiting: entries.filter((one) => one.at === null),
    past: entries.filter((one) => !isNext(one) && one.at !== null).sort((a, b) => byTime(b, a)),
  };
}

const byTime = (a: TimelineEntry, b: TimelineEntry) => (a.at ?? '').localeCompare(b.at ?? '');

function entryOfJob(
  job: TimelineJob,
  actions: ReadonlyMap<string, GroupedAction>,
  facts: AutomationFacts,
  now: Instant,
): TimelineEntry {
  const action = actions.get(job.action_id ?? job.slot ?? '') ?? null;
  const about = { key: job.id, job, action, slot: job.slot, event_type: job.event_type };
  if (job.status !== 'pending' || !action) {
    const { rules = [], reached = [] } = job.outcome ?? {};
    const ran = job.status === 'done' || job.status === 'failed';
    return {
      ...about,
      at: asInstant(ran ? job.updated_at : job.run_at),
      state: outcomeOf(job),
      reason: job.reason,
      rules: rules as TimelineEntry['rules'],
      reached,
    };
  }
  const occurrence = {
    event_type: action.event_type,
    id: job.occurrence_id,
    at: asInstant(job.occurred_at),
    data: (job.event_data ?? {}) as Occurrence['data'],
    planned_for: asInstant(job.run_at),
  };
  const { runAt, reason, rules } = decide(action, facts, occurrence, now);
  const state = reason === null ? 'planned' : 'will_skip';
  return { ...about, at: runAt ?? asInstant(job.run_at), state, reason, rules, reached: [] };
}

/** Reasons that do not depend on what an event brings. */
const lasting: readonly SkipReason[] = ['automations_off', 'disabled', 'incomplete', 'notifications_off'];

/** An action without a job: it waits for its event, or its time was never planned. */
function entryOfAction(
  action: GroupedAction,
  answer: Answer,
  facts: AutomationFacts,
  now: Instant,
): TimelineEntry {
  const slot = answer.reminders.some((one) => one.id === action.id) ? action.id : null;
  const about = { key: action.id, job: null, action, slot, event_type: action.event_type, reached: [] };
  const known = knownOccurrence(action, facts);
  const occurrence = known ?? { event_type: action.event_type, id: '', at: now, data: {}, planned_for: null };
  const { runAt, nominal, reason, rules } = decide(action, facts, occurrence, now);
  if (known) {
    const state = reason === null ? 'planned' : runAt && runAt > now ? 'will_skip' : 'skipped';
    return { ...about, at: runAt ?? nominal, state, reason, rules };
  }
  const isLasting = reason !== null && lasting.includes(reason);
  return { ...about, at: null, state: 'waiting', reason: isLasting ? reason : null, rules: [] };
}
