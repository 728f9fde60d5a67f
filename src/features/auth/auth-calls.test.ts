import { describe, expect, test } from 'vitest';
import type { CallOptions } from '#server/call-in-process.ts';
import { startTestApp } from '#testing/test-app.ts';
import * as contract from './contract.ts';
import { refreshCookie } from './open-session.ts';

/** The routes in section 7 "Auth" of the specification, each with its payload: what it returns and what it rejects. */
const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const { visitor } = testApp;
const password = 'correct-Horse1';
let count = 0;

/** A verified owner with a password, signed in. */
async function signedIn() {
  count += 1;
  const email = `calls${count}@example.com`;
  const signUp = {
    first_name: 'Cal',
    last_name: 'Caller',
    company_name: 'Calls & Co',
    email,
    password,
    phone: '5125550100',
    terms_of_policy: true,
    receive_communication: false,
  };
  const from = { ip: `10.4.${count}.1` };
  await visitor.call(contract.signUp, signUp, from);
  const token = await codeFor(email, (url) => url.searchParams.get('token'));
  await visitor.request(contract.verifyEmail, { token });
  const login = await visitor.request(contract.login, { email, password }, from);
  const { accessToken } = login.data as { accessToken: string };
  const cookie = new RegExp(`${refreshCookie}=([^;]*)`).exec(String(login.headers['set-cookie']))?.[1] ?? '';
  const asOwner: CallOptions = { ...from, headers: { authorization: `Bearer ${accessToken}` } };
  return { email, login, cookie, asOwner, from };
}

async function codeFor(email: string, part: (url: URL) => string | null | undefined): Promise<string> {
  await testApp.runDueJobs();
  const mail = testApp.sent.emails.findLast((one) => one.to.some((to) => to.address === email));
  return part(new URL(/https?:\/\/\S+/.exec(mail?.text ?? '')?.[0] ?? 'http://none')) ?? '';
}

describe('POST /v2/auth/login', () => {
  test('returns the token and the user, and sets an httpOnly cookie scoped to the auth routes', async () => {
    const { login, email } = await signedIn();
    expect(login.json).toMatchObject({ success: true, error: null, data: { user: { email } } });
    const cookie = String(login.headers['set-cookie']);
    for (const part of ['HttpOnly', 'SameSite=Lax', 'Path=/api/v2/auth', 'Max-Age=2592000'])
      expect(cookie).toContain(part);
  });

  test('rejects a wrong password, and malformed input with an error for the field', async () => {
    const { email, from } = await signedIn();
    const wrong = await visitor.request(contract.login, { email, password: 'wrong-Horse1' }, from);
    expect(wrong.json).toEqual({
      success: false,
      data: null,
      error: {
        type: 'INVALID_CREDENTIALS',
        message: 'Incorrect email or password',
        details: null,
      },
    });
    expect(wrong.headers['set-cookie']).toBeUndefined();
    const empty = await visitor.request(contract.login, { email: '', password: '' }, from);
    expect(Object.keys(empty.error?.details ?? {})).toEqual(['email', 'password']);
  });

  test('checks at most five attempts of a concurrent burst', async () => {
    const { email } = await signedIn();
    const from = { ip: '10.5.0.1' };
    const guesses = Array.from({ length: 40 }, (_, i) => `wrong-Horse${i}`);
    const answers = await Promise.all(
      guesses.map((guess) => visitor.request(contract.login, { email, password: guess }, from)),
    );
    const types = answers.map((answer) => answer.error?.type);
    expect(types.filter((type) => type === 'INVALID_CREDENTIALS')).toHaveLength(5);
    expect(types.filter((type) => type === 'RATE_LIMITED')).toHaveLength(35);
    const right = await visitor.request(contract.login, { email, password }, from);
    expect(right.error?.type).toBe('RATE_LIMITED');
  });

  test('does not count successful logins', async () => {
    const { email } = await signedIn();
    const from = { ip: '10.5.0.2' };
    for (let i = 0; i < 7; i += 1)
      expect((await visitor.request(contract.login, { email, password }, from)).status).toBe(200);
  });
});

test('GET /v2/auth/me returns every field of the session, and 401 without a token', async () => {
  const { asOwner, email } = await signedIn();
  const me = await visitor.request(contract.me, {}, asOwner);
  for (const field of [
    'id',
    'email',
    'first_name',
    'last_name',
    'phone',
    'profile_pic',
    'role',
    'user_type',
    'subscriber_id',
    'sidebar_nav_links',
    'can_schedule_new',
    'can_edit_template',
    'can_publish_report',
    'full_company_admin',
    'enable_online_scheduling',
  ]) {
    expect(me.data, field).toHaveProperty(field);
  }
  expect(me.data).toMatchObject({ email, role: 'Administrator', user_type: 1 });
  expect((await visitor.request(contract.me)).status).toBe(401);
});

describe('POST /v2/auth/refresh-token', () => {
  test('returns a new token for the cookie, also at the top level, and rejects a request without it', async () => {
    const { cookie } = await signedIn();
    const answer = await visitor.request(contract.refreshToken, {}, { cookies: { [refreshCookie]: cookie } });
    expect(answer.json).toMatchObject({ success: true, accessToken: expect.any(String) });
    expect((answer.data as { accessToken: string }).accessToken).toBe(answer.json.accessToken);
    const wrong: Record<string, string>[] = [{}, { [refreshCookie]: 'forged' }, { [refreshCookie]: '' }];
    for (const cookies of wrong) {
      const refused = await visitor.request(contract.refreshToken, {}, { cookies });
      expect([refused.status, refused.error?.type]).toEqual([401, 'UNAUTHENTICATED']);
    }
  });

  test('rejects an expired session', async () => {
    const { cookie } = await signedIn();
    testApp.clock.advance(31 * 24 * 3600 * 1000);
    const refused = await visitor.request(
      contract.refreshToken,
      {},
      { cookies: { [refreshCookie]: cookie } },
    );
    expect(refused.status).toBe(401);
  });
});

test('POST /v2/auth/logout clears the cookie, ends the session immediately and may be repeated', async () => {
  const { cookie, asOwner } = await signedIn();
  const cookies = { [refreshCookie]: cookie };
  const out = await visitor.request(contract.logout, {}, { cookies });
  expect(out.json).toEqual({ success: true, data: null, error: null });
  expect(String(out.headers['set-cookie'])).toContain('Max-Age=0');
  expect((await visitor.request(contract.refreshToken, {}, { cookies })).status).toBe(401);
  expect((await visitor.request(contract.me, {}, asOwner)).status).toBe(401);
  expect((await visitor.request(contract.logout, {}, { cookies })).status).toBe(200);
});

describe('POST /v2/auth/change-password', () => {
  test('requires the current password, rejects weak new ones and leaves the old one valid until then', async () => {
    const { asOwner, email, from } = await signedIn();
    const change = (body: object) => visitor.request(contract.changePassword, body, asOwner);
    expect(
      (await change({ current_password: 'wrong', new_password: 'another-Horse2' })).error?.details,
    ).toEqual({
      current_password: 'The current password is incorrect',
    });
    expect((await change({ new_password: 'another-Horse2' })).error?.details).toHaveProperty(
      'current_password',
    );
    for (const new_password of ['short1', '12345678', 'x1'.repeat(65), 'password1', ''])
      expect((await change({ current_password: password, new_password })).error?.details).toHaveProperty(
        'new_password',
      );
    expect((await visitor.request(contract.login, { email, password }, from)).status).toBe(200);
  });

  test('changes the password, ends the other sessions and notifies the user by mail', async () => {
    const { asOwner, email, from } = await signedIn();
    const other = await visitor.request(contract.login, { email, password }, from);
    testApp.sent.emails.length = 0;
    const body = { current_password: password, new_password: 'another-Horse2' };
    expect((await visitor.request(contract.changePassword, body, asOwner)).status).toBe(200);
    const { accessToken } = other.data as { accessToken: string };
    const there = { headers: { authorization: `Bearer ${accessToken}` } };
    expect((await visitor.request(contract.me, {}, there)).status).toBe(401);
    expect((await visitor.request(contract.me, {}, asOwner)).status).toBe(200);
    expect((await visitor.request(contract.login, { email, password }, from)).status).toBe(401);
    await testApp.runDueJobs();
    expect(testApp.sent.emails.map((mail) => mail.to[0]?.address)).toEqual([email]);
  });
});

describe('POST /v2/auth/sign-up', () => {
  const good = {
    first_name: 'A',
    last_name: 'B',
    company_name: 'C',
    email: 'wrong@example.com',
    password,
    phone: '5125550100',
    terms_of_policy: true,
  };
  test.each([
    ['first_name', '', 'First name is required'],
    ['last_name', '  ', 'Last name is required'],
    ['company_name', '', 'Company name is required'],
    ['email', 'no-address', 'Email is not valid'],
    ['password', 'short', expect.any(String)],
    ['password', '', 'Password is required'],
    ['phone', '12', 'Phone must have 10 digits'],
    ['terms_of_policy', false, 'You must accept the terms'],
  ])('rejects %s = %j with an error for the field', async (field, value, message) => {
    count += 1;
    const answer = await visitor.request(
      contract.signUp,
      { ...good, [field]: value },
      { ip: `10.6.${count}.1` },
    );
    expect([answer.status, answer.error?.details]).toEqual([400, { [field]: message }]);
  });
});

describe('POST /v2/auth/forgot-password and reset-password', () => {
  test('mail a code to known addresses only, and return the same response for all', async () => {
    const { email } = await signedIn();
    testApp.sent.emails.length = 0;
    const answers = [];
    for (const to of [email, 'nobody@example.com'])
      answers.push((await visitor.request(contract.forgotPassword, { email: to })).json);
    expect(answers[0]).toEqual(answers[1]);
    await testApp.runDueJobs();
    expect(testApp.sent.emails.map((mail) => mail.to[0]?.address)).toEqual([email]);
    expect((await visitor.request(contract.forgotPassword, { email: 'x' })).error?.details).toHaveProperty(
      'email',
    );
  });

  test('accept the latest code for its address, once and within an hour', async () => {
    const { email, from } = await signedIn();
    const other = await signedIn();
    const ask = async () => {
      await visitor.call(contract.forgotPassword, { email });
      return codeFor(email, (url) => url.pathname.split('/').at(-1));
    };
    const reset = (code: string, more: object = {}) =>
      visitor.request(contract.resetPassword, { email, code, password: 'brand-New3', ...more }, from);
    const older = await ask();
    const code = await ask();
    expect((await reset(older)).error?.type).toBe('GONE');
    expect((await reset(code, { email: other.email })).error?.type).toBe('GONE');
    // The attempt with the wrong address did not use up the code.
    expect((await reset(code)).status).toBe(200);
    const late = await ask();
    testApp.clock.advance(61 * 60_000);
    expect((await reset(late)).error).toMatchObject({
      type: 'GONE',
      message: 'This link has expired or has already been used',
    });
    const fresh = await ask();
    expect((await reset(fresh)).status).toBe(200);
    expect((await reset(fresh)).error?.type).toBe('GONE');
    expect((await reset('')).error?.details).toHaveProperty('code');
    expect((await visitor.request(contract.login, { email, password: 'brand-New3' }, from)).status).toBe(200);
  });
});
