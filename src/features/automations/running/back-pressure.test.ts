import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createJobContexts } from '#app/create-runtime.ts';
import { openTextHarness } from '#features/messages/replies/text-harness-for-tests.ts';
import { limitSending } from '#features/messages/sending/limits-for-tests.ts';
import { asPlatform } from '#server/db/connect.ts';
import { startWebhookSink } from '#simulators/webhooks/webhook-sink.ts';
import type { TestUser } from '#testing/test-user.ts';
import { bookedWith, groupOf, jobsOf, multiply, runAutomations } from './automations-for-tests.ts';
import { runDueJobs } from './run-due.job.ts';

const sink = await startWebhookSink();
const { testApp, untilNoon, advanceTime, company } = await openTextHarness({
  env: { SSRF_ALLOW: sink.place },
});

const row = { key: 'order', label: 'Order', value: '{{inspection.order_id}}' };
const actions = {
  text: { action_type: 2, body_content: 'Hi' },
  webhook: { action_type: 3, webhook_url: sink.urlOf('burst'), webhook_data: [row] },
};

/** Runs the company's due jobs as often as a sweep of a few seconds would, without delivering anything. */
async function runBurst(owner: TestUser, turns = 20): Promise<void> {
  const makeCtx = createJobContexts(testApp.runtime);
  for (let i = 0; i < turns; i++)
    await runDueJobs.run(makeCtx({ subscriberId: owner.subscriberId, data: {} }, runDueJobs), {});
}

const waiting = (owner: TestUser, table: 'outbound_messages' | 'webhook_deliveries') =>
  asPlatform(testApp.runtime.db, async (trx) => {
    const rows = await trx
      .selectFrom(table)
      .where('subscriber_id', '=', owner.subscriberId)
      .where('status', '=', 'queued')
      .where('key', 'like', 'action.%')
      .select('id')
      .execute();
    return rows.length;
  });

test.each([
  ['text', 'outbound_messages'],
  ['webhook', 'webhook_deliveries'],
] as const)(
  'a burst of %ss waits while 50 of them are not sent yet, and is sent completely',
  async (kind, table) => {
    untilNoon();
    const owner = await company();
    await limitSending(testApp, owner.subscriberId, {});
    const booked = await bookedWith(owner, await groupOf(owner, { event_type: 2, ...actions[kind] }), {
      at: '2030-06-12T09:00',
    });
    await multiply(testApp, owner, booked.id, 70);
    await runBurst(owner);
    const first = await waiting(owner, table);
    expect(first).toBeGreaterThanOrEqual(50);
    expect(first).toBeLessThan(60);
    await runAutomations(testApp);
    expect(new Set((await jobsOf(testApp, booked.id)).map((job) => job.status))).toEqual(new Set(['done']));
    expect(await waiting(owner, table)).toBe(0);
  },
);

test.each([
  ['texts that wait for the morning', 'text', 'outbound_messages'],
  ['webhooks to a URL that is off', 'webhook', 'webhook_deliveries'],
] as const)('%s hold up no job', async (_, kind, table) => {
  untilNoon();
  const owner = await company();
  const booked = await bookedWith(owner, await groupOf(owner, { event_type: 2, ...actions[kind] }), {
    at: '2030-06-13T09:00',
  });
  await multiply(testApp, owner, booked.id, 71);
  if (kind === 'text') await advanceTime('11 hours');
  await runBurst(owner, 1);
  await asPlatform(testApp.runtime.db, (trx) =>
    trx
      .updateTable('webhook_endpoints')
      .set({ off_at: testApp.clock.now(), off_reason: 'person' })
      .where('subscriber_id', '=', owner.subscriberId)
      .execute(),
  );
  await runBurst(owner, 19);
  expect(await waiting(owner, table)).toBe(71);
});

async function actionMails(): Promise<string[]> {
  const rows = await asPlatform(testApp.runtime.db, (trx) =>
    trx
      .selectFrom('outbound_messages')
      .where('channel', '=', 'email')
      .where('key', 'like', 'action.%')
      .select('id')
      .execute(),
  );
  return rows.map((each) => each.id);
}

test('a message of another company is sent before those of a burst that are waiting', async () => {
  untilNoon();
  const [burst, other] = [await company(), await company()];
  for (const [owner, count] of [
    [burst, 40],
    [other, 1],
  ] as const) {
    const group = await groupOf(owner, { event_type: 2, action_type: 1 });
    const booked = await bookedWith(owner, group, { at: '2030-06-14T09:00' });
    await multiply(testApp, owner, booked.id, count);
  }
  await runBurst(burst);
  await runBurst(other);
  const { rows } = await sql<{ company: string }>`
    select data->>'subscriberId' as company from pgboss.job
    where name = 'messages/send' and state = 'created' and data->'data'->>'message_id' in (${sql.join(await actionMails())})
    order by priority desc, created_on`.execute(testApp.runtime.db);
  expect(rows).toHaveLength(41);
  // The first message of the burst had nothing before it either.
  expect(rows.slice(0, 2).map((row) => row.company)).toContain(other.subscriberId);
});
