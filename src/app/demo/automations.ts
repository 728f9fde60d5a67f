import { addDays, addHours, asZone, localAt, localDate, toInstant } from '#domain/base/time.ts';
import { getDefaults, updateAppointment } from '#features/appointments/booking-contract.ts';
import { type AppointmentRow, listAppointments } from '#features/appointments/list-contract.ts';
import {
  chooseActionGroups,
  createAction,
  createActionGroup,
  listActionGroups,
} from '#features/automations/groups-contract.ts';
import { cancelAutomationJob, listAutomationJobs } from '#features/automations/jobs-contract.ts';
import { recordPayment } from '#features/payments/contract.ts';
import { contractors } from '#features/people/contract.ts';
import type { Runtime } from '#server/runtime.ts';
import { sign } from './appointments.ts';
import { afterwards, before, type DemoAction, systems } from './demo-actions.ts';
import { callAsOwner, type DemoContext } from './demo-context.ts';
import { seedConversations } from './messages.ts';

const zone = asZone('America/New_York');

/**
 * Gives the demo company groups of actions, and copies of them to an appointment on which much has happened since
 * yesterday: at the start of the server its timeline fills with what was sent, skipped and canceled, next to what is planned.
 */
export async function seedAutomations(demo: DemoContext, runtime: Runtime): Promise<void> {
  const { serviceOptions } = await callAsOwner(demo, getDefaults, {});
  const addOns = serviceOptions[0]?.add_ons ?? [];
  const addOn = (name: string) => addOns.find((one) => one.name === name)?.id ?? '';
  const radon = addOn('Radon test (48 h)');
  const groupIds = [
    await seedGroup(demo, 'Before the visit', before(radon, addOn('Sewer scope'))),
    await seedGroup(demo, 'After the visit', afterwards),
    await seedGroup(demo, 'Other software', systems),
  ];
  const [lively, quiet] = await openAppointments(demo);
  demo.clock.set(yesterdayAt(demo, 10));
  await callAsOwner(demo, chooseActionGroups, { id: lively.id, groupIds });
  await seedConversations(demo, runtime, {
    first: await callAsOwner(demo, updateAppointment, { id: lively.id }),
    second: await callAsOwner(demo, updateAppointment, { id: quiet.id }),
  });
  await changeMuch(demo, lively.id, radon);
  await cancelOne(demo, lively.id);
}

async function seedGroup(demo: DemoContext, name: string, actions: readonly DemoAction[]): Promise<string> {
  const { id } = await callAsOwner(demo, createActionGroup, { name });
  for (const action of actions) await callAsOwner(demo, createAction, { ...action, id });
  return id;
}

/** Two scheduled ones that are neither signed nor paid. Not today's: their actions on the start would be due already. */
async function openAppointments(demo: DemoContext): Promise<[AppointmentRow, AppointmentRow]> {
  const { pageData } = await callAsOwner(demo, listAppointments, {
    tab: 'upcoming',
    status: 'scheduled',
    perPage: 50,
  });
  const [first, second] = pageData.filter(
    (one) => !one.paid && !one.agreement_signed && one.date_time > addHours(demo.today, 72),
  );
  if (!first || !second) throw new Error('the demo has no open appointments');
  return [first, second];
}

function yesterdayAt(demo: DemoContext, hour: number) {
  return toInstant({ local: localAt(addDays(localDate(demo.today, zone), -1), hour * 60), zone });
}

/** A further service, a contractor, a signature and a payment, an hour apart. */
async function changeMuch(demo: DemoContext, id: string, radon: string): Promise<void> {
  const { pageData } = await callAsOwner(demo, contractors.list, { perPage: 1 });
  const { services } = await callAsOwner(demo, updateAppointment, { id });
  demo.clock.set(yesterdayAt(demo, 13));
  await callAsOwner(demo, updateAppointment, {
    id,
    services: services.map((one) => ({
      id: one.id,
      add_ons: [...new Set([...one.add_ons.map((each) => each.id), radon])],
    })),
  });
  demo.clock.set(yesterdayAt(demo, 14));
  const changed = await callAsOwner(demo, updateAppointment, {
    id,
    contractors: pageData.map((one) => one.id),
  });
  demo.clock.set(yesterdayAt(demo, 15));
  await sign(demo, changed);
  demo.clock.set(yesterdayAt(demo, 16));
  await callAsOwner(demo, recordPayment, {
    ...{ id, amount: changed.outstanding ?? 0, method: 'check' },
    note: 'Check no. 1288',
  });
}

/** Someone decided against one of the planned messages. */
async function cancelOne(demo: DemoContext, id: string): Promise<void> {
  const { pageData } = await callAsOwner(demo, listAutomationJobs, {
    ...{ appointmentId: id, status: 'pending', perPage: 100 },
  });
  const groups = await callAsOwner(demo, listActionGroups, { appointmentId: id });
  const unwanted = groups
    .flatMap((group) => group.actions)
    .find((action) => action.action_name === 'Eleven-month check');
  const planned = pageData.find((one) => one.action_id === unwanted?.id);
  if (planned) await callAsOwner(demo, cancelAutomationJob, { id: planned.id });
}
