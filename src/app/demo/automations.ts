import { addHours } from '#domain/base/time.ts';
import { listAppointments } from '#features/appointments/list-contract.ts';
import {
  chooseActionGroups,
  createAction,
  createActionGroup,
} from '#features/automations/groups-contract.ts';
import type { RouteInput } from '#wire/route.ts';
import { callAsOwner, type DemoContext } from './demo-context.ts';

type DemoAction = Omit<RouteInput<typeof createAction>, 'id'>;

const reminders: readonly DemoAction[] = [
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
];
const afterwards: readonly DemoAction[] = [
  {
    action_name: 'Ask for a review',
    event_type: 20,
    duration: 3,
    duration_type: 2,
    trigger_once: true,
    no_weekends: true,
    to_address: ['clients'],
    subject: 'How was your inspection?',
    body_content:
      '<p>Hello {{clients.first_name}},</p><p>thank you for choosing us. A short review helps other buyers find us.</p>',
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
    action_name: 'Accounting',
    action_type: 3,
    event_type: 16,
    webhook_url: 'https://accounting.example/hooks/gable',
    webhook_data: [
      { key: 'order', label: 'Order', value: '{{inspection.order_id}}' },
      { key: 'amount', label: 'Amount', value: '{{payments.last_amount}}' },
    ],
  },
];

/** Gives the demo company two groups of actions, and copies of them to its next appointment. */
export async function seedAutomations(demo: DemoContext): Promise<void> {
  const groupIds = [
    await seedGroup(demo, 'Before the visit', reminders),
    await seedGroup(demo, 'After the visit', afterwards),
  ];
  const { pageData: upcoming } = await callAsOwner(demo, listAppointments, { tab: 'upcoming', perPage: 20 });
  // Not today's: its actions on the start would be due already.
  const next = upcoming.find((one) => one.date_time > addHours(demo.today, 72));
  if (next) await callAsOwner(demo, chooseActionGroups, { id: next.id, groupIds });
}

async function seedGroup(demo: DemoContext, name: string, actions: readonly DemoAction[]): Promise<string> {
  const { id } = await callAsOwner(demo, createActionGroup, { name });
  for (const action of actions) await callAsOwner(demo, createAction, { ...action, id });
  return id;
}
