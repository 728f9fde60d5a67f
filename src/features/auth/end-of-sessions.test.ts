import { expect, test } from 'vitest';
import { startTestApp } from '#testing/test-app.ts';
import * as contract from './contract.ts';
import { refreshCookie } from './open-session.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z', env: { EMAIL_VERIFICATION: '0' } });
const { visitor } = testApp;
const password = 'correct-Horse1';
const email = 'ann@example.com';
const applicant = {
  ...{ first_name: 'Ann', last_name: 'Owner', company_name: 'Ann Inspects', phone: '(512) 555-0100' },
  ...{ email, password, terms_of_policy: true },
};
await visitor.call(contract.signUp, applicant);

const day = 24 * 3600 * 1000;
const cookieIn = (headers: Record<string, unknown>) => {
  const [, value = '', age = ''] =
    new RegExp(`${refreshCookie}=([^;]*);.*?Max-Age=(\\d+)`).exec(String(headers['set-cookie'])) ?? [];
  return { value, days: Number(age) / 86_400 };
};
const refresh = (cookie: string) =>
  visitor.request(contract.refreshToken, {}, { cookies: { [refreshCookie]: cookie } });

test('a session that is used every week ends 90 days after its login', async () => {
  const login = await visitor.request(contract.login, { email, password });
  let cookie = cookieIn(login.headers);
  expect(cookie.days).toBe(30);
  const headers = { authorization: `Bearer ${(login.data as { accessToken: string }).accessToken}` };
  const [session] = (await visitor.request(contract.listSessions, {}, { headers })).data as {
    ends_at: string;
  }[];
  expect(session?.ends_at).toBe('2030-05-30T14:00:00.000Z');
  const days = [];
  for (let week = 1; week <= 12; week++) {
    testApp.clock.advance(7 * day);
    const answer = await refresh(cookie.value);
    expect([week, answer.status]).toEqual([week, 200]);
    cookie = cookieIn(answer.headers);
    days.push(cookie.days);
  }
  expect(days.slice(-4)).toEqual([27, 20, 13, 6]);
  testApp.clock.advance(6 * day - 1000);
  const last = await refresh(cookie.value);
  expect(last.status).toBe(200);
  testApp.clock.advance(1000);
  const refused = await refresh(cookieIn(last.headers).value);
  expect([refused.status, refused.error]).toEqual([
    401,
    { type: 'UNAUTHENTICATED', message: 'Please sign in', details: null },
  ]);
});

test('a session of an earlier version, stored with a later end, ends 90 days after its login as well', async () => {
  const cookie = cookieIn((await visitor.request(contract.login, { email, password })).headers);
  await testApp.runtime.db
    .updateTable('sessions')
    .set({ family_started_at: new Date(Date.parse(testApp.clock.now()) - 90 * day).toISOString() })
    .execute();
  expect((await refresh(cookie.value)).status).toBe(401);
});

test('a session that is not used for 30 days ends', async () => {
  const cookie = cookieIn((await visitor.request(contract.login, { email, password })).headers);
  testApp.clock.advance(30 * day);
  expect((await refresh(cookie.value)).status).toBe(401);
});
