import { type Action, newAction, newRule, type Rule } from '#domain/automations/action-types.ts';
import type { WriteCtx } from '#server/context.ts';
import { newId } from '#server/ids.ts';
import * as store from './store.ts';

/** An action of the starter group, as far as it differs from a new one. */
type StarterAction = Partial<Omit<Action, 'id' | 'rules'>> & {
  rule?: [Rule['event_type'], Rule['trigger_type']];
};

const hello = '<p>Hello {{clients.first_name}},</p>';
const bye = '<p>{{technicians.names}}</p>';

const starterActions: readonly StarterAction[] = [
  {
    action_name: 'Sign and pay',
    event_type: 2,
    trigger_once: true,
    to_address: ['clients'],
    subject: 'Before your inspection at {{property.address}}',
    body_content: `${hello}<p>Your inspection at {{property.full_address}} is on {{inspection.date}} at {{inspection.time}}. Please sign the agreement and pay the invoice beforehand: {{inspection.client_link}}</p>${bye}`,
  },
  {
    action_name: 'Access needed',
    event_type: 2,
    trigger_once: true,
    to_address: ['listing_agents'],
    subject: 'Access to {{property.address}} on {{inspection.date}}',
    body_content:
      '<p>Hello {{listing_agents.first_name}},</p><p>We inspect {{property.full_address}} on {{inspection.date}} from {{inspection.time}} to {{inspection.end_time}}. Please make sure that we can get in and that water, gas and electricity are on.</p><p>{{technicians.names}}</p>',
  },
  {
    action_name: 'New job',
    action_type: 2,
    event_type: 11,
    is_certain_hours: true,
    certain_hours: [14, 42],
    to_address: ['technicians'],
    body_content: 'New job: {{inspection.date}}, {{inspection.time}}, {{property.full_address}}',
  },
  {
    action_name: 'Still unsigned',
    event_type: 18,
    trigger_type: 'before',
    duration: 1,
    duration_type: 2,
    to_address: ['clients'],
    rule: [4, 'has_not'],
    subject: 'Please sign before tomorrow’s inspection',
    body_content: `${hello}<p>Your inspection is tomorrow at {{inspection.time}}. We can only publish the report once the agreement is signed: {{inspection.agreements_link}}</p>${bye}`,
  },
  {
    action_name: 'On the way',
    action_type: 2,
    event_type: 18,
    trigger_type: 'before',
    duration: 30,
    to_address: ['clients'],
    body_content:
      '{{technicians.first_name}} is on the way to {{property.address}} and arrives at {{inspection.time}}.',
  },
  {
    action_name: 'Review request',
    event_type: 20,
    duration: 3,
    duration_type: 2,
    trigger_once: true,
    no_weekends: true,
    to_address: ['clients'],
    rule: [5, 'has'],
    subject: 'How was your inspection?',
    body_content: `${hello}<p>Thank you for choosing us for {{property.address}}. If you have a minute, please let us know how we did by replying to this email.</p>${bye}`,
  },
];

/** Gives a new company a group of common actions. It is off, so that nothing is sent before the company has read them. */
export async function insertStarterGroup(ctx: WriteCtx): Promise<void> {
  const group = { appointment_id: null, source_id: null, name: 'Booking and reminders', enable: false };
  const id = await store.insertGroup(ctx, { ...group, is_default: false });
  if (id === null) return;
  const actions = starterActions.map(({ rule, ...action }, position) => ({
    ...newAction(newId()),
    ...action,
    rules: rule ? [{ ...newRule(newId(), rule[0]), trigger_type: rule[1] }] : [],
    position,
    source_id: null,
  }));
  await store.insertActions(ctx, { id, appointment_id: null }, actions);
}
