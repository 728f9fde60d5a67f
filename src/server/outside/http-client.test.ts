import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod/mini';
import { testClock } from '../clock.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';
import {
  createHttpClient,
  type ExternalRequest,
  parseResponse,
  RequestFailed,
  UnexpectedResponse,
} from './http-client.ts';
import { retryDelayMs } from './http-retry.ts';

let server: Server;
let url = '';
let answers: (number | 'drop')[] = [];
let headers: Record<string, string> = {};
let calls = 0;
beforeAll(async () => {
  server = createServer((request, response) => {
    calls += 1;
    request.resume();
    const next = answers.shift() ?? 200;
    if (next === 'drop') return void response.destroy();
    response.writeHead(next, headers);
    response.end('{"id":"x"}');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
});
afterAll(() => new Promise((done) => server.close(done)));
beforeEach(() => {
  answers = [];
  headers = {};
  calls = 0;
});

function opened() {
  const waits: number[] = [];
  const lines: Record<string, unknown>[] = [];
  const clock = testClock('2026-11-21T20:00:00.000Z');
  const record = (facts: object) => void lines.push(facts as Record<string, unknown>);
  const client = createHttpClient({
    clock,
    log: { info: record, warn: record },
    random: () => 0.5,
    sleep: async (ms) => void waits.push(ms),
  });
  return { client, waits, lines, clock };
}
/** Returns an address where nothing listens. */
async function unusedAddress(): Promise<string> {
  const gone = createServer();
  await new Promise<void>((done) => gone.listen(0, '127.0.0.1', done));
  const address = gone.address();
  await new Promise((done) => gone.close(done));
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 1}/`;
}
const call = (changes: Partial<ExternalRequest> = {}): ExternalRequest => ({
  provider: 'p',
  credential: 'c',
  method: 'GET',
  url: `${url}/v1/things/abc?secret=1`,
  template: '/v1/things/{id}',
  kind: 'read',
  isRepeatable: true,
  ...changes,
});

describe('a call', () => {
  test('that may be repeated is attempted four times with growing jitter', async () => {
    const { client, waits } = opened();
    answers = [503, 503, 503, 503, 200];
    expect((await client.send(call())).status).toBe(503);
    expect([calls, waits]).toEqual([4, [250, 500, 1000]]);
  });

  test('that may not be repeated is sent once', async () => {
    const { client } = opened();
    answers = [503];
    expect((await client.send(call({ method: 'POST', isRepeatable: false }))).status).toBe(503);
    await expect(
      client.send(call({ method: 'POST', isRepeatable: false, url: await unusedAddress() })),
    ).rejects.toMatchObject({ reason: 'not_sent' });
    expect(calls).toBe(1);
  });

  test('stays uncertain when a retry is rejected after an attempt with an unknown outcome', async () => {
    const { client } = opened();
    answers = ['drop', 401];
    expect(await client.send(call({ method: 'POST' }))).toMatchObject({ status: 401, isDoubtful: true });
    answers = ['drop', 'drop', 'drop', 'drop'];
    await expect(client.send(call())).rejects.toMatchObject({ reason: 'uncertain' });
  });

  test('never follows a redirect', async () => {
    const { client } = opened();
    answers = [302];
    headers = { location: '/elsewhere' };
    await expect(client.send(call({ isRepeatable: false }))).rejects.toThrow(RequestFailed);
    expect(calls).toBe(1);
  });

  test('is logged without query, body or keys', async () => {
    const { client, lines } = opened();
    headers = { 'request-id': 'req_1' };
    await client.send(call({ method: 'POST', body: 'hello', headers: { authorization: 'Bearer s3cret' } }));
    expect(lines).toMatchObject([
      { provider: 'p', path: '/v1/things/{id}', outcome: 200, provider_request: 'req_1' },
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/secret|hello|s3cret|abc/);
  });
});

test('opens the circuit of a provider and credential after five failures in 30 s, for 60 s', () => {
  const line = createCircuitBreaker();
  for (let n = 0; n < 4; n += 1) line.failed('a', n * 1000);
  expect(line.isOpen('a', 4000)).toBe(false);
  line.failed('a', 40_000);
  expect(line.isOpen('a', 40_000)).toBe(false);
  for (let n = 0; n < 4; n += 1) line.failed('a', 41_000);
  expect(line.isOpen('a', 41_000)).toBe(true);
  expect(line.isOpen('b', 41_000)).toBe(false);
  expect(line.isOpen('a', 101_001)).toBe(false);
});

test('respects Retry-After in seconds and as a date', () => {
  const now = Date.parse('2026-11-21T20:00:00Z');
  expect(retryDelayMs(0, '7', now, () => 0)).toBe(7000);
  expect(retryDelayMs(0, 'Sat, 21 Nov 2026 20:00:05 GMT', now, () => 0)).toBe(5000);
  expect(retryDelayMs(9, null, now, () => 1)).toBe(30_000);
});

test('validates a response by its schema and reports invalid fields by name only', () => {
  const schema = z.object({ id: z.string(), card: z.object({ last4: z.string() }) });
  expect(parseResponse('\uFEFF{"id":"a","card":{"last4":"1"},"more":1}', schema)).toMatchObject({ id: 'a' });
  expect(() => parseResponse('{"id":"a"', schema)).toThrow(UnexpectedResponse);
  expect(() => parseResponse('{"id":"a","card":{"last4":4242}}', schema)).toThrow('card.last4');
});
