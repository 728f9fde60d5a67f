import { describe, expect, test } from 'vitest';
import { recordPayment } from '#features/payments/contract.ts';
import { bookedAppointment } from '#testing/bookings.ts';
import { getProfile } from './profile-contract.ts';
import { getSettings, updateSettings, uploadFiles } from './settings-contract.ts';
import { createPng, openSettings, settingsPathOf } from './settings-for-tests.ts';

const { house, owner, read, change, tries } = await openSettings();

describe('saving', () => {
  test('requires permission; other members can read, other companies can do neither', async () => {
    const technician = await house.create.member(owner, { type: 'technician' });
    expect((await technician.call(getSettings, settingsPathOf(owner))).company_name).toBe(
      (await read()).company_name,
    );
    expect(
      (await technician.request(updateSettings, { ...settingsPathOf(owner), city: 'X' })).error?.type,
    ).toBe('FORBIDDEN');
    const stranger = await house.create.owner();
    for (const route of [getSettings, updateSettings, uploadFiles])
      expect(
        (await stranger.request(route, { ...settingsPathOf(owner), logo: await createPng() })).error?.type,
      ).toBe('FORBIDDEN');
  });

  test('with an outdated rev is a conflict that returns the current settings', async () => {
    const { rev } = await read();
    const saved = await change({ rev, city: 'Buda' });
    expect(saved.rev).toBe(rev + 1);
    const late = await tries({ rev, city: 'Kyle' });
    expect(late.error).toMatchObject({
      type: 'CONFLICT',
      details: { current: { city: 'Buda', rev: rev + 1 } },
    });
    expect((await change({ rev: rev + 1, city: 'Buda' })).rev).toBe(rev + 1);
  });

  test('is audited with the before and after values', async () => {
    await change({ city: 'Lockhart' });
    const row = await house.readAs(owner.subscriberId, (ctx) =>
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
    const stranger = await house.create.owner();
    const { pageData } = await stranger.call(
      (await import('#features/agreements/library-contract.ts')).listAgreements,
    );
    const theirs = pageData[0]?.id ?? '';
    const answer = await tries({ default_agreement_id: theirs, request_form: { agreement_id: theirs } });
    expect(answer.error?.details).toEqual({
      default_agreement_id: 'This agreement doesn’t exist',
      'request_form.agreement_id': 'This agreement doesn’t exist',
    });
    expect((await change({ default_agreement_id: theirs }, stranger)).default_agreement_id).toBe(theirs);
  });

  test('keeps public names unique; a former name still leads to the company', async () => {
    const other = await house.create.owner();
    await change({ public_slug: 'lee-homes' });
    await change({ public_slug: 'lee-houses' });
    expect((await tries({ public_slug: 'lee-homes' }, other)).error?.details).toEqual({
      public_slug: 'already used',
    });
    const profile = await house.visitor.call(getProfile, { id: 'lee-homes' });
    expect(profile.public_slug).toBe('lee-houses');
    expect((await change({ public_slug: 'lee-homes' })).public_slug).toBe('lee-homes');
  });

  test('never assigns an order number twice, and fixes the currency once a payment was received', async () => {
    const payer = await house.create.owner();
    const booked = await bookedAppointment(payer, { order_id: 'B-1500' });
    const answer = await tries({ order_prefix: 'B-', next_order_number: 1500 }, payer);
    expect(answer.error?.details).toEqual({
      next_order_number: 'Number 1500 is already used. Enter 1501 or higher.',
    });
    expect(await change({ order_prefix: 'B-', next_order_number: 1501 }, payer)).toMatchObject({
      order_prefix: 'B-',
    });
    expect((await change({ currency: 2 }, payer)).currencySymbol).toBe('C$');
    await payer.call(recordPayment, { id: booked.appointment.id, amount: 5, method: 'cash' } as never);
    const refused = await tries({ currency: 1 }, payer);
    const message = 'The currency can’t be changed once payments were received';
    expect(refused.error).toMatchObject({ type: 'CONFLICT', message, details: { currency: message } });
    expect(await read(payer)).toMatchObject({ currency: 2, currency_is_fixed: true });
  });

  test('leaves the settings that appointments copied unchanged', async () => {
    const booker = await house.create.owner();
    const { appointment: before } = await bookedAppointment(booker);
    await change({ timezone: 'America/Denver', require_payment_default: false }, booker);
    expect(before).toMatchObject({ require_payment: true });
    const { appointment: after } = await bookedAppointment(booker, { date_time: '2031-05-05T09:00' });
    expect(after).toMatchObject({ require_payment: false, timezone: 'America/Denver' });
  });
});
