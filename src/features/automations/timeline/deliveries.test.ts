import { expect, test } from 'vitest';
import { resendMessage } from '#features/messages/delivery-contract.ts';
import { mine, updateMine } from '#server/db/scope.ts';
import { startWebhookSink } from '#simulators/webhooks/webhook-sink.ts';
import { newClient } from '#testing/bookings.ts';
import { startTestApp } from '#testing/test-app.ts';
import { getAppointmentAutomations } from '../appointment-contract.ts';
import { listAutomationJobs } from '../jobs-contract.ts';
import { bookedWith, groupOf, runAutomations } from '../running/automations-for-tests.ts';

const sink = await startWebhookSink();
const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z', env: { SSRF_ALLOW: sink.place } });
const owner = await testApp.create.owner();
let day = 10;

async function deliveriesOf(id: string) {
  const { jobs } = await owner.call(getAppointmentAutomations, { id });
  const job = jobs.find((one) => one.slot === null);
  expect(job?.status).toBe('done');
  const { pageData: log } = await owner.call(listAutomationJobs, { appointmentId: id, status: 'done' });
  expect(log.map((one) => one.deliveries)).toEqual([job?.deliveries]);
  return job?.deliveries;
}

/** Books with a webhook to this receiver and runs it. */
async function called(name: string): Promise<string> {
  const webhook = { action_type: 3, webhook_url: sink.urlOf(name), webhook_data: [] };
  const { id } = await bookedWith(owner, await groupOf(owner, { event_type: 2, ...webhook }), {
    at: `2030-03-${day++}T09:00`,
  });
  await runAutomations(testApp);
  return id;
}

/** Books with an email to two clients and runs it. */
async function mailed() {
  const clients = [
    await newClient(owner, { email: `a${day}@shop.example` }),
    await newClient(owner, { email: `b${day}@shop.example` }),
  ];
  const at = `2030-03-${day++}T09:00`;
  const { id } = await bookedWith(owner, await groupOf(owner, { event_type: 2 }), { at, clients });
  await runAutomations(testApp);
  const messages = await testApp.readAs(owner.subscriberId, (r) =>
    mine(r, 'outbound_messages')
      .where('appointment_id', '=', id)
      .where('template_key', '=', 'action')
      .orderBy('id')
      .select(['id', 'to_address'])
      .execute(),
  );
  const change = (status: string, error: string | null) =>
    testApp.writeAs(owner.subscriberId, (w) =>
      updateMine(w, 'outbound_messages')
        .set({ status, error })
        .where('id', '=', messages[0]?.id ?? '')
        .execute(),
    );
  return { id, messages, change };
}

test('a webhook shows whether it was delivered, failed or waits for its next attempt', async () => {
  const delivered = { channel: 'webhook', state: 'delivered', problem: null, http_status: null };
  expect(await deliveriesOf(await called('good'))).toMatchObject([{ ...delivered, to: sink.urlOf('good') }]);

  sink.set('fails', { mode: 'fail' });
  const failing = await called('fails');
  const [waiting] = (await deliveriesOf(failing)) ?? [];
  expect(waiting).toMatchObject({ state: 'retrying', problem: 'status', http_status: 500 });
  expect((waiting?.next_attempt_at ?? '') > testApp.clock.now()).toBe(true);

  sink.set('leaves', { mode: 'gone' });
  const gone = await called('leaves');
  expect(await deliveriesOf(gone)).toMatchObject([
    { state: 'failed', problem: 'gone', http_status: 410, next_attempt_at: null },
  ]);
});

test('a message shows that it did not arrive and why, next to those that did', async () => {
  const { id, messages, change } = await mailed();
  const [first, second] = messages.map((one) => one.to_address);
  const ok = { channel: 'email', to: second, state: 'sent', problem: null };
  expect(await deliveriesOf(id)).toMatchObject([{ ...ok, to: first }, ok]);
  for (const state of ['bounced', 'blocked', 'uncertain', 'failed']) {
    await change(state, `550 ${state}`);
    expect(await deliveriesOf(id)).toMatchObject([{ to: first, state, problem: `550 ${state}` }, ok]);
  }
  await change('opened', 'an earlier attempt');
  expect(await deliveriesOf(id)).toMatchObject([{ to: first, state: 'delivered', problem: null }, ok]);
  await change('queued', '451 try later');
  expect(await deliveriesOf(id)).toMatchObject([{ state: 'retrying', problem: '451 try later' }, ok]);
});

test('a message that was sent again shows what became of the repetition', async () => {
  const { id, messages, change } = await mailed();
  await change('bounced', '550 no such user');
  await owner.call(resendMessage, { id: messages[0]?.id ?? '' });
  await testApp.runDueJobs();
  const states = (await deliveriesOf(id))?.map((one) => [one.to, one.state]);
  expect(states?.sort()).toEqual(messages.map((one) => [one.to_address, 'sent']));
});
