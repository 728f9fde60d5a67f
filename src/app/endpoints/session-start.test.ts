import { expect, test } from 'vitest';
import { me, refreshToken } from '#features/auth/contract.ts';
import { openSession, refreshCookie } from '#features/auth/open-session.ts';
import { withWriteCtx } from '#server/http/call-contexts.ts';
import { createHttp } from '#server/http/http.ts';
import { startTestApp } from '#testing/test-app.ts';
import { systemCallFacts } from '../create-runtime.ts';
import { serveSessionStart } from './session-start.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const app = await createHttp(testApp.runtime);
serveSessionStart(app, testApp.runtime);

const cookieIn = (answer: { headers: Record<string, unknown> }) =>
  new RegExp(`${refreshCookie}=([^;]*)`).exec(String(answer.headers['set-cookie']))?.[1] ?? '';

async function signedIn(type: 'owner' | 'technician') {
  const owner = await testApp.create.owner();
  const user = type === 'owner' ? owner : await testApp.create.member(owner, { type });
  const facts = systemCallFacts(testApp.runtime, { subscriberId: owner.subscriberId }, 'platform', 'test');
  const cookie = await withWriteCtx(testApp.runtime, facts, async (w) => {
    await openSession(w, { userId: user.id, subscriberId: owner.subscriberId });
    return w.reply.cookies[0]?.value ?? '';
  });
  return { user, cookie };
}

function start(cookie: string, reads: unknown = [], headers: Record<string, string> = {}) {
  return app.inject({
    method: 'POST',
    url: '/api/v2/auth/start',
    headers,
    cookies: cookie ? { [refreshCookie]: cookie } : {},
    payload: { reads },
  });
}

interface Started {
  accessToken: string;
  reads: Record<string, { success: boolean; data: Record<string, unknown> }>;
}
const dataOf = (answer: { json: () => unknown }) => (answer.json() as { data: Started }).data;

test('answers a token, the user and the named reads at once, and rotates the cookie', async () => {
  const { user, cookie } = await signedIn('owner');
  const answer = await start(cookie, ['/v2/appointments?perPage=5']);
  expect(answer.statusCode).toBe(200);
  const { accessToken, reads } = dataOf(answer);
  expect(Object.keys(reads)).toEqual([me.path, '/v2/appointments?perPage=5']);
  expect(reads[me.path]?.data.id).toBe(user.id);
  const own = await app.inject({
    method: 'GET',
    url: `/api${me.path}`,
    headers: { authorization: `Bearer ${accessToken}` },
  });
  expect(own.json()).toEqual(reads[me.path]);
  expect(cookieIn(answer)).not.toBe(cookie);
  expect((await start(cookieIn(answer))).statusCode).toBe(200);
});

test('refuses as the refresh does: without a cookie, from another site, and a cookie used twice', async () => {
  expect((await start('')).statusCode).toBe(401);
  const { cookie } = await signedIn('owner');
  const foreign = await start(cookie, [], { origin: 'https://evil.example' });
  expect(foreign.statusCode).toBe(403);
  expect(foreign.headers['set-cookie']).toBeUndefined();
  const next = cookieIn(await start(cookie));
  testApp.clock.advance(60_000);
  expect((await start(cookie)).statusCode).toBe(401);
  const cookies = { [refreshCookie]: next };
  expect((await testApp.visitor.request(refreshToken, {}, { cookies })).status).toBe(401);
});

test('reads only what the user may read, and never a write, a file or a public page', async () => {
  const { cookie } = await signedIn('technician');
  const refused = [
    '/v2/users/me/sessions/../../auth/me',
    '/v2/auth/verify-email?token=x',
    '/v2/public/appointments/abc',
    '/v2/people/export',
    '//evil.example/',
    '/v2/payments/totals',
    7,
  ];
  const { reads } = dataOf(await start(cookie, refused));
  expect(Object.keys(reads)).toEqual([me.path]);
});

test('reads one record by a route that takes its id as POST, and nothing else that way', async () => {
  const { user, cookie } = await signedIn('owner');
  const own = `/users/get-by-id ${JSON.stringify({ user_id: user.id })}`;
  const refused = [
    '/v2/auth/me {}',
    '/v2/auth/login {}',
    `/users/get-by-id?x=1 ${JSON.stringify({ user_id: user.id })}`,
    '/users/get-by-id not json',
  ];
  const { reads } = dataOf(await start(cookie, [own, ...refused]));
  expect(Object.keys(reads)).toEqual([me.path, own]);
  expect(reads[own]?.data).toMatchObject({ id: user.id });
});

test('answers odd reads as their own routes do, without failing, and two starts with one cookie', async () => {
  const { cookie } = await signedIn('owner');
  const odd = ['\u0000', '%00', '%', '\ud800', '"<>`|^{}\\'].map((q) => `/v2/search?q=${q}`);
  const { reads } = dataOf(await start(cookie, odd));
  expect(Object.keys(reads)).not.toContain('/v2/search?q=%00');
  expect(Object.values(reads).every((one) => one.success)).toBe(true);
  expect(testApp.logs.filter((line) => line.level >= 50)).toEqual([]);
  const { cookie: shared } = await signedIn('owner');
  const both = await Promise.all([start(shared, ['/v2/dashboard']), start(shared, ['/v2/dashboard'])]);
  expect(both.map((answer) => answer.statusCode)).toEqual([200, 200]);
  expect((await start(cookieIn(both[0]))).statusCode).toBe(200);
  expect((await start(cookieIn(both[1]))).statusCode).toBe(200);
});

test('ignores reads beyond the limit and a body without a list', async () => {
  const { cookie } = await signedIn('owner');
  const many = Array.from({ length: 30 }, (_, page) => `/v2/appointments?perPage=${page + 1}`);
  const first = await start(cookie, many);
  expect(Object.keys(dataOf(first).reads)).toHaveLength(13);
  const second = await start(cookieIn(first), 'everything');
  expect(Object.keys(dataOf(second).reads)).toEqual([me.path]);
});
