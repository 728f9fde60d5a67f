import { describe, expect, test } from 'vitest';
import { recordPayment } from '#features/payments/contract.ts';
import { bookedAppointment } from '#testing/bookings.ts';
import { getProfile } from './profile-contract.ts';
import { getSettings, updateSettings, uploadFiles } from './settings-contract.ts';
import { createPng, openSettings, settingsPathOf } from './settings-for-tests.ts';

const { testApp, owner, read, change, tryChange } = await openSettings();

describe('saving', () => {
  test('requires permission; other members can read, other companies can do neither', async () => {
    const technician = await testApp.create.member(owner, { type: 'technician' });
    expect((await technician.call(getSettings, settingsPathOf(owner))).company_name).toBe(
      (await read()).company_name,
    );
    expect(
      (await technician.request(updateSettings, { ...settingsPathOf(owner), city: 'X' })).error?.type,
    ).toBe('FORBIDDEN');
    const stranger = await testApp.create.owner();
    for (const route of [getSettings, updateSettings, uploadFiles])
      expect(
        (await stranger.request(route, { ...settingsPathOf(owner), logo: await createPng() })).error?.type,
      ).toBe('FORBIDDEN');
  });

  test('with an outdated rev is a conflict that returns the current settings', async () => {
    const { rev } = await read();
    const saved = await change({ rev, city: 'Buda' });
    expect(saved.rev).toBe(rev + 1);
    const late = await tryChange({ rev, city: 'Kyle' });
    expect(late.error).toMatchObject({
      type: 'CONFLICT',
      details: { current: { city: 'Buda', rev: rev + 1 } },
    });
    expect((await change({ rev: rev + 1, city: 'Buda' })).rev).toBe(rev + 1);
  });

  test('is audited with the before and after values', async () => {
    await change({ city: 'Lockhart' });
    const row = await testApp.readAs(owner.subscriberId, (ctx) =>
      ctx.db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst(),
    );
    expect(row).toMatchObject({
      action: 'company.settings_changed',
      actor_id: owner.id,
      before: { city: 'Buda' },
      after: { city: 'Lockhart' },
    });
  });

  test('accepts only agreements of the company', async () => {
    const stranger = await testApp.create.owner();
    const { pageData } = await stranger.call(
      (await import('#features/agreements/library-contract.ts')).listAgreements,
    );
    const theirs = pageData[0]?.id ?? '';
    const answer = await tryChange({ default_agreement_id: theirs, request_form: { agreement_id: theirs } });
    expect(answer.error?.details).toEqual({
      default_agreement_id: 'This agreement doesn’t exist',
      'request_form.agreement_id': 'This agreement doesn’t exist',
    });
    expect((await change({ default_agreement_id: theirs }, stranger)).default_agreement_id).toBe(theirs);
  });

  test('keeps public names unique; a former name still leads to the company', async () => {
    const other = await testApp.create.owner();
    await change({ public_slug: 'lee-homes' });
    await change({ public_slug: 'lee-houses' });
    expect((await tryChange({ public_slug: 'lee-homes' }, other)).error?.details).toEqual({
      public_slug: 'already used',
    });
    const profile = await testApp.visitor.call(getProfile, { id: 'lee-homes' });
    expect(profile.public_slug).toBe('lee-houses');
    expect((await change({ public_slug: 'lee-homes' })).public_slug).toBe('lee-homes');
  });

  test('never assigns an order number twice, and fixes the currency once a payment was received', async () => {
    const payer = await testApp.create.owner();
    const booked = await bookedAppointment(payer, { order_id: 'B-1500' });
    const answer = await tryChange({ order_prefix: 'B-', next_order_number: 1500 }, payer);
    expect(answer.error?.details).toEqual({
      next_order_number: 'Number 1500 is already used. Enter 1501 or higher.',
    });
    expect(await change({ order_prefix: 'B-', next_order_number: 1501 }, payer)).toMatchObject({
      order_prefix: 'B-',
    });
    expect((await change({ currency: 2 }, payer)).currencySymbol).toBe('C$');
    await payer.call(recordPayment, { id: booked.appointment.id, amount: 5, method: 'cash' } as never);
    const refused = await tryChange({ currency: 1 }, payer);
    const message = 'The currency can’t be changed once payments were received';
    expect(refused.error).toMatchObject({ type: 'CONFLICT', message, details: { currency: message } });
    expect(await read(payer)).toMatchObject({ currency: 2, currency_is_fixed: true });
  });

  test('leaves the settings that appointments copied unchanged', async () => {
    const booker = await testApp.create.owner();
    const { appointment: before } = await bookedAppointment(booker);
    await change({ timezone: 'America/Denver', require_payment_default: false }, booker);
    expect(before).toMatchObject({ require_payment: true });
    const { appointment: after } = await bookedAppointment(booker, { date_time: '2031-05-05T09:00' });
    expect(after).toMatchObject({ require_payment: false, timezone: 'America/Denver' });
  });
});
