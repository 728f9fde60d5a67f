import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { savedColumns } from '#domain/people/saved-columns.ts';
import * as auth from '#features/auth/contract.ts';
import { asPlatform } from '#server/db/connect.ts';
import { getProfile, updateProfile } from './profile-contract.ts';
import { password, setUpTeam } from './team/team-for-tests.ts';
import { technicians } from './team-contract.ts';

const { testApp, owner, newMember, invitationOf, joined, signedIn } = await setUpTeam();

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

  test('can be read and is updated field by field', async () => {
    const me = await testApp.create.member(owner, { type: 'technician' });
    expect(await me.call(getProfile)).toMatchObject({
      id: me.id,
      signature: null,
      notification_preferences: { own_appointments: true, payments: true },
    });
    const changed = await me.call(updateProfile, {
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
    const wrong = await me.request(updateProfile, {
      first_name: '',
      phone: '12',
      color: 'red',
      language: 'xx',
    });
    expect(wrong.error?.details).toEqual({ language: 'Unknown language' });
    const fields = await me.request(updateProfile, { first_name: '', phone: '12', color: 'red' });
    expect(Object.keys(fields.error?.details ?? {})).toEqual(['first_name', 'phone', 'color']);
    const stale = await me.request(updateProfile, { first_name: 'X', rev: 1 });
    expect(stale.error?.type).toBe('CONFLICT');
  });

  test('stores a drawn, typed or uploaded signature', async () => {
    const me = await testApp.create.member(owner, { type: 'technician' });
    const drawn = await me.call(updateProfile, { signature_kind: 'drawn', signature_image: await png() });
    expect(drawn.signature).toMatchObject({
      kind: 'drawn',
      image: expect.stringContaining('/api/v2/files/'),
    });
    const typed = await me.call(updateProfile, { signature_kind: 'typed', signature_text: 'Mei Sandoval' });
    expect(typed.signature).toEqual({ kind: 'typed', text: 'Mei Sandoval', image: null });
    const updated = await me.call(updateProfile, { first_name: 'Mei' });
    expect(updated.signature?.kind).toBe('typed');
    for (const kind of ['drawn', 'uploaded', 'typed']) {
      expect((await me.request(updateProfile, { signature_kind: kind })).status).toBe(400);
    }
    expect((await me.call(updateProfile, { signature_kind: 'none' })).signature).toBeNull();
  });

  test('changes the e-mail address only with the password, notifies the old address and rejects a taken one', async () => {
    const made = await owner.call(technicians.create, newMember());
    const me = await joined(made.email);
    const email = `moved-${made.email}`;
    for (const current_password of [undefined, 'wrong']) {
      const refused = await me.request(updateProfile, { email, current_password });
      expect(refused.error?.details).toEqual({ current_password: 'The current password is incorrect' });
    }
    const ownerEmail = (await owner.call(getProfile)).email;
    const taken = await me.request(updateProfile, { email: ownerEmail, current_password: password });
    expect(taken.error?.details).toEqual({ email: 'This email is already in use' });
    await me.call(updateProfile, { email, current_password: password });
    await testApp.runDueJobs();
    const notice = testApp.sent.emails.findLast((m) => m.to[0]?.address === made.email);
    expect(notice?.text).toContain(email);
    await signedIn(email);
  });

  test('invalidates everything mailed to the old address when the address changes', async () => {
    const made = await owner.call(technicians.create, newMember());
    const me = await joined(made.email);
    await testApp.visitor.call(auth.forgotPassword, { email: made.email });
    const { code } = await invitationOf(made.email);
    const email = `away-${made.email}`;
    await me.call(updateProfile, { email, current_password: password });
    const taken = { email, code, password: 'thieves-Horse3' };
    expect((await testApp.visitor.request(auth.resetPassword, taken)).error?.type).toBe('GONE');
    await testApp.visitor.call(auth.forgotPassword, { email });
    const own = { email, code: (await invitationOf(email)).code, password: 'brand-New3' };
    await testApp.visitor.call(auth.resetPassword, own);
  });

  test('never changes permissions, whatever fields are sent', async () => {
    const me = await testApp.create.member(owner, { type: 'staff' });
    await me.request(updateProfile, {
      first_name: 'X',
      full_company_admin: 'true',
      user_type: '1',
      status: '1',
    });
    expect(await me.call(auth.me)).toMatchObject({ full_company_admin: false, user_type: 3 });
  });

  test('stores the order of the sidebar and the columns of lists', async () => {
    const me = await testApp.create.member(owner, { type: 'staff' });
    await me.call(auth.updatePreferences, { saved_columns: { 'people.clients': ['name', 'phone'] } });
    await me.call(auth.updatePreferences, { saved_columns: { 'people.agents': ['name'] } });
    expect((await me.call(auth.me)).saved_columns).toEqual({
      'people.clients': ['name', 'phone'],
      'people.agents': ['name'],
    });
  });

  test.each([
    { 'people.strangers': ['name'] },
    { constructor: ['name'] },
    { 'people.clients': ['name', 'password'] },
    { 'people.clients': ['name', 'name'] },
    Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`list ${n}`, ['x'.repeat(60)]])),
  ])('stores no list or column that does not exist: %j', async (saved_columns) => {
    const me = await testApp.create.member(owner, { type: 'staff' });
    const answer = await me.request(auth.updatePreferences, { saved_columns } as never);
    expect([answer.status, Object.keys(answer.error?.details ?? {})]).toEqual([400, ['saved_columns']]);
    expect((await me.call(auth.me)).saved_columns).toEqual({});
  });

  test('stores no more than every column of every list, however often it is called', async () => {
    const me = await testApp.create.member(owner, { type: 'staff' });
    for (const [list, columns] of Object.entries(savedColumns)) {
      for (let round = 0; round < 3; round += 1)
        await me.call(auth.updatePreferences, { saved_columns: { [list]: columns.toReversed() } });
    }
    const { saved_columns } = await me.call(auth.me);
    expect(Object.keys(saved_columns).sort()).toEqual(Object.keys(savedColumns).sort());
    expect(JSON.stringify(saved_columns).length).toBeLessThan(1000);
  });
});

test('no response about the team contains a secret', async () => {
  const made = await owner.call(technicians.create, newMember());
  await joined(made.email);
  const hash = await asPlatform(testApp.runtime.db, (trx) =>
    trx.selectFrom('logins').where('user_id', '=', made.id).select('password_hash').executeTakeFirstOrThrow(),
  );
  for (const route of [technicians.get, technicians.list, technicians.exportFile, getProfile]) {
    const answer = await owner.request(route, { id: made.id });
    expect(answer.raw.toString()).not.toContain(hash.password_hash ?? 'none');
    expect(answer.raw.toString()).not.toMatch(/password|code_hash|token/i);
  }
});
