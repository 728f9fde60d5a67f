import { afterEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod/mini';
import { read, write } from '#wire/route.ts';
import { createQueryClient } from '../api.ts';
import { callForNewest } from '../offline/call-for-newest.ts';
import { ApiFailure, genericErrorMessage } from './api-failure.ts';
import { createClient } from './client.ts';
import { noConnectionMessage } from './refresh.ts';
import { filenameFromHeader, toRequestParts } from './request-parts.ts';

const list = read('GET /v2/clients', {
  access: 'member',
  summary: '',
  input: z.object({ text: z.optional(z.string()) }),
});
const rename = write('PUT /v2/clients/{id}', {
  access: 'member',
  summary: '',
  input: z.object({ id: z.string(), first_name: z.string() }),
});
const add = write('POST /v2/clients', {
  access: 'member',
  summary: '',
  input: z.object({ first_name: z.string() }),
});
const login = write('POST /v2/auth/login', { access: 'public', summary: '' });

function answer(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(body === null ? null : JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  });
}
const done = (data: unknown) => answer(200, { success: true, data, error: null });
const refused = (status: number, type: string, message: string, details: unknown = null) =>
  answer(status, { success: false, data: null, error: { type, message, details } });

interface Seen {
  method: string;
  path: string;
  headers: Headers;
  body: unknown;
}

/** A server that accepts only the token `fresh`, and counts its requests. */
function serverWith(options: { refresh?: () => Response; data?: () => Response } = {}) {
  const seen: Seen[] = [];
  const log = vi.fn();
  const fetch = vi.fn(async (url: RequestInfo | URL, init?: RequestInit) => {
    const headers = new Headers(init?.headers);
    const call = { method: init?.method ?? 'GET', path: String(url), headers, body: init?.body };
    seen.push(call);
    await new Promise((resolve) => setTimeout(resolve, 1));
    if (call.path.endsWith('/refresh-token')) {
      return (
        options.refresh?.() ??
        answer(200, { success: true, accessToken: 'fresh', data: { accessToken: 'fresh' } })
      );
    }
    if (headers.get('authorization') !== 'Bearer fresh')
      return refused(401, 'UNAUTHENTICATED', 'Please sign in');
    return options.data?.() ?? done({ hello: 'world' });
  });
  const client = createClient({
    wait: async () => undefined,
    fetch: fetch as typeof globalThis.fetch,
    language: () => 'de',
    log,
  });
  const refreshes = () => seen.filter((call) => call.path.endsWith('/refresh-token')).length;
  return { client, seen, refreshes, log, fetch };
}

afterEach(() => vi.useRealTimers());

describe('a 401', () => {
  test('is handled by one refresh and one repetition of the call with its body', async () => {
    const { client, seen, refreshes } = serverWith();
    client.setAccessToken('old');
    expect(await client.call(rename, { id: 'a/b', first_name: 'Ada' })).toEqual({ hello: 'world' });
    expect(refreshes()).toBe(1);
    const puts = seen.filter((call) => call.method === 'PUT');
    expect(puts.map((call) => call.body)).toEqual(['{"first_name":"Ada"}', '{"first_name":"Ada"}']);
    expect(puts.map((call) => call.headers.get('authorization'))).toEqual(['Bearer old', 'Bearer fresh']);
  });

  test('of many parallel calls shares one refresh', async () => {
    const { client, refreshes } = serverWith();
    client.setAccessToken('old');
    await Promise.all(Array.from({ length: 8 }, () => client.call(list, {})));
    expect(refreshes()).toBe(1);
  });

  test('after the repetition does not refresh again', async () => {
    const { client, refreshes } = serverWith({
      data: () => refused(401, 'UNAUTHENTICATED', 'Please sign in'),
    });
    client.setAccessToken('old');
    await expect(client.call(list, {})).rejects.toMatchObject({ type: 'UNAUTHENTICATED' });
    expect(refreshes()).toBe(1);
  });

  test("of a call that was in progress during another call's refresh is only repeated", async () => {
    const { client, refreshes, fetch } = serverWith();
    client.setAccessToken('old');
    const inner = fetch.getMockImplementation();
    // The slow call is rejected only after the quick one has refreshed.
    fetch.mockImplementationOnce(async (url, init) => {
      await new Promise((resolve) => setTimeout(resolve, 40));
      return (await inner?.(url, init)) as Response;
    });
    await Promise.all([client.call(list, { text: 'slow' }), client.call(list, { text: 'quick' })]);
    expect(refreshes()).toBe(1);
  });

  test('is not repeated in the name of another user who signed in meanwhile', async () => {
    const tokenOf = (sub: string) => `head.${btoa(JSON.stringify({ sub }))}.sign`;
    const other = tokenOf('other');
    const { client, seen } = serverWith({
      refresh: () => answer(200, { success: true, accessToken: other, data: { accessToken: other } }),
    });
    client.setAccessToken(tokenOf('first'));
    await expect(client.call(rename, { id: 'a', first_name: 'Ada' })).rejects.toMatchObject({ status: 401 });
    expect(seen.filter((call) => call.method === 'PUT')).toHaveLength(1);
  });

  test('of a client whose calls are held cannot happen: nothing is sent, and the refresh ends the hold', async () => {
    const { client, seen, refreshes } = serverWith();
    client.holdCalls(true);
    await expect(client.call(list, {})).rejects.toMatchObject({ type: 'NETWORK', status: 0 });
    expect(seen).toHaveLength(0);
    await client.refresh();
    client.holdCalls(false);
    await client.call(list, {});
    expect([refreshes(), seen.filter((call) => call.method === 'GET').length]).toEqual([1, 1]);
  });

  test('of the login is its response, not an expired token', async () => {
    const { client, refreshes } = serverWith();
    await expect(client.call(login, {})).rejects.toBeInstanceOf(ApiFailure);
    expect(refreshes()).toBe(0);
  });

  test('whose refresh fails is logged once with the specified text, and rejects all calls', async () => {
    const { client, log } = serverWith({ refresh: () => refused(401, 'UNAUTHENTICATED', 'Session is over') });
    const lost = vi.fn();
    client.onSessionLost(lost);
    client.setAccessToken('old');
    const results = await Promise.allSettled([
      client.call(list, {}),
      client.call(add, { first_name: 'Ada' }),
    ]);
    for (const result of results) {
      expect(result).toMatchObject({ status: 'rejected', reason: { message: 'Session is over' } });
    }
    expect(log.mock.calls).toEqual([
      ['We were unable to connect to the server. Please try again later or contact us for assistance.'],
    ]);
    expect(noConnectionMessage).toBe(log.mock.calls[0]?.[0]);
    expect(lost).toHaveBeenCalledOnce();
  });

  test.each([400, 403, 408, 429, 500])(
    'whose refresh is answered %i does not end the session',
    async (status) => {
      const { client } = serverWith({ refresh: () => refused(status, 'INTERNAL', 'Later') });
      const lost = vi.fn();
      client.onSessionLost(lost);
      client.setAccessToken('old');
      await expect(client.call(list, {})).rejects.toMatchObject({ status });
      expect(lost).not.toHaveBeenCalled();
      expect(client.authorization().authorization).toBe('Bearer old');
    },
  );

  test('whose refresh fails on the server is tried again, and then succeeds', async () => {
    let failures = 2;
    const { client, log, refreshes } = serverWith({
      refresh: () =>
        failures-- > 0
          ? refused(500, 'INTERNAL', 'Later')
          : answer(200, { success: true, data: { accessToken: 'fresh' } }),
    });
    client.setAccessToken('old');
    expect(await Promise.all([client.call(list, {}), client.call(list, {})])).toEqual([
      { hello: 'world' },
      { hello: 'world' },
    ]);
    expect([refreshes(), log.mock.calls.length]).toEqual([3, 0]);
  });

  test('whose refresh reaches no server does not end the session', async () => {
    const { client } = serverWith({
      refresh: () => {
        throw new TypeError('offline');
      },
    });
    const lost = vi.fn();
    client.onSessionLost(lost);
    client.setAccessToken('old');
    await expect(client.call(list, {})).rejects.toMatchObject({ type: 'NETWORK' });
    expect(lost).not.toHaveBeenCalled();
  });
});

describe('a refresh in progress', () => {
  test('delays calls that start during it, so that they send the new token', async () => {
    const { client, seen, refreshes } = serverWith();
    client.setAccessToken('old');
    const refreshed = client.refresh();
    expect(client.authorization().authorization).toBe('Bearer old');
    await Promise.all([refreshed, client.call(list, {})]);
    expect(refreshes()).toBe(1);
    expect(seen.map((call) => call.headers.get('authorization'))).toEqual([null, 'Bearer fresh']);
  });

  test('does not delay a login', async () => {
    const { client, seen } = serverWith();
    await Promise.allSettled([client.refresh(), client.call(login, {})]);
    expect(seen.map((call) => call.headers.get('authorization'))).toEqual([null, null]);
  });

  test('that is rejected leaves no token behind', async () => {
    const { client } = serverWith({ refresh: () => refused(401, 'UNAUTHENTICATED', 'Session is over') });
    client.setAccessToken('old');
    await client.refresh().catch(() => undefined);
    expect(client.hasAccessToken()).toBe(false);
  });

  test('does not restore the token of a user who has signed out during it', async () => {
    const { client } = serverWith();
    client.setAccessToken('old');
    const refreshed = client.refresh();
    client.setAccessToken(null);
    await refreshed;
    expect(client.hasAccessToken()).toBe(false);
  });

  test('times out early enough for a second one within the grace period of the first cookie', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    const { client } = serverWith();
    await client.refresh();
    expect(timeout.mock.calls).toEqual([[8000]]);
    timeout.mockRestore();
  });
});

describe('a failure', () => {
  async function failureOf(data: () => Response): Promise<ApiFailure> {
    const { client } = serverWith({ data });
    await client.refresh();
    try {
      await client.call(list, {});
    } catch (error) {
      if (error instanceof ApiFailure) return error;
    }
    throw new Error('expected a failure');
  }

  test('rejects with the body of the response', async () => {
    const body = {
      success: false,
      data: null,
      error: {
        type: 'BAD_USER_INPUT',
        message: 'Email is required',
        details: { email: 'Email is required' },
      },
    };
    const failure = await failureOf(() => answer(400, body));
    expect(failure.body).toEqual(body);
    expect(failure).toMatchObject({ type: 'BAD_USER_INPUT', status: 400, message: 'Email is required' });
    expect(failure.fields).toEqual({ email: 'Email is required' });
  });

  test("without a body says 'Something went wrong'", async () => {
    expect(genericErrorMessage).toBe('Something went wrong');
    expect((await failureOf(() => answer(500, null))).message).toBe('Something went wrong');
    expect((await failureOf(() => new Response('<html>Bad gateway</html>', { status: 502 }))).message).toBe(
      'Something went wrong',
    );
  });

  test('has field messages only for invalid input', async () => {
    const failure = await failureOf(() => refused(423, 'LOCKED', 'Not yet', { reasons: 'payment' }));
    expect(failure.fields).toEqual({});
  });

  test('distinguishes network errors, timeouts and aborted calls', async () => {
    const hanging = createClient({
      language: () => 'en',
      fetch: ((_url: unknown, init: RequestInit) =>
        new Promise((_, reject) => {
          init.signal?.addEventListener('abort', () => reject(init.signal?.reason));
        })) as typeof fetch,
    });
    await expect(hanging.call(list, {}, { timeoutMs: 5 })).rejects.toMatchObject({
      type: 'TIMEOUT',
      status: 0,
    });
    const stop = new AbortController();
    const call = hanging.call(list, {}, { signal: stop.signal });
    stop.abort();
    await expect(call).rejects.toMatchObject({ type: 'ABORTED' });
  });
});

test('sends the language with every call, and the idempotency key with a POST', async () => {
  const { client, seen } = serverWith();
  await client.refresh();
  await client.call(add, { first_name: 'Ada' }, { idempotencyKey: 'k1' });
  await client.call(list, { text: '' }, { idempotencyKey: 'k2' });
  expect(seen.map((call) => call.path)).toEqual([
    '/api/v2/auth/refresh-token',
    '/api/v2/clients',
    '/api/v2/clients',
  ]);
  expect(seen.map((call) => call.headers.get('accept-language'))).toEqual(['de', 'de', 'de']);
  expect(seen.map((call) => call.headers.get('idempotency-key'))).toEqual([null, 'k1', null]);
});

test('names a downloaded file after content-disposition', async () => {
  const file = () =>
    new Response('a,b', { headers: { 'content-disposition': 'attachment; filename="clients.csv"' } });
  const { client } = serverWith({ data: file });
  await client.refresh();
  const { blob, filename } = await client.fetchFile(list, {});
  expect([filename, await blob.text()]).toEqual(['clients.csv', 'a,b']);
});

describe('request parts', () => {
  test('fill the path with path names, and the query or the body with the rest', () => {
    expect(toRequestParts(rename, { id: '7 8', first_name: 'Ada' })).toEqual({
      method: 'PUT',
      url: '/v2/clients/7%208',
      body: '{"first_name":"Ada"}',
    });
    expect(
      toRequestParts(list, { text: 'a&b', perPage: 15, none: undefined, tags: ['x', 'y'], on: false }).url,
    ).toBe('/v2/clients?text=a%26b&perPage=15&tags=x&tags=y&on=false');
    expect(() => toRequestParts(rename, { first_name: 'Ada' })).toThrow('needs id');
  });

  test('keep the files of a form and convert everything else to text', () => {
    const picture = new File(['x'], 'me.png', { type: 'image/png' });
    const { body } = toRequestParts(
      { ...rename, form: { maxBytes: 1 } },
      {
        id: '1',
        profile_pic: picture,
        on: true,
        none: null,
        missing: undefined,
        ids: ['a', 'b'],
        at: { x: 1 },
      },
    );
    expect([...(body as FormData).keys()]).toEqual(['profile_pic', 'on', 'none', 'ids', 'ids', 'at']);
    expect((body as FormData).getAll('ids')).toEqual(['a', 'b']);
    expect((body as FormData).get('at')).toBe('{"x":1}');
  });

  test('file names of content-disposition headers', () => {
    expect(
      filenameFromHeader('attachment; filename="x.pdf"; filename*=UTF-8\'\'5%20Elm%20%E2%80%93%20report.pdf'),
    ).toBe('5 Elm – report.pdf');
    expect(filenameFromHeader('attachment; filename="a \\"b\\".csv"')).toBe('a "b".csv');
    expect(filenameFromHeader('inline; filename=plain.txt')).toBe('plain.txt');
    expect(filenameFromHeader(null)).toBeNull();
  });
});

describe('a read with a copy of an earlier answer', () => {
  test('returns the copy while the server has no other answer', async () => {
    const tagged = answer(200, { success: true, data: 'new', error: null }, { etag: 'W/"2"' });
    const answers = [tagged, new Response(null, { status: 304 })];
    const { client, seen } = serverWith({ data: () => answers.shift() ?? done('late') });
    client.setAccessToken('fresh');
    const first = await callForNewest(client, list, {}, null);
    expect(first).toEqual({ data: 'new', tag: 'W/"2"' });
    expect(await callForNewest(client, list, {}, first)).toBe(first);
    expect(seen.map(({ headers }) => headers.get('if-none-match'))).toEqual(['""', 'W/"2"']);
  });

  test('fails as any other call does', async () => {
    const { client } = serverWith({ data: () => refused(403, 'FORBIDDEN', 'No') });
    client.setAccessToken('fresh');
    const copy = { data: undefined as never, tag: 'W/"1"' };
    await expect(callForNewest(client, list, {}, copy)).rejects.toMatchObject({ type: 'FORBIDDEN' });
  });
});

describe('a busy server', () => {
  const busy = () => refused(503, 'UNAVAILABLE', 'The server is busy', { retryAfter: 5 });
  const token = () => done({ accessToken: 'fresh' });

  test('is asked again for the session after the pause that it asks for', async () => {
    const waits: number[] = [];
    const answers = [
      refused(401, 'UNAUTHENTICATED', 'Please sign in'),
      busy(),
      busy(),
      token(),
      done('data'),
    ];
    const client = createClient({
      wait: async (ms) => void waits.push(ms),
      fetch: (async () => answers.shift() ?? busy()) as typeof globalThis.fetch,
      language: () => 'en',
    });
    client.setAccessToken('old');
    expect(await client.call(list, {})).toBe('data');
    expect(waits).toEqual([5_000, 5_000]);
  });

  test('is asked again for what a screen reads after that pause, and not by all at once', () => {
    const delay = createQueryClient().getDefaultOptions().queries?.retryDelay as (
      count: number,
      error: Error,
    ) => number;
    const failure = new ApiFailure('UNAVAILABLE', '', 503, { retryAfter: 5 }, null);
    const delays = Array.from({ length: 20 }, () => delay(0, failure));
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(5_000);
    expect(Math.max(...delays)).toBeLessThanOrEqual(7_500);
    expect(new Set(delays).size).toBeGreaterThan(1);
    expect(delay(1, new ApiFailure('NETWORK', '', 0, null, null))).toBe(1_000);
  });
});
