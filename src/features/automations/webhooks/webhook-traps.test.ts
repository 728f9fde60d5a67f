import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { asInstant } from '#domain/base/time.ts';
import { newId } from '#server/ids.ts';
import { verifySignature } from '#simulators/webhooks/verify-signature.ts';
import type { SinkRequest } from '#simulators/webhooks/webhook-sink.ts';
import { isThorough } from '#testing/thorough.ts';
import {
  getWebhook,
  getWebhookSecret,
  listWebhookEndpoints,
  listWebhooks,
  replayWebhooks,
  rotateWebhookSecret,
  switchWebhookEndpoint,
  testWebhook,
} from '../webhooks-contract.ts';
import { webhookHeaders } from './sign-webhook.ts';
import { openWebhookHarness } from './webhook-harness-for-tests.ts';

const { testApp, sink, queue, untilFinished } = await openWebhookHarness();

test('the published vector of Standard Webhooks', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const body = '{"test": 2432232314}';
  const headers = {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  };
  expect(verifySignature(headers, Buffer.from(body), secret).standard).toBe(true);
  expect(verifySignature(headers, Buffer.from(`${body} `), secret).standard).toBe(false);
  const at = asInstant('2021-02-25T15:02:10Z');
  const sent = webhookHeaders({ id: newId(), event_id: 'e', body, headers: [] }, [secret], at);
  const text = `${sent['Webhook-Id']}.1614265330.${body}`;
  const key = Buffer.from(secret.slice(6), 'base64');
  expect(sent['Webhook-Signature']).toBe(`v1,${createHmac('sha256', key).update(text).digest('base64')}`);
  expect(sent['X-Signature']).toBe(createHmac('sha256', secret).update(body).digest('hex'));
});

describe('the secret', () => {
  test('M16: signs the bytes as sent; one added space fails', async () => {
    const owner = await testApp.create.owner();
    const { secret } = await owner.call(rotateWebhookSecret, {});
    sink.setSecret('bytes', secret);
    const body = `{"name" : "Zoë 🏠\u2028", "total": 1.10, "html": "</script>"}`;
    await queue(owner, 'bytes', { body });
    await testApp.runDueJobs();
    const [request] = sink.requests('bytes');
    expect(request?.body).toBe(body);
    expect(request?.check).toEqual({ standard: true, plain: true });
    const changed = verifySignature(request?.headers ?? {}, Buffer.from(`${body} `), secret);
    expect(changed).toEqual({ standard: false, plain: false });
  });

  test('is shown once; for a day both sign, then only the new one', async () => {
    const owner = await testApp.create.owner();
    const old = await owner.call(rotateWebhookSecret, {});
    const { secret } = await owner.call(rotateWebhookSecret, {});
    expect(secret).toMatch(/^whsec_[A-Za-z\d+/]{43}=$/);
    expect(await owner.call(getWebhookSecret, {})).toMatchObject({ is_set: true, last4: secret.slice(-4) });
    sink.setSecret('rotated', old.secret);
    await queue(owner, 'rotated');
    await testApp.runDueJobs();
    sink.setSecret('rotated', secret);
    await queue(owner, 'rotated');
    await testApp.runDueJobs();
    await testApp.advanceTime('25 hours');
    sink.setSecret('rotated', old.secret);
    await queue(owner, 'rotated');
    await testApp.runDueJobs();
    const both = { standard: true, plain: true };
    expect(sink.requests('rotated').map(({ check }) => check)).toEqual([
      both,
      both,
      { standard: false, plain: false },
    ]);
    expect(JSON.stringify(testApp.logs)).not.toContain(secret);
  });
});

describe('the test button', () => {
  test('returns the request and the response, and stores nothing', async () => {
    const owner = await testApp.create.owner();
    sink.set('tested', { mode: 'fail', times: 1 });
    const url = sink.urlOf('tested');
    const result = await owner.call(testWebhook, { url, headers: [{ name: 'X-Token', value: 'abc' }] });
    expect(result).toMatchObject({
      http_status: 500,
      problem: 'status',
      answer: '{"error":"The receiver failed"}',
    });
    expect(result.request_headers['X-Token']).toBe('••••');
    expect(sink.requests('tested')[0]).toMatchObject({ headers: { 'x-token': 'abc' }, body: result.body });
    expect((await owner.call(listWebhooks, {})).pageData).toEqual([]);
    await testApp.advanceTime('1 hour');
    expect(sink.requests('tested')).toHaveLength(1);
  });

  test.each([
    ['https://[::ffff:a9fe:a9fe]/', 'Enter a host name instead of an IP address'],
    ['https://[64:ff9b::7f00:1]/', 'Enter a host name instead of an IP address'],
    ['https://2130706433/', 'Enter a host name instead of an IP address'],
    ['https://localhost/', 'This host name is not on the public internet'],
    ['http://hooks.shop.com/', 'The web address must start with https://'],
    ['x', 'Enter a web address that starts with https://'],
  ])('M17: refuses %s with a sentence', async (url, message) => {
    const owner = await testApp.create.owner();
    const { error } = await owner.request(testWebhook, { url });
    expect(error).toMatchObject({ type: 'BAD_USER_INPUT', details: { url: message } });
  });

  test('M15: refuses a header that would replace the id', async () => {
    const owner = await testApp.create.owner();
    const headers = [{ name: 'webhook-id', value: 'x' }];
    const { error } = await owner.request(testWebhook, { url: sink.urlOf('x'), headers });
    expect(error?.details).toEqual({ 'headers.0.name': 'This header is set by the system' });
    expect(sink.requests('x')).toEqual([]);
  });
});

/** The ids in the order in which the receiver did the work. */
const processed = (requests: readonly SinkRequest[]) => requests.filter((one) => one.isProcessed);

test('M18: nothing is lost while the receiver is down, the address is off, or asks to wait', async () => {
  const owner = await testApp.create.owner();
  const again = () => testApp.create.signInAgain(owner);
  const appointments = [newId(), newId(), newId(), newId(), newId()];
  sink.set('down', { mode: 'reset' });
  for (let i = 0; i < 50; i++) {
    const body = JSON.stringify({ i });
    await queue(owner, 'down', { appointment_id: appointments[i % 5] ?? null, body });
  }
  for (let minute = 0; minute < 120; minute += 20) await testApp.advanceTime('20 minutes');
  const [endpoint] = await (await again()).call(listWebhookEndpoints, {});
  const id = endpoint?.id ?? '';
  await (await again()).call(switchWebhookEndpoint, { id, is_on: false });
  const whileDown = sink.requests('down').length;
  sink.set('down', { mode: 'rate_limit', times: 1, retryAfter: 120 });
  await testApp.advanceTime('26 hours');
  expect(sink.requests('down')).toHaveLength(whileDown);
  await (await again()).call(switchWebhookEndpoint, { id, is_on: true });
  await testApp.runDueJobs();
  await testApp.advanceTime('119 seconds');
  expect(sink.requests('down')).toHaveLength(whileDown + 1);
  await testApp.advanceTime('2 seconds');
  await untilFinished(owner);
  const done = processed(sink.requests('down')).map(({ body }) => (JSON.parse(body) as { i: number }).i);
  expect([...done].sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, i) => i));
  for (let each = 0; each < 5; each++) {
    const own = done.filter((i) => i % 5 === each);
    expect(own).toEqual([...own].sort((a, b) => a - b));
  }
});

test('each event is processed once by its id, in order, whatever the receiver does; a replay has the same bytes', async () => {
  const owner = await testApp.create.owner();
  const events = isThorough ? 1000 : 100;
  const troubles = ['fail', 'hang', 'reset', 'redirect', 'late'] as const;
  for (const mode of troubles) sink.set(`many-${mode}`, { mode, times: 6, ms: 500 });
  const appointments = Array.from({ length: 5 }, newId);
  const ids: string[] = [];
  for (let i = 0; i < events; i++) {
    const name = `many-${troubles[i % 5] ?? 'fail'}`;
    const appointment_id = appointments[Math.floor(i / 5) % 5] ?? null;
    const { id } = await queue(owner, name, {
      appointment_id,
      event_id: `event-${i}`,
      body: `{"i":${i},"x":1.10}`,
    });
    ids.push(id);
  }
  await untilFinished(owner);
  for (const mode of troubles) {
    const requests = sink.requests(`many-${mode}`);
    expect(requests.length).toBeGreaterThanOrEqual(events / 5 + 5);
    const done = processed(requests);
    expect(new Set(done.map(({ eventId }) => eventId)).size).toBe(events / 5);
    expect(done).toHaveLength(events / 5);
    const sent = new Map<string, Set<string>>();
    for (const { id, eventId, body } of requests)
      sent.set(id, (sent.get(id) ?? new Set()).add(`${eventId} ${body}`));
    expect([...sent.values()].every((all) => all.size === 1)).toBe(true);
    const order = done.map(({ eventId }) => Number(eventId.slice(6)));
    for (let each = 0; each < 5; each++) {
      const own = order.filter((i) => Math.floor(i / 5) % 5 === each);
      expect(own).toEqual([...own].sort((a, b) => a - b));
    }
  }
  expect(sink.requests('redirected')).toEqual([]);
  const caller = await testApp.create.signInAgain(owner);
  const before = sink.requests('many-fail').length;
  const chosen = ids.filter((_, i) => i % 5 === 0).slice(0, 10);
  await caller.call(replayWebhooks, { ids: chosen });
  await untilFinished(owner);
  const replayed = sink.requests('many-fail').slice(before);
  expect(replayed).toHaveLength(10);
  for (const one of replayed) {
    const first = sink.requests('many-fail').find(({ id }) => id === one.id);
    expect({ ...one, isProcessed: false }).toMatchObject({ body: first?.body, eventId: first?.eventId });
    expect(one.isProcessed).toBe(false);
  }
  const { log } = await caller.call(getWebhook, { id: chosen[9] ?? '' });
  expect(log.at(-1)).toMatchObject({ http_status: 200, problem: null });
}, 120_000);
