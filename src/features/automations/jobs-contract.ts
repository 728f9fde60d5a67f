import { z } from 'zod/mini';
import { chosenService } from '#features/services/contract.ts';
import { asCode, asLine, calendarDay, id, instant, optionalText } from '#wire/fields.ts';
import { pageQuery, pageSchema } from '#wire/paging.ts';
import { read, write } from '#wire/route.ts';
import { sentAction } from './groups-contract.ts';

/** What actions and reminders will do, did and would do. */

const automation = { access: 'member', capability: 'manage_automations' } as const;
export const jobStatuses = ['pending', 'done', 'skipped', 'failed', 'canceled'] as const;

/** How a rule was judged, with the value that it saw. */
export const ruleOutcome = z.object({
  rule_id: z.string(),
  condition: z.number(),
  held: z.boolean(),
  saw: z.object({
    key: z.string(),
    value: z.nullable(z.union([z.array(z.string()), z.string(), z.number(), z.boolean()])),
  }),
  problem: z.nullable(z.enum(['nothing_chosen', 'not_offered', 'deleted'])),
});

/** What became of a message or webhook that a job sent. */
export const jobDelivery = z.object({
  channel: z.enum(['email', 'text', 'webhook']),
  /** An email address, a phone number or a URL. */
  to: z.string(),
  state: z.enum([
    ...(['sending', 'sent', 'delivered', 'retrying', 'on_hold'] as const),
    ...(['uncertain', 'failed', 'blocked', 'bounced'] as const),
  ]),
  /** Why it did not arrive, or not yet. */
  problem: z.nullable(z.string()),
  /** With which a webhook was answered. */
  http_status: z.nullable(z.number()),
  /** Of a webhook. */
  next_attempt_at: z.nullable(instant),
});
export type JobDelivery = z.infer<typeof jobDelivery>;

const automationJob = z.object({
  id,
  appointment_id: id,
  order_id: z.string(),
  address: z.string(),
  /** Null of a reminder, whose `slot` says which it is (`client_email_1`). */
  action_id: z.nullable(id),
  slot: z.nullable(z.string()),
  /** Empty if the action has none, or was deleted before it ran. */
  action_name: z.string(),
  action_type: z.nullable(z.number()),
  event_type: z.number(),
  status: z.enum(jobStatuses),
  /** Why it was skipped, canceled or failed. */
  reason: z.nullable(z.string()),
  occurred_at: instant,
  /** When it runs, or was to run. */
  run_at: instant,
  /** When it runs again after a failure. */
  retry_at: z.nullable(instant),
  attempts: z.number(),
  /** When it ran or was decided; null while it waits. */
  ended_at: z.nullable(instant),
  rules: z.array(ruleOutcome),
  missing: z.array(z.string()),
  reached: z.array(z.string()),
  /** People without an address for this kind of message. */
  unreachable: z.array(z.string()),
  /** What became of each message or webhook that it sent; empty if it sent none, or they are no longer stored. */
  deliveries: z.array(jobDelivery),
});
export type AutomationJob = z.infer<typeof automationJob>;

export const listAutomationJobs = read('GET /v2/automation-jobs', {
  access: 'member',
  summary:
    'Lists what actions and reminders will do and did, latest first: of one appointment, or of the company for company admins.',
  input: z.object({
    appointmentId: z.optional(id),
    status: z.optional(z.enum(jobStatuses)),
    /** Days of the company on which they run or ran, both inclusive. */
    from: z.optional(calendarDay),
    to: z.optional(calendarDay),
    /** Matches their appointments as in the list of appointments. */
    text: optionalText(200),
    ...pageQuery,
  }),
  output: pageSchema(automationJob),
  invalidates: ['automations', 'appointments'],
});

const changesJob = {
  access: 'member',
  input: z.object({ id }),
  output: automationJob,
  invalidates: ['automations'],
} as const;

export const cancelAutomationJob = write('POST /v2/automation-jobs/{id}/cancel', {
  ...changesJob,
  summary:
    'Cancels a planned job for good: a new plan does not bring it back. One that is canceled stays so.',
});

export const retryAutomationJob = write('POST /v2/automation-jobs/{id}/retry', {
  ...changesJob,
  summary:
    'Runs a skipped or failed job again, now. It is judged as always, and one that is done never runs again.',
});

const people = z.optional(z.array(id).check(z.maxLength(200, 'At most 200 entries')));
const shortText = z.optional(
  z.nullable(z.string().check(asLine, z.maxLength(200, 'At most 200 characters'))),
);
const wholeNumber = z.optional(z.nullable(z.number()));

/** An appointment that is not saved yet. */
const draft = z.object({
  date_time: z.string().check(asCode, z.maxLength(60)),
  duration_minutes: z.number().check(z.int('Enter a whole number'), z.gte(1), z.lte(1440)),
  confirm_inspection: z.boolean(),
  disable_automated_notifications: z.optional(z.boolean()),
  ...{ address: shortText, city: shortText, state: shortText, zip_code: shortText },
  ...{ square_feet: wholeNumber, year_built: wholeNumber, foundation: wholeNumber },
  services: z.optional(z.array(chosenService).check(z.maxLength(100, 'At most 100 services'))),
  ...{ inspectors: people, clients: people, agents: people, listing_agents: people, contractors: people },
});
export type AppointmentDraft = z.infer<typeof draft>;

const decision = {
  /** When it runs; of an event, if that happened now. Null if there is no allowed moment. */
  run_at: z.nullable(instant),
  /** Hours and weekends moved it. */
  moved: z.nullable(z.enum(['later', 'earlier'])),
  would_run: z.boolean(),
  reason: z.nullable(z.string()),
  rules: z.array(ruleOutcome),
};

const previewed = z.object({
  action_id: id,
  /** The company's group or the copy; null of an action that is not saved. */
  group_id: z.nullable(id),
  group_name: z.string(),
  action_name: z.string(),
  action_type: z.number(),
  event_type: z.number(),
  /** Its time is known in advance: start or end of the appointment. */
  is_timed: z.boolean(),
  ...decision,
  missing: z.array(z.string()),
  recipients: z.array(z.object({ name: z.string(), address: z.string() })),
  unreachable: z.array(z.string()),
  /**
   * As the first recipient gets it, without the personal part of links; of a webhook the JSON text. What is known later stays a
   * placeholder.
   */
  subject: z.string(),
  body: z.string(),
  /** Placeholders that do not exist, and those without a value here. */
  unknown: z.array(z.string()),
  empty: z.array(z.string()),
  /** Placeholders whose value is not known before the event happens, or before the appointment is saved. */
  later: z.array(z.string()),
});
export type PreviewedAction = z.infer<typeof previewed>;

export const previewActions = read('POST /v2/action-groups/preview', {
  access: 'member',
  summary:
    'Returns when actions would run for an appointment, whether and why not, and what they would send. Nothing is sent or planned.',
  input: z.object({
    appointment_id: z.optional(id),
    draft: z.optional(draft),
    /** As an appointment's payload names them; without them and without an action: the appointment's copies. */
    groups: z.optional(z.array(z.unknown()).check(z.maxLength(50, 'At most 50 entries'))),
    /** One action that is not saved. */
    action: z.optional(sentAction),
  }),
  output: z.array(previewed),
});

export const dryRunAction = read('POST /v2/action-groups/dry-run', {
  ...automation,
  summary:
    'Returns for the last 50 appointments whether an action would have run on its event, and why not. Nothing is sent or planned.',
  input: z.object({ action: sentAction }),
  output: z.object({
    appointments: z.number(),
    would_run: z.number(),
    /** Different addresses or phone numbers that would have got the message. */
    people: z.number(),
    rows: z.array(
      z.object({
        appointment_id: id,
        order_id: z.string(),
        address: z.string(),
        date_time: instant,
        /** `no_event`: it never happened on this appointment. */
        ...decision,
        recipients: z.array(z.string()),
      }),
    ),
  }),
});

export const listQuietActions = read('GET /v2/action-groups/quiet', {
  ...automation,
  summary: 'Lists the enabled actions of the company that ran for no appointment in the last 90 days.',
  input: z.object({}),
  output: z.array(
    z.object({
      action_id: id,
      group_id: id,
      group_name: z.string(),
      action_name: z.string(),
      event_type: z.number(),
      /** Null: never. */
      last_run_at: z.nullable(instant),
    }),
  ),
  invalidates: ['automations'],
});
