import { expect, test } from 'vitest';
import { updateAppointment } from '#features/appointments/booking-contract.ts';
import { getSettings, updateSettings } from '#features/company/settings-contract.ts';
import { startTestApp } from '#testing/test-app.ts';
import { getAppointmentAutomations } from '../appointment-contract.ts';
import { listActionGroups, updateAction } from '../groups-contract.ts';
import { previewActions, retryAutomationJob } from '../jobs-contract.ts';
import { bookedWith, email, groupOf, jobsOf, runAutomations } from './automations-for-tests.ts';

// 20:30 in New York, on the Friday before the clocks change on Sunday 10 March.
const testApp = await startTestApp({ at: '2030-03-09T01:30:00Z' });

const before = (duration: number) => ({
  ...{ event_type: 18, trigger_type: 'before', duration, duration_type: 1 },
});
const webhook = { event_type: 2, action_type: 3, webhook_url: 'https://hooks.example/x' };

async function company(sending_hours: [number, number] | null = null) {
  const owner = await testApp.create.owner();
  const subscriberId = owner.subscriberId;
  const setHours = async (hours: [number, number] | null) => {
    await owner.call(updateSettings, { subscriberId, sending_hours: hours });
    await testApp.runDueJobs();
  };
  if (sending_hours) await setHours(sending_hours);
  const times = async (id: string) =>
    (await jobsOf(testApp, id))
      .map((job) => `${job.event_type} ${job.status} ${job.run_at.slice(0, 16)}`)
      .toSorted();
  return { owner, setHours, times };
}

test('plans messages and reminders within the company’s hours, also on the day the clocks change', async () => {
  const { owner, times } = await company([16, 40]);
  const own = { event_type: 2, is_certain_hours: true, certain_hours: [1, 47] };
  const group = await groupOf(owner, before(24), { event_type: 2 }, own, webhook);
  const [listed] = await owner.call(previewActions, { groups: [group], draft: draft('2030-03-11T06:00') });
  const booked = await bookedWith(owner, group, { at: '2030-03-11T06:00' });
  // 8:00 on Saturday is 13:00 UTC, on Sunday 12:00.
  expect(await times(booked.id)).toEqual([
    '18 pending 2030-03-10T12:00',
    '2 pending 2030-03-09T01:30',
    '2 pending 2030-03-09T01:30',
    '2 pending 2030-03-09T13:00',
  ]);
  expect(listed).toMatchObject({ run_at: '2030-03-10T12:00:00.000Z', moved: 'later' });
  const { facts, jobs } = await owner.call(getAppointmentAutomations, { id: booked.id });
  expect(facts.sending_hours).toEqual([16, 40]);
  const reminders = jobs.filter((job) => job.slot !== null && job.status === 'pending');
  expect(reminders.length).toBeGreaterThan(0);
  await owner.call(updateAppointment, {
    id: booked.id,
    notification_settings: { client_email_1: { value: 10, unit: 1 } },
  });
  const again = await owner.call(getAppointmentAutomations, { id: booked.id });
  // Ten hours before 6:00 is 20:00, the last allowed minute.
  expect(again.jobs.find((job) => job.slot === 'client_email_1')?.run_at).toBe('2030-03-11T00:00:00.000Z');
});

const draft = (date_time: string) => ({ date_time, duration_minutes: 120, confirm_inspection: true });

test('other hours plan again what waits for a start', async () => {
  const { owner, setHours, times } = await company();
  const booked = await bookedWith(owner, await groupOf(owner, before(24)), { at: '2030-03-12T06:00' });
  expect(await times(booked.id)).toEqual(['18 pending 2030-03-11T10:00']);
  await setHours([20, 40]);
  expect(await times(booked.id)).toEqual(['18 pending 2030-03-11T14:00']);
  await setHours([18, 40]);
  expect(await times(booked.id)).toEqual(['18 pending 2030-03-11T13:00']);
  await setHours(null);
  expect(await times(booked.id)).toEqual(['18 pending 2030-03-11T10:00']);
});

test('what an event planned and is due outside new hours is sent at the next opening, once', async () => {
  const { owner, setHours, times } = await company();
  const subject = 'Night';
  const group = await groupOf(owner, { ...email, subject, event_type: 2, duration: 1, duration_type: 1 });
  const { id } = await bookedWith(owner, group, { at: '2030-03-12T09:00' });
  const sent = () => testApp.sent.emails.filter((mail) => mail.subject === subject).length;
  expect(await times(id)).toEqual(['2 pending 2030-03-09T02:30']);
  await setHours([16, 40]);
  await testApp.advanceTime('61 minutes');
  await runAutomations(testApp);
  expect([await times(id), sent()]).toEqual([['2 pending 2030-03-09T13:00'], 0]);
  await testApp.advanceTime('11 hours');
  await runAutomations(testApp);
  await runAutomations(testApp);
  expect([await times(id), sent()]).toEqual([['2 done 2030-03-09T13:00'], 1]);
});

test('what would have had to run before now stays planned', async () => {
  // It is Saturday 8:31. Two hours before 10:35 is 8:35, which the hours move to 9:30.
  const { owner, setHours, times } = await company([19, 22]);
  const { id } = await bookedWith(owner, await groupOf(owner, before(2)), { at: '2030-03-09T10:35' });
  const planned = ['18 pending 2030-03-09T14:30'];
  expect(await times(id)).toEqual(planned);
  await testApp.advanceTime('10 minutes');
  await setHours(null);
  expect(await times(id)).toEqual(planned);
});

test('what a user runs again is sent at any hour', async () => {
  const { owner, setHours } = await company();
  const subject = 'Again';
  const group = await groupOf(owner, { ...email, subject, event_type: 2, to_address: ['agents'] });
  const { id } = await bookedWith(owner, group, { at: '2030-03-14T09:00' });
  await runAutomations(testApp);
  await setHours([4, 4]);
  const [job] = await jobsOf(testApp, id);
  expect(job).toMatchObject({ status: 'skipped', reason: 'no_recipient' });
  const [copy] = await owner.call(listActionGroups, { appointmentId: id });
  const path = { id: copy?.id ?? '', actionId: job?.action_id ?? '' };
  await owner.call(updateAction, { ...path, to_address: ['clients'] });
  await owner.call(retryAutomationJob, { id: job?.id ?? '' });
  await runAutomations(testApp);
  expect((await jobsOf(testApp, id))[0]?.status).toBe('done');
  expect(testApp.sent.emails.filter((mail) => mail.subject === subject)).toHaveLength(1);
});

test.each([[[40, 16]], [[0, 40]], [[1, 48]], ['x'], [[1, 2, 3]]])(
  'refuses %j by name and stores nothing',
  async (value) => {
    const { owner } = await company([16, 40]);
    const { subscriberId } = owner;
    const refused = await owner.request(updateSettings, { subscriberId, sending_hours: value } as never);
    expect([refused.error?.type, Object.keys(refused.error?.details ?? {})]).toEqual([
      'BAD_USER_INPUT',
      ['sending_hours'],
    ]);
    expect((await owner.call(getSettings, { subscriberId })).sending_hours).toEqual([16, 40]);
  },
);
