import { z } from 'zod/mini';
import { recipientGroups } from '#domain/automations/action-types.ts';
import { id, instant } from '#wire/fields.ts';
import { read } from '#wire/route.ts';
import { action, actionGroup } from './groups-contract.ts';
import { jobDelivery, ruleOutcome } from './jobs-contract.ts';

/** What will happen for one appointment, what happened and what was skipped (beyond.md B-2). */

const named = z.array(z.object({ id, name: z.string() }));
const reachable = z.array(
  z.object({
    id,
    name: z.string(),
    email: z.string(),
    email_cc: z.array(z.string()),
    phone: z.string(),
  }),
);
const people = Object.fromEntries(recipientGroups.map((group) => [group, reachable])) as Record<
  (typeof recipientGroups)[number],
  typeof reachable
>;

const job = z.object({
  id,
  action_id: z.nullable(id),
  slot: z.nullable(z.string()),
  event_type: z.number(),
  occurrence_id: z.string(),
  occurred_at: instant,
  event_data: z.unknown(),
  run_at: instant,
  status: z.enum(['pending', 'done', 'skipped', 'failed', 'canceled']),
  reason: z.nullable(z.string()),
  attempts: z.number(),
  /** When it was last changed: when it ran, was skipped or canceled. */
  updated_at: instant,
  /** What decided; null before it ran. */
  outcome: z.nullable(
    z.object({
      rules: z.array(ruleOutcome),
      reached: z.array(z.string()),
      unreachable: z.array(z.string()),
    }),
  ),
  /** The name and type of the action as it ran; null before, or if it was deleted. */
  ran: z.nullable(z.object({ action_name: z.string(), action_type: z.number(), subject: z.string() })),
  /** What became of each message or webhook that it sent; empty if it sent none, or they are no longer stored. */
  deliveries: z.array(jobDelivery),
});
export type TimelineJob = z.infer<typeof job>;

export const getAppointmentAutomations = read('GET /v2/appointments/{id}/automations', {
  access: 'member',
  capability: 'edit_appointment',
  summary:
    'Returns the actions and reminders of an appointment, what they have planned and done, and what decides on them.',
  input: z.object({ id }),
  output: z.object({
    facts: z.object({
      appointment_id: id,
      zone: z.string(),
      status: z.enum(['requested', 'scheduled', 'completed', 'canceled']),
      date_time: instant,
      end_time: instant,
      disable_automated_notifications: z.boolean(),
      automations_enabled: z.boolean(),
      sending_hours: z.nullable(z.array(z.number())),
      property: z.object({
        foundation: z.nullable(z.number()),
        square_feet: z.nullable(z.number()),
        year_built: z.nullable(z.number()),
      }),
      services: named,
      service_addons: named,
      agreements_signed: z.boolean(),
      invoice_paid: z.boolean(),
      people: z.object(people),
      /** Of the services and add-ons that the rules name, those that exist. */
      known_ids: z.array(id),
    }),
    groups: z.array(
      z.extend(actionGroup, {
        /** The company's group that it was copied from. */
        source_id: z.nullable(id),
      }),
    ),
    /** The reminders as the actions that they are; `id` is the name of the slot. */
    reminders: z.array(
      z.extend(z.omit(action, { id: true, is_complete: true, missing: true }), { id: z.string() }),
    ),
    /** By time; at most 500. */
    jobs: z.array(job),
  }),
  invalidates: ['automations', 'appointments', 'messages'],
});
