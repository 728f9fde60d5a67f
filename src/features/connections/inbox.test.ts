import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { migrate } from '#server/db/migrate.ts';
import { mine } from '#server/db/scope.ts';
import { newId } from '#server/ids.ts';
import { emptyDatabase } from '#testing/database.ts';
import { startTestApp } from '#testing/test-app.ts';
import { withClient } from '#testing/test-cluster.ts';
import { createTestQueue, jobContext } from './context-for-tests.ts';
import {
  hashBody,
  type InboxEvent,
  type InboxOutcome,
  inboxJob,
  limitUnverifiedEvents,
  storeEvent,
} from './inbox.ts';

const testApp = await startTestApp();
let subscriberId = '';
let outcomes: InboxOutcome[] = [];
let seen: InboxEvent[] = [];
let abandoned: string[] = [];
const processEvent = inboxJob<{ sid: string }>('test/read-sms-hint', {
  apply: async (_, event) => {
    seen.push(event);
    return outcomes.shift() ?? 'applied';
  },
  abandon: async (_, event) => {
    abandoned.push(event.eventId);
  },
});
await createTestQueue(testApp, processEvent);

const body = (text: string) => hashBody(Buffer.from(text));
const event = (eventId: string, more: Partial<InboxEvent> = {}): InboxEvent => ({
  ...{ source: 'sms', eventId, type: 'delivered', isVerified: true, data: { sid: 'SM1' } },
  ...more,
});
const store = (given: InboxEvent, text: string, hasOwnIds = true) =>
  testApp.writeAs(subscriberId, (w) =>
    storeEvent(w, given, { bodyHash: body(text), job: processEvent, hasOwnIds }),
  );
const rows = () =>
  testApp.readAs(subscriberId, (r) => mine(r, 'webhook_inbox').orderBy('id').selectAll().execute());
const run = async () => {
  for (const { id } of await rows())
    await processEvent.run(jobContext(testApp, subscriberId, processEvent), { inbox_id: id });
};

beforeEach(async () => {
  subscriberId = (await testApp.create.owner()).subscriberId;
  [outcomes, seen, abandoned] = [[], [], []];
});

test('stores an event once, however often and concurrently it is delivered', async () => {
  const results = await Promise.all(Array.from({ length: 6 }, () => store(event('e1'), '{"n":1}')));
  expect(results.filter(({ is }) => is === 'new')).toHaveLength(1);
  expect(results.filter(({ is }) => is === 'known')).toHaveLength(5);
  expect(await rows()).toMatchObject([{ source: 'sms', event_id: 'e1', data: { sid: 'SM1' } }]);
});

test('the same event id of another source or company is another event', async () => {
  expect(await store(event('e1'), '{}')).toEqual({ is: 'new' });
  expect(await store(event('e1', { source: 'calendar' }), '{}')).toEqual({ is: 'new' });
  subscriberId = (await testApp.create.owner()).subscriberId;
  expect(await store(event('e1'), '{}')).toEqual({ is: 'new' });
});

test('stores a second body under a known id once, as a conflict', async () => {
  await store(event('e1'), '{"amount":1}');
  const conflict = { is: 'conflict', storedHash: body('{"amount":1}') };
  expect(await store(event('e1'), '{"amount":2}')).toEqual(conflict);
  expect(await store(event('e1'), '{"amount":2}')).toEqual({ is: 'known' });
  expect((await rows()).map((one) => one.event_id.slice(0, 11))).toEqual(['e1', 'e1 conflict']);
  // An id that we derived from the content does not identify a body.
  expect(await store(event('e1'), '{"amount":3}', false)).toEqual({ is: 'known' });
});

test('a hash ignores the order of fields and those that change between deliveries', () => {
  const hash = (text: string) => hashBody(Buffer.from(text), ['pending']);
  expect(hash('{"a":1,"b":2,"pending":3}')).toBe(hash('{"b":2,"a":1,"pending":2}'));
  expect(hash('{"a":1}')).not.toBe(hash('{"a":2}'));
  expect(hash('no json')).not.toBe(hash('no json at all'));
});

test('limits unverified events per source and hour', async () => {
  const limit = (source: string) => testApp.writeAs(subscriberId, (w) => limitUnverifiedEvents(w, source));
  for (let n = 0; n < 100; n += 1) await store(event(`e${n}`, { isVerified: false }), '{}');
  await expect(limit('sms')).rejects.toMatchObject({ type: 'RATE_LIMITED' });
  await limit('calendar');
  testApp.clock.advance(61 * 60_000);
  await limit('sms');
});

test('processes an event once', async () => {
  await store(event('e1'), '{}');
  await run();
  await run();
  expect(seen).toEqual([event('e1')]);
  expect(await rows()).toMatchObject([{ outcome: 'applied', tries: 0 }]);
});

test('repeats what cannot be applied yet for a day, and then abandons it', async () => {
  await store(event('e1'), '{}');
  outcomes = Array.from({ length: 9 }, () => 'later' as const);
  for (let n = 0; n < 3; n += 1) await run();
  expect(await rows()).toMatchObject([{ outcome: '', tries: 3, processed_at: null }]);
  testApp.clock.advance(24 * 3_600_000);
  await run();
  expect(abandoned).toEqual(['e1']);
  expect(await rows()).toMatchObject([{ outcome: 'unknown' }]);
  await run();
  expect(seen).toHaveLength(4);
});

test('the migrations keep the webhooks that an early version stored', { timeout: 60_000 }, async () => {
  const all = readdirSync('migrations');
  const folder = mkdtempSync(join(tmpdir(), 'gable-inbox-'));
  const copy = (names: string[]) => {
    for (const name of names) copyFileSync(join('migrations', name), join(folder, name));
  };
  const database = await emptyDatabase();
  const insert = `set role app_admin; insert into webhook_inbox (subscriber_id, id, gateway, event_id, type,
    about, gateway_ref, attempt_id, order_ref, is_verified, body_hash, received_at)
    values ('${newId()}', '${newId()}', 5, 'e1', 'paid', 'payment', 'pi_1', 'pa_1', null, true, 'told:1', now())`;
  try {
    copy(all.filter((name) => name < '0028'));
    await migrate(database.connection, folder);
    await withClient(database.connection, (client) => client.query(insert));
    copy(all);
    await migrate(database.connection, folder);
    const { rows: stored } = await withClient(database.connection, (client) =>
      client.query('set role app_admin').then(() => client.query('select * from webhook_inbox')),
    );
    const data = { gateway: 5, about: 'payment', gateway_ref: 'pi_1', attempt_id: 'pa_1', order_ref: null };
    expect(stored).toMatchObject([{ event_id: 'e1', source: 'payment.5', data, body_hash: 'told:1' }]);
    expect(stored[0]).not.toHaveProperty('gateway_ref');
  } finally {
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  }
});
