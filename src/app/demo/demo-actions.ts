import { newRule, type RuleCondition } from '#domain/automations/action-types.ts';
import type { createAction } from '#features/automations/groups-contract.ts';
import { newId } from '#server/ids.ts';
import type { RouteInput } from '#wire/route.ts';

/** The actions of the demo company: emails, texts and webhooks of each kind, with rules, hours and limits. */
export type DemoAction = Omit<RouteInput<typeof createAction>, 'id'>;

const rule = (condition: RuleCondition, more: Partial<ReturnType<typeof newRule>> = {}) => ({
  ...newRule(newId(), condition),
  ...more,
});

/** What goes out before the visit; the add-ons are those whose choice two of them wait for. */
export function before(radon: string, sewer: string): readonly DemoAction[] {
  return [
    {
      action_name: 'Parking and access',
      event_type: 18,
      trigger_type: 'before',
      duration: 2,
      duration_type: 2,
      is_certain_hours: true,
      certain_hours: [16, 40],
      to_address: ['clients', 'agents'],
      subject: 'Getting to {{property.address}}',
      body_content:
        '<p>Hello {{clients.first_name}},</p><p>we start at <strong>{{inspection.time}}</strong> on {{inspection.date}}. You are welcome to join us for the last half hour.</p><p>{{technicians.names}}</p>',
    },
    {
      action_name: 'On the way',
      action_type: 2,
      event_type: 18,
      trigger_type: 'before',
      duration: 30,
      to_address: ['clients'],
      body_content: '{{technicians.first_name}} arrives at {{property.address}} at {{inspection.time}}.',
    },
    {
      action_name: 'Keep the windows closed',
      event_type: 3,
      rules: [rule(2, { changed_service_addons: [radon] })],
      to_address: ['clients'],
      subject: 'Before the radon test',
      body_content:
        '<p>Hello {{clients.first_name}},</p><p>please keep windows and outside doors closed from twelve hours before the visit on {{inspection.date}}, so that the radon test is valid.</p>',
    },
    {
      action_name: 'Clear the way to the cleanout',
      event_type: 3,
      rules: [rule(2, { changed_service_addons: [sewer] })],
      to_address: ['clients'],
      subject: 'Before the sewer scope',
      body_content: '<p>Hello {{clients.first_name}},</p><p>please clear the way to the sewer cleanout.</p>',
    },
    {
      action_name: 'Brief the contractor',
      event_type: 9,
      from_address: 2,
      to_address: ['contractors'],
      cc_address: ['company_admins'],
      subject: 'You are booked for {{property.address}} on {{inspection.date}}',
      body_content:
        '<p>Hello,</p><p>please meet {{technicians.names}} at <strong>{{inspection.time}}</strong> at {{property.full_address}}: {{property.map_link}}</p><p>{{inspection.notes}}</p>',
    },
    {
      action_name: 'Signed, thank you',
      action_type: 2,
      event_type: 15,
      to_address: ['clients'],
      body_content: 'Thank you, {{clients.first_name}}: your agreement is signed. {{inspection.client_link}}',
    },
    {
      action_name: 'Last call to sign',
      event_type: 18,
      trigger_type: 'before',
      duration: 1,
      duration_type: 2,
      rules: [rule(4, { trigger_type: 'has_not' })],
      to_address: ['clients'],
      subject: 'Please sign before tomorrow’s inspection',
      body_content:
        '<p>Hello {{clients.first_name}},</p><p>we can start once the agreement is signed: {{inspection.agreements_link}}</p>',
    },
  ];
}

/** What goes out after the visit. The last one is not finished. */
export const afterwards: readonly DemoAction[] = [
  {
    action_name: 'Ask for a review',
    event_type: 20,
    duration: 3,
    duration_type: 2,
    trigger_once: true,
    no_weekends: true,
    rules: [rule(5)],
    to_address: ['clients'],
    subject: 'How was your inspection?',
    body_content:
      '<p>Hello {{clients.first_name}},</p><p>Thank you for choosing us. A short review helps other buyers find us.</p>',
  },
  {
    action_name: 'Eleven-month check',
    event_type: 19,
    duration: 11,
    duration_type: 4,
    trigger_once: true,
    to_address: ['clients'],
    from_address: 2,
    subject: 'Your builder’s warranty ends soon',
    body_content:
      '<p>Hello {{clients.first_name}},</p><p>the first year at {{property.address}} is almost over. We can inspect it again before the warranty ends.</p>',
  },
  {
    action_name: 'The agent has read the report',
    event_type: 24,
    to_address: ['company_admins'],
    subject: '{{agents.names}} opened {{event_details.report_name}}',
    body_content: '<p>{{event_details.report_link}}</p>',
  },
  {
    action_name: 'Season’s greetings',
    enable: false,
    event_type: 19,
    duration: 3,
    duration_type: 4,
    to_address: ['clients', 'agents'],
  },
];

/** Webhooks to other software: one receiver works, one is out of order, and one no longer exists. */
export const systems: readonly DemoAction[] = [
  {
    action_name: 'Accounting',
    action_type: 3,
    event_type: 16,
    webhook_url: '{host}/hooks-sink/accounting',
    webhook_data: [
      { key: 'order', label: 'Order', value: '{{inspection.order_id}}' },
      { key: 'amount', label: 'Amount', value: '{{payments.last_amount}}' },
    ],
  },
  {
    action_name: 'Customer list',
    action_type: 3,
    event_type: 3,
    webhook_url: '{host}/hooks-sink/crm?mode=fail',
  },
  {
    action_name: 'Price board',
    action_type: 3,
    event_type: 4,
    webhook_url: '{host}/hooks-sink/prices?mode=gone',
  },
  {
    action_name: 'Ready to start',
    action_type: 3,
    event_type: 17,
    webhook_url: '{host}/hooks-sink/planning',
  },
];
