/** An appointment in New York with one person of each kind, for tests. */
import { asInstant, asZone } from '../base/time.ts';
import { type ActionEvent, newAction } from './action-types.ts';
import type {
  AutomationFacts,
  GroupedAction,
  Occurrence,
  OccurrenceData,
  Reachable,
} from './decision-types.ts';

/** A person with an email address and a phone. */
export const person = (id: string, more: Partial<Reachable> = {}): Reachable => ({
  id,
  name: id,
  email: `${id}@example.com`,
  email_cc: [],
  phone: '+12125550100',
  ...more,
});

/** A confirmed appointment on Friday 2027-05-07 from 10:00 to 13:00. */
export const facts: AutomationFacts = {
  appointment_id: 'appointment',
  zone: asZone('America/New_York'),
  status: 'scheduled',
  date_time: asInstant('2027-05-07T14:00:00Z'),
  end_time: asInstant('2027-05-07T17:00:00Z'),
  disable_automated_notifications: false,
  automations_enabled: true,
  sending_hours: null,
  property: { foundation: 2, square_feet: 1800, year_built: null },
  services: [{ id: 'home', name: 'Home inspection' }],
  service_addons: [{ id: 'radon', name: 'Radon' }],
  agreements_signed: true,
  invoice_paid: false,
  people: {
    company_admins: [person('owner')],
    clients: [person('ann'), person('bob', { email_cc: ['bob@work.example', 'BOB@example.com'] })],
    agents: [],
    technicians: [person('tom')],
    listing_agents: [person('lee', { email: '', phone: '' })],
    contractors: [person('con')],
  },
  known_ids: null,
};

/** A complete, enabled email to the clients. */
export const emailAction = (more: Partial<GroupedAction> = {}): GroupedAction => ({
  ...newAction('action'),
  group_enable: true,
  event_type: 18,
  to_address: ['clients'],
  subject: 'Your inspection',
  body_content: '<p>Hello</p>',
  ...more,
});

/** An occurrence of an event on 2027-05-01 at noon, while it is planned. */
export const occurrence = (
  event_type: ActionEvent,
  data: OccurrenceData = {},
  more: Partial<Occurrence> = {},
): Occurrence => ({
  event_type,
  id: event_type === 18 ? 'start' : event_type === 19 ? 'end' : 'event-1',
  at: asInstant('2027-05-01T16:00:00Z'),
  data,
  planned_for: null,
  ...more,
});
