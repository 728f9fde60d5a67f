import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { updateAppointment } from '#features/appointments/booking-contract.ts';
import { asPlatform } from '#server/db/connect.ts';
import { startTestApp } from '#testing/test-app.ts';
import {
  cancelAutomationJob,
  dryRunAction,
  listAutomationJobs,
  previewActions,
  retryAutomationJob,
} from '../jobs-contract.ts';
import { listQuietActions } from '../preview/quiet-actions.ts';
import { bookedWith, email, groupOf, runAutomations } from '../running/automations-for-tests.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const owner = await testApp.create.owner();
const dayBefore = { event_type: 18, trigger_type: 'before', duration: 24, duration_type: 1 } as const;
const listed = async (id: string) =>
  (await owner.call(listAutomationJobs, { appointmentId: id, perPage: 100 })).pageData.filter(
    (job) => job.slot === null,
  );

test('a job that a user canceled stays canceled, whatever is planned afterwards', async () => {
  const { id } = await bookedWith(owner, await groupOf(owner, dayBefore), { at: '2030-03-08T09:00' });
  const [job] = await listed(id);
  const cancel = () => owner.call(cancelAutomationJob, { id: job?.id ?? '' });
  expect(await cancel()).toMatchObject({ status: 'canceled', reason: 'canceled_by_user', event_type: 18 });
  expect(await cancel()).toMatchObject({ status: 'canceled' });
  await owner.call(updateAppointment, { id, date_time: '2030-03-09T09:00' });
  expect(await listed(id)).toMatchObject([{ status: 'canceled', run_at: '2030-03-07T14:00:00.000Z' }]);
});

test('the log narrows by day, state and appointment, and leaves out reminders that are off', async () => {
  const company = await testApp.create.owner();
  const group = await groupOf(company, dayBefore);
  const first = await bookedWith(company, group, { at: '2030-03-20T09:00', address: '9 Larch Road' });
  await bookedWith(company, group, { at: '2030-03-21T09:00' });
  const found = async (by: object) => (await company.call(listAutomationJobs, by)).pageData;
  const days = async (by: object) =>
    (await found(by)).flatMap((job) => (job.slot === null ? [job.run_at.slice(0, 10)] : []));
  expect(await days({})).toEqual(['2030-03-20', '2030-03-19']);
  expect(await days({ from: '2030-03-20', to: '2030-03-20' })).toEqual(['2030-03-20']);
  expect(await days({ to: '2030-03-19', status: 'pending' })).toEqual(['2030-03-19']);
  expect(await days({ text: 'larch' })).toEqual(['2030-03-19']);
  expect(await days({ status: 'failed' })).toEqual([]);
  const reminders = (await found({ text: 'larch' })).filter((job) => job.slot !== null);
  expect(new Set(reminders.map((job) => job.slot?.slice(-2)))).toEqual(new Set(['_1']));
  const off = { client_email_1: { enabled: false } };
  await company.call(updateAppointment, { id: first.id, notification_settings: off });
  expect((await found({ text: 'larch' })).map((job) => job.slot)).not.toContain('client_email_1');
});

test('a skipped job says which rule saw which value, and runs again on request; a done one never does', async () => {
  const rule = { id: crypto.randomUUID(), event_type: 6, field: 'year_built', operator: 'lt', numeric: 1950 };
  const group = await groupOf(
    owner,
    { event_type: 2, action_name: 'Old houses', rules: [rule] },
    { event_type: 2, action_name: 'All' },
  );
  const { id } = await bookedWith(owner, group, { at: '2030-03-11T09:00' });
  await runAutomations(testApp);
  const jobs = await listed(id);
  const [skipped, done] = ['Old houses', 'All'].map((name) => jobs.find((job) => job.action_name === name));
  expect(skipped).toMatchObject({
    status: 'skipped',
    reason: 'rules',
    rules: [{ condition: 6, held: false, saw: { key: 'year_built', value: 1990 } }],
  });
  await owner.call(updateAppointment, { id, year_built: 1930 });
  await owner.call(retryAutomationJob, { id: skipped?.id ?? '' });
  expect(await owner.call(retryAutomationJob, { id: skipped?.id ?? '' })).toMatchObject({
    status: 'pending',
  });
  await runAutomations(testApp);
  expect((await listed(id)).map((job) => job.status)).toEqual(['done', 'done']);
  expect(await owner.request(retryAutomationJob, { id: done?.id ?? '' })).toMatchObject({ status: 409 });
  expect(await owner.request(cancelAutomationJob, { id: done?.id ?? '' })).toMatchObject({ status: 409 });
});

test('preview and dry run show what would be sent and have no effect (A10)', async () => {
  const once = { event_type: 13, trigger_once: true, subject: 'A10 {{inspection.date}} {{inspection.dat}}' };
  const { id } = await bookedWith(owner, await groupOf(owner, once), { at: '2030-03-13T09:00' });
  const before = await counted();
  const [shown] = await owner.call(previewActions, { appointment_id: id });
  expect(shown).toMatchObject({
    ...{ would_run: true, reason: null, is_timed: false, subject: 'A10 03/13/2030' },
    unknown: ['inspection.dat'],
    recipients: [{ address: expect.stringContaining('@client.example') }],
  });
  // What only the event knows stays visible; once it happened its last values are shown.
  const about = { ...once, ...email, subject: '{{event_details.old_date}}, {{property.year_built}}' };
  const moved = () => owner.call(previewActions, { appointment_id: id, action: about });
  expect(await moved()).toMatchObject([
    { subject: '{{event_details.old_date}}, 1990', later: ['event_details.old_date'], empty: [] },
  ]);
  const draft = { date_time: '2030-03-02T09:00', duration_minutes: 120, confirm_inspection: true };
  const unsaved = { ...dayBefore, ...email, duration: 72, subject: '{{charges.total}} {{agents.names}}' };
  expect(await owner.call(previewActions, { draft, action: unsaved })).toMatchObject([
    {
      ...{ would_run: false, reason: 'too_late', run_at: '2030-02-27T14:00:00.000Z', is_timed: true },
      ...{ subject: '{{charges.total}}', later: ['charges.total'], empty: ['agents.names'] },
    },
  ]);
  expect(await owner.call(dryRunAction, { action: { ...once, ...email } })).toMatchObject({
    ...{ would_run: 1, people: 1 },
    rows: expect.arrayContaining([expect.objectContaining({ appointment_id: id, reason: 'no_event' })]),
  });
  expect(await counted()).toEqual(before);
  await owner.call(updateAppointment, { id, date_time: '2030-03-13T10:00' });
  expect(await moved()).toMatchObject([{ subject: '03/13/2030, 9:00 AM, 1990', later: [] }]);
  await runAutomations(testApp);
  expect(testApp.sent.emails.filter((mail) => mail.subject.startsWith('A10'))).toHaveLength(1);
});

test('a dry run agrees with a count by SQL for two rules', async () => {
  const group = await groupOf(owner);
  for (const [day, year_built, square_feet] of [
    [3, 1940, 1000],
    [4, 1980, 3000],
    [5, 2001, 5000],
  ])
    await bookedWith(owner, group, { at: `2030-04-0${day}T09:00`, year_built, square_feet });
  const rules = [
    { id: crypto.randomUUID(), event_type: 6, field: 'year_built', operator: 'lt', numeric: 1990 },
    { id: crypto.randomUUID(), event_type: 6, field: 'square_feet', operator: 'gte', numeric: 2000 },
  ];
  for (const rules_match of ['all', 'any'] as const) {
    const action = { ...dayBefore, ...email, rules, rules_match };
    const run = await owner.call(dryRunAction, { action: action as never });
    const { rows } = await asPlatform(testApp.runtime.db, (trx) =>
      sql<{ count: number }>`select count(*)::int as count from appointments
        where subscriber_id = ${owner.subscriberId} and status = 'scheduled' and
        case ${rules_match} when 'all' then year_built < 1990 and square_feet >= 2000
          else year_built < 1990 or square_feet >= 2000 end`.execute(trx),
    );
    expect(run.would_run).toBe(rows[0]?.count);
  }
});

test('actions that ran for no appointment in 90 days are listed', async () => {
  const company = await testApp.create.owner();
  const quietNow = () => testApp.readAs(company.subscriberId, listQuietActions);
  const group = await groupOf(
    company,
    { event_type: 2, action_name: 'Ran', duration: 88, duration_type: 2 },
    { event_type: 14, action_name: 'Quiet' },
  );
  await bookedWith(company, group, { at: '2030-07-03T09:00' });
  expect(await quietNow()).toEqual([]);
  testApp.clock.advance(89 * 86_400_000);
  await runAutomations(testApp);
  testApp.clock.advance(2 * 86_400_000);
  expect(await quietNow()).toMatchObject([{ action_name: 'Quiet', last_run_at: null }]);
});

async function counted() {
  const { rows } = await asPlatform(testApp.runtime.db, (trx) =>
    sql`select (select count(*) from automation_jobs) as jobs, (select count(*) from outbound_messages) as messages`.execute(
      trx,
    ),
  );
  return rows[0];
}
