import { afterEach, beforeEach, expect, test } from 'vitest';
import { read } from '#wire/route.ts';
import { createClient } from './client.ts';
import { forgetFirstReads } from './early-start.ts';

const listCats = read('GET /v2/cats', { access: 'user', summary: 'Lists cats.' });
const listDogs = read('GET /v2/dogs', { access: 'user', summary: 'Lists dogs.' });

const getCat = read('POST /cats/get-by-id', { access: 'user', summary: 'Returns a cat.' });
const quoteCat = read('POST /v2/cats/quote', { access: 'user', summary: 'Prices a cat.' });

const json = (data: unknown, status = 200) =>
  new Response(JSON.stringify({ success: status < 400, data, error: null }), {
    status,
    headers: { 'content-type': 'application/json' },
  });
const envelope = (data: unknown) => ({ success: true, data, error: null });
const remembered = () => JSON.parse(localStorage.getItem('gable.first-reads') ?? '{}') as object;

function clientOf() {
  const sent: string[] = [];
  const client = createClient({
    fetch: (async (url: RequestInfo | URL) => {
      sent.push(String(url));
      return json(String(url).endsWith('/refresh-token') ? { accessToken: 'later' } : ['from the server']);
    }) as typeof fetch,
    wait: async () => undefined,
  });
  return { client, sent };
}

beforeEach(() => window.history.replaceState(null, '', '/cats'));
afterEach(() => {
  window.gableStart = undefined;
  localStorage.clear();
});

test("uses the document's call instead of a refresh, and each read of it once", async () => {
  const { client, sent } = clientOf();
  const reads = { '/v2/cats': envelope(['early']) };
  window.gableStart = Promise.resolve(json({ accessToken: 'early', reads }));
  await client.refresh();
  expect(client.hasAccessToken()).toBe(true);
  expect(await client.call(listCats, {})).toEqual(['early']);
  expect(sent).toEqual([]);
  expect(await client.call(listCats, {})).toEqual(['from the server']);
  expect(sent).toEqual(['/api/v2/cats']);
});

test('takes the read of one record although it is sent as POST, and remembers no other such read', async () => {
  const { client, sent } = clientOf();
  const reads = { '/cats/get-by-id {"id":"c1"}': envelope('early'), '/v2/cats': envelope(['early']) };
  window.gableStart = Promise.resolve(json({ accessToken: 'early', reads }));
  await client.refresh();
  expect(await client.call(getCat, { id: 'c1' } as never)).toBe('early');
  await client.call(quoteCat, { text: 'typed' } as never);
  expect(await client.call(listCats, {})).toEqual(['early']);
  expect(sent).toEqual(['/api/v2/cats/quote']);
  expect(remembered()).toEqual({ '/cats': ['/cats/get-by-id {"id":"c1"}', '/v2/cats'] });
});

test('drops the early reads when another user signs in', async () => {
  const { client, sent } = clientOf();
  const reads = { '/v2/cats': envelope(['of the first user']) };
  window.gableStart = Promise.resolve(json({ accessToken: 'early', reads }));
  await client.refresh();
  client.setAccessToken('another user');
  expect(await client.call(listCats, {})).toEqual(['from the server']);
  expect(sent).toEqual(['/api/v2/cats']);
});

test('refreshes as before when the call of the document did not reach the server', async () => {
  const { client, sent } = clientOf();
  const lost = Promise.reject(new TypeError('offline'));
  window.gableStart = lost;
  await client.refresh();
  expect(sent).toEqual(['/api/v2/auth/refresh-token']);
  expect(client.hasAccessToken()).toBe(true);
});

test('does not keep a session that the server has refused', async () => {
  const { client, sent } = clientOf();
  window.gableStart = Promise.resolve(json(null, 401));
  await expect(client.refresh()).rejects.toMatchObject({ status: 401 });
  expect(client.hasAccessToken()).toBe(false);
  expect(sent).toEqual([]);
});

test('remembers the first reads of an address for its next start until the session ends', async () => {
  const { client } = clientOf();
  window.gableStart = Promise.resolve(json({ accessToken: 'early', reads: {} }));
  await client.refresh();
  await client.call(listCats, {});
  window.history.replaceState(null, '', '/dogs');
  await client.call(listDogs, {});
  expect(remembered()).toEqual({ '/cats': ['/v2/cats'] });
  forgetFirstReads();
  expect(remembered()).toEqual({});
});

test('remembers no reads of an address with a search text', async () => {
  window.history.replaceState(null, '', '/cats?search=Smith');
  const { client } = clientOf();
  window.gableStart = Promise.resolve(json({ accessToken: 'early', reads: {} }));
  await client.refresh();
  await client.call(listCats, {});
  expect(remembered()).toEqual({});
});
