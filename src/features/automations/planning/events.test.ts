import { expect, test } from 'vitest';
import { automationEvents } from '#domain/events/events.ts';
import { createAgreementHelpers } from '#features/agreements/agreements-for-tests.ts';
import * as agreements from '#features/agreements/contract.ts';
import { listAgreements } from '#features/agreements/library-contract.ts';
import * as attachments from '#features/appointments/attachments-contract.ts';
import { getDefaults, updateAppointment } from '#features/appointments/booking-contract.ts';
import {
  cancelAppointment,
  confirmAppointment,
  restoreAppointment,
} from '#features/appointments/contract.ts';
import { recordPayment, voidPayment } from '#features/payments/contract.ts';
import { contractors } from '#features/people/contract.ts';
import { viewLinkFor } from '#features/reports/access/view-links.ts';
import { publishReport, unpublishReport } from '#features/reports/publishing-contract.ts';
import { recordView } from '#features/reports/reading-contract.ts';
import { browserUserAgent, setUpReportsCompany } from '#features/reports/written-report-for-tests.ts';
import { newClient } from '#testing/bookings.ts';
import { startTestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import { chooseActionGroups } from '../groups-contract.ts';
import { bookedWith, groupOf, jobsOf } from '../running/automations-for-tests.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const owner = await testApp.create.owner();
const technician = await testApp.create.member(owner, { type: 'technician' });
const every = automationEvents.map(({ id }) => ({ event_type: id }));
const all = await groupOf(owner, ...every);
const { signs } = createAgreementHelpers(testApp);
const { written } = setUpReportsCompany(testApp);
let day = 10;

/** Books an appointment on a day without others, with an action on each event. */
const booked = (more: Parameters<typeof bookedWith>[2] = {}) =>
  bookedWith(owner, all, {
    at: `2030-0${day > 27 ? 5 : 4}-${String((day++ % 27) + 1).padStart(2, '0')}T09:00`,
    ...more,
  });

type Job = Awaited<ReturnType<typeof jobsOf>>[number];

/** What a call plans: the events of new jobs in order; each is anchored at the moment of the call. */
async function planned(appointmentId: string, call: () => Promise<unknown>): Promise<Job[]> {
  const known = new Set((await jobsOf(testApp, appointmentId)).map((job) => job.id));
  testApp.clock.advance(1000);
  await call();
  const added = (await jobsOf(testApp, appointmentId)).filter((job) => !known.has(job.id));
  const now = new Date(testApp.clock.now()).toISOString();
  for (const job of added) if (job.event_type !== 18 && job.event_type !== 19) expect(job.run_at).toBe(now);
  return added.toSorted((a, b) => a.event_type - b.event_type);
}

const eventsOf = (jobs: readonly Job[]) => jobs.map((job) => job.event_type);
const detailsOf = (jobs: readonly Job[]) =>
  jobs.map((job) => [job.event_type, (job.event_data as { details?: unknown }).details]);

test('1, 2, 9, 11 and 21: a request, and its confirmation, which its people and sub-events wait for', async () => {
  const { id: contractor } = await owner.call(contractors.create, {
    first_name: 'Con',
    last_name: 'Tractor',
    email: 'con@x.example',
  });
  const event = {
    name: 'Radon',
    start_date: '2030-04-02T15:00',
    end_date: '2030-04-02T16:00',
    inspector: technician.id,
  };
  const request = await booked({
    confirm_inspection: false,
    contractors: [contractor],
    inspection_events: [event],
  });
  expect(eventsOf(await jobsOf(testApp, request.id)).toSorted((a, b) => a - b)).toEqual([1, 9, 11, 21]);
  const confirmed = await planned(request.id, () => owner.call(confirmAppointment, { id: request.id }));
  expect(eventsOf(confirmed)).toEqual([2, 9, 11, 18, 19, 21]);
  expect(confirmed[1]?.event_data).toMatchObject({ person: { id: contractor, email: 'con@x.example' } });
  const direct = await booked({
    contractors: [contractor],
    inspection_events: [{ ...event, inspector: null }],
  });
  expect(eventsOf(await jobsOf(testApp, direct.id)).toSorted((a, b) => a - b)).toEqual([
    2, 9, 11, 18, 19, 21,
  ]);
});

test('3, 4, 11 and 12: one save plans one job of each with all its changes, the same save again none (A13)', async () => {
  const { serviceOptions } = await owner.call(getDefaults);
  const [first, second, third] = serviceOptions;
  const { id } = await booked({ services: [{ id: first?.id ?? '' }] });
  const services = [{ id: second?.id ?? '' }, { id: third?.id ?? '' }];
  const save = () => owner.call(updateAppointment, { id, services, inspectors: [technician.id] });
  const saved = await planned(id, save);
  expect(eventsOf(saved)).toEqual([3, 4, 11, 12]);
  expect(saved[0]?.event_data).toMatchObject({
    changed_services: [second, third, first].map((one) => ({ name: one?.name })),
    details: { added: [second?.name, third?.name], removed: [first?.name] },
  });
  expect(saved[1]?.event_data).toMatchObject({ details: { old_total_cents: expect.any(Number) } });
  expect(await planned(id, save)).toEqual([]);
});

test('4: other fees, and the same fees written back 20 times plan nothing (A14)', async () => {
  const { id } = await booked();
  const fees = [{ line_item: 'Inspection', pretax_amount: 321 }];
  const save = () => owner.call(updateAppointment, { id, is_manual_edit: true, fees });
  expect(eventsOf(await planned(id, save))).toEqual([4]);
  for (let i = 0; i < 20; i++) expect(await planned(id, save)).toEqual([]);
});

test('13 once: three moves run an action once that is to run once (A13)', async () => {
  const once = await groupOf(owner, { event_type: 13, trigger_once: true });
  const { id } = await bookedWith(owner, once, { at: '2030-06-10T09:00' });
  for (const hour of ['10', '11', '12'])
    await owner.call(updateAppointment, { id, date_time: `2030-06-10T${hour}:00` });
  expect(eventsOf(await jobsOf(testApp, id))).toEqual([13]);
});

const setInspectors = (id: string, inspectors: string[]) => owner.call(updateAppointment, { id, inspectors });

test('5 and 6: an agreement that is added later, and removed', async () => {
  const { id } = await booked();
  const [template] = (await owner.call(listAgreements, {})).pageData;
  const template_id = template?.id ?? '';
  let agreementId = '';
  const added = await planned(id, async () => {
    agreementId = (await owner.call(agreements.addAgreement, { id, template_id })).agreementId;
  });
  expect(detailsOf(added)).toEqual([[5, { name: template?.name }]]);
  const removed = await planned(id, () => owner.call(agreements.removeAgreement, { id, agreementId }));
  expect(detailsOf(removed)).toEqual([[6, { name: template?.name }]]);
});

test('7 and 8: an attachment, with its name', async () => {
  const { id } = await booked();
  const file = new File(['some notes'], 'Radon.txt', { type: 'text/plain' });
  let attId = '';
  const added = await planned(id, async () => {
    attId = (await owner.call(attachments.addAttachment, { id, file, name: 'Radon.txt' })).id;
  });
  expect(detailsOf(added)).toEqual([[7, { attachment_name: 'Radon.txt' }]]);
  const removed = await planned(id, () => owner.call(attachments.removeAttachment, { id, attId }));
  expect(detailsOf(removed)).toEqual([[8, { attachment_name: 'Radon.txt' }]]);
});

test('9 to 12: people who come and go, each the only one meant', async () => {
  const { id } = await booked();
  const { id: contractor } = await owner.call(contractors.create, {
    first_name: 'Cleo',
    last_name: 'Con',
    email: 'cleo@x.example',
  });
  const came = await planned(id, () => owner.call(updateAppointment, { id, contractors: [contractor] }));
  expect(detailsOf(came)).toEqual([[9, { name: 'Cleo Con' }]]);
  const again = await planned(id, () => owner.call(updateAppointment, { id, contractors: [contractor] }));
  expect(again).toEqual([]);
  const left = await planned(id, () => owner.call(updateAppointment, { id, contractors: [] }));
  expect(detailsOf(left)).toEqual([[10, { name: 'Cleo Con' }]]);
  expect(left[0]?.event_data).toMatchObject({ person: { id: contractor } });
  const swapped = await planned(id, () => setInspectors(id, [technician.id]));
  expect(
    swapped.map((job) => [job.event_type, (job.event_data as { person: { id: string } }).person.id]),
  ).toEqual([
    [11, technician.id],
    [12, owner.id],
  ]);
});

test('13 and 14: a move with the old time, a cancellation with its reason', async () => {
  const { id } = await booked({ at: '2030-05-20T09:00' });
  const moved = await planned(id, () => owner.call(updateAppointment, { id, date_time: '2030-05-21T10:00' }));
  expect(detailsOf(moved)).toEqual([[13, { old_date_time: '2030-05-20T13:00:00.000Z' }]]);
  expect(
    await planned(id, () => owner.call(updateAppointment, { id, date_time: '2030-05-21T10:00' })),
  ).toEqual([]);
  const canceled = await planned(id, () => owner.call(cancelAppointment, { id, reason: 'Sold' }));
  expect(detailsOf(canceled)).toEqual([[14, { cancel_reason: 'Sold' }]]);
  expect(await planned(id, () => owner.call(restoreAppointment, { id }))).toEqual([]);
});

test('15, 16 and 17: the last signature and the payment, each once until undone', async () => {
  const [template] = (await owner.call(listAgreements, {})).pageData;
  const { id, public_id } = await booked({ agreements: [template?.id ?? ''] });
  const [agreement] = await owner.call(agreements.listAppointmentAgreements, { id });
  const p = new URL(agreement?.signers[0]?.link ?? '').searchParams.get('p') ?? '';
  const ids = { appointmentPublicId: public_id, agreementPublicId: agreement?.public_id ?? '' };
  const signed = await planned(id, () =>
    signs({ ...ids, p, signer_name: 'Cora Client', consent: true, has_read: true }),
  );
  expect(eventsOf(signed)).toEqual([15]);
  const pay = (amount: number) => owner.call(recordPayment, { id, amount, method: 'cash' });
  expect(await planned(id, () => pay(100))).toEqual([]);
  let payment = '';
  const paid = await planned(id, async () => {
    payment = (await pay(500)).id;
  });
  expect(eventsOf(paid)).toEqual([16, 17]);
  expect(detailsOf(paid)[0]?.[1]).toMatchObject({ payment: { amount_cents: 50_000, method: 'cash' } });
  expect(await planned(id, () => pay(50))).toEqual([]);
  expect(await planned(id, () => owner.call(voidPayment, { id: payment, reason: 'Bounced' }))).toEqual([]);
  expect(eventsOf(await planned(id, () => pay(500)))).toEqual([16, 17]);
});

test('an appointment that is born paid and signed plans neither 15 nor 16 nor 17', async () => {
  const { id } = await booked({ is_manual_edit: true, fees: [] });
  const events = eventsOf(await jobsOf(testApp, id));
  for (const event of [15, 16, 17]) expect(events).not.toContain(event);
});

test('21, 22 and 23: a sub-event that is created, changed and deleted', async () => {
  const booking = await booked({ at: '2030-05-25T09:00' });
  const { id } = booking;
  const event = {
    name: 'Radon',
    description: 'Lab',
    start_date: '2030-05-26T15:00',
    end_date: '2030-05-26T16:00',
    inspector: technician.id,
  };
  const details = {
    ...{ name: 'Radon', description: 'Lab', technician: expect.any(String) },
    ...{ start: '2030-05-26T19:00:00.000Z', end: '2030-05-26T20:00:00.000Z' },
  };
  const save = (inspection_events: object[]) => owner.call(updateAppointment, { id, inspection_events });
  const created = await planned(id, () => save([event]));
  expect(detailsOf(created)).toEqual([[21, details]]);
  const now = await owner.call(updateAppointment, { id });
  const stored = now.inspection_events[0]?.id ?? '';
  expect(await planned(id, () => save([{ ...event, id: stored }]))).toEqual([]);
  const changed = await planned(id, () => save([{ ...event, id: stored, name: 'Mold' }]));
  expect(detailsOf(changed)).toEqual([[22, { ...details, name: 'Mold' }]]);
  const deleted = await planned(id, () => save([]));
  expect(detailsOf(deleted)).toEqual([[23, { ...details, name: 'Mold' }]]);
});

test('20, 24 and 25: the first publication and the first view of each person', async () => {
  const made = await written({ open: true, ended: true });
  const reporter: TestUser = made.owner;
  const id = made.appointmentId;
  await reporter.call(chooseActionGroups, { id, groupIds: [await groupOf(reporter, ...every)] });
  const publish = () => reporter.call(publishReport, { confirmed: true, id: made.report.id });
  const published = await planned(id, publish);
  expect(eventsOf(published)).toEqual([20]);
  expect(published[0]?.event_data).toMatchObject({
    is_first_report: true,
    details: { report_name: made.report.name },
  });
  await reporter.call(unpublishReport, { id: made.report.id });
  expect(await planned(id, publish)).toEqual([]);
  for (const [role, event] of [
    ['client', 25],
    ['agent', 24],
  ] as const) {
    const person_id = await newClient(reporter, { first_name: 'Vera', last_name: role });
    const link = await testApp.writeAs(reporter.subscriberId, (w) =>
      viewLinkFor(w, made.report.id, { person_id, role }),
    );
    const view = () =>
      testApp.visitor.call(recordView, { viewId: link.slice(link.lastIndexOf('/') + 1) }, browserUserAgent);
    const viewed = await planned(id, view);
    expect(eventsOf(viewed)).toEqual([event]);
    testApp.clock.advance(300_000);
    expect(await planned(id, view)).toEqual([]);
  }
});
