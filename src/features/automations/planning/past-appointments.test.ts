import { expect, test } from 'vitest';
import { updateAppointment } from '#features/appointments/booking-contract.ts';
import { confirmAppointment } from '#features/appointments/contract.ts';
import { asPlatform } from '#server/db/connect.ts';
import { newClient } from '#testing/bookings.ts';
import { startTestApp } from '#testing/test-app.ts';
import { isThorough } from '#testing/thorough.ts';
import { chooseActionGroups } from '../groups-contract.ts';
import { bookedWith, groupOf, runAutomations } from '../running/automations-for-tests.ts';

const today = '2030-03-01T14:00:00Z';
const testApp = await startTestApp({ at: '2027-01-01T14:00:00Z' });
const company = await testApp.create.owner();
const timed = (event_type: 18 | 19, trigger_type: 'before' | 'after', hours: number) => ({
  ...{ event_type, trigger_type, duration: hours, duration_type: 1 },
});
const group = await groupOf(
  company,
  timed(18, 'before', 24),
  { ...timed(18, 'before', 2), action_type: 2, body_content: 'Soon' },
  { ...timed(18, 'after', 1), action_type: 3, webhook_url: 'https://hooks.shop.com/in' },
  timed(19, 'before', 1),
  timed(19, 'after', 48),
);
const empty = await groupOf(company);
const quiet = { clients: [await newClient(company)], send_notifications: false };

/** The n-th of many mornings before today, each on a different day. */
const past = (n: number) =>
  `${new Date(Date.UTC(2030, 1, 20) - n * 86_400_000).toISOString().slice(0, 10)}T09:00`;

const stored = () =>
  asPlatform(testApp.runtime.db, async (trx) => ({
    jobs: await trx
      .selectFrom('automation_jobs')
      .select(['appointment_id', 'slot', 'status', 'reason', 'run_at'])
      .execute(),
    messages: await trx.selectFrom('outbound_messages').select('id').execute(),
    webhooks: await trx.selectFrom('webhook_deliveries').select('id').execute(),
  }));
/** Throws unless whatever was due is skipped as too late, or because that reminder is off. */
function expectNothingRan(jobs: Awaited<ReturnType<typeof stored>>['jobs']): void {
  const outcomes = (own: typeof jobs) => new Set(own.map((job) => `${job.status} ${job.reason}`));
  const due = jobs.filter((job) => Date.parse(job.run_at) <= Date.parse(testApp.clock.now()));
  expect(outcomes(due.filter((job) => job.slot === null))).toEqual(new Set(['skipped too_late']));
  const reminders = outcomes(due.filter((job) => job.slot !== null));
  expect([...reminders].sort()).toEqual(['skipped disabled', 'skipped too_late']);
}

test('500 past appointments send nothing by accident: each planned time is skipped as too late', async () => {
  const count = isThorough ? 500 : 40;
  const ids: string[] = [];
  for (let n = 0; n < count; n++) ids.push((await bookedWith(company, empty, { at: past(n), ...quiet })).id);
  await testApp.runDueJobs();
  const before = (await stored()).messages.length;
  testApp.clock.set(today);
  const owner = await testApp.create.signInAgain(company);
  for (const id of ids) {
    await owner.call(chooseActionGroups, { id, groupIds: [group] });
    // What an import would cause that forgets that these are past.
    await testApp.writeAs(owner.subscriberId, (w) =>
      w.emit({ type: 'appointment.scheduled', appointment_id: id, send_notifications: false }),
    );
  }
  await runAutomations(testApp);
  const { jobs, messages, webhooks } = await stored();
  expect(jobs.filter((job) => job.slot === null)).toHaveLength(5 * count);
  expectNothingRan(jobs);
  expect({ messages: messages.length, webhooks }).toEqual({ messages: before, webhooks: [] });
}, 180_000);

test('no route books or moves an appointment into the past', async () => {
  testApp.clock.set(today);
  const owner = await testApp.create.signInAgain(company);
  const { id } = await bookedWith(owner, empty, { at: '2030-03-20T09:00', ...quiet });
  const before = await stored();
  await expect(bookedWith(owner, group, { at: past(600), ...quiet })).rejects.toThrow('BAD_USER_INPUT');
  const moved = await owner.request(updateAppointment, { id, date_time: past(601) });
  expect(moved.error?.details).toHaveProperty('date_time');
  expect(await stored()).toEqual(before);
});

test('a request that is confirmed after its time sends nothing either', async () => {
  testApp.clock.set(today);
  const owner = await testApp.create.signInAgain(company);
  const { id } = await bookedWith(owner, group, {
    at: '2030-03-04T09:00',
    ...quiet,
    confirm_inspection: false,
  });
  await testApp.advanceTime('10 days');
  await runAutomations(testApp);
  const before = (await stored()).messages.length;
  const again = await testApp.create.signInAgain(company);
  await again.call(confirmAppointment, { id, send_notifications: false });
  await runAutomations(testApp);
  const { jobs, messages } = await stored();
  const own = jobs.filter((job) => job.appointment_id === id);
  expectNothingRan(own);
  expect(messages).toHaveLength(before);
});
