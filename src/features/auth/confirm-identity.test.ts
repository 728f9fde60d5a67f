import { expect, test } from 'vitest';
import { startTestApp } from '#testing/test-app.ts';
import * as contract from './contract.ts';
import { refreshCookie } from './open-session.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z', env: { EMAIL_VERIFICATION: '0' } });
const { visitor } = testApp;
const password = 'correct-Horse1';
let count = 0;

/** Signs up an owner and signs in, from another address each. */
async function signedIn() {
  count += 1;
  const email = `ann${count}@example.com`;
  const applicant = {
    ...{ first_name: 'Ann', last_name: 'Owner', company_name: 'Ann Inspects', phone: '(512) 555-0100' },
    ...{ email, password, terms_of_policy: true },
  };
  const ip = `10.9.1.${count}`;
  await visitor.call(contract.signUp, applicant, { ip });
  const answer = await visitor.request(contract.login, { email, password }, { ip });
  const { accessToken } = answer.data as { accessToken: string };
  const cookie = new RegExp(`${refreshCookie}=([^;]*)`).exec(String(answer.headers['set-cookie']))?.[1] ?? '';
  const headers = { authorization: `Bearer ${accessToken}` };
  const confirm = (typed: string, from = ip) =>
    visitor.request(contract.confirmIdentity, { password: typed }, { headers, ip: from });
  return { email, ip, headers, cookie, confirm };
}

async function mailsTo(email: string): Promise<string[]> {
  await testApp.runDueJobs();
  return testApp.sent.emails
    .filter((mail) => mail.to.some((to) => to.address === email))
    .map((mail) => mail.subject);
}

test('confirms with the right password only, and says until when', async () => {
  const { confirm } = await signedIn();
  expect((await confirm('nope')).error).toMatchObject({
    type: 'BAD_USER_INPUT',
    details: { password: 'The password is incorrect' },
  });
  expect((await confirm('')).error?.details).toHaveProperty('password');
  const { data } = await confirm(password);
  expect(data).toEqual({ confirmed_until: '2030-03-01T14:10:00.000Z' });
});

test('counts wrong passwords as failed logins of the account', async () => {
  const { email, ip, confirm } = await signedIn();
  for (let n = 0; n < 5; n++) expect((await confirm(`nope${n}`)).status).toBe(400);
  expect((await confirm(password)).error?.type).toBe('RATE_LIMITED');
  expect((await visitor.request(contract.login, { email, password }, { ip })).error?.type).toBe(
    'RATE_LIMITED',
  );
});

test('ends guesses in a stolen session from many addresses, and the owner gets a mail', async () => {
  const { email, confirm } = await signedIn();
  const types = [];
  for (let n = 1; n <= 12; n++) types.push((await confirm('nope', `10.8.1.${n}`)).error?.type);
  expect(types.indexOf('RATE_LIMITED')).toBe(10);
  expect(await mailsTo(email)).toEqual(['Someone is guessing your password']);
});

test('works in a session while the login of the account is under attack', async () => {
  const { email, confirm } = await signedIn();
  for (let n = 1; n <= 21; n++)
    await visitor.request(contract.login, { email, password: 'nope' }, { ip: `10.8.2.${n}` });
  const login = await visitor.request(contract.login, { email, password }, { ip: '10.8.3.1' });
  expect(login.error?.type).toBe('RATE_LIMITED');
  expect((await confirm(password)).status).toBe(200);
});

test('the current password of a change is counted the same way', async () => {
  const { email, headers } = await signedIn();
  const change = (typed: string) =>
    visitor.request(
      contract.changePassword,
      { current_password: typed, new_password: 'another-Horse2' },
      { headers, ip: '10.8.4.1' },
    );
  for (let n = 0; n < 5; n++)
    expect((await change('nope')).error?.details).toHaveProperty('current_password');
  expect((await change(password)).error?.type).toBe('RATE_LIMITED');
  const login = await visitor.request(contract.login, { email, password }, { ip: '10.8.4.1' });
  expect(login.error?.type).toBe('RATE_LIMITED');
});

test('holds for this session alone, also after it was refreshed', async () => {
  const { email, ip, cookie, confirm } = await signedIn();
  const other = await visitor.request(contract.login, { email, password }, { ip });
  await confirm(password);
  const confirmed = async (accessToken: unknown) => {
    const row = await testApp.runtime.db
      .selectFrom('sessions')
      .where('identity_confirmed_at', 'is not', null)
      .where('family_id', '=', sessionOf(accessToken))
      .select('id')
      .executeTakeFirst();
    return row !== undefined;
  };
  const renewed = await visitor.request(contract.refreshToken, {}, { cookies: { [refreshCookie]: cookie } });
  expect(await confirmed(renewed.json.accessToken)).toBe(true);
  expect(await confirmed((other.data as { accessToken: string }).accessToken)).toBe(false);
});

function sessionOf(accessToken: unknown): string {
  const claims = Buffer.from(String(accessToken).split('.')[1] ?? '', 'base64url').toString();
  return (JSON.parse(claims) as { sid: string }).sid;
}
