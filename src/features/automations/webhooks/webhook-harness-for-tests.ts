import { sql } from 'kysely';
import { afterAll } from 'vitest';
import { createJobContexts } from '#app/create-runtime.ts';
import { mine } from '#server/db/scope.ts';
import { newId } from '#server/ids.ts';
import { startWebhookSink } from '#simulators/webhooks/webhook-sink.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import { deliverWebhook } from './deliver-webhook.job.ts';
import { queueWebhook, type Webhook } from './queue-webhook.ts';

/** A company, and receivers on loopback that it may call; a request is abandoned after 300 ms. */
export async function openWebhookHarness() {
  const sink = await startWebhookSink();
  const other = await startWebhookSink();
  afterAll(() => Promise.all([sink.stop(), other.stop()]));
  const testApp = await startTestApp({
    env: { SSRF_ALLOW: `${sink.place},${other.place}` },
    webhookTimeoutMs: 300,
  });
  let count = 0;

  /** Queues a webhook to the receiver of that name and returns its row. */
  const queue = (owner: TestUser, name: string, more: Partial<Webhook> = {}) => {
    count += 1;
    return testApp.writeAs(owner.subscriberId, (w) =>
      queueWebhook(w, {
        ...{ key: `test.${count}`, appointment_id: null, event_id: newId(), event_name: 'Fees changed' },
        ...{ url: sink.urlOf(name), body: JSON.stringify({ count }) },
        ...more,
      }),
    );
  };

  /** Starts the delivery of each URL of the company at once, as that many workers would. */
  const runsOf = async (owner: TestUser, workers: number, external = testApp.runtime.external) => {
    const endpoints = await endpointsOf(testApp, owner);
    const makeCtx = createJobContexts({ ...testApp.runtime, external });
    return endpoints.flatMap((endpoint_id) =>
      Array.from({ length: workers }, () =>
        deliverWebhook.run(makeCtx({ subscriberId: owner.subscriberId, data: {} }, deliverWebhook), {
          endpoint_id,
        }),
      ),
    );
  };

  /** Advances the clock to each next attempt until no webhook waits for one. */
  const untilFinished = async (owner: TestUser) => {
    for (;;) {
      await testApp.runDueJobs();
      const next = await nextDue(testApp, owner);
      if (!next) return;
      testApp.clock.advance(Math.max(1000, Date.parse(next) - Date.parse(testApp.clock.now())));
    }
  };
  return { testApp, sink, other, queue, runsOf, untilFinished };
}

async function endpointsOf(testApp: TestApp, { subscriberId }: TestUser): Promise<string[]> {
  const rows = await testApp.readAs(subscriberId, (r) =>
    mine(r, 'webhook_endpoints').select('id').orderBy('id').execute(),
  );
  return rows.map((row) => row.id);
}

async function nextDue(testApp: TestApp, { subscriberId }: TestUser): Promise<string | null> {
  const row = await testApp.readAs(subscriberId, (r) =>
    mine(r, 'webhook_deliveries')
      .innerJoin('webhook_endpoints as e', 'e.id', 'webhook_deliveries.endpoint_id')
      .where('e.off_at', 'is', null)
      .where('status', 'in', ['queued', 'sending'])
      // One that waits for an earlier one, or for others on the way, has been due for long.
      .select(
        sql<string | null>`coalesce(min(greatest(due_at, e.paused_until))
          filter (where greatest(due_at, e.paused_until) > ${r.now}), min(due_at))`.as('due_at'),
      )
      .executeTakeFirst(),
  );
  return row?.due_at ?? null;
}
