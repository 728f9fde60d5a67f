import { expect, test } from 'vitest';
import { login, me, signUp, updatePreferences } from '#features/auth/contract.ts';
import { updateProfile } from '#features/people/profile-contract.ts';
import { asPlatform } from '#server/db/connect.ts';
import { startTestApp } from '#testing/test-app.ts';
import { routeKey } from '#wire/route.ts';
import { routes } from '../features.ts';

const testApp = await startTestApp({ env: { EMAIL_VERIFICATION: '0' } });
const owner = await testApp.create.owner();
const technician = await testApp.create.member(owner, { type: 'technician' });
const authorization = `Bearer ${technician.token}`;
const json = { 'content-type': 'application/json' };
const meUrl = `/api${me.path}`;

const rights = async () => {
  const { user_type, role, subscriber_id, full_company_admin } = await technician.call(me);
  return { user_type, role, subscriber_id, full_company_admin };
};
const before = await rights();

test('fields that a form does not have change no right', async () => {
  const more = { user_type: 5, role: 'Platform Administrator', full_company_admin: true, status: 1 };
  const changed = [
    await technician.request(updatePreferences, { ...more, language: 'de' }),
    await technician.request(updateProfile, { ...more, first_name: 'Tariq' }),
  ];
  expect(changed.map(({ status }) => status)).toEqual([200, 200]);
  expect(await rights()).toEqual(before);
  const applicant = {
    ...{ first_name: 'Ann', last_name: 'Owner', company_name: 'Grabbed', phone: '5125550100' },
    ...{ email: 'ann@grabbed.test', password: 'correct-Horse1', terms_of_policy: true },
  };
  await testApp.visitor.request(signUp, { ...applicant, ...more, email_verified_at: '2030-01-01T00:00:00Z' });
  const [row] = await asPlatform(testApp.runtime.db, (trx) =>
    trx
      .selectFrom('users')
      .where('email', '=', 'ann@grabbed.test')
      .select(['user_type', 'role', 'email_verified_at'])
      .execute(),
  );
  expect(row).toEqual({ user_type: 1, role: 'Administrator', email_verified_at: null });
});

test.each([
  '{"language":"en","__proto__":{"user_type":5,"full_company_admin":true}}',
  '{"language":"en","constructor":{"prototype":{"full_company_admin":true}}}',
  '{"language":"de","language":"en","__proto__":null}',
])('the body %s reaches no prototype', async (payload) => {
  const answer = await testApp.app.inject({
    ...{ method: 'PUT', url: `/api${updatePreferences.path}`, payload },
    headers: { ...json, authorization },
  });
  expect(answer.statusCode).toBe(200);
  expect(await rights()).toEqual(before);
  expect(({} as Record<string, unknown>).full_company_admin).toBeUndefined();
});

test.each(['?__proto__[x]=1', '?constructor[prototype][x]=1', '?__proto__=1&hasOwnProperty=1'])(
  'the query %s is ignored',
  async (query) => {
    const answer = await testApp.app.inject({ url: meUrl + query, headers: { authorization } });
    expect([answer.statusCode, ({} as Record<string, unknown>).x]).toEqual([200, undefined]);
  },
);

test('a parameter given twice is an error, not a choice', async () => {
  const answer = await testApp.app.inject({
    url: '/api/v2/users/me/views?list=payments&list=appointments',
    headers: { authorization },
  });
  expect([
    answer.statusCode,
    Object.keys(answer.json<{ error: { details: object } }>().error.details),
  ]).toEqual([400, ['list']]);
});

test('a body counts as what it says it is, and only JSON is read as JSON', async () => {
  const payload = JSON.stringify({ email: 'ann@grabbed.test', password: 'correct-Horse1' });
  const types = [
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/xml',
    'multipart/form-data; boundary=x',
  ];
  for (const type of types) {
    const answer = await testApp.app.inject({
      ...{ method: 'POST', url: `/api${login.path}`, payload },
      headers: { 'content-type': type },
    });
    expect([type, answer.statusCode]).toEqual([type, 400]);
  }
});

test('no method takes the place of another', async () => {
  for (const headers of [{ 'x-http-method-override': 'GET' }, { 'x-method-override': 'GET' }]) {
    const answer = await testApp.app.inject({
      ...{ method: 'POST', url: `${meUrl}?_method=GET`, payload: '{}' },
      headers: { ...json, authorization, ...headers },
    });
    expect(answer.statusCode).toBe(404);
  }
  for (const method of ['TRACE', 'OPTIONS', 'PROPFIND'] as never[]) {
    const answer = await testApp.app.inject({
      method,
      url: meUrl,
      headers: { authorization, cookie: 'a=secret' },
    });
    expect([answer.statusCode, answer.body.includes('secret')]).toEqual([404, false]);
  }
});

test('no other origin may read an answer, and a token counts only in its header', async () => {
  for (const origin of ['https://evil.example', 'null', 'http://gable.test.evil.example']) {
    const answer = await testApp.app.inject({ url: meUrl, headers: { authorization, origin } });
    const cors = Object.keys(answer.headers).filter((name) => /access-control-allow/.test(name));
    expect([origin, cors]).toEqual([origin, []]);
  }
  const { token } = technician;
  for (const headers of [{ cookie: `token=${token}` }, { 'x-access-token': String(token) }]) {
    const answer = await testApp.app.inject({
      url: `${meUrl}?access_token=${token}&token=${token}`,
      headers,
    });
    expect(answer.statusCode).toBe(401);
  }
});

test('links of mails name the configured host, whatever the request says', async () => {
  await testApp.app.inject({
    ...{ method: 'POST', url: '/api/v2/auth/forgot-password', payload: { email: 'ann@grabbed.test' } },
    headers: {
      ...json,
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      forwarded: 'host=evil.example',
    },
  });
  await testApp.runDueJobs();
  const mail = testApp.sent.emails.findLast((one) => one.to.some((to) => to.address === 'ann@grabbed.test'));
  expect(mail?.text).toContain('http://gable.test/auth/reset-password/');
  expect(`${mail?.text}${mail?.html}`).not.toContain('evil.example');
});

test('what changes something has no address that a link or a picture could call', () => {
  const changing = routes.map((each) => each.route).filter((route) => route.kind === 'write');
  expect(changing.filter((route) => route.method === 'GET').map(routeKey)).toEqual([
    'GET /v2/public/short-links/{uniqId}',
  ]);
});
