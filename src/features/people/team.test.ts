import { describe, expect, test } from 'vitest';
import { allFlags, offeredFlags } from '#domain/people/permissions.ts';
import * as auth from '#features/auth/contract.ts';
import type { TestUser } from '#testing/test-user.ts';
import { clients } from './contract.ts';
import { password, setUpTeam } from './team/team-for-tests.ts';
import { staffs, technicians } from './team-contract.ts';

const { testApp, owner, newMember, invitationOf, joined, signedIn } = await setUpTeam();
const kinds = { technicians, staffs: staffs as unknown as typeof technicians };

describe.each(['technicians', 'staffs'] as const)('%s', (kind) => {
  const routes = kinds[kind];

  test('cannot be added with an empty form: each missing field is reported', async () => {
    const answer = await owner.request(routes.create, {});
    expect([answer.status, answer.error?.details]).toEqual([
      400,
      {
        first_name: 'First name is required',
        last_name: 'Last name is required',
        email: 'Email is required',
      },
    ]);
  });

  test('are added as invited, in light blue, with the flags sent as text and all others off', async () => {
    const made = await owner.call(
      routes.create,
      newMember({ phone: '(555) 123-4567', can_schedule_new: 'true', can_publish_report: 'false' }) as never,
    );
    expect(made).toMatchObject({
      status: 2,
      phone: '5551234567',
      color: '#add8e6',
      user_type: kind === 'staffs' ? 3 : 2,
      invited_at: '2030-03-01T14:00:00.000Z',
    });
    const perms = await owner.call(routes.getPerms, { id: made.id });
    expect(perms).toEqual({
      ...Object.fromEntries(offeredFlags[kind].map((flag) => [flag, false])),
      can_schedule_new: true,
    });
  });

  test('become active by setting their first password, once per invitation', async () => {
    const made = await owner.call(routes.create, newMember());
    const { url, code } = await invitationOf(made.email);
    expect(url.searchParams.get('email')).toBe(made.email);
    const early = await testApp.visitor.request(auth.login, { email: made.email, password: '' });
    expect(early.success).toBe(false);
    const person = await joined(made.email);
    expect(await person.call(auth.me)).toMatchObject({ id: made.id, subscriber_id: owner.subscriberId });
    expect(await owner.call(routes.get, { id: made.id })).toMatchObject({ status: 1, invitation: null });
    const again = await testApp.visitor.request(auth.resetPassword, { email: made.email, code, password });
    expect(again.error?.type).toBe('GONE');
    // Setting the first password is not a password change: no warning is mailed.
    await testApp.runDueJobs();
    expect(testApp.sent.emails.findLast((m) => m.to[0]?.address === made.email)?.subject).toContain(
      'invited you',
    );
  });

  test('cannot accept an invitation after seven days, but can accept a new one', async () => {
    const made = await owner.call(routes.create, newMember());
    const first = await invitationOf(made.email);
    testApp.clock.advance(7 * 86_400_000 + 1000);
    const fresh = await testApp.create.signInAgain(owner);
    expect((await fresh.call(routes.get, { id: made.id })).invitation?.is_expired).toBe(true);
    const late = await testApp.visitor.request(auth.resetPassword, { ...first, url: undefined, password });
    expect(late.error?.type).toBe('GONE');
    await fresh.call(routes.resendInvitation, { id: made.id });
    const second = await invitationOf(made.email);
    expect(second.code).not.toBe(first.code);
    await joined(made.email);
    const open = await fresh.request(routes.resendInvitation, { id: made.id });
    expect(open.error?.type).toBe('CONFLICT');
    testApp.clock.advance(-7 * 86_400_000 - 1000);
  });

  test('have an invalid code after their invitation was canceled, and get a new invitation when made active', async () => {
    const made = await owner.call(routes.create, newMember());
    const { code, email } = await invitationOf(made.email);
    const active = await owner.request(routes.setStatus, { id: made.id, newStatus: 1 });
    expect(active.error?.type).toBe('CONFLICT');
    expect(await owner.call(routes.setStatus, { id: made.id, newStatus: 0 })).toMatchObject({ status: 0 });
    const dead = await testApp.visitor.request(auth.resetPassword, { email, code, password });
    expect(dead.error?.type).toBe('GONE');
    await testApp.visitor.call(auth.forgotPassword, { email });
    expect((await invitationOf(email)).code).toBe(code);
    expect(await owner.call(routes.setStatus, { id: made.id, newStatus: '1' })).toMatchObject({ status: 2 });
    expect((await invitationOf(email)).code).not.toBe(code);
    await joined(email);
  });

  test('lose their session immediately when deactivated and cannot sign in again', async () => {
    const made = await owner.call(routes.create, newMember());
    const person = await joined(made.email);
    await person.call(auth.me);
    await owner.call(routes.setStatus, { id: made.id, newStatus: 0 });
    expect((await person.request(auth.me)).status).toBe(401);
    const login = await testApp.visitor.request(auth.login, { email: made.email, password });
    expect(login.error?.message).toBe('Your account is inactive. Please contact your administrator.');
    expect(await owner.call(routes.setStatus, { id: made.id, newStatus: 1 })).toMatchObject({ status: 1 });
    // The old session stays ended; a new one can be started.
    expect((await person.request(auth.me)).status).toBe(401);
    await signedIn(made.email);
  });

  test('reject other status values with an error for the field', async () => {
    const made = await owner.call(routes.create, newMember());
    for (const newStatus of [2, 'x', null, undefined]) {
      const answer = await owner.request(routes.setStatus, { id: made.id, newStatus });
      expect(answer.error?.details).toEqual({ newStatus: 'Unknown status' });
    }
  });

  test('have an e-mail address that is unique on the whole platform', async () => {
    const made = await owner.call(routes.create, newMember());
    const stranger = await testApp.create.owner();
    for (const who of [owner, stranger]) {
      const answer = await who.request(routes.create, newMember({ email: made.email.toUpperCase() }));
      expect(answer.error?.details).toEqual({ email: 'This email is already in use' });
    }
    const other = await owner.call(routes.create, newMember());
    const moved = await owner.request(routes.update, { id: other.id, email: made.email });
    expect(moved.error?.details).toEqual({ email: 'This email is already in use' });
    // A client may have the same address: contacts are not logins.
    await owner.call(clients.create, { ...newMember(), email: made.email });
  });

  test('are updated field by field; a new address moves the invitation or notifies the old address', async () => {
    const made = await owner.call(routes.create, newMember());
    const old = await invitationOf(made.email);
    const changed = await owner.call(routes.update, {
      id: made.id,
      last_name: 'Özil',
      email: `new-${made.email}`,
    });
    expect(changed).toMatchObject({ first_name: 'Tariq', last_name: 'Özil', rev: 2 });
    const dead = await testApp.visitor.request(auth.resetPassword, {
      email: made.email,
      code: old.code,
      password,
    });
    expect(dead.error?.type).toBe('GONE');
    await joined(changed.email);
    await owner.call(routes.update, { id: made.id, email: made.email });
    await testApp.runDueJobs();
    const notice = testApp.sent.emails.findLast((m) => m.to[0]?.address === changed.email);
    expect(notice?.subject).toBe('Your email address was changed');
    await signedIn(made.email);
    const stale = await owner.request(routes.update, { id: made.id, first_name: 'X', rev: 1 });
    expect(stale.error).toMatchObject({ type: 'CONFLICT', details: { current: { first_name: 'Tariq' } } });
  });

  test('are soft-deleted once, which frees their e-mail address', async () => {
    const made = await owner.call(routes.create, newMember());
    const person = await joined(made.email);
    await owner.call(routes.remove, { id: made.id });
    expect((await person.request(auth.me)).status).toBe(401);
    expect((await owner.request(routes.get, { id: made.id })).status).toBe(404);
    expect((await owner.request(routes.remove, { id: made.id })).status).toBe(404);
    const { pageData } = await owner.call(routes.list, { perPage: 100 });
    expect(pageData.map((row) => row.id)).not.toContain(made.id);
    expect((await testApp.visitor.request(auth.login, { email: made.email, password })).status).toBe(401);
    await owner.call(routes.create, newMember({ email: made.email }));
  });

  test('page without gaps or duplicates and are found by every word', async () => {
    const company = await testApp.create.owner();
    for (let i = 0; i < 7; i++) {
      await company.call(routes.create, newMember({ last_name: i % 2 ? `Ökonom${i}` : `Miller${i}` }));
    }
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page: Awaited<ReturnType<typeof next>> = await next(cursor);
      seen.push(...page.pageData.map((row) => row.id));
      cursor = page.pageInfo.endCursor ?? undefined;
    } while (cursor);
    const owners = kind === 'technicians' ? 1 : 0;
    expect([seen.length, new Set(seen).size]).toEqual([7 + owners, 7 + owners]);
    const find = async (text: string) => (await company.call(routes.list, { text })).pageData.length;
    expect([await find('okonom'), await find('TARIQ mill'), await find('nobody')]).toEqual([3, 4, 0]);
    expect((await company.call(routes.list, { status: 2 })).pageInfo.total).toBe(7);

    function next(from: string | undefined) {
      return company.call(routes.list, { perPage: 3, limit: 100, cursor: from });
    }
  });

  test('are exported under both paths with formulas neutralized', async () => {
    const company = await testApp.create.owner();
    await company.call(routes.create, newMember({ first_name: '=cmd()', last_name: 'Ñandú, "Ana"' }));
    const options = { headers: {} };
    const one = await company.request(routes.exportFile, { subscriberId: company.subscriberId }, options);
    const two = await company.request(routes.exportFileOf, { subscriberId: company.subscriberId });
    expect(one.headers['content-disposition']).toContain(`${kind}-2030-03-01.csv`);
    expect(two.raw.toString()).toBe(one.raw.toString());
    expect(one.raw.toString()).toMatch(/"?'=cmd\(\)"?,"Ñandú, ""Ana"""/);
    expect(one.raw.toString()).toContain('invited');
    const stranger = await testApp.create.owner();
    expect((await stranger.request(routes.exportFileOf, { subscriberId: company.subscriberId })).status).toBe(
      403,
    );
  });

  test('can be managed by full company admins only', async () => {
    const made = await owner.call(routes.create, newMember());
    const plain = await testApp.create.member(owner, {
      type: 'technician',
      flags: { ...allFlags, full_company_admin: false },
    });
    const admin = await testApp.create.member(owner, { type: 'staff', flags: { full_company_admin: true } });
    const acts: [Parameters<TestUser['request']>[0], object][] = [
      [routes.get, {}],
      [routes.create, newMember()],
      [routes.update, { first_name: 'X' }],
      [routes.setStatus, { newStatus: 0 }],
      [routes.getPerms, {}],
      [routes.updatePerms, { can_schedule_new: true }],
      [routes.exportFile, {}],
      [routes.remove, {}],
    ];
    for (const [route, input] of acts) {
      expect((await plain.request(route, { id: made.id, ...input })).error?.type).toBe('FORBIDDEN');
    }
    for (const [route, input] of acts) {
      expect((await admin.request(route, { id: made.id, ...input })).status).toBe(200);
    }
  });

  test('of another company are NOT_FOUND on every route', async () => {
    const made = await owner.call(routes.create, newMember());
    const stranger = await testApp.create.owner();
    const acts: [Parameters<TestUser['request']>[0], object][] = [
      [routes.get, {}],
      [routes.update, { first_name: 'X' }],
      [routes.setStatus, { newStatus: 0 }],
      [routes.resendInvitation, {}],
      [routes.getPerms, {}],
      [routes.updatePerms, { can_schedule_new: true }],
      [routes.remove, {}],
    ];
    for (const [route, input] of acts) {
      expect((await stranger.request(route, { id: made.id, ...input })).error?.type).toBe('NOT_FOUND');
    }
    expect(await owner.call(routes.get, { id: made.id })).toMatchObject({ status: 2, rev: 1 });
  });
});
