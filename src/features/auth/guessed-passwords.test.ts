import { expect, test } from 'vitest';
import { startTestApp } from '#testing/test-app.ts';
import * as contract from './contract.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z', env: { EMAIL_VERIFICATION: '0' } });
const { visitor } = testApp;
const password = 'correct-Horse1';
let count = 0;

/** Signs up an owner and returns the email address. */
async function signedUp(): Promise<string> {
  count += 1;
  const email = `ann${count}@example.com`;
  const applicant = {
    ...{ first_name: 'Ann', last_name: 'Owner', company_name: 'Ann Inspects', phone: '(512) 555-0100' },
    ...{ email, password, terms_of_policy: true },
  };
  await visitor.call(contract.signUp, applicant, { ip: `10.9.0.${count}` });
  return email;
}

test('an account that is guessed from many addresses lets in known devices only, and its owner gets a mail', async () => {
  const email = await signedUp();
  const first = await visitor.request(contract.login, { email, password }, { ip: '10.1.0.1' });
  const cookies = [first.headers['set-cookie']].flat().map((one) => String(one).split(';')[0]);
  const device = cookies.find((one) => one?.startsWith('gable_device=')) ?? '';
  const attempt = (n: number, typed: string, headers: Record<string, string> = {}) =>
    visitor.request(contract.login, { email, password: typed }, { ip: `10.1.1.${n}`, headers });
  const answers = [];
  for (let n = 1; n <= 25; n++) answers.push((await attempt(n, 'nope')).error?.type);
  expect(answers.slice(0, 20).every((type) => type === 'INVALID_CREDENTIALS')).toBe(true);
  expect(answers.slice(20).every((type) => type === 'RATE_LIMITED')).toBe(true);
  expect((await attempt(30, password)).error?.type).toBe('RATE_LIMITED');
  expect((await attempt(31, password, { cookie: `${device.slice(0, -1)}!` })).error?.type).toBe(
    'RATE_LIMITED',
  );
  expect((await attempt(32, password, { cookie: device })).status).toBe(200);
  await testApp.runDueJobs();
  const mails = testApp.sent.emails.filter((mail) => mail.to.some((to) => to.address === email));
  expect(mails.filter((mail) => mail.subject === 'Someone is guessing your password')).toHaveLength(1);
  testApp.clock.advance(900_000);
  expect((await attempt(33, password)).status).toBe(200);
});

test('of an unknown address, guesses are limited alike', async () => {
  const attempt = (n: number) =>
    visitor.request(contract.login, { email: 'none@example.com', password }, { ip: `10.2.1.${n}` });
  const answers = [];
  for (let n = 1; n <= 21; n++) answers.push((await attempt(n)).error?.type);
  expect(new Set(answers.slice(0, 20))).toEqual(new Set(['INVALID_CREDENTIALS']));
  expect(answers[20]).toBe('RATE_LIMITED');
});

test('a device that several people use knows each of them', async () => {
  const [one, other] = [await signedUp(), await signedUp()];
  const deviceOf = (headers: Record<string, unknown>) =>
    [headers['set-cookie']]
      .flat()
      .map((line) => String(line).split(';')[0])
      .find((line) => line?.startsWith('gable_device=')) ?? '';
  const ip = '10.3.0.1';
  const first = await visitor.request(contract.login, { email: one, password }, { ip });
  const cookie = deviceOf(first.headers);
  const second = await visitor.request(
    contract.login,
    { email: other, password },
    { ip, headers: { cookie } },
  );
  const both = deviceOf(second.headers);
  expect(both.split('.').slice(0, 1)).toEqual(cookie.split('.').slice(0, 1));
  expect(both.split('.')).toHaveLength(3);
});
