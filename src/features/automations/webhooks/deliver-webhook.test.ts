import { describe, expect, test, vi } from 'vitest';
import { newId } from '#server/ids.ts';
import type { TestUser } from '#testing/test-user.ts';
import {
  getWebhook,
  listWebhookEndpoints,
  listWebhooks,
  replayWebhooks,
  switchWebhookEndpoint,
} from '../webhooks-contract.ts';
import { openWebhookHarness } from './webhook-harness-for-tests.ts';

const { testApp, sink, other, queue, runsOf, untilFinished } = await openWebhookHarness();
const owner = await testApp.create.owner();
/** The user with a new session: the clock advances by days. */
const again = (who: TestUser) => testApp.create.signInAgain(who);
const endpointOf = async (who: TestUser, name: string) => {
  const all = await (await again(who)).call(listWebhookEndpoints, {});
  return all.find(({ url }) => url === sink.urlOf(name));
};
const mails = () => testApp.sent.emails.map(({ subject }) => subject).filter((one) => /ebhook/.test(one));

test('the same key is sent once, and a transaction that fails sends nothing', async () => {
  const first = await queue(owner, 'once', { key: 'same', body: '{"n":1}' });
  expect(await queue(owner, 'once', { key: 'same', body: '{"n":2}' })).toEqual({
    ...first,
    isNew: false,
  });
  await testApp
    .writeAs(owner.subscriberId, async () => {
      throw new Error('undone');
    })
    .catch(() => undefined);
  await testApp.runDueJobs();
  expect(sink.requests('once').map(({ body }) => body)).toEqual(['{"n":1}']);
  expect(await (await again(owner)).call(getWebhook, { id: first.id })).toMatchObject({
    ...{ status: 'delivered', problem: null, http_status: 200, attempts: 1, next_attempt_at: null },
    log: [{ number: 1, http_status: 200, answer: '{"received":true}', problem: null }],
  });
});

test('M15: every attempt has the same id and bytes, and a timestamp and signature of its own', async () => {
  sink.set('again', { mode: 'fail', times: 2 });
  const headers = [
    { name: 'webhook-id', value: 'x' },
    { name: 'X-Token', value: 'secret' },
  ];
  const { id } = await queue(owner, 'again', { body: '{"a" : 1.10}', headers });
  await untilFinished(owner);
  const requests = sink.requests('again');
  expect(requests).toHaveLength(3);
  const [first] = requests;
  expect(requests.map(({ id, eventId, body }) => ({ id, eventId, body }))).toEqual(
    Array.from({ length: 3 }, () => ({ id: first?.id, eventId: first?.eventId, body: '{"a" : 1.10}' })),
  );
  expect(first?.id).toMatch(/^msg_[\da-f]{32}$/);
  expect(new Set(requests.map(({ timestamp }) => timestamp)).size).toBe(3);
  expect(new Set(requests.map(({ signature }) => signature)).size).toBe(3);
  expect(requests.map(({ headers: sent }) => sent['x-token'])).toEqual(['secret', 'secret', 'secret']);
  const { log } = await (await again(owner)).call(getWebhook, { id });
  expect(log.map(({ http_status, problem }) => [http_status, problem])).toEqual([
    [500, 'status'],
    [500, 'status'],
    [200, null],
  ]);
  expect(log[0]?.request_headers).toMatchObject({ 'X-Token': '••••', 'Webhook-Id': first?.id });
  expect(JSON.stringify(log)).not.toContain('secret');
});

test('a worker that is killed after the request sends the same id and bytes again when its lease ends', async () => {
  const { id } = await queue(owner, 'killed');
  const { webhooks } = testApp.runtime.external;
  let sent: () => void = () => {};
  const wasSent = new Promise<void>((done) => {
    sent = done;
  });
  const dying = {
    ...testApp.runtime.external,
    webhooks: {
      ...webhooks,
      send: async (request: Parameters<typeof webhooks.send>[0]) => {
        await webhooks.send(request);
        sent();
        return new Promise<never>(() => {});
      },
    },
  };
  void Promise.all(await runsOf(owner, 1, dying));
  await wasSent;
  await testApp.runDueJobs();
  expect(sink.requests('killed')).toHaveLength(1);
  await testApp.advanceTime('21 seconds');
  const requests = sink.requests('killed');
  expect(requests.map(({ id, body }) => id + body)).toEqual(
    [requests[0], requests[0]].map((one) => one && one.id + one.body),
  );
  const { status, log } = await (await again(owner)).call(getWebhook, { id });
  expect({ status, problems: log.map(({ problem }) => problem) }).toEqual({
    status: 'delivered',
    problems: ['interrupted', null],
  });
});

describe('order', () => {
  test('a webhook waits for the earlier ones of its appointment, others do not', async () => {
    const [one, two] = [newId(), newId()];
    sink.set('order', { mode: 'fail', times: 1 });
    for (const [appointment_id, body] of [
      [one, 'one.1'],
      [one, 'one.2'],
      [two, 'two.1'],
    ] as const)
      await queue(owner, 'order', { appointment_id, body });
    await testApp.runDueJobs();
    expect(sink.requests('order').map(({ body }) => body)).toEqual(['one.1', 'two.1']);
    await untilFinished(owner);
    expect(sink.requests('order').map(({ body }) => body)).toEqual(['one.1', 'two.1', 'one.1', 'one.2']);
  });

  test('a dead one holds up nothing, and one that is sent again by a person holds up no later one', async () => {
    const appointment_id = newId();
    sink.set('dead', { mode: 'fail' });
    const { id } = await queue(owner, 'dead', { appointment_id, body: '1' });
    await untilFinished(owner);
    expect((await endpointOf(owner, 'dead'))?.off_reason).toBe('failing');
    await (await again(owner)).call(switchWebhookEndpoint, {
      id: (await endpointOf(owner, 'dead'))?.id ?? '',
      is_on: true,
    });
    await (await again(owner)).call(replayWebhooks, { ids: [id] });
    await testApp.runDueJobs();
    const before = sink.requests('dead').length;
    sink.set('dead', { mode: 'ok' });
    await queue(owner, 'dead', { appointment_id, body: '2' });
    await testApp.runDueJobs();
    expect(
      sink
        .requests('dead')
        .slice(before)
        .map(({ body }) => body),
    ).toEqual(['2']);
    await untilFinished(owner);
    expect(sink.requests('dead').at(-1)?.body).toBe('1');
  });
});

test('at most two are on the way to a host and four in all, however many workers there are', async () => {
  const busy = await testApp.create.owner();
  for (const name of ['a', 'b', 'c', 'a', 'b', 'c']) {
    await queue(busy, name);
    await queue(busy, name, { url: other.urlOf(name) });
  }
  const hosts: string[] = [];
  let release: () => void = () => {};
  const released = new Promise<void>((done) => {
    release = done;
  });
  const answer = { status: 200, problem: null, text: '', durationMs: 1 };
  const send = async ({ url }: { url: string }) => {
    hosts.push(new URL(url).host);
    await released;
    return answer;
  };
  const { external } = testApp.runtime;
  const runs = await runsOf(busy, 3, { ...external, webhooks: { ...external.webhooks, send } });
  let ended = 0;
  for (const run of runs) void run.then(() => (ended += 1));
  await vi.waitUntil(() => ended === runs.length - hosts.length && hosts.length > 0, 10_000);
  expect(hosts.sort()).toEqual([sink.place, sink.place, other.place, other.place].sort());
  release();
  await Promise.all(runs);
  await untilFinished(busy);
  expect((await (await again(busy)).call(listWebhooks, { state: 'delivered' })).pageInfo.total).toBe(12);
});

describe('a receiver that is gone or never works', () => {
  test('410 switches it off; later webhooks wait until it is on again; the administrators get one mail', async () => {
    const company = await testApp.create.owner();
    sink.set('gone', { mode: 'gone', times: 1 });
    const { id } = await queue(company, 'gone', { body: '1' });
    await queue(company, 'gone', { body: '2' });
    const mailsBefore = mails().length;
    await testApp.advanceTime('2 days');
    expect(sink.requests('gone')).toHaveLength(1);
    expect(await (await again(company)).call(getWebhook, { id })).toMatchObject({
      status: 'dead',
      problem: 'gone',
      http_status: 410,
    });
    const { pageData } = await (await again(company)).call(listWebhooks, { state: 'open' });
    expect(pageData).toMatchObject([{ status: 'queued', is_on_hold: true, next_attempt_at: null }]);
    const endpoint = await endpointOf(company, 'gone');
    expect(endpoint).toMatchObject({ is_on: false, off_reason: 'gone', open: 1, dead: 1 });
    expect(mails().slice(mailsBefore)).toEqual([`Webhooks to ${sink.place} are switched off`]);
    await (await again(company)).call(switchWebhookEndpoint, { id: endpoint?.id ?? '', is_on: true });
    await (await again(company)).call(replayWebhooks, { ids: [id] });
    await testApp.runDueJobs();
    expect(
      sink
        .requests('gone')
        .map(({ body }) => body)
        .sort(),
    ).toEqual(['1', '1', '2']);
  });

  test('after five days the webhook is in the dead-letter list, and the administrators get one mail', async () => {
    const company = await testApp.create.owner();
    sink.set('never', { mode: 'reset' });
    const ids = [(await queue(company, 'never')).id, (await queue(company, 'never')).id];
    const mailsBefore = mails().length;
    const startedAt = Date.parse(testApp.clock.now());
    await untilFinished(company);
    const { pageData } = await (await again(company)).call(listWebhooks, { state: 'dead' });
    expect(pageData[0]).toMatchObject({ status: 'dead', problem: 'connection', http_status: null });
    expect(pageData[0]?.attempts).toBeGreaterThanOrEqual(10);
    const days = (Date.parse(pageData[0]?.finished_at ?? '') - startedAt) / 86_400_000;
    expect(days).toBeGreaterThan(3.5);
    expect(days).toBeLessThanOrEqual(5);
    expect(mails().slice(mailsBefore)).toEqual([`A webhook to ${sink.place} could not be delivered`]);
    sink.set('never', { mode: 'ok' });
    const { id = '' } = (await endpointOf(company, 'never')) ?? {};
    await (await again(company)).call(switchWebhookEndpoint, { id, is_on: true });
    await (await again(company)).call(replayWebhooks, { ids });
    await untilFinished(company);
    expect(
      new Set(
        sink
          .requests('never')
          .filter((one) => one.isProcessed)
          .map((one) => one.id),
      ).size,
    ).toBe(2);
    expect((await (await again(company)).call(listWebhooks, { state: 'dead' })).pageData).toEqual([]);
  });
});

test('what cannot be sent is stored as dead with its reason, and nothing connects', async () => {
  const refusals = [
    ['https://[::ffff:127.0.0.1]/', 'url.is_address'],
    ['https://2130706433/', 'url.is_address'],
    ['https://localhost/', 'url.private_name'],
    ['http://hooks.shop.com/', 'url.not_https'],
    ['nonsense', 'url.not_a_url'],
    ['', 'url.not_a_url'],
    ['{host}/in', 'url.not_https'],
  ] as const;
  for (const [url, refused] of refusals) {
    const row = await queue(owner, 'refused', { url });
    expect(row).toMatchObject({ isNew: true, refused });
    expect(await (await again(owner)).call(getWebhook, { id: row.id })).toMatchObject({
      status: 'dead',
      problem: refused,
      log: [],
    });
  }
  const large = await queue(owner, 'refused', { body: 'x'.repeat(1_000_000) });
  expect(large.refused).toBe('too_large');
  const replayed = await (await again(owner)).call(replayWebhooks, { ids: [large.id] });
  expect(replayed).toEqual({ replayed: [] });
  await testApp.runDueJobs();
  expect(sink.requests('refused')).toEqual([]);
});
