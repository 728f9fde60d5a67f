import { type RawBuilder, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { updateProfile } from '#features/people/profile-contract.ts';
import type { CallOptions, InProcessResponse } from '#server/call-in-process.ts';
import { asPlatform } from '#server/db/connect.ts';
import { sha256Hex } from '#server/ids.ts';
import { startTestApp } from '#testing/test-app.ts';
import * as contract from './contract.ts';
import { refreshCookie } from './open-session.ts';

/** Requests in flight while sessions are being ended must not outlive them. */
const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const { visitor } = testApp;
const password = 'correct-Horse1';
let count = 0;

interface Entered {
  cookie: string;
  asOwner: CallOptions;
}

function entered(answer: InProcessResponse): Entered {
  const cookie = new RegExp(`${refreshCookie}=([^;]*)`).exec(String(answer.headers['set-cookie']))?.[1] ?? '';
  const { accessToken } = answer.data as { accessToken: string };
  return { cookie, asOwner: { headers: { authorization: `Bearer ${accessToken}` } } };
}

async function lastCode(email: string): Promise<URL> {
  await testApp.runDueJobs();
  const mail = testApp.sent.emails.findLast((one) => one.to.some((to) => to.address === email));
  return new URL(/https?:\/\/\S+/.exec(mail?.text ?? '')?.[0] ?? 'http://none');
}

/** An owner with two sessions and a link to set a new password. */
async function account() {
  count += 1;
  const email = `flight${count}@example.com`;
  const names = { first_name: 'Flo', last_name: 'Flight', company_name: 'Flights', phone: '5125550100' };
  const terms = { terms_of_policy: true, receive_communication: false };
  await visitor.call(contract.signUp, { ...names, ...terms, email, password }, { ip: `10.7.${count}.1` });
  await visitor.request(contract.verifyEmail, { token: (await lastCode(email)).searchParams.get('token') });
  const logsIn = (typed = password) => visitor.request(contract.login, { email, password: typed });
  const first = entered(await logsIn());
  const second = entered(await logsIn());
  await visitor.call(contract.forgotPassword, { email });
  const code = (await lastCode(email)).pathname.split('/').at(-1) ?? '';
  const resets = () => visitor.request(contract.resetPassword, { email, code, password: 'brand-New3' });
  return { email, logsIn, first, second, resets };
}

const refreshes = ({ cookie }: Entered) =>
  visitor.request(contract.refreshToken, {}, { cookies: { [refreshCookie]: cookie } });
const isIn = async ({ cookie, asOwner }: Entered) =>
  (await visitor.request(contract.me, {}, asOwner)).success || (await refreshes({ cookie, asOwner })).success;

/**
 * Locks the first session of an account, so that `ending` blocks halfway through ending all of them. Starts `inFlight`
 * at that point and releases the lock once it has finished or blocks, too.
 */
async function runDuring(
  email: string,
  ending: () => Promise<InProcessResponse>,
  inFlight: () => Promise<InProcessResponse>,
) {
  const started: Promise<InProcessResponse>[] = [];
  await asPlatform(testApp.runtime.db, async (trx) => {
    await sql`select from sessions where id = (select s.id from sessions s join logins using (user_id)
      where email = ${email} order by s.id limit 1) for update`.execute(trx);
    started.push(ending());
    await expect.poll(countBlocked, { timeout: 5000 }).toBe(1);
    let isThrough = false;
    started.push(inFlight().finally(() => (isThrough = true)));
    await expect.poll(async () => isThrough || (await countBlocked()) === 2, { timeout: 5000 }).toBe(true);
  });
  const [ended, completed] = await Promise.all(started);
  if (!ended || !completed) throw new Error('both requests should have been sent');
  expect(ended.success).toBe(true);
  return completed;
}

async function countBlocked(): Promise<number> {
  const asked: RawBuilder<{ n: number }> = sql`select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  return (await asked.execute(testApp.runtime.db)).rows[0]?.n ?? 0;
}

describe('a login in flight', () => {
  test('with the old password fails once a new one is set', async () => {
    const { email, resets, logsIn } = await account();
    const answer = await runDuring(email, resets, () => logsIn());
    expect([answer.error?.type, answer.headers['set-cookie']]).toEqual(['INVALID_CREDENTIALS', undefined]);
    expect((await logsIn('brand-New3')).success).toBe(true);
  });
});

describe('a refresh in flight', () => {
  /** Starts a refresh and, while it runs, `ending`, which must end the session that the refresh creates. */
  async function overtakenBy(at: Entered, ending: () => Promise<InProcessResponse>): Promise<Entered> {
    const hash = sha256Hex(at.cookie);
    const started: Promise<InProcessResponse>[] = [];
    await asPlatform(testApp.runtime.db, async (trx) => {
      await sql`select from sessions where token_hash = ${hash} for update`.execute(trx);
      started.push(refreshes(at));
      await expect.poll(countBlocked, { timeout: 5000 }).toBe(1);
      started.push(ending());
      await expect.poll(countBlocked, { timeout: 5000 }).toBe(2);
    });
    const [refreshed] = await Promise.all(started);
    if (!refreshed?.success) throw new Error('the refresh came first and was refused');
    return entered(refreshed);
  }

  test('is revoked when the password is reset', async () => {
    const { resets, second } = await account();
    expect(await isIn(await overtakenBy(second, resets))).toBe(false);
  });

  test('is revoked when the password is changed in another session, which stays signed in', async () => {
    const { first, second } = await account();
    const change = { current_password: password, new_password: 'brand-New3' };
    const changes = () => visitor.request(contract.changePassword, change, first.asOwner);
    expect(await isIn(await overtakenBy(second, changes))).toBe(false);
    expect(await isIn(first)).toBe(true);
  });

  test('is revoked when its own session signs out', async () => {
    const { second } = await account();
    const cookies = { [refreshCookie]: second.cookie };
    const refreshed = await overtakenBy(second, () => visitor.request(contract.logout, {}, { cookies }));
    expect(await isIn(refreshed)).toBe(false);
  });

  test('is revoked when another session ends it', async () => {
    const { first, second } = await account();
    const sessions = await visitor.request(contract.listSessions, {}, first.asOwner);
    const other = (sessions.data as { id: string; is_current: boolean }[]).find((one) => !one.is_current);
    const ends = () => visitor.request(contract.revokeSession, { id: other?.id }, first.asOwner);
    expect(await isIn(await overtakenBy(second, ends))).toBe(false);
  });

  test('is revoked when the previous refresh token is used a second time', async () => {
    const { second } = await account();
    const next = entered(await refreshes(second));
    testApp.clock.advance(11_000);
    expect(await isIn(await overtakenBy(next, () => refreshes(second)))).toBe(false);
  });
});

test('a pending password reset is not mailed to an address that was changed in the meantime', async () => {
  const { email } = await account();
  await visitor.call(contract.forgotPassword, { email });
  const mails = testApp.sent.emails.length;
  const settled: Promise<void>[] = [];
  await asPlatform(testApp.runtime.db, async (trx) => {
    const { user_id } = await trx
      .updateTable('logins')
      .set({ email: `moved-${email}` })
      .where('email', '=', email)
      .returning('user_id')
      .executeTakeFirstOrThrow();
    await sql`select from users where id = ${user_id} for no key update`.execute(trx);
    settled.push(testApp.runDueJobs());
    await expect.poll(countBlocked, { timeout: 5000 }).toBe(1);
  });
  await Promise.all(settled);
  expect(testApp.sent.emails.length).toBe(mails);
});

describe('a request confirmed with the current password', () => {
  test('changes neither the password nor the address once a new password is set', async () => {
    for (const act of ['password', 'address']) {
      const { email, resets, second, logsIn } = await account();
      const changes = () =>
        act === 'password'
          ? visitor.request(
              contract.changePassword,
              { current_password: password, new_password: 'thieves-Horse3' },
              second.asOwner,
            )
          : visitor.request(
              updateProfile,
              { email: `thief${count}@example.com`, current_password: password },
              second.asOwner,
            );
      const answer = await runDuring(email, resets, changes);
      expect(answer.error?.details, act).toHaveProperty('current_password');
      expect((await logsIn('brand-New3')).success, act).toBe(true);
    }
  });
});

test('a login does not enter another account that took over the address while the password was verified', async () => {
  const { email, logsIn } = await account();
  const other = await account();
  const started: Promise<InProcessResponse>[] = [];
  await asPlatform(testApp.runtime.db, async (trx) => {
    await sql`select from users where email = ${email} for update`.execute(trx);
    started.push(logsIn());
    await expect.poll(countBlocked, { timeout: 5000 }).toBe(1);
    await sql`update logins set email = ${`moved.${email}`} where email = ${email}`.execute(trx);
    await sql`update logins set email = ${email} where email = ${other.email}`.execute(trx);
  });
  expect((await started[0])?.error?.type).toBe('INVALID_CREDENTIALS');
});
