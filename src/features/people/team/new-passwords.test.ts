import { beforeEach, expect, test } from 'vitest';
import * as auth from '#features/auth/contract.ts';
import { technicians } from '../team-contract.ts';
import { password, setUpTeam } from './team-for-tests.ts';

const { testApp, owner, newMember, invitationOf, joined } = await setUpTeam();
const { visitor } = testApp;
let count = 0;
// Past the limit of resets of one address.
beforeEach(() => testApp.clock.advance(3_600_000));

/** Each returns the problem that its way to a new password names for its field; null if the password was set. */
const ways: Record<string, (candidate: string) => Promise<unknown>> = {
  async 'sign-up'(candidate) {
    const answer = await visitor.request(auth.signUp, applicant(candidate), { ip: `10.3.${count}.1` });
    return answer.error?.details?.password ?? null;
  },
  async reset(candidate) {
    const { email } = await memberWithPassword();
    await visitor.call(auth.forgotPassword, { email });
    const { code } = await invitationOf(email);
    return setWithCode(email, code, candidate);
  },
  async invitation(candidate) {
    const { email } = await invited();
    const { code } = await invitationOf(email);
    return setWithCode(email, code, candidate);
  },
  async change(candidate) {
    const { member } = await memberWithPassword();
    const change = { current_password: password, new_password: candidate };
    return (await member.request(auth.changePassword, change)).error?.details?.new_password ?? null;
  },
  async 'forced change'(candidate) {
    const { email, member } = await memberWithPassword();
    await testApp.writeAs(owner.id, (w) =>
      w.db.updateTable('users').set({ must_reset_password: true }).where('id', '=', member.id).execute(),
    );
    const { accessToken } = await visitor.call(auth.login, { email, password });
    const headers = { authorization: `Bearer ${accessToken}` };
    const answer = await visitor.request(auth.changePassword, { new_password: candidate }, { headers });
    return answer.error?.details?.new_password ?? null;
  },
};

function applicant(candidate: string) {
  count += 1;
  return {
    first_name: 'Tariq',
    last_name: 'Whitfield',
    company_name: 'Whitfield',
    email: `tariq.signs.up${count}@team.example`,
    password: candidate,
    phone: '5125550100',
    terms_of_policy: true,
    receive_communication: false,
  };
}

async function invited() {
  const member = newMember();
  await (await testApp.create.signInAgain(owner)).call(technicians.create, member);
  return member;
}

async function memberWithPassword() {
  const { email } = await invited();
  return { email, member: await joined(email) };
}

async function setWithCode(email: string, code: string, candidate: string): Promise<unknown> {
  const set = (secret: string) => visitor.request(auth.resetPassword, { email, code, password: secret });
  const problem = (await set(candidate)).error?.details?.password ?? null;
  // A refused password does not use up the code.
  if (problem) expect((await set('correct horse battery')).status).toBe(200);
  return problem;
}

test.each(Object.keys(ways))('%s refuses weak passwords with the reason', async (name) => {
  const problemOf = (candidate: string) => ways[name]?.(candidate);
  expect(await problemOf('starwars')).toBe('This password is too common');
  expect(await problemOf('MiChElLe')).toBe('This password is too common');
  expect(await problemOf(' star\u200bwars   ')).toBe('This password is too common');
  expect(await problemOf('Inspection2030!')).toBe('This password is too common');
  expect(await problemOf('tooshrt')).toBe('Password must have at least 8 characters');
  expect(await problemOf('x'.repeat(200))).toBe('Password must have at most 128 characters');
  for (const list of ['Passw0rd!', 'P@$$w0rd', 'Summer2026!', '!dr4g0n99'])
    expect([list, await problemOf(list)]).toEqual([list, 'This password is too common']);
  for (const repeated of ['--------', 'abababab', 'aaaaaaa1'])
    expect(await problemOf(repeated)).toBe('This password only repeats a few characters');
  for (const row of ['lkjhgfdsa', 'abcdefgh', '12345678a'])
    expect(await problemOf(row)).toBe(
      'This password is little more than a row of the keyboard or the alphabet',
    );
  for (const own of ['Whitfield', 'tariq-2030', 'team.example'])
    expect(await problemOf(own)).toBe('This password is little more than your name, email or company name');
});

test.each(Object.keys(ways))('%s accepts letters and spaces alone, at full length', async (name) => {
  expect(await ways[name]?.(` ${'long words '.repeat(11)}öß 👍`)).toBeNull();
});

test('all characters of a long password count, and spaces at its ends', async () => {
  const { email, member } = await memberWithPassword();
  const long = ` ${'ö'.repeat(63)}${'x'.repeat(63)} `;
  await member.call(auth.changePassword, { current_password: password, new_password: long });
  const statusOf = async (secret: string) =>
    (await visitor.request(auth.login, { email, password: secret })).status;
  expect(await statusOf(long)).toBe(200);
  for (const other of [long.trim(), long.slice(0, -1), long.slice(0, 72)])
    expect(await statusOf(other)).toBe(401);
});

test('a sign-up names a common password or one like the own name together with all other wrong fields', async () => {
  const detailsOf = async (candidate: string) =>
    (
      await visitor.request(
        auth.signUp,
        { ...applicant(candidate), first_name: '', phone: '12', terms_of_policy: false },
        { ip: `10.4.${count}.1` },
      )
    ).error?.details;
  const others = {
    first_name: 'First name is required',
    phone: 'Phone must have 10 digits',
    terms_of_policy: 'You must accept the terms',
  };
  expect(await detailsOf('Whitfield1')).toEqual({
    ...others,
    password: 'This password is little more than your name, email or company name',
  });
  expect(await detailsOf('Passw0rd!')).toEqual({ ...others, password: 'This password is too common' });
});
