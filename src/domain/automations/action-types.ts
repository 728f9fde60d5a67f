/**
 * Actions, their rules and groups as stored and on the wire. `event_type` and `trigger_type` mean different things on an action and
 * on a rule (T-09), so each has its own type here.
 */
import type { DurationUnit } from '../base/durations.ts';
import { type AutomationEventId, automationEvent } from '../events/events.ts';
import type { HourPair } from '../settings/half-hours.ts';

/** What starts an action: the `event_type` of an action. */
export type ActionEvent = AutomationEventId;
/** What a rule asks: the `event_type` of a rule. */
export type RuleCondition = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
export const actionTriggers = ['before', 'after'] as const;
/** When an action runs: the `trigger_type` of an action. */
type ActionTrigger = (typeof actionTriggers)[number];
export const ruleTriggers = ['has', 'has_not'] as const;
/** Whether a rule is negated: the `trigger_type` of a rule. */
type RuleTrigger = (typeof ruleTriggers)[number];
export const rulesMatches = ['all', 'any'] as const;
/** Whether all rules have to hold or one is enough. */
export type RulesMatch = (typeof rulesMatches)[number];

/** 1 email, 2 text, 3 webhook. */
export const actionTypes = [1, 2, 3] as const;
export type ActionType = (typeof actionTypes)[number];
/** The sender of an email: 1 company, 2 technician. */
export const senders = [1, 2] as const;
type Sender = (typeof senders)[number];

/** Groups of recipients; every other entry of an address list is a literal address. */
export const recipientGroups = [
  'company_admins',
  'clients',
  'agents',
  'technicians',
  'listing_agents',
  'contractors',
] as const;
export type RecipientGroup = (typeof recipientGroups)[number];

/** The details of a property that a rule can ask, with their operators. */
export const ruleFields = {
  foundation: ['eq', 'neq'],
  square_feet: ['gte', 'lt'],
  year_built: ['gte', 'lt'],
} as const;
export type RuleField = keyof typeof ruleFields;
type RuleOperator = (typeof ruleFields)[RuleField][number];

/** A condition of an action. Which fields count depends on the condition; the others are empty. */
export interface Rule {
  id: string;
  trigger_type: RuleTrigger;
  event_type: RuleCondition;
  field: RuleField | null;
  operator: RuleOperator | null;
  numeric: number | null;
  services: string[];
  service_addons: string[];
  changed_services: string[];
  changed_service_addons: string[];
  /** What the name of an attachment or report contains. */
  report_name: string;
}

/** A member of a webhook's data; its value is a template, or 'Appointment' for the whole appointment. */
export interface WebhookRow {
  key: string;
  label: string;
  value: string;
}

export interface WebhookHeader {
  name: string;
  value: string;
}

/** What an action does, and when. */
export interface Action {
  id: string;
  enable: boolean;
  action_name: string;
  action_type: ActionType;
  event_type: ActionEvent;
  duration: number;
  duration_type: DurationUnit;
  trigger_type: ActionTrigger;
  /** At most once for each appointment. */
  trigger_once: boolean;
  /** Also on appointments with automated notifications disabled. */
  when_noti_disabled: boolean;
  is_certain_hours: boolean;
  certain_hours: HourPair;
  no_weekends: boolean;
  rules: Rule[];
  rules_match: RulesMatch;
  /** Names of groups and literal addresses. */
  to_address: string[];
  from_address: Sender;
  cc_address: string[];
  bcc_address: string[];
  subject: string;
  /** HTML of an email, plain text of a text message. */
  body_content: string;
  webhook_url: string;
  webhook_data: WebhookRow[];
  webhook_headers: WebhookHeader[];
}

/** Actions that are chosen together for an appointment. */
export interface ActionGroup {
  id: string;
  name: string;
  /** Of a disabled group no action runs. */
  enable: boolean;
  /** Selected for new appointments. */
  is_default: boolean;
  position: number;
  actions: Action[];
}

/** The value of a webhook row that sends the whole appointment. */
export const wholeAppointment = 'Appointment';

/** Returns a new action with the defaults of the specification. */
export function newAction(id: string): Action {
  return {
    id,
    enable: true,
    action_name: '',
    action_type: 1,
    event_type: 1,
    duration: 0,
    duration_type: 0,
    trigger_type: 'after',
    trigger_once: false,
    when_noti_disabled: false,
    is_certain_hours: false,
    certain_hours: [16, 40],
    no_weekends: false,
    rules: [],
    rules_match: 'all',
    to_address: [],
    from_address: 1,
    cc_address: [],
    bcc_address: [],
    subject: '',
    body_content: '',
    webhook_url: '{host}',
    webhook_data: [{ key: 'appointment', label: 'Appointment', value: wholeAppointment }],
    webhook_headers: [],
  };
}

/** Returns a new rule that asks this condition. */
export function newRule(id: string, condition: RuleCondition): Rule {
  const isDetail = condition === 6;
  return {
    id,
    trigger_type: 'has',
    event_type: condition,
    field: isDetail ? 'foundation' : null,
    operator: isDetail ? 'eq' : null,
    numeric: null,
    services: [],
    service_addons: [],
    changed_services: [],
    changed_service_addons: [],
    report_name: '',
  };
}

/** Returns the number of a type of action; throws 'Unknown action_type' for any other. */
export function asActionType(type: number): ActionType {
  const known = actionTypes.find((one) => one === type);
  if (known === undefined) throw new RangeError('Unknown action_type');
  return known;
}

/** Returns whether actions on this event may run before it: only those whose time is known in advance. */
export function mayRunBefore(event: ActionEvent): boolean {
  return automationEvent(event)?.mayBeBefore === true;
}

/** The field of a rule that lists ids. */
export type RuleList = 'services' | 'service_addons' | 'changed_services' | 'changed_service_addons';

/** A condition and the events whose actions offer it; null for all. */
export interface ConditionRow {
  id: RuleCondition;
  events: readonly ActionEvent[] | null;
  list: RuleList | null;
}

const row = (
  id: RuleCondition,
  events: ConditionRow['events'],
  list: RuleList | null = null,
): ConditionRow => ({ id, events, list });

/**
 * The nine conditions (decisions G-AUT-2): changed service, changed add-on, attachment name, agreements signed, invoice paid,
 * property detail, service, add-on, report name.
 */
export const conditions: readonly ConditionRow[] = [
  row(1, [3], 'changed_services'),
  row(2, [3], 'changed_service_addons'),
  row(3, [7, 8]),
  row(4, null),
  row(5, null),
  row(6, null),
  row(7, null, 'services'),
  row(8, null, 'service_addons'),
  row(9, [20, 24, 25]),
];

/** Returns the conditions that an action on this event can have. */
export function conditionsFor(event: ActionEvent): readonly ConditionRow[] {
  return conditions.filter((one) => one.events === null || one.events.includes(event));
}

/** Returns whether an action on this event offers a condition. */
export function isOffered(id: RuleCondition, event: ActionEvent): boolean {
  return conditionsFor(event).some((one) => one.id === id);
}
