/** What a decision on an action knows and says: the facts of the appointment, the occurrence, the reason and each rule. */
import type { Cents } from '../base/money.ts';
import type { Instant, Zone } from '../base/time.ts';
import type { AppointmentStatus } from '../scheduling/appointment-states.ts';
import type { HourPair } from '../settings/half-hours.ts';
import type { Action, ActionEvent, RecipientGroup, RuleCondition } from './action-types.ts';

/** A service, add-on or the like, with its name. */
export interface NamedId {
  id: string;
  name: string;
}

/** A person that an action may write to. */
export interface Reachable {
  id: string;
  name: string;
  /** Empty if there is none. */
  email: string;
  /** Further addresses that get a copy of each email. */
  email_cc: readonly string[];
  /** In international form; empty if there is none. */
  phone: string;
}

/** The current state of an appointment, as far as actions depend on it. */
export interface AutomationFacts {
  appointment_id: string;
  zone: Zone;
  status: AppointmentStatus;
  date_time: Instant;
  end_time: Instant;
  disable_automated_notifications: boolean;
  /** The company's master switch. */
  automations_enabled: boolean;
  /** The company's, for actions without their own; null: any time. */
  sending_hours: HourPair | null;
  property: { foundation: number | null; square_feet: number | null; year_built: number | null };
  services: readonly NamedId[];
  service_addons: readonly NamedId[];
  agreements_signed: boolean;
  invoice_paid: boolean;
  /** Active people only. */
  people: Readonly<Record<RecipientGroup, readonly Reachable[]>>;
  /** Ids of the company's services and add-ons that exist; a rule that names another is reported. Null: not checked. */
  known_ids: ReadonlySet<string> | null;
}

/** What an event says about itself; frozen with the job, because the state may change until it runs. */
export interface OccurrenceData {
  /** Added and removed ones, for conditions 1 and 2. */
  changed_services?: readonly NamedId[];
  changed_service_addons?: readonly NamedId[];
  attachment_name?: string;
  report_name?: string;
  /** Event 20: no other report of the appointment was published before. */
  is_first_report?: boolean;
  /** Events 9–12: the only contractor or technician meant; also after leaving the appointment. */
  person?: Reachable;
  /** What messages say about the event. */
  details?: EventDetails;
}

/** The content of `event_details` and what else an event says, in no language yet. */
export interface EventDetails {
  /** Of the agreement, person or sub-event. */
  name?: string;
  description?: string;
  start?: Instant;
  end?: Instant;
  technician?: string;
  report_name?: string;
  report_public_id?: string;
  attachment_name?: string;
  added?: readonly string[];
  removed?: readonly string[];
  old_total_cents?: Cents;
  new_total_cents?: Cents;
  old_date_time?: Instant;
  cancel_reason?: string;
  payment?: { amount_cents: Cents; method: string; received_at: Instant };
}

/** One time that an event happened; 18 and 19 have a single occurrence per appointment, `start` and `end`. */
export interface Occurrence {
  event_type: ActionEvent;
  /** Distinguishes occurrences of one event: the id of the event's row; `start` or `end` for 18 and 19. */
  id: string;
  /** When it happened; unused for 18 and 19, whose anchor is the appointment's current time. */
  at: Instant;
  data: OccurrenceData;
  /** The `run_at` of the job that exists already; null while planning. */
  planned_for: Instant | null;
  /** A user asked for it now: hours and weekends do not delay it. */
  is_requested?: boolean;
}

/** An action with the switch of its group. */
export type GroupedAction = Action & { group_enable: boolean };

/** Why an action does not run, by precedence. */
const skipReasons = [
  'automations_off',
  'disabled',
  'incomplete',
  'canceled',
  'restored',
  'not_confirmed',
  'window_missed',
  'too_late',
  'notifications_off',
  'later_report',
  'rules',
  'no_recipient',
  'no_email',
  'no_phone',
] as const;
export type SkipReason = (typeof skipReasons)[number];

/** What an incomplete action lacks. */
export type MissingPart = 'recipient' | 'subject' | 'body' | 'url';

/** What a rule looked at; a text key of the timeline. */
export type SawKey =
  | 'services'
  | 'service_addons'
  | 'changed_services'
  | 'changed_service_addons'
  | 'attachment_name'
  | 'report_name'
  | 'agreements_signed'
  | 'invoice_paid'
  | 'foundation'
  | 'square_feet'
  | 'year_built';

/** Why a rule can never see a value: it chooses nothing, its event does not offer it, or what it names was deleted. */
export type RuleProblem = 'nothing_chosen' | 'not_offered' | 'deleted';

/** How a rule was judged. */
export interface RuleOutcome {
  rule_id: string;
  condition: RuleCondition;
  held: boolean;
  /** The value it saw: names of a list, a text, number or flag; null if the appointment or event has none. */
  saw: { key: SawKey; value: readonly string[] | string | number | boolean | null };
  problem: RuleProblem | null;
}

/** When an action runs, whether, and why not. */
export interface Decision {
  /** Null if there is no allowed moment. */
  runAt: Instant | null;
  /** The time before hours and weekends moved it. */
  nominal: Instant;
  moved: 'later' | 'earlier' | null;
  wouldRun: boolean;
  reason: SkipReason | null;
  missing: readonly MissingPart[];
  rules: readonly RuleOutcome[];
}
