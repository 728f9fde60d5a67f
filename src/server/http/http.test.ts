import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { z } from 'zod/mini';
import { startTestApp } from '#testing/test-app.ts';
import { AppError, type ErrorType, errorStatus } from '#wire/errors.ts';
import { text } from '#wire/fields.ts';
import { action, read, write } from '#wire/route.ts';
import { handle } from './handle.ts';

const about = 'A route of this test.';
const fail = read('GET /kit/fail/{type}', {
  access: 'public',
  summary: about,
  input: z.object({ type: z.string() }),
});
const crash = read('GET /kit/crash', { access: 'public', summary: about });
const lie = read('GET /kit/lie', {
  access: 'public',
  summary: about,
  output: z.object({ count: z.number() }),
});
const greet = write('POST /kit/greet', {
  access: 'public',
  summary: about,
  input: z.object({
    name: text('Name is required', 20),
    fees: z.optional(z.array(z.object({ line_item: text('Line is required') }))),
  }),
  output: z.object({ greeting: z.string(), token: z.optional(z.string()) }),
  mirrors: ['token'],
});
const upload = action('POST /kit/upload/{id}', {
  access: 'public',
  summary: about,
  form: { maxBytes: 1000, files: 1 },
  input: z.object({ id: z.string(), note: text('Note is required'), picture: z.file() }),
  output: z.object({ id: z.string(), name: z.string(), bytes: z.number() }),
});
const download = read('GET /kit/file', { access: 'public', summary: about, download: true });
const busy = write('POST /kit/busy', {
  output: z.null(),
  access: 'public',
  summary: about,
  input: z.object({ email: z.optional(z.string()) }),
  limit: { by: 'ip', max: 3, minutes: 15 },
});
const guessing = action('POST /kit/guess', {
  output: z.null(),
  access: 'public',
  summary: about,
  input: z.object({ email: z.string() }),
  limit: { by: 'email', max: 2, minutes: 15 },
});
const store = write('POST /kit/store', {
  output: z.null(),
  access: 'public',
  summary: about,
  input: z.object({ text: z.string(), count: z.number() }),
});
const moment = read('GET /kit/moment', {
  output: z.null(),
  access: 'public',
  summary: about,
  input: z.object({ at: z.string() }),
});

const testApp = await startTestApp({
  routes: [
    handle(moment, async ({ db }, { at }) => {
      await db.selectNoFrom(sql`${at}::timestamptz`.as('at')).execute();
      return null;
    }),
    handle(fail, async (_ctx, { type }) => {
      throw new AppError(type as ErrorType, 'Not found', { reason: 'asked for', retryAfter: 30 });
    }),
    handle(crash, async () => {
      throw new Error('password is hunter2');
    }),
    handle(lie, async () => ({ count: 'three' }) as never),
    handle(greet, async (_ctx, { name }) => ({
      greeting: `Hello ${name}`,
      token: 'abc',
      secret: 'left out',
    })),
    handle(upload, async (_ctx, { id, picture }) => ({ id, name: picture.name, bytes: picture.size })),
    handle(download, async () => ({
      filename: 'Müller "Haus".txt',
      type: 'text/plain',
      body: Buffer.from('hello'),
      bytes: 5,
      etag: 'v1',
    })),
    handle(busy, async () => null),
    handle(guessing, async () => null),
    handle(store, async (ctx, { text: name, count: total }) => {
      await ctx.db.insertInto('tallies').values({ subscriber_id: ctx.subscriberId, name, total }).execute();
      return null;
    }),
  ],
});
const { visitor, app } = testApp;
const raw = (payload: string, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
  app.inject({ method: 'POST', url: '/api/kit/greet', payload, headers });

describe('the response envelope', () => {
  test('wraps data, omits fields that are not in the contract, and mirrors those that are', async () => {
    const answer = await visitor.request(greet, { name: ' Ann ' });
    expect(answer.json).toEqual({
      success: true,
      data: { greeting: 'Hello Ann', token: 'abc' },
      error: null,
      token: 'abc',
    });
  });

  test.each(Object.entries(errorStatus))(
    'reports %s with status %i and its details',
    async (type, status) => {
      const answer = await visitor.request(fail, { type });
      expect(answer.status).toBe(status);
      expect(answer.json).toEqual({
        success: false,
        data: null,
        error: { type, message: 'Not found', details: { reason: 'asked for', retryAfter: 30 } },
      });
      expect(answer.headers['retry-after']).toBe(
        type === 'UNAVAILABLE' || type === 'RATE_LIMITED' ? '30' : undefined,
      );
    },
  );

  test('of an unexpected error reveals only the id under which it was logged', async () => {
    const before = testApp.logs.length;
    const answer = await visitor.request(crash);
    expect(answer.status).toBe(500);
    expect(answer.raw.toString()).not.toContain('hunter2');
    expect(answer.error).toEqual({
      type: 'INTERNAL',
      message: 'Something went wrong',
      details: { requestId: expect.any(String) },
    });
    expect(testApp.logs.slice(before)).toMatchObject([
      { msg: 'unhandled error', reqId: answer.error?.details?.requestId },
    ]);
  });

  test('reports an internal error for data that violates the contract', async () => {
    expect((await visitor.request(lie)).status).toBe(500);
    expect(testApp.logs.at(-1)?.err?.message).toContain('count');
  });

  test('is also used for unknown paths, wrong methods and undecodable paths', async () => {
    const ask = async (method: 'GET' | 'DELETE', url: string) => {
      const answer = await app.inject({ method, url });
      return [answer.statusCode, answer.json().success, answer.json().error?.type];
    };
    expect(await ask('GET', '/api/kit/nothing')).toEqual([404, false, 'NOT_FOUND']);
    expect(await ask('DELETE', '/api/kit/greet')).toEqual([404, false, 'NOT_FOUND']);
    expect(await ask('GET', `/api/kit/fail/${'x'.repeat(400)}`)).toEqual([404, false, 'NOT_FOUND']);
    expect(await ask('GET', '/api/kit/fail/%E0%A4%A')).toEqual([400, false, 'BAD_USER_INPUT']);
  });
});

describe('bad input', () => {
  test('reports every invalid field, nested ones by their path', async () => {
    const { error } = await visitor.request(greet, { name: '  ', fees: [{ line_item: 'x' }, {}] });
    expect(error).toEqual({
      type: 'BAD_USER_INPUT',
      message: 'Name is required',
      details: { name: 'Name is required', 'fees.1.line_item': 'Line is required' },
    });
  });

  test('is reported in the language of the request', async () => {
    const { error } = await visitor.request(
      greet,
      { name: 'x'.repeat(21) },
      { headers: { 'accept-language': 'fr-CH, en' } },
    );
    expect(error?.message).toMatch(/20 caract/);
    expect(error?.details?.name).toBe(error?.message);
  });

  test.each([
    ['invalid JSON', '{"name":'],
    ['a list', '[]'],
    ['null', 'null'],
    ['a number', '5'],
    ['a string', '"Ann"'],
    ['deeply nested JSON', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['empty text', ''],
  ])('%s as body is rejected with a specific error', async (_what, payload) => {
    const answer = await raw(payload);
    expect([answer.statusCode, answer.json().error.type]).toEqual([400, 'BAD_USER_INPUT']);
    expect(Object.keys(answer.json().error.details).length).toBeGreaterThan(0);
  });

  test('is rejected with another content type or when too large', async () => {
    expect((await raw('<a/>', { 'content-type': 'text/xml' })).statusCode).toBe(400);
    expect((await raw('name=Ann', { 'content-type': 'application/x-www-form-urlencoded' })).statusCode).toBe(
      400,
    );
    const large = await raw(JSON.stringify({ name: 'x'.repeat(2_000_001) }));
    expect([large.statusCode, large.json().error]).toMatchObject([
      413,
      { type: 'PAYLOAD_TOO_LARGE', message: 'The form contains too much text' },
    ]);
  });

  test('cannot pollute the prototype', async () => {
    const answer = await raw(
      '{"name":"Ann","__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}',
    );
    expect(answer.statusCode).toBe(200);
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });

  test('that no column can store is rejected and the field is named', async () => {
    const nul = await visitor.request(store, { text: 'a\u0000b', count: 1 });
    expect([nul.status, Object.keys(nul.error?.details ?? {})]).toEqual([400, ['text']]);
    const huge = await visitor.request(store, { text: 'a', count: 1e15 });
    expect([huge.status, huge.error?.type]).toEqual([400, 'BAD_USER_INPUT']);
    for (const at of ['soon', '2030-02-30T09:00:00Z', '2030-03-08T09:00:00+16:00'])
      expect((await visitor.request(moment, { at })).error?.type, at).toBe('BAD_USER_INPUT');
  });
});

describe('forms and files', () => {
  const picture = (bytes: number) => new File([new Uint8Array(bytes)], 'house.png', { type: 'image/png' });

  test('a form carries texts and files', async () => {
    const data = await visitor.call(upload, { id: '7', note: 'front', picture: picture(1000) });
    expect(data).toEqual({ id: '7', name: 'house.png', bytes: 1000 });
  });

  test.each([
    ['plan "B".png', 'plan %22B%22.png'],
    ['50%.png', '50%.png'],
    ['Müller 王 🏠.png', 'Müller 王 🏠.png'],
    ['two lines.png', 'two%0D%0Alines.png'],
    ['gpj.png', '../a/gpj\u202e.png'],
  ])('a file is named %j, whatever the browser makes of it', async (name, sent) => {
    const parts = ['--x', 'Content-Disposition: form-data; name="note"', '', 'front', '--x'];
    const file = [
      `Content-Disposition: form-data; name="picture"; filename="${sent}"`,
      'Content-Type: image/png',
      '',
      'PNG',
      '--x--',
      '',
    ];
    const answer = await app.inject({
      method: 'POST',
      url: '/api/kit/upload/7',
      payload: Buffer.from([...parts, ...file].join('\r\n')),
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    });
    expect(answer.json().data?.name).toBe(name.replace('two lines', 'two  lines'));
  });

  test('rejects a file over its limit, a second file, or a body that is not a form', async () => {
    const large = await visitor.request(upload, { id: '7', note: 'front', picture: picture(1001) });
    expect([large.status, large.error?.type]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    const two = await visitor.request(upload, { id: '7', note: 'front', picture: [picture(5), picture(5)] });
    expect(two.error?.type).toBe('BAD_USER_INPUT');
    const none = await app.inject({ method: 'POST', url: '/api/kit/upload/7', payload: { note: 'x' } });
    expect(none.json().error.message).toBe('Send multipart/form-data');
    const broken = await app.inject({
      method: 'POST',
      url: '/api/kit/upload/7',
      payload: '--x\r\nContent-Disposition: form-data; name="note"\r\n\r\nfro',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    });
    expect([broken.statusCode, broken.json().error.type]).toEqual([400, 'BAD_USER_INPUT']);
    const missing = await visitor.request(upload, { id: '7', note: 'front' });
    expect(Object.keys(missing.error?.details ?? {})).toEqual(['picture']);
  });

  test.each([
    ['a form', '/api/kit/upload/7', 'multipart/form-data; boundary=x'],
    ['JSON', '/api/kit/greet', 'application/json'],
  ])('answers %s that declares too much at once, without reading it', async (_, path, type) => {
    if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: 1000000000\r\n\r\n--x`,
    );
    const [head] = (await once(socket, 'data')) as [Buffer];
    expect(head.toString()).toMatch(/^HTTP\/1\.1 413 /);
    expect(head.toString()).toMatch(/connection: close/i);
    await once(socket, 'close');
  });

  test('rejects a form with too much text, however it is split into fields', async () => {
    const sends = (texts: Record<string, string>) =>
      visitor.request(upload, { id: '7', note: 'front', picture: picture(5), ...texts });
    const texts = (count: number, letters: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`text${i}`, 'é'.repeat(letters / 2)]));
    for (const [count, letters] of [
      [1, 256_002],
      [1, 2_000_000],
      [5, 240_000],
      [50, 30_000],
    ] as const) {
      const refused = await sends(texts(count, letters));
      expect([refused.status, refused.error?.type], `${count} × ${letters}`).toEqual([
        413,
        'PAYLOAD_TOO_LARGE',
      ]);
    }
    expect((await sends(texts(80, 10))).error?.type).toBe('BAD_USER_INPUT');
    expect((await sends(texts(3, 256_000))).success).toBe(true);
  });

  test('sends a file with its name and responds 304 when the browser has it', async () => {
    const answer = await visitor.request(download);
    expect(answer.raw.toString()).toBe('hello');
    expect(answer.headers['content-disposition']).toContain("filename*=UTF-8''M%C3%BCller");
    expect(answer.headers['cache-control']).toBe('private, max-age=0');
    const known = await visitor.request(download, {}, { headers: { 'if-none-match': '"v1"' } });
    expect([known.status, known.raw.length]).toEqual([304, 0]);
  });
});

describe('rate limits', () => {
  test('reject the fourth call from an address within 15 minutes, but not from another address or later', async () => {
    const call = async (ip: string) => (await visitor.request(busy, {}, { ip })).status;
    expect([await call('10.1.0.1'), await call('10.1.0.1'), await call('10.1.0.1')]).toEqual([200, 200, 200]);
    const refused = await visitor.request(busy, {}, { ip: '10.1.0.1' });
    expect([refused.error?.type, refused.headers['retry-after']]).toEqual(['RATE_LIMITED', '900']);
    expect(await call('10.1.0.2')).toBe(200);
    testApp.clock.advance(16 * 60_000);
    expect(await call('10.1.0.1')).toBe(200);
  });

  test('count one connection once, however many IPv6 addresses it has', async () => {
    const call = async (ip: string) => (await visitor.request(busy, {}, { ip })).status;
    const own = ['2001:db8:1:1::1', '2001:db8:1:1::2', '2001:db8:1:1::3', '2001:db8:1:1:9::9'];
    const answers: number[] = [];
    for (const ip of own) answers.push(await call(ip));
    expect([...answers, await call('2001:db8:1:2::1')]).toEqual([200, 200, 200, 429, 200]);
  });

  test('count all parallel calls', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => visitor.request(busy, {}, { ip: '10.1.0.3' })),
    );
    expect(answers.filter((a) => a.status === 200)).toHaveLength(3);
  });

  test('count an email address regardless of how it is written', async () => {
    const call = async (email: string) =>
      (await visitor.request(guessing, { email }, { ip: '10.1.0.4' })).status;
    expect([
      await call('ann@example.com'),
      await call('ANN@example.com '),
      await call(' Ann@Example.com'),
    ]).toEqual([200, 200, 429]);
    expect(await call('bob@example.com')).toBe(200);
  });

  test('count failed calls too', async () => {
    for (let i = 0; i < 3; i++) await visitor.request(busy, { email: 5 }, { ip: '10.1.0.5' });
    expect((await visitor.request(busy, {}, { ip: '10.1.0.5' })).status).toBe(429);
  });
});

test('every response has the security headers', async () => {
  const answers = [
    await visitor.request(greet, { name: 'Ann' }),
    await visitor.request(crash),
    await visitor.request(download),
    await visitor.request(fail, { type: 'NOT_FOUND' }),
  ];
  for (const { headers } of answers) {
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'content-security-policy':
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    });
  }
  expect(answers[0]?.headers['cache-control']).toBe('no-store');
  // The app of this test has an address without TLS.
  expect(answers[0]?.headers).not.toHaveProperty('strict-transport-security');
});

test('an app with an https address sends Strict-Transport-Security', async () => {
  const secure = await startTestApp({ routes: [], env: { PUBLIC_URL: 'https://gable.test' } });
  const { headers } = await secure.app.inject({ url: '/api/v2/nothing' });
  expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
});
