import { describe, expect, test } from 'vitest';
import { asPlatform } from '#server/db/connect.ts';
import { mine } from '#server/db/scope.ts';
import { recordHit } from '#server/http/rate-limits.ts';
import { sha256Hex } from '#server/ids.ts';
import { startTestApp } from '#testing/test-app.ts';
import * as contract from './contract.ts';
import { refreshCookie } from './open-session.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const { visitor } = testApp;
const password = 'correct-Horse1';
let count = 0;

function applicant(more: Record<string, unknown> = {}) {
  count += 1;
  return {
    first_name: 'Ann',
    last_name: 'Owner',
    company_name: 'Ann Inspects',
    email: `ann${count}@example.com`,
    password,
    phone: '(512) 555-0100',
    terms_of_policy: true,
    receive_communication: false,
    ...more,
  };
}

/** The link in the last mail to an address. */
async function linkFor(email: string): Promise<string> {
  await testApp.runDueJobs();
  const mail = testApp.sent.emails.findLast((m) => m.to.some((to) => to.address === email));
  const link = /https?:\/\/\S+/.exec(mail?.text ?? '')?.[0];
  if (!link) throw new Error(`no link was mailed to ${email}`);
  return link;
}

async function verified(more: Record<string, unknown> = {}): Promise<string> {
  const { email } = await visitor.call(contract.signUp, applicant(more), { ip: `10.2.0.${count}` });
  const token = new URL(await linkFor(email)).searchParams.get('token') ?? '';
  await visitor.request(contract.verifyEmail, { token });
  return email;
}

/** The number of verification events for the address. */
async function verifications(email: string): Promise<number> {
  const { subscriber_id } = await asPlatform(testApp.runtime.db, (trx) =>
    trx.selectFrom('logins').where('email', '=', email).select('subscriber_id').executeTakeFirstOrThrow(),
  );
  const events = await testApp.readAs(subscriber_id, (r) =>
    mine(r, 'events').where('type', '=', 'user.verified').select('id').execute(),
  );
  return events.length;
}

function cookieOf(answer: { headers: Record<string, unknown> }): string {
  const header = String(answer.headers['set-cookie'] ?? '');
  return new RegExp(`${refreshCookie}=([^;]*)`).exec(header)?.[1] ?? '';
}

describe('sign-up', () => {
  test('mails a link to a button that verifies the address, also when it is pressed twice', async () => {
    const { email } = await visitor.call(contract.signUp, applicant());
    const signsIn = () => visitor.request(contract.login, { email, password });
    const refused = await signsIn();
    expect(refused.error).toMatchObject({ type: 'FORBIDDEN', message: 'Please verify your email' });
    const link = new URL(await linkFor(email));
    const token = link.searchParams.get('token') ?? '';
    // Mail scanners open the link before the recipient does.
    for (const method of ['HEAD', 'GET', 'GET'] as const) {
      const opened = await testApp.app.inject({ method, url: link.pathname + link.search });
      expect([opened.statusCode, opened.headers.location]).toEqual([303, `/auth/verify?token=${token}`]);
    }
    expect([(await signsIn()).error?.message, await verifications(email)]).toEqual([
      'Please verify your email',
      0,
    ]);
    const pressed = await Promise.all([1, 2].map(() => visitor.call(contract.verifyEmail, { token })));
    expect(pressed).toEqual([{ verified: true }, { verified: true }]);
    expect(await verifications(email)).toBe(1);
    expect((await signsIn()).data).toMatchObject({
      user: { email, role: 'Administrator', user_type: 1 },
    });
  });

  test('rejects a taken address, weak passwords and unaccepted terms with an error for each field', async () => {
    const { email } = await visitor.call(contract.signUp, applicant());
    const again = await visitor.request(contract.signUp, applicant({ email: email.toUpperCase() }));
    expect(again.error?.details).toEqual({ email: 'This email is already in use' });
    const weak = await visitor.request(
      contract.signUp,
      applicant({ password: 'short', terms_of_policy: false, phone: '12' }),
    );
    expect(Object.keys(weak.error?.details ?? {}).sort()).toEqual(['password', 'phone', 'terms_of_policy']);
    const empty = await visitor.request(contract.signUp, {});
    expect(empty.error?.details).toMatchObject({
      first_name: 'First name is required',
      email: 'Email is required',
    });
  });

  test('creates one account when it is sent twice concurrently', async () => {
    const input = applicant();
    const options = { idempotencyKey: 'sign-up-twice' };
    const answers = await Promise.all([1, 2].map(() => visitor.request(contract.signUp, input, options)));
    expect(answers.map((a) => a.status)).toEqual([200, 200]);
    const other = await visitor.request(contract.signUp, applicant(), options);
    expect(other.error?.type).toBe('CONFLICT');
  });
});

describe('login', () => {
  test('returns the same error for an unknown address and a wrong password, in the user’s language', async () => {
    const email = await verified();
    const wrong = await visitor.request(contract.login, { email, password: 'nope' });
    const unknown = await visitor.request(contract.login, { email: 'nobody@example.com', password: 'nope' });
    expect(wrong.status).toBe(401);
    expect(wrong.json).toEqual(unknown.json);
    const german = await visitor.request(
      contract.login,
      { email, password: 'nope' },
      { headers: { 'accept-language': 'de-AT' } },
    );
    expect(german.error?.message).toBe('E-Mail-Adresse oder Passwort ist falsch');
  });

  test('is blocked after five failures from one IP address, but only there', async () => {
    const email = await verified();
    for (let i = 0; i < 5; i++)
      await visitor.request(contract.login, { email, password: 'nope' }, { ip: '10.0.0.9' });
    const sixth = await visitor.request(contract.login, { email, password }, { ip: '10.0.0.9' });
    expect(sixth.error?.type).toBe('RATE_LIMITED');
    const elsewhere = await visitor.request(contract.login, { email, password }, { ip: '10.0.0.10' });
    expect(elsewhere.status).toBe(200);
  });

  test('counts an IPv6 network as one client, whichever addresses it uses', async () => {
    const email = await verified();
    const attempt = (ip: string) => visitor.request(contract.login, { email, password: 'nope' }, { ip });
    for (let i = 0; i < 5; i++) await attempt(`2001:db8:0:1::${i}`);
    expect((await attempt('2001:db8:0:1:9::9')).error?.type).toBe('RATE_LIMITED');
    expect((await attempt('2001:db8:0:2::1')).error?.type).toBe('INVALID_CREDENTIALS');
  });

  test('counts failures in a sliding window of fifteen minutes', async () => {
    const email = await verified();
    const attempt = async () =>
      (await visitor.request(contract.login, { email, password: 'nope' }, { ip: '10.0.0.11' })).error?.type;
    // One minute before the end of a quarter hour.
    const past = Date.parse(testApp.clock.now()) % 900_000;
    testApp.clock.advance(900_000 - past - 60_000);
    for (let i = 0; i < 5; i++) expect(await attempt()).toBe('INVALID_CREDENTIALS');
    testApp.clock.advance(120_000);
    expect(await attempt()).toBe('RATE_LIMITED');
    testApp.clock.advance(900_000);
    expect(await attempt()).toBe('INVALID_CREDENTIALS');
  });

  test('blocks an IP address that tries many e-mail addresses', async () => {
    const email = await verified();
    const ip = '10.0.0.12';
    await asPlatform(testApp.runtime.db, async (trx) => {
      for (let i = 0; i < 99; i++) await recordHit(trx, testApp.clock.now(), `login-place:${ip}`, 1);
    });
    const attempt = async (sent: string) =>
      (await visitor.request(contract.login, { email: sent, password: 'nope' }, { ip })).error?.type;
    expect(await attempt('somebody@example.com')).toBe('INVALID_CREDENTIALS');
    expect(await attempt('else@example.com')).toBe('RATE_LIMITED');
    expect((await visitor.request(contract.login, { email, password }, { ip })).error?.type).toBe(
      'RATE_LIMITED',
    );
  });

  test('reveals that an account is inactive only after the right password', async () => {
    const email = await verified();
    const { user } = await visitor.call(contract.login, { email, password });
    const id = user?.subscriber_id ?? '';
    await testApp.writeAs(id, (w) =>
      w.db.updateTable('users').set({ status: 0 }).where('id', '=', id).execute(),
    );
    const wrong = await visitor.request(contract.login, { email, password: 'nope' });
    expect(wrong.error?.type).toBe('INVALID_CREDENTIALS');
    const right = await visitor.request(contract.login, { email, password });
    expect(right.error?.message).toBe('Your account is inactive. Please contact your administrator.');
  });

  test('returns a token valid only for changing the password if the user must reset it', async () => {
    const email = await verified();
    const { user } = await visitor.call(contract.login, { email, password });
    const id = user?.id ?? '';
    await testApp.writeAs(id, (w) =>
      w.db.updateTable('users').set({ must_reset_password: true }).where('id', '=', id).execute(),
    );
    const login = await visitor.request(contract.login, { email, password });
    expect(login.data).toMatchObject({ mustReset: true, user: null });
    const { accessToken } = login.data as { accessToken: string };
    const headers = { authorization: `Bearer ${accessToken}` };
    expect((await visitor.request(contract.me, {}, { headers })).status).toBe(401);
    const changes = (new_password: string) =>
      visitor.request(contract.changePassword, { new_password }, { headers });
    expect((await changes('another-Horse2')).status).toBe(200);
    expect((await changes('thieves-Horse3')).error?.type).toBe('UNAUTHENTICATED');
    expect((await visitor.request(contract.login, { email, password: 'another-Horse2' })).data).toMatchObject(
      {
        user: { id },
      },
    );
  });
});

test('idempotency records contain neither a password nor a token', async () => {
  const email = await verified();
  const { user } = await visitor.call(contract.login, { email, password });
  const id = user?.id ?? '';
  await testApp.writeAs(id, (w) =>
    w.db.updateTable('users').set({ must_reset_password: true }).where('id', '=', id).execute(),
  );
  const forced = { email, password };
  const login = await visitor.request(contract.login, forced, { idempotencyKey: `login-${email}` });
  expect(login.data).toMatchObject({ mustReset: true });
  const { accessToken } = login.data as { accessToken: string };
  const headers = { authorization: `Bearer ${accessToken}` };
  const change = { new_password: 'another-Horse2' };
  const changed = await visitor.request(contract.changePassword, change, {
    headers,
    idempotencyKey: `change-${email}`,
  });
  expect(changed.status).toBe(200);
  const rows = await asPlatform(testApp.runtime.db, (trx) =>
    trx
      .selectFrom('idempotency_keys')
      .where('key', 'in', [`login-${email}`, `change-${email}`])
      .selectAll()
      .execute(),
  );
  expect(rows.map((row) => row.key)).toEqual([`change-${email}`]);
  expect(JSON.stringify(rows)).not.toContain(accessToken);
  expect(rows[0]?.body_hash).not.toBe(sha256Hex(JSON.stringify(Object.entries(change))));
});

describe('the verification link', () => {
  const tokenFor = async (email: string) => new URL(await linkFor(email)).searchParams.get('token') ?? '';
  const follows = async (token: string) => (await visitor.call(contract.verifyEmail, { token })).verified;
  const [good, bad] = [true, false];

  test('can be mailed again, which invalidates the older one', async () => {
    const { email } = await visitor.call(contract.signUp, applicant(), { ip: '10.3.0.1' });
    const older = await tokenFor(email);
    const asked = await visitor.request(contract.resendVerification, { email });
    const newer = await tokenFor(email);
    expect(newer).not.toBe(older);
    expect(await follows(older)).toBe(bad);
    expect(await follows(newer)).toBe(good);
    const unknown = await visitor.request(contract.resendVerification, { email: 'nobody@example.com' });
    const verifiedOne = await visitor.request(contract.resendVerification, { email });
    expect([unknown.json, verifiedOne.json]).toEqual([asked.json, asked.json]);
    const mails = testApp.sent.emails.length;
    await testApp.runDueJobs();
    expect(testApp.sent.emails.length).toBe(mails);
  });

  test('expires after a day', async () => {
    const { email } = await visitor.call(contract.signUp, applicant(), { ip: '10.3.0.2' });
    const token = await tokenFor(email);
    testApp.clock.advance(24 * 3_600_000 + 1_000);
    expect(await follows(token)).toBe(bad);
    await visitor.request(contract.resendVerification, { email });
    const newer = await tokenFor(email);
    expect([await follows(newer), await follows(newer)]).toEqual([good, good]);
    expect(await follows(token)).toBe(bad);
    testApp.clock.advance(24 * 3_600_000 + 1_000);
    expect(await follows(newer)).toBe(bad);
  });
});

describe('the refresh cookie', () => {
  const login = async () => {
    const email = await verified();
    const answer = await visitor.request(contract.login, { email, password });
    return {
      email,
      cookie: cookieOf(answer),
      accessToken: (answer.data as { accessToken: string }).accessToken,
    };
  };
  const refresh = (value: string, headers: Record<string, string> = {}) =>
    visitor.request(contract.refreshToken, {}, { cookies: { [refreshCookie]: value }, headers });

  test('returns a new token, also at the top level, and works for parallel tabs', async () => {
    const { cookie } = await login();
    const [one, two] = await Promise.all([refresh(cookie), refresh(cookie)]);
    expect([one.status, two.status]).toEqual([200, 200]);
    expect(one.json.accessToken).toBe((one.data as { accessToken: string }).accessToken);
    expect(cookieOf(one)).not.toBe(cookie);
  });

  test('revokes the whole token family, including access tokens, when reused after the grace period', async () => {
    const { cookie, accessToken } = await login();
    const next = cookieOf(await refresh(cookie));
    testApp.clock.advance(11_000);
    expect((await refresh(cookie)).status).toBe(401);
    expect((await refresh(next)).status).toBe(401);
    const headers = { authorization: `Bearer ${accessToken}` };
    expect((await visitor.request(contract.me, {}, { headers })).status).toBe(401);
  });

  test('is accepted from our own origin only', async () => {
    const { cookie } = await login();
    expect((await refresh(cookie, { origin: 'https://evil.example' })).status).toBe(403);
    expect((await refresh(cookie, { origin: 'http://gable.test' })).status).toBe(200);
  });

  test('is cleared by logout', async () => {
    const { cookie } = await login();
    await visitor.request(contract.logout, {}, { cookies: { [refreshCookie]: cookie } });
    expect((await refresh(cookie)).status).toBe(401);
    expect((await visitor.request(contract.refreshToken)).status).toBe(401);
  });
});

describe('a forgotten password', () => {
  test('can be replaced once with the mailed code, which ends all sessions', async () => {
    const email = await verified();
    const before = await visitor.request(contract.login, { email, password });
    await visitor.call(contract.forgotPassword, { email });
    const link = new URL(await linkFor(email));
    const code = link.pathname.split('/').at(-1) ?? '';
    expect(link.searchParams.get('email')).toBe(email);
    const weak = await visitor.request(contract.resetPassword, { email, code, password: 'weak' });
    expect(Object.keys(weak.error?.details ?? {})).toEqual(['password']);
    await visitor.call(contract.resetPassword, { email, code, password: 'brand-New3' });
    const again = await visitor.request(contract.resetPassword, { email, code, password: 'brand-New4' });
    expect(again.error?.type).toBe('GONE');
    const cookies = { [refreshCookie]: cookieOf(before) };
    expect((await visitor.request(contract.refreshToken, {}, { cookies })).status).toBe(401);
    expect((await visitor.request(contract.login, { email, password: 'brand-New3' })).status).toBe(200);
  });

  test('gets the same response for known and unknown addresses', async () => {
    const email = await verified();
    const known = await visitor.request(contract.forgotPassword, { email });
    const unknown = await visitor.request(contract.forgotPassword, { email: 'nobody@example.com' });
    expect(known.json).toEqual(unknown.json);
  });
});

describe('the signed-in user', () => {
  test('sees all fields of the session and the list of sessions, and can end one', async () => {
    const owner = await testApp.create.owner();
    const me = await owner.call(contract.me);
    expect(me).toMatchObject({
      id: owner.id,
      subscriber_id: owner.id,
      can_schedule_new: true,
      enable_online_scheduling: false,
    });
    const [session] = await owner.call(contract.listSessions);
    expect(session?.is_current).toBe(true);
    const stranger = await testApp.create.owner();
    expect((await stranger.request(contract.revokeSession, { id: session?.id })).status).toBe(404);
    await owner.call(contract.revokeSession, { id: session?.id ?? '' });
    expect((await owner.request(contract.me)).status).toBe(401);
  });

  test('sees each session once, however often its tokens were refreshed, and can end another', async () => {
    const email = await verified();
    const enters = async (userAgent: string) =>
      visitor.request(contract.login, { email, password }, { headers: { 'user-agent': userAgent } });
    const desk = await enters('Desk');
    const phone = await enters('Phone');
    const renewed = await visitor.request(
      contract.refreshToken,
      {},
      { cookies: { [refreshCookie]: cookieOf(desk) }, headers: { 'user-agent': 'Desk' } },
    );
    const headers = { authorization: `Bearer ${renewed.json.accessToken}` };
    const places = async () =>
      (await visitor.request(contract.listSessions, {}, { headers })).data as {
        id: string;
        user_agent: string;
        is_current: boolean;
      }[];
    const seen = await places();
    expect(seen.map((one) => [one.user_agent, one.is_current]).sort()).toEqual([
      ['Desk', true],
      ['Phone', false],
    ]);
    const other = seen.find((one) => !one.is_current)?.id ?? '';
    expect((await visitor.request(contract.revokeSession, { id: other }, { headers })).status).toBe(200);
    expect((await places()).map((one) => one.user_agent)).toEqual(['Desk']);
    const cookies = { [refreshCookie]: cookieOf(phone) };
    expect((await visitor.request(contract.refreshToken, {}, { cookies })).status).toBe(401);
  });

  test('loses a permission immediately when it is revoked', async () => {
    const owner = await testApp.create.owner();
    await owner.call(contract.updatePreferences, {
      sidebar_nav_links: ['metrics', 'calendar'],
      language: 'fr',
    });
    expect(await owner.call(contract.me)).toMatchObject({
      sidebar_nav_links: ['metrics', 'calendar'],
      language: 'fr',
    });
    await testApp.writeAs(owner.id, (w) =>
      w.db.updateTable('users').set({ can_schedule_new: false }).where('id', '=', owner.id).execute(),
    );
    expect((await owner.call(contract.me)).can_schedule_new).toBe(false);
  });
});
