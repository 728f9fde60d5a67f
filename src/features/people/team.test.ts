import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { allFlags, flagsOf } from '#domain/permissions.ts';
import * as auth from '#features/auth/contract.ts';
import { asPlatform } from '#server/db/connect.ts';
import { bookedAppointment } from '#testing/bookings.ts';
import { openHouse } from '#testing/house.ts';
import { type Person, personOf } from '#testing/person.ts';
import { clients } from './contract.ts';
import { getProfile, updateProfile } from './profile-contract.ts';
import { searchTechnicians, staffs, technicians } from './team-contract.ts';

const house = await openHouse({ at: '2030-03-01T14:00:00Z' });
const owner = await house.has.owner({ company_name: 'Whitfield' });
const password = 'correct-Horse1';
let count = 0;

function somebody(more: Record<string, unknown> = {}) {
  count += 1;
  return { first_name: 'Tariq', last_name: `Osman${count}`, email: `tariq${count}@team.example`, ...more };
}

/** The link of the last invitation to an address. */
async function invitationOf(email: string): Promise<{ email: string; code: string; url: URL }> {
  await house.settles();
  const mail = house.sent.emails.findLast((m) => m.to.some((to) => to.address === email));
  const url = new URL(/https?:\/\/\S+/.exec(mail?.text ?? '')?.[0] ?? 'http://none.test');
  return { email: url.searchParams.get('email') ?? '', code: url.pathname.split('/').at(-1) ?? '', url };
}

/** Accepts the invitation and signs in. */
async function joined(email: string): Promise<Person> {
  const { code } = await invitationOf(email);
  await house.visitor.does(auth.resetPassword, { email, code, password });
  return signedIn(email);
}

async function signedIn(email: string): Promise<Person> {
  const { accessToken, user } = await house.visitor.does(auth.login, { email, password });
  return personOf(house.app, {
    id: user?.id ?? '',
    subscriberId: user?.subscriber_id ?? '',
    token: accessToken,
  });
}

const kinds = { technicians, staffs: staffs as unknown as typeof technicians };

describe.each(['technicians', 'staffs'] as const)('%s', (kind) => {
  const routes = kinds[kind];

  test('an empty form gets a message under each field', async () => {
    const answer = await owner.tries(routes.create, {});
    expect([answer.status, answer.error?.details]).toEqual([
      400,
      {
        first_name: 'First name is required',
        last_name: 'Last name is required',
        email: 'Email is required',
      },
    ]);
  });

  test('are added as invited with the flags sent as text, others off, and light blue', async () => {
    const made = await owner.does(
      routes.create,
      somebody({ phone: '(555) 123-4567', can_schedule_new: 'true', can_publish_report: 'false' }) as never,
    );
    expect(made).toMatchObject({
      status: 2,
      phone: '5551234567',
      color: '#add8e6',
      user_type: kind === 'staffs' ? 3 : 2,
      invited_at: '2030-03-01T14:00:00.000Z',
    });
    const perms = await owner.does(routes.getPerms, { id: made.id });
    expect(perms).toEqual({
      ...Object.fromEntries(flagsOf[kind].map((flag) => [flag, false])),
      can_schedule_new: true,
    });
  });

  test('become active by their first password, once per invitation', async () => {
    const made = await owner.does(routes.create, somebody());
    const { url, code } = await invitationOf(made.email);
    expect(url.searchParams.get('email')).toBe(made.email);
    const early = await house.visitor.tries(auth.login, { email: made.email, password: '' });
    expect(early.success).toBe(false);
    const person = await joined(made.email);
    expect(await person.does(auth.me)).toMatchObject({ id: made.id, subscriber_id: owner.subscriberId });
    expect(await owner.does(routes.get, { id: made.id })).toMatchObject({ status: 1, invitation: null });
    const again = await house.visitor.tries(auth.resetPassword, { email: made.email, code, password });
    expect(again.error?.type).toBe('GONE');
    // The first password is no changed password: no warning about it was mailed.
    await house.settles();
    expect(house.sent.emails.findLast((m) => m.to[0]?.address === made.email)?.subject).toContain(
      'invites you',
    );
  });

  test('cannot use an invitation after seven days, but a new one', async () => {
    const made = await owner.does(routes.create, somebody());
    const first = await invitationOf(made.email);
    house.clock.advance(7 * 86_400_000 + 1000);
    const fresh = await house.has.again(owner);
    expect((await fresh.does(routes.get, { id: made.id })).invitation?.is_expired).toBe(true);
    const late = await house.visitor.tries(auth.resetPassword, { ...first, url: undefined, password });
    expect(late.error?.type).toBe('GONE');
    await fresh.does(routes.resendInvitation, { id: made.id });
    const second = await invitationOf(made.email);
    expect(second.code).not.toBe(first.code);
    await joined(made.email);
    const open = await fresh.tries(routes.resendInvitation, { id: made.id });
    expect(open.error?.type).toBe('CONFLICT');
    house.clock.advance(-7 * 86_400_000 - 1000);
  });

  test('whose invitation is cancelled hold a dead code; made active they are invited anew', async () => {
    const made = await owner.does(routes.create, somebody());
    const { code, email } = await invitationOf(made.email);
    const active = await owner.tries(routes.setStatus, { id: made.id, newStatus: 1 });
    expect(active.error?.type).toBe('CONFLICT');
    expect(await owner.does(routes.setStatus, { id: made.id, newStatus: 0 })).toMatchObject({ status: 0 });
    const dead = await house.visitor.tries(auth.resetPassword, { email, code, password });
    expect(dead.error?.type).toBe('GONE');
    await house.visitor.does(auth.forgotPassword, { email });
    expect((await invitationOf(email)).code).toBe(code);
    expect(await owner.does(routes.setStatus, { id: made.id, newStatus: '1' })).toMatchObject({ status: 2 });
    expect((await invitationOf(email)).code).not.toBe(code);
    await joined(email);
  });

  test('deactivated lose their session at once and cannot come back by themselves', async () => {
    const made = await owner.does(routes.create, somebody());
    const person = await joined(made.email);
    await person.does(auth.me);
    await owner.does(routes.setStatus, { id: made.id, newStatus: 0 });
    expect((await person.tries(auth.me)).status).toBe(401);
    const login = await house.visitor.tries(auth.login, { email: made.email, password });
    expect(login.error?.message).toBe('Your account is inactive. Please contact your administrator.');
    expect(await owner.does(routes.setStatus, { id: made.id, newStatus: 1 })).toMatchObject({ status: 1 });
    // The old session stays ended, a new one may begin.
    expect((await person.tries(auth.me)).status).toBe(401);
    await signedIn(made.email);
  });

  test('refuse other statuses by name', async () => {
    const made = await owner.does(routes.create, somebody());
    for (const newStatus of [2, 'x', null, undefined]) {
      const answer = await owner.tries(routes.setStatus, { id: made.id, newStatus });
      expect(answer.error?.details).toEqual({ newStatus: 'Unknown status' });
    }
  });

  test('have an address that is theirs on the whole platform', async () => {
    const made = await owner.does(routes.create, somebody());
    const stranger = await house.has.owner();
    for (const who of [owner, stranger]) {
      const answer = await who.tries(routes.create, somebody({ email: made.email.toUpperCase() }));
      expect(answer.error?.details).toEqual({ email: 'This email is already in use' });
    }
    const other = await owner.does(routes.create, somebody());
    const moved = await owner.tries(routes.update, { id: other.id, email: made.email });
    expect(moved.error?.details).toEqual({ email: 'This email is already in use' });
    // A client may well have it: contacts are no logins.
    await owner.does(clients.create, { ...somebody(), email: made.email });
  });

  test('are changed field by field; a new address moves the invitation or tells the old one', async () => {
    const made = await owner.does(routes.create, somebody());
    const old = await invitationOf(made.email);
    const changed = await owner.does(routes.update, {
      id: made.id,
      last_name: 'Özil',
      email: `new-${made.email}`,
    });
    expect(changed).toMatchObject({ first_name: 'Tariq', last_name: 'Özil', rev: 2 });
    const dead = await house.visitor.tries(auth.resetPassword, {
      email: made.email,
      code: old.code,
      password,
    });
    expect(dead.error?.type).toBe('GONE');
    await joined(changed.email);
    await owner.does(routes.update, { id: made.id, email: made.email });
    await house.settles();
    const told = house.sent.emails.findLast((m) => m.to[0]?.address === changed.email);
    expect(told?.subject).toBe('Your email address was changed');
    await signedIn(made.email);
    const stale = await owner.tries(routes.update, { id: made.id, first_name: 'X', rev: 1 });
    expect(stale.error).toMatchObject({ type: 'CONFLICT', details: { current: { first_name: 'Tariq' } } });
  });

  test('are deleted softly, once, and free their address', async () => {
    const made = await owner.does(routes.create, somebody());
    const person = await joined(made.email);
    await owner.does(routes.remove, { id: made.id });
    expect((await person.tries(auth.me)).status).toBe(401);
    expect((await owner.tries(routes.get, { id: made.id })).status).toBe(404);
    expect((await owner.tries(routes.remove, { id: made.id })).status).toBe(404);
    const { pageData } = await owner.does(routes.list, { perPage: 100 });
    expect(pageData.map((row) => row.id)).not.toContain(made.id);
    expect((await house.visitor.tries(auth.login, { email: made.email, password })).status).toBe(401);
    await owner.does(routes.create, somebody({ email: made.email }));
  });

  test('page without gap or duplicate and are found by every word', async () => {
    const company = await house.has.owner();
    for (let i = 0; i < 7; i++) {
      await company.does(routes.create, somebody({ last_name: i % 2 ? `Ökonom${i}` : `Miller${i}` }));
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
    const find = async (text: string) => (await company.does(routes.list, { text })).pageData.length;
    expect([await find('okonom'), await find('TARIQ mill'), await find('nobody')]).toEqual([3, 4, 0]);
    expect((await company.does(routes.list, { status: 2 })).pageInfo.total).toBe(7);

    function next(from: string | undefined) {
      return company.does(routes.list, { perPage: 3, limit: 100, cursor: from });
    }
  });

  test('are exported under both paths, safe against formulas', async () => {
    const company = await house.has.owner();
    await company.does(routes.create, somebody({ first_name: '=cmd()', last_name: 'Ñandú, "Ana"' }));
    const options = { headers: {} };
    const one = await company.tries(routes.exportFile, { subscriberId: company.subscriberId }, options);
    const two = await company.tries(routes.exportFileOf, { subscriberId: company.subscriberId });
    expect(one.headers['content-disposition']).toContain(`${kind}-2030-03-01.csv`);
    expect(two.raw.toString()).toBe(one.raw.toString());
    expect(one.raw.toString()).toMatch(/"?'=cmd\(\)"?,"Ñandú, ""Ana"""/);
    expect(one.raw.toString()).toContain('invited');
    const stranger = await house.has.owner();
    expect((await stranger.tries(routes.exportFileOf, { subscriberId: company.subscriberId })).status).toBe(
      403,
    );
  });

  test('are managed by full company admins only', async () => {
    const made = await owner.does(routes.create, somebody());
    const plain = await house.has.member(owner, {
      type: 'technician',
      flags: { ...allFlags, full_company_admin: false },
    });
    const admin = await house.has.member(owner, { type: 'staff', flags: { full_company_admin: true } });
    const acts: [Parameters<Person['tries']>[0], object][] = [
      [routes.get, {}],
      [routes.create, somebody()],
      [routes.update, { first_name: 'X' }],
      [routes.setStatus, { newStatus: 0 }],
      [routes.getPerms, {}],
      [routes.updatePerms, { can_schedule_new: true }],
      [routes.exportFile, {}],
      [routes.remove, {}],
    ];
    for (const [route, input] of acts) {
      expect((await plain.tries(route, { id: made.id, ...input })).error?.type).toBe('FORBIDDEN');
    }
    for (const [route, input] of acts) {
      expect((await admin.tries(route, { id: made.id, ...input })).status).toBe(200);
    }
  });

  test('of another company are not found, whatever is tried', async () => {
    const made = await owner.does(routes.create, somebody());
    const stranger = await house.has.owner();
    const acts: [Parameters<Person['tries']>[0], object][] = [
      [routes.get, {}],
      [routes.update, { first_name: 'X' }],
      [routes.setStatus, { newStatus: 0 }],
      [routes.resendInvitation, {}],
      [routes.getPerms, {}],
      [routes.updatePerms, { can_schedule_new: true }],
      [routes.remove, {}],
    ];
    for (const [route, input] of acts) {
      expect((await stranger.tries(route, { id: made.id, ...input })).error?.type).toBe('NOT_FOUND');
    }
    expect(await owner.does(routes.get, { id: made.id })).toMatchObject({ status: 2, rev: 1 });
  });
});

describe('rights', () => {
  test('hold at once: a token made before knows of the change', async () => {
    const made = await owner.does(technicians.create, somebody());
    const person = await joined(made.email);
    expect((await person.tries(staffs.list)).error?.type).toBe('FORBIDDEN');
    await owner.does(technicians.updatePerms, { id: made.id, full_company_admin: true });
    expect((await person.tries(staffs.list)).status).toBe(200);
    await owner.does(technicians.updatePerms, { id: made.id });
    expect((await person.tries(staffs.list)).error?.type).toBe('FORBIDDEN');
  });

  test('are never raised by oneself, but may be given up', async () => {
    const admin = await house.has.member(owner, {
      type: 'technician',
      flags: { full_company_admin: true, can_schedule_new: true },
    });
    const raised = await admin.tries(technicians.updatePerms, {
      id: admin.id,
      full_company_admin: true,
      can_schedule_new: true,
      can_edit_template: true,
    });
    expect([raised.status, raised.error?.message]).toEqual([403, 'Nobody can raise their own rights']);
    const lowered = await admin.does(technicians.updatePerms, { id: admin.id, full_company_admin: true });
    expect(lowered).toMatchObject({ can_schedule_new: false, full_company_admin: true });
    const others = await house.has.member(owner, { type: 'staff' });
    expect(
      await admin.does(staffs.updatePerms, {
        id: others.id,
        can_schedule_new: true,
        can_edit_schedule: true,
      }),
    ).toMatchObject({ can_schedule_new: true, can_edit_schedule: true });
    // The last administrator among the members may go: the owner always remains one.
    await admin.does(technicians.updatePerms, { id: admin.id });
    expect((await admin.tries(staffs.list)).status).toBe(403);
  });

  test('of the owner cannot be touched by anybody', async () => {
    const admin = await house.has.member(owner, { type: 'technician', flags: { full_company_admin: true } });
    for (const who of [admin, owner]) {
      const acts: [Parameters<Person['tries']>[0], object][] = [
        [technicians.updatePerms, {}],
        [technicians.setStatus, { newStatus: 0 }],
        [technicians.remove, {}],
      ];
      for (const [route, input] of acts) {
        expect((await who.tries(route, { id: owner.id, ...input })).error?.type).toBe('CONFLICT');
      }
    }
    const taken = await admin.tries(technicians.update, { id: owner.id, email: 'mine@evil.example' });
    expect(taken.error?.type).toBe('CONFLICT');
    const perms = await admin.does(technicians.getPerms, { id: owner.id });
    expect(Object.values(perms).every(Boolean)).toBe(true);
  });

  test('nobody ends their own account or moves their own address here', async () => {
    const admin = await house.has.member(owner, { type: 'staff', flags: { full_company_admin: true } });
    expect((await admin.tries(staffs.setStatus, { id: admin.id, newStatus: 0 })).error?.type).toBe(
      'CONFLICT',
    );
    expect((await admin.tries(staffs.remove, { id: admin.id })).error?.type).toBe('CONFLICT');
    const moved = await admin.tries(staffs.update, { id: admin.id, email: 'elsewhere@team.example' });
    expect(moved.error?.details).toEqual({ email: 'Please change your own email in your profile' });
    expect(await admin.does(staffs.update, { id: admin.id, first_name: 'Ada' })).toMatchObject({
      first_name: 'Ada',
    });
  });

  test('changes stand in the audit log with before and after', async () => {
    const made = await owner.does(staffs.create, somebody());
    await owner.does(staffs.updatePerms, { id: made.id, can_edit_schedule: true });
    const rows = await house.reads(owner.subscriberId, (r) =>
      r.db
        .selectFrom('audit_log')
        .where('subscriber_id', '=', owner.subscriberId)
        .where('entity_id', '=', made.id)
        .where('action', '=', 'update-perms')
        .select(['before', 'after', 'actor_id'])
        .execute(),
    );
    expect(rows).toEqual([
      { before: { can_edit_schedule: false }, after: { can_edit_schedule: true }, actor_id: owner.id },
    ]);
  });
});

describe('a technician with appointments', () => {
  test('is not deleted before they are over; deactivated, the record warns', async () => {
    const company = await house.has.owner();
    const made = await company.does(technicians.create, somebody());
    await joined(made.email);
    await bookedAppointment(company, { inspectors: [made.id] });
    const refused = await company.tries(technicians.remove, { id: made.id });
    expect(refused.error).toMatchObject({ type: 'CONFLICT', details: { appointments: 1 } });
    await company.does(technicians.setStatus, { id: made.id, newStatus: 0 });
    expect(await company.does(technicians.get, { id: made.id })).toMatchObject({
      status: 0,
      future_appointments: 1,
    });
  });
});

describe('the global search', () => {
  test('finds in the own company only, and everywhere for the platform administrator', async () => {
    const [one, two] = [
      await house.has.owner({ company_name: 'One' }),
      await house.has.owner({ company_name: 'Two' }),
    ];
    for (const company of [one, two])
      await company.does(technicians.create, somebody({ last_name: 'Šearchée' }));
    const plain = await house.has.member(one, { type: 'technician' });
    const found = await plain.does(searchTechnicians, { text: 'searchee tariq' });
    expect(found).toEqual([expect.objectContaining({ company: 'One', name: 'Tariq Šearchée' })]);
    const admin = await house.has.admin();
    const all = await admin.does(searchTechnicians, { text: 'SEARCHEE' });
    expect(all.map((row) => row.company).toSorted()).toEqual(['One', 'Two']);
  });
});

describe('the own profile', () => {
  const png = async (width = 300) =>
    new File(
      [
        new Uint8Array(
          await sharp({ create: { width, height: 100, channels: 4, background: '#0000' } })
            .png()
            .toBuffer(),
        ),
      ],
      'signature.png',
      { type: 'image/png' },
    );

  test('is read and changed field by field', async () => {
    const me = await house.has.member(owner, { type: 'technician' });
    expect(await me.does(getProfile)).toMatchObject({
      id: me.id,
      signature: null,
      notification_preferences: { own_appointments: true, payments: true },
    });
    const changed = await me.does(updateProfile, {
      first_name: 'Mei',
      color: '#16a34a',
      language: 'de',
      payments: 'false',
      profile_pic: await png(),
    } as never);
    expect(changed).toMatchObject({
      first_name: 'Mei',
      last_name: 'Technician',
      color: '#16a34a',
      language: 'de',
      notification_preferences: { own_appointments: true, payments: false },
    });
    expect(changed.profile_pic).toContain('/api/v2/files/');
    const wrong = await me.tries(updateProfile, {
      first_name: '',
      phone: '12',
      color: 'red',
      language: 'xx',
    });
    expect(wrong.error?.details).toEqual({ language: 'Unknown language' });
    const fields = await me.tries(updateProfile, { first_name: '', phone: '12', color: 'red' });
    expect(Object.keys(fields.error?.details ?? {})).toEqual(['first_name', 'phone', 'color']);
    const stale = await me.tries(updateProfile, { first_name: 'X', rev: 1 });
    expect(stale.error?.type).toBe('CONFLICT');
  });

  test('signs by drawing, typing or a picture', async () => {
    const me = await house.has.member(owner, { type: 'technician' });
    const drawn = await me.does(updateProfile, { signature_kind: 'drawn', signature_image: await png() });
    expect(drawn.signature).toMatchObject({
      kind: 'drawn',
      image: expect.stringContaining('/api/v2/files/'),
    });
    const typed = await me.does(updateProfile, { signature_kind: 'typed', signature_text: 'Mei Sandoval' });
    expect(typed.signature).toEqual({ kind: 'typed', text: 'Mei Sandoval', image: null });
    const kept = await me.does(updateProfile, { first_name: 'Mei' });
    expect(kept.signature?.kind).toBe('typed');
    for (const kind of ['drawn', 'uploaded', 'typed']) {
      expect((await me.tries(updateProfile, { signature_kind: kind })).status).toBe(400);
    }
    expect((await me.does(updateProfile, { signature_kind: 'none' })).signature).toBeNull();
  });

  test('gives another address only for the password, tells the old one, and refuses a taken one', async () => {
    const made = await owner.does(technicians.create, somebody());
    const me = await joined(made.email);
    const email = `moved-${made.email}`;
    for (const current_password of [undefined, 'wrong']) {
      const refused = await me.tries(updateProfile, { email, current_password });
      expect(refused.error?.details).toEqual({ current_password: 'The current password is not correct' });
    }
    const ownerEmail = (await owner.does(getProfile)).email;
    const taken = await me.tries(updateProfile, { email: ownerEmail, current_password: password });
    expect(taken.error?.details).toEqual({ email: 'This email is already in use' });
    await me.does(updateProfile, { email, current_password: password });
    await house.settles();
    const told = house.sent.emails.findLast((m) => m.to[0]?.address === made.email);
    expect(told?.text).toContain(email);
    await signedIn(email);
  });

  test('changes no rights, whatever is sent along', async () => {
    const me = await house.has.member(owner, { type: 'staff' });
    await me.tries(updateProfile, {
      first_name: 'X',
      full_company_admin: 'true',
      user_type: '1',
      status: '1',
    });
    expect(await me.does(auth.me)).toMatchObject({ full_company_admin: false, user_type: 3 });
  });

  test('keeps the order of the sidebar and the columns of lists', async () => {
    const me = await house.has.member(owner, { type: 'staff' });
    await me.does(auth.updatePreferences, { saved_columns: { 'people.clients': ['name', 'phone'] } });
    await me.does(auth.updatePreferences, { saved_columns: { 'people.agents': ['name'] } });
    expect((await me.does(auth.me)).saved_columns).toEqual({
      'people.clients': ['name', 'phone'],
      'people.agents': ['name'],
    });
  });
});

test('no answer about the team holds a secret', async () => {
  const made = await owner.does(technicians.create, somebody());
  await joined(made.email);
  const hash = await asPlatform(house.house.db, (trx) =>
    trx.selectFrom('logins').where('user_id', '=', made.id).select('password_hash').executeTakeFirstOrThrow(),
  );
  for (const route of [technicians.get, technicians.list, technicians.exportFile, getProfile]) {
    const answer = await owner.tries(route, { id: made.id });
    expect(answer.raw.toString()).not.toContain(hash.password_hash ?? 'none');
    expect(answer.raw.toString()).not.toMatch(/password|code_hash|token/i);
  }
});
