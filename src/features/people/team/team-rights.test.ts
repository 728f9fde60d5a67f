import { describe, expect, test } from 'vitest';
import * as auth from '#features/auth/contract.ts';
import { bookedAppointment } from '#testing/bookings.ts';
import type { TestUser } from '#testing/test-user.ts';
import { searchTechnicians, staffs, technicians } from '../team-contract.ts';
import { setUpTeam } from './team-for-tests.ts';

const { testApp, owner, newMember, joined } = await setUpTeam();

describe('permissions', () => {
  test('take effect immediately, also for tokens issued before the change', async () => {
    const made = await owner.call(technicians.create, newMember());
    const person = await joined(made.email);
    expect((await person.request(staffs.list)).error?.type).toBe('FORBIDDEN');
    await owner.call(technicians.updatePerms, { id: made.id, full_company_admin: true });
    expect((await person.request(staffs.list)).status).toBe(200);
    await owner.call(technicians.updatePerms, { id: made.id });
    expect((await person.request(staffs.list)).error?.type).toBe('FORBIDDEN');
  });

  test('cannot be raised by the user themselves, but can be dropped', async () => {
    const admin = await testApp.create.member(owner, {
      type: 'technician',
      flags: { full_company_admin: true, can_schedule_new: true },
    });
    const raised = await admin.request(technicians.updatePerms, {
      id: admin.id,
      full_company_admin: true,
      can_schedule_new: true,
      can_edit_template: true,
    });
    expect([raised.status, raised.error?.message]).toEqual([403, 'You can’t add to your own permissions']);
    const reduced = await admin.call(technicians.updatePerms, { id: admin.id, full_company_admin: true });
    expect(reduced).toMatchObject({ can_schedule_new: false, full_company_admin: true });
    const others = await testApp.create.member(owner, { type: 'staff' });
    expect(
      await admin.call(staffs.updatePerms, {
        id: others.id,
        can_schedule_new: true,
        can_edit_schedule: true,
      }),
    ).toMatchObject({ can_schedule_new: true, can_edit_schedule: true });
    // The last administrator among the members may drop the right: the owner always remains one.
    await admin.call(technicians.updatePerms, { id: admin.id });
    expect((await admin.request(staffs.list)).status).toBe(403);
  });

  test('of the owner cannot be changed by any user', async () => {
    const admin = await testApp.create.member(owner, {
      type: 'technician',
      flags: { full_company_admin: true },
    });
    for (const who of [admin, owner]) {
      const attempts: [Parameters<TestUser['request']>[0], object][] = [
        [technicians.updatePerms, {}],
        [technicians.setStatus, { newStatus: 0 }],
        [technicians.remove, {}],
      ];
      for (const [route, input] of attempts) {
        expect((await who.request(route, { id: owner.id, ...input })).error?.type).toBe('CONFLICT');
      }
    }
    const taken = await admin.request(technicians.update, { id: owner.id, email: 'mine@evil.example' });
    expect(taken.error?.type).toBe('CONFLICT');
    const perms = await admin.call(technicians.getPerms, { id: owner.id });
    expect(Object.values(perms).every(Boolean)).toBe(true);
  });

  test('users cannot delete their own account or change their own e-mail address through the team routes', async () => {
    const admin = await testApp.create.member(owner, { type: 'staff', flags: { full_company_admin: true } });
    expect((await admin.request(staffs.setStatus, { id: admin.id, newStatus: 0 })).error?.type).toBe(
      'CONFLICT',
    );
    expect((await admin.request(staffs.remove, { id: admin.id })).error?.type).toBe('CONFLICT');
    const moved = await admin.request(staffs.update, { id: admin.id, email: 'elsewhere@team.example' });
    expect(moved.error?.details).toEqual({ email: 'Change your own email in your profile' });
    expect(await admin.call(staffs.update, { id: admin.id, first_name: 'Ada' })).toMatchObject({
      first_name: 'Ada',
    });
  });

  test('changes are recorded in the audit log with their before and after values', async () => {
    const made = await owner.call(staffs.create, newMember());
    await owner.call(staffs.updatePerms, { id: made.id, can_edit_schedule: true });
    const rows = await testApp.readAs(owner.subscriberId, (r) =>
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
  test('cannot be deleted before their appointments are over; when deactivated, the record warns', async () => {
    const company = await testApp.create.owner();
    const made = await company.call(technicians.create, newMember());
    await joined(made.email);
    await bookedAppointment(company, { inspectors: [made.id] });
    const refused = await company.request(technicians.remove, { id: made.id });
    expect(refused.error).toMatchObject({ type: 'CONFLICT', details: { appointments: 1 } });
    await company.call(technicians.setStatus, { id: made.id, newStatus: 0 });
    expect(await company.call(technicians.get, { id: made.id })).toMatchObject({
      status: 0,
      future_appointments: 1,
    });
  });
});

describe('the global search', () => {
  test('searches the own company only, and all companies for the platform administrator', async () => {
    const [one, two] = [
      await testApp.create.owner({ company_name: 'One' }),
      await testApp.create.owner({ company_name: 'Two' }),
    ];
    for (const company of [one, two])
      await company.call(technicians.create, newMember({ last_name: 'Šearchée' }));
    const plain = await testApp.create.member(one, { type: 'technician' });
    const found = await plain.call(searchTechnicians, { text: 'searchee tariq' });
    expect(found).toEqual([expect.objectContaining({ company: 'One', name: 'Tariq Šearchée' })]);
    const admin = await testApp.create.admin();
    const all = await admin.call(searchTechnicians, { text: 'SEARCHEE' });
    expect(all.map((row) => row.company).toSorted()).toEqual(['One', 'Two']);
  });
});

describe.each(['technicians', 'staffs'] as const)('bulk status change of %s', (kind) => {
  const routes = { technicians, staffs: staffs as unknown as typeof technicians }[kind];

  test('applies the rules of a single change and counts only members whose status changed', async () => {
    const company = await testApp.create.owner();
    const made = [
      await company.call(routes.create, newMember()),
      await company.call(routes.create, newMember()),
      await company.call(routes.create, newMember()),
    ];
    const person = await joined(made[0]?.email ?? '');
    await joined(made[1]?.email ?? '');
    const ids = made.map((one) => one.id);
    const statuses = async () =>
      (await company.call(routes.list)).pageData
        .filter((row) => ids.includes(row.id))
        .map((row) => row.status);
    // The third is invited: making it inactive cancels the invitation.
    expect(await company.call(routes.setStatusOfMany, { ids, newStatus: 0 })).toEqual({ changed: 3 });
    expect(await statuses()).toEqual([0, 0, 0]);
    expect((await person.request(auth.me)).status).toBe(401);
    expect(await company.call(routes.setStatusOfMany, { ids, newStatus: 0 })).toEqual({ changed: 0 });
    expect(await company.call(routes.setStatusOfMany, { ids: ids.slice(0, 2), newStatus: 1 })).toEqual({
      changed: 2,
    });
    expect((await statuses()).toSorted()).toEqual([0, 1, 1]);
  });

  test('changes none if the list includes the owner, the user, a member of another company or the other kind', async () => {
    const company = await testApp.create.owner();
    const other = await testApp.create.owner();
    const { id } = await company.call(routes.create, newMember());
    const stranger = await other.call(routes.create, newMember());
    const otherRoutes = { technicians: staffs as unknown as typeof technicians, staffs: technicians }[kind];
    const otherKind = await company.call(otherRoutes.create, newMember());
    for (const [wrong, status] of [
      [stranger.id, 404],
      [otherKind.id, 404],
      [company.id, kind === 'staffs' ? 404 : 409],
    ] as const) {
      const answer = await company.request(routes.setStatusOfMany, { ids: [id, wrong], newStatus: 0 });
      expect(answer.status).toBe(status);
    }
    expect((await company.call(routes.get, { id })).status).toBe(2);
    const none = await company.request(routes.setStatusOfMany, { ids: [], newStatus: 0 });
    expect(none.error?.details).toEqual({ ids: 'Choose at least one person' });
  });
});
