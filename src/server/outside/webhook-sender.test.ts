import type { LookupAddress } from 'node:dns';
import { createServer } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { type SinkMode, startWebhookSink } from '#simulators/webhooks/webhook-sink.ts';
import { createWebhookSender } from './webhook-sender.ts';

const sink = await startWebhookSink();
afterAll(() => sink.stop());
const sender = createWebhookSender({ allowed: [sink.place], timeoutMs: 300 });
const request = (url: string) => ({
  url,
  headers: { 'Webhook-Id': 'msg_1', 'X-Own': 'yes' },
  body: '{"a":1.10}',
});
const sendTo = (mode: SinkMode, ms?: number) => {
  sink.set(mode, { mode, ms });
  return sender.send(request(sink.urlOf(mode)));
};

test('posts the bytes and headers as given, and returns the answer', async () => {
  expect(await sendTo('ok')).toEqual({
    ...{ status: 200, problem: null, retryAfter: undefined, text: '{"received":true}' },
    durationMs: expect.any(Number),
  });
  expect(sink.requests('ok')).toMatchObject([
    { id: 'msg_1', body: '{"a":1.10}', headers: { 'x-own': 'yes', connection: 'close' } },
  ]);
});

test('reports each way to fail, and does not follow a redirect', async () => {
  expect(await sendTo('fail')).toMatchObject({ status: 500, problem: null });
  expect(await sendTo('hang')).toMatchObject({ status: null, problem: 'timeout' });
  expect(await sendTo('late', 600)).toMatchObject({ status: null, problem: 'timeout' });
  expect(await sendTo('reset')).toMatchObject({ status: null, problem: 'connection' });
  expect(await sendTo('rate_limit')).toMatchObject({ status: 429, retryAfter: '120' });
  expect(await sendTo('redirect')).toMatchObject({ status: 302 });
  expect(sink.requests('redirected')).toEqual([]);
});

test('reads 64 KB of a huge body and returns the first kilobyte', async () => {
  const { status, text } = await sendTo('huge');
  expect({ status, length: text.length }).toEqual({ status: 200, length: 1024 });
});

test('a body that never ends does not undo the status, and is cut at the timeout', async () => {
  const endless = createServer((socket) => {
    socket.on('error', () => {});
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nthe begin');
  });
  await new Promise<void>((done) => endless.listen(0, '127.0.0.1', done));
  const place = `127.0.0.1:${(endless.address() as { port: number }).port}`;
  const own = createWebhookSender({ allowed: [place], timeoutMs: 300 });
  const answer = await own.send(request(`http://${place}/`));
  expect(answer).toMatchObject({ status: 200, text: 'the begin' });
  expect(answer.durationMs).toBeLessThan(2000);
  endless.close();
});

describe('a private address', () => {
  /** A resolver with fixed answers; it records which names were asked. */
  function resolver(addresses: readonly LookupAddress[]) {
    const asked: string[] = [];
    const lookup = ((
      name: string,
      _: unknown,
      done: (error: null, found: readonly LookupAddress[]) => void,
    ) => {
      asked.push(name);
      done(null, addresses);
    }) as never;
    return { asked, own: createWebhookSender({ allowed: [], timeoutMs: 2000, lookup }) };
  }

  test.each([
    [['127.0.0.1']],
    [['93.184.215.14', '::1']],
    [['2606:4700::1111', '10.0.0.1']],
    [['::ffff:127.0.0.1']],
    [['169.254.169.254']],
    [[]],
  ])('is refused among the addresses of a name: %j', async (found) => {
    const { own, asked } = resolver(
      found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
    const answer = await own.send(request('https://hooks.shop.com/'));
    expect(answer).toMatchObject({ status: null, problem: 'private_address' });
    expect(asked).toEqual(['hooks.shop.com']);
  });

  test('is refused by the text of the URL, without asking for a name or connecting', async () => {
    const { own, asked } = resolver([{ address: '127.0.0.1', family: 4 }]);
    for (const url of [
      'https://127.1/',
      `http://${sink.place}/hooks-sink/x`,
      'https://[::ffff:7f00:1]/',
      'https://db/',
    ])
      expect(await own.send(request(url))).toMatchObject({ problem: 'private_address' });
    expect(asked).toEqual([]);
    expect(sink.requests('x')).toEqual([]);
  });

  test('is refused once more by the address that was connected to', async () => {
    const received: Buffer[] = [];
    let connections = 0;
    const inside = createServer((socket) => {
      connections += 1;
      socket.on('error', () => {}).on('data', (bytes) => received.push(bytes));
    });
    await new Promise<void>((done) => inside.listen(0, '127.0.0.1', done));
    const { port } = inside.address() as { port: number };
    // A resolver that gives another answer once the first was checked.
    let reads = 0;
    const changing = {
      family: 4,
      get address() {
        reads += 1;
        return reads === 1 ? '93.184.215.14' : '127.0.0.1';
      },
    };
    const { own } = resolver([changing]);
    const answer = await own.send(request(`https://hooks.shop.com:${port}/`));
    expect({ ...answer, connections }).toMatchObject({ problem: 'private_address', connections: 1 });
    expect(Buffer.concat(received).toString()).not.toMatch(/POST|Webhook/);
    inside.close();
  });
});
