import type { EventType } from '#domain/events/events.ts';
import { automationEvents } from '#domain/events/events.ts';
import { listenAfterCommit, listenInTransaction } from '#server/events.ts';
import { changeChosenGroups, copyChosenGroups } from './groups/copy-chosen-groups.ts';
import { insertStarterGroup } from './groups/starter.ts';
import { planAppointment } from './planning/plan-appointment.ts';
import { planConfirmation, planEvent } from './planning/plan-event.ts';
import { replanCompany } from './planning/replan-company.ts';

/** Changes after which the actions on start and end, and the reminders, are planned again. */
const replanning = [
  'appointment.scheduled',
  'appointment.unconfirmed',
  'appointment.rescheduled',
  'appointment.canceled',
  'appointment.restored',
  'appointment.changed',
] as const satisfies readonly EventType[];

const triggering = [...new Set(automationEvents.flatMap(({ on }) => on ?? []))];

export const listeners = [
  listenInTransaction('company.created', (ctx) => insertStarterGroup(ctx)),
  // First of all: what follows in the same transaction finds the copies.
  listenInTransaction('appointment.created', (ctx, event) => copyChosenGroups(ctx, event.appointment_id)),
  listenInTransaction('appointment.changed', async (ctx, { appointment_id, fields }) => {
    if (fields.includes('action_groups')) await changeChosenGroups(ctx, appointment_id);
  }),
  ...replanning.map((type) =>
    listenInTransaction(type, (ctx, event) => planAppointment(ctx, event.appointment_id)),
  ),
  ...triggering.map((type) => listenInTransaction(type, planEvent)),
  listenInTransaction('appointment.scheduled', planConfirmation),
  listenAfterCommit('company.changed', 'automations/replan-hours', async (ctx, event) => {
    if (event.fields.includes('sending_hours')) await replanCompany(ctx);
  }),
];
