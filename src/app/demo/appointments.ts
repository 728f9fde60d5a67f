import {
  addHours,
  addMinutes,
  asZone,
  type Instant,
  localAt,
  localDate,
  toInstant,
} from '#domain/base/time.ts';
import {
  getPublicAgreement,
  listAppointmentAgreements,
  signAgreement,
} from '#features/agreements/contract.ts';
import { bookAppointment, getDefaults } from '#features/appointments/booking-contract.ts';
import { cancelAppointment } from '#features/appointments/contract.ts';
import { listAppointments } from '#features/appointments/list-contract.ts';
import { recordPayment } from '#features/payments/contract.ts';
import { clients } from '#features/people/contract.ts';
import type { RouteOutput } from '#wire/route.ts';
import { seedAgents } from './contacts.ts';
import { actAs, callAsOwner, type DemoContext } from './demo-context.ts';
import { demoClients, demoProperties } from './people.ts';
import { seedDetachedReport, seedSample, seedWaitingReport } from './publishing.ts';
import { seedRepairList } from './repair.ts';
import { seedReports } from './reports.ts';

/** The state that a demo appointment reaches. */
type Outcome =
  | 'published'
  | 'unpaid'
  | 'unsigned'
  | 'unpublished'
  | 'canceled'
  | 'requested'
  | 'booked'
  | 'signed';

interface Plan {
  /** Days from today; negative is in the past. */
  day: number;
  hour: number;
  technician: number;
  outcome: Outcome;
  addOns: string[];
}

const zone = asZone('America/New_York');

/** From four weeks ago to two weeks ahead, without overlapping appointments. */
const plans: readonly Plan[] = [
  ...[-28, -26, -24, -21, -19, -17, -14, -12].map((day, i) =>
    plan(day, i % 2 ? 13 : 9, i % 3, 'published', i),
  ),
  plan(-10, 9, 0, 'unpaid', 1),
  plan(-10, 13, 1, 'unpublished', 2),
  plan(-7, 9, 2, 'published', 0),
  plan(-6, 9, 0, 'unsigned', 3),
  plan(-5, 13, 1, 'canceled', 0),
  plan(-4, 9, 2, 'published', 4),
  plan(-3, 9, 0, 'unpublished', 1),
  plan(-2, 13, 1, 'unpaid', 2),
  plan(-1, 9, 2, 'unpublished', 0),
  ...[1, 1, 2, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 14].map((day, i) =>
    plan(
      day,
      i % 2 ? 13 : 9,
      i % 3,
      (['signed', 'booked', 'requested', 'booked'] as const)[i % 4] ?? 'booked',
      i,
    ),
  ),
  plan(10, 9, 1, 'canceled', 2),
  // Today.
  plan(0, 8, 0, 'signed', 0),
  plan(0, 13, 0, 'booked', 4),
  plan(0, 9, 1, 'signed', 2),
  plan(0, 15, 1, 'booked', 4),
  plan(0, 13, 2, 'booked', 1),
];

/** The people that appointments refer to. */
interface DemoPeople {
  clients: readonly string[];
  agents: readonly string[];
}

function plan(day: number, hour: number, technician: number, outcome: Outcome, variety: number): Plan {
  const addOns = [
    [],
    ['Radon test (48 h)'],
    ['Radon test (48 h)', 'Wood-destroying insects'],
    ['Sewer scope'],
    [],
  ];
  return { day, hour, technician, outcome, addOns: addOns[variety % addOns.length] ?? [] };
}

/** Books every planned appointment through the routes and brings it to its state, each step at its own time. */
export async function seedAppointments(demo: DemoContext): Promise<void> {
  const people = { clients: await addClients(demo), agents: await seedAgents(demo) };
  for (const [index, each] of plans.entries()) await seedAppointment(demo, each, index, people);
  const inspected = await appointmentOn(demo, -14);
  await seedRepairList(demo, inspected);
}

/** The id of the appointment that was planned for this day. */
async function appointmentOn(demo: DemoContext, day: number): Promise<string> {
  const date = localDate(addHours(demo.today, day * 24), zone);
  const { pageData } = await callAsOwner(demo, listAppointments, { from: date, to: date });
  const found = pageData[0];
  if (!found) throw new Error('the demo has no appointment on this day');
  return found.id;
}

async function addClients(demo: DemoContext): Promise<string[]> {
  const ids: string[] = [];
  for (const [index, client] of demoClients.entries()) {
    const plain = (text: string) =>
      text
        .normalize('NFD')
        .replace(/[^a-zA-Z]/g, '')
        .toLowerCase();
    const saved = await callAsOwner(demo, clients.create, {
      email: `${plain(client.first_name)}.${plain(client.last_name)}@example.com`,
      ...client,
      phone: `212555${String(1000 + index * 37)}`,
      city: 'New York',
      state: 'NY',
    });
    ids.push(saved.id);
  }
  return ids;
}

async function seedAppointment(
  demo: DemoContext,
  plan: Plan,
  index: number,
  people: DemoPeople,
): Promise<void> {
  const startsAt = instantOn(demo, plan);
  const bookedAt = earlier(addHours(startsAt, -6 * 24), addHours(demo.today, -2 - (index % 20)));
  demo.clock.set(bookedAt);
  const booked = await book(demo, plan, index, people);
  if (plan.outcome === 'canceled') {
    demo.clock.set(addHours(bookedAt, 1));
    await callAsOwner(demo, cancelAppointment, {
      id: booked.id,
      reason: 'The buyer withdrew the offer.',
      notify: false,
    });
    return;
  }
  if (['published', 'unpaid', 'unpublished', 'signed'].includes(plan.outcome)) {
    demo.clock.set(addMinutes(bookedAt, 75));
    await sign(demo, booked);
  }
  if (plan.outcome === 'published' || plan.outcome === 'unpublished') {
    demo.clock.set(addMinutes(bookedAt, 90));
    await callAsOwner(demo, recordPayment, {
      id: booked.id,
      amount: booked.total_fee ?? 0,
      method: index % 2 ? 'check' : 'cash',
      note: index % 2 ? `Check no. ${1200 + index}` : '',
    });
  }
  if (plan.day < 0) {
    demo.clock.set(earlier(addHours(startsAt, 5), addMinutes(demo.today, -10)));
    await seedReports(demo, booked, { publish: plan.outcome !== 'unpublished', variety: index });
    await seedFurther(demo, booked, plan);
  }
}

/** Samples, a report that waits for approval and a detached one, each at the appointment of its day. */
async function seedFurther(demo: DemoContext, booked: Booked, { day, technician }: Plan): Promise<void> {
  const sample = samples.get(day);
  if (sample) await seedSample(demo, booked, sample);
  if (day === -1) await seedWaitingReport(demo, booked, technicianOf(demo, technician));
  if (day === -3) await seedDetachedReport(demo, booked);
}

const samples = new Map([
  [
    -28,
    {
      name: 'Single-family home',
      description: 'A complete report with summary, photos and recommendations.',
    },
  ],
  [
    -26,
    { name: 'Home from the 1980s', description: 'Aging roof and electrical findings, with recommendations.' },
  ],
]);

type Booked = RouteOutput<typeof bookAppointment>;

async function book(demo: DemoContext, plan: Plan, index: number, people: DemoPeople): Promise<Booked> {
  const defaults = await callAsOwner(demo, getDefaults, {});
  const service = defaults.serviceOptions[0];
  if (!service) throw new Error('the demo company has no services');
  const property = demoProperties[index % demoProperties.length];
  const clientId = people.clients[index % people.clients.length];
  // Every fourth client came without an agent.
  const agentId = index % 4 === 3 ? undefined : people.agents[index % people.agents.length];
  const technicianId = technicianOf(demo, plan.technician);
  if (!property || !clientId) throw new Error('the demo has no people');
  const { lat, lng, ...place } = property;
  return callAsOwner(demo, bookAppointment, {
    ...place,
    address_lat_long: { lat, lng },
    services: [
      {
        id: service.id,
        add_ons: service.add_ons.filter((a) => plan.addOns.includes(a.name)).map((a) => ({ id: a.id })),
      },
    ],
    templates: service.templates,
    agreements: service.agreements,
    date_time: instantOn(demo, plan),
    inspectors: [technicianId],
    clients: [clientId],
    agents: agentId ? [agentId] : [],
    order_id: defaults.orderId,
    orderId: defaults.orderId,
    confirm_inspection: plan.outcome !== 'requested',
    disable_automated_notifications: plan.day < 0,
    occupied: index % 3 === 0,
    utilities_on: true,
    require_payment: true,
    inspection_notes: index % 4 === 0 ? 'Lockbox at the side door. A friendly dog lives here.' : '',
  });
}

/** Signs every agreement of an appointment as its client. */
export async function sign(demo: DemoContext, booked: Booked): Promise<void> {
  const client = booked.people.find((person) => person.role === 'client');
  const p = client?.link ? (new URL(client.link).searchParams.get('p') ?? undefined) : undefined;
  for (const agreement of await callAsOwner(demo, listAppointmentAgreements, { id: booked.id })) {
    const link = { appointmentPublicId: booked.public_id, agreementPublicId: agreement.public_id, p };
    const shown = await actAs(null, demo, getPublicAgreement, link);
    await actAs(null, demo, signAgreement, {
      ...link,
      signer_name: `${client?.first_name} ${client?.last_name}`,
      consent: true,
      has_read: true,
      content_hash: shown.content_hash,
      consent_sha256: shown.consent.sha256,
    });
  }
}

function technicianOf({ technicianIds }: DemoContext, technician: number): string {
  const id = technicianIds[technician % technicianIds.length];
  if (!id) throw new Error('the demo has no technicians');
  return id;
}

function instantOn(demo: DemoContext, { day, hour }: Plan): Instant {
  const date = localDate(addHours(demo.today, day * 24), zone);
  return toInstant({ local: localAt(date, hour * 60), zone });
}

function earlier(a: Instant, b: Instant): Instant {
  return a < b ? a : b;
}
