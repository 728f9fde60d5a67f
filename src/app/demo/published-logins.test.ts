import { expect, test } from 'vitest';
import { login, signUp } from '#features/auth/contract.ts';
import { publishedPassword } from '#server/config/config.ts';
import { asPlatform } from '#server/db/connect.ts';
import { startTestApp } from '#testing/test-app.ts';
import { closePublishedLogins } from './published-logins.ts';

const testApp = await startTestApp({ env: { EMAIL_VERIFICATION: '0' } });
const { runtime, visitor } = testApp;
const startAt = (isLocal: boolean, demoPassword: string) =>
  closePublishedLogins({ ...runtime, config: { ...runtime.config, isLocal, demoPassword } });

async function register(email: string, password: string, ip: string): Promise<void> {
  const names = { first_name: 'Dana', last_name: 'Demo', company_name: 'Demo', phone: '5125550100' };
  const terms = { terms_of_policy: true, receive_communication: false };
  await visitor.call(signUp, { ...names, ...terms, email, password }, { ip });
}
const logIn = async (email: string, password: string) =>
  (await visitor.request(login, { email, password })).status;

test('demo logins lose their published password once other computers reach the server', async () => {
  await register('owner@demo.test', publishedPassword, '10.1.0.1');
  await register('staff@demo.test', 'own-Choice77', '10.1.0.2');
  await register('someone@else.example', publishedPassword, '10.1.0.3');

  // Without the demo's administrator these are strangers, who must not stop a start.
  await register('admin@platform.test', publishedPassword, '10.1.0.4');
  await startAt(false, publishedPassword);

  await asPlatform(runtime.db, (trx) =>
    trx.updateTable('users').set({ user_type: 5 }).where('email', '=', 'admin@platform.test').execute(),
  );
  await startAt(true, publishedPassword);
  expect(await logIn('owner@demo.test', publishedPassword)).toBe(200);

  await expect(startAt(false, publishedPassword)).rejects.toThrow(
    /published password \((?:owner@demo\.test, admin@platform\.test|admin@platform\.test, owner@demo\.test)\)\. Set DEMO_PASSWORD/,
  );

  await startAt(false, 'my-Own-Passw0rd');
  expect(await logIn('owner@demo.test', publishedPassword)).toBe(401);
  expect(await logIn('owner@demo.test', 'my-Own-Passw0rd')).toBe(200);
  expect(await logIn('admin@platform.test', publishedPassword)).toBe(401);
  expect(await logIn('staff@demo.test', 'own-Choice77')).toBe(200);
  expect(await logIn('someone@else.example', publishedPassword)).toBe(200);
  await startAt(false, publishedPassword);
});
