import { expect, test } from 'vitest';
import { asPlatform } from '#server/db/connect.ts';
import { startWebhookSink } from '#simulators/webhooks/webhook-sink.ts';
import { startTestApp } from '#testing/test-app.ts';
import { getAppointmentAutomations } from '../appointment-contract.ts';
import { listActionGroups, updateAction } from '../groups-contract.ts';
import { listAutomationJobs, retryAutomationJob } from '../jobs-contract.ts';
import { bookedWith, groupOf, runAutomations } from './automations-for-tests.ts';

const sink = await startWebhookSink();
const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z', env: { SSRF_ALLOW: sink.place } });
const owner = await testApp.create.owner();

const jobOf = async (id: string) => {
  const { jobs } = await owner.call(getAppointmentAutomations, { id });
  return jobs.find((one) => one.slot === null);
};

const deliveriesOf = (id: string) =>
  asPlatform(testApp.runtime.db, (trx) =>
    trx
      .selectFrom('webhook_deliveries')
      .where('appointment_id', '=', id)
      .select(['key', 'url', 'status', 'problem'])
      .execute(),
  );

let day = 10;

/** Books with a webhook to this URL and runs it. */
async function ranWith(webhook_url: string) {
  const webhook_data = [{ key: 'order', label: 'Order', value: '{{inspection.order_id}}' }];
  const group = await groupOf(owner, { event_type: 2, action_type: 3, webhook_url, webhook_data });
  const { id } = await bookedWith(owner, group, { at: `2030-03-${day++}T09:00` });
  await runAutomations(testApp);
  return id;
}

async function correct(id: string, webhook_url: string): Promise<void> {
  const [copy] = await owner.call(listActionGroups, { appointmentId: id });
  await owner.call(updateAction, {
    id: copy?.id ?? '',
    actionId: copy?.actions[0]?.id ?? '',
    webhook_url,
  });
}

test.each([
  ['https://localhost/in', 'url.private_name'],
  ['https://2130706433/', 'url.is_address'],
  ['http://hooks.shop.com/in', 'url.not_https'],
  ['{host}/in', 'url.not_https'],
])('a webhook to %s fails with its reason in the timeline, and is not reported as sent', async (url, why) => {
  const id = await ranWith(url);
  expect(await jobOf(id)).toMatchObject({
    ...{ status: 'failed', reason: why, outcome: { reached: [] } },
    ran: { action_type: 3 },
  });
  const { pageData } = await owner.call(listAutomationJobs, { appointmentId: id, status: 'failed' });
  expect(pageData).toMatchObject([{ reason: why, attempts: 0, retry_at: null }]);
  await runAutomations(testApp);
  expect(await deliveriesOf(id)).toMatchObject([{ status: 'dead', problem: why }]);
});

test('one without a URL is skipped as incomplete, and says what is missing', async () => {
  const id = await ranWith('');
  expect(await jobOf(id)).toMatchObject({ status: 'skipped', reason: 'incomplete' });
  const { pageData } = await owner.call(listAutomationJobs, { appointmentId: id, status: 'skipped' });
  expect(pageData.filter((one) => one.slot === null)).toMatchObject([{ missing: ['url'] }]);
  expect(await deliveriesOf(id)).toEqual([]);
});

test.each(['https://localhost/again', ''])(
  'after the URL %j was corrected, it is sent once, however often that is requested',
  async (url) => {
    const id = await ranWith(url);
    const job = await jobOf(id);
    const name = `corrected${url.length}`;
    const retry = () => owner.request(retryAutomationJob, { id: job?.id ?? '' });
    // Not corrected yet: refused again, and still one entry.
    await retry();
    await runAutomations(testApp);
    expect((await jobOf(id))?.status).toBe(job?.status);
    await correct(id, sink.urlOf(name));
    await Promise.all([retry(), retry()]);
    await runAutomations(testApp);
    expect(await jobOf(id)).toMatchObject({
      ...{ status: 'done', reason: null },
      outcome: { reached: [sink.urlOf(name)] },
    });
    expect((await retry()).error?.type).toBe('CONFLICT');
    await runAutomations(testApp);
    expect(sink.requests(name)).toHaveLength(1);
    expect(await deliveriesOf(id)).toMatchObject([{ url: sink.urlOf(name), status: 'delivered' }]);
  },
);
