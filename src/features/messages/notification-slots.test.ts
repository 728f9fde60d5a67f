import { describe, expect, test } from 'vitest';
import { audiences, slotPositions } from '#domain/company/notification-slots.ts';
import { bookAppointment, updateAppointment } from '#features/appointments/booking-contract.ts';
import { goodPayload } from '#features/appointments/booking-for-tests.ts';
import { updateSettings } from '#features/company/settings-contract.ts';
import { bookedAppointment } from '#testing/bookings.ts';
import { startTestApp } from '#testing/test-app.ts';
import { getNotificationSlots, setNotificationSlots } from './notification-slots-contract.ts';
import { notify } from './notify.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const owner = await testApp.create.owner({ company_name: 'Ann’s Homes' });

describe('reminders', () => {
  test.each(audiences)(
    'five for the %s, each before or after, with the defaults of the product',
    async (audience) => {
      const slots = await owner.call(getNotificationSlots, {});
      const of = (name: string) => slots[`${audience}_${name}` as keyof typeof slots];
      expect(of('email_1')).toMatchObject({
        enabled: audience !== 'listing_agent',
        when: 'pre',
        value: 24,
        unit: 1,
      });
      expect(of('email_2')).toMatchObject({ enabled: false, when: 'post', value: 1, unit: 2 });
      expect(of('email_3')).toMatchObject({ enabled: false, when: 'post', value: 7, unit: 2 });
      expect(of('text_1')).toMatchObject({ enabled: audience === 'client', when: 'pre', value: 2, unit: 1 });
      expect(of('text_2').enabled).toBe(false);
      expect(of('email_1').body.length * of('email_1').subject.length).toBeGreaterThan(0);
    },
  );

  test.each(slotPositions.map(({ key }) => key))(
    '%s accepts times before and after and stores them',
    async (key) => {
      for (const when of ['post', 'pre'] as const) {
        const change = { when, value: 3, unit: 4 as const, body: 'See you {{inspection.date}}' };
        const saved = await owner.call(setNotificationSlots, { [key]: change });
        expect(saved[key]).toMatchObject(change);
      }
      expect((await owner.call(getNotificationSlots, {}))[key]).toMatchObject({ value: 3, unit: 4 });
    },
  );

  test.each([
    ['client_email_1', { value: 1000 }, { value: 'Enter a whole number from 0 to 999' }],
    ['client_email_1', { enabled: true, subject: ' ' }, { subject: 'Enter a subject' }],
    ['client_email_1', { enabled: true, body: '' }, { body: 'Enter a message' }],
    ['client_email_1', { body: '{{nobody.name}}' }, { body: 'Unknown placeholder: {{nobody.name}}' }],
    [
      'client_text_1',
      { body: 'At {{property.adress}}' },
      { body: 'Unknown placeholder: {{property.adress}}. Did you mean {{property.address}}?' },
    ],
    ['client_text_1', { body: 'x'.repeat(481) }, { body: 'At most 480 characters' }],
    ['client_text_1', { when: 'now' }, { when: 'Choose one of the options' }],
    ['client_text_1', { unit: 5 }, { unit: 'Choose one of the options' }],
  ])('%s rejects %j', async (key, change, problems) => {
    const before = await owner.call(getNotificationSlots, {});
    const answer = await owner.request(setNotificationSlots, { [key]: change, agent_text_2: { value: 9 } });
    const named = Object.fromEntries(
      Object.entries(problems).map(([field, text]) => [`${key}.${field}`, text]),
    );
    expect([answer.error?.type, answer.error?.details]).toEqual(['BAD_USER_INPUT', named]);
    expect(await owner.call(getNotificationSlots, {})).toEqual(before);
  });

  test('require permission to change and are separate for each company', async () => {
    const technician = await testApp.create.member(owner, { type: 'technician' });
    const answer = await technician.request(setNotificationSlots, { client_text_2: { value: 5 } });
    expect(answer.error?.type).toBe('FORBIDDEN');
    const stranger = await testApp.create.owner();
    expect((await stranger.call(getNotificationSlots, {})).client_email_1.value).toBe(24);
    expect((await owner.request(setNotificationSlots, { client_fax_1: {} })).error?.details).toEqual({
      client_fax_1: 'Unknown field',
    });
  });

  test('of two saves of one version the second is refused with the current reminders; other reminders do not collide', async () => {
    const company = await testApp.create.owner();
    const { client_email_1: read, agent_text_1: other } = await company.call(getNotificationSlots, {});
    expect(read.rev).toBe(0);
    const saved = await company.call(setNotificationSlots, { client_email_1: { ...read, value: 20 } });
    expect([saved.client_email_1.rev, saved.agent_text_1.rev]).toEqual([1, 0]);
    const late = { agent_text_1: { ...other, value: 9 }, client_email_1: { ...read, subject: 'Late' } };
    const { error } = await company.request(setNotificationSlots, late);
    expect(error).toMatchObject({ type: 'CONFLICT', details: { current: saved } });
    expect(await company.call(getNotificationSlots, {})).toEqual(saved);
    await company.call(setNotificationSlots, { agent_text_1: late.agent_text_1 });
    const over = { client_email_1: { ...late.client_email_1, rev: 1 } };
    expect((await company.call(setNotificationSlots, over)).client_email_1).toMatchObject({
      ...{ subject: 'Late', value: 24, rev: 2 },
    });
    const both = await Promise.all(
      ['One', 'Two'].map((body) =>
        company.request(setNotificationSlots, { client_text_2: { body, rev: 0 } }),
      ),
    );
    expect(both.map((one) => one.error?.type ?? 'saved').sort()).toEqual(['CONFLICT', 'saved']);
  });

  test('are copied to a new appointment and stay unchanged there', async () => {
    const booker = await testApp.create.owner();
    await booker.call(setNotificationSlots, { client_email_2: { enabled: true, value: 3 } });
    const { appointment } = await bookedAppointment(booker, {
      notification_settings: { agent_email_1: { enabled: false } },
    });
    const { notification_settings: copies } = appointment as unknown as {
      notification_settings: Record<string, object>;
    };
    expect(Object.keys(copies).sort()).toEqual(slotPositions.map(({ key }) => key).sort());
    expect(copies.client_email_2).toMatchObject({ enabled: true, when: 'post', value: 3 });
    expect(copies.agent_email_1).toMatchObject({ enabled: false, when: 'pre', value: 24 });
  });

  test('of an appointment are the twenty, with valid fields; those that are not sent stay', async () => {
    const booker = await testApp.create.owner();
    const { appointment } = await bookedAppointment(booker, {
      notification_settings: { agent_email_1: { enabled: false } },
    });
    const { id } = appointment;
    const change = (notification_settings: object) =>
      booker.request(updateAppointment, { id, notification_settings });
    const details = async (sent: object) => (await change(sent)).error?.details;
    expect(await details({ client_fax_1: {} })).toEqual({
      'notification_settings.client_fax_1': 'Unknown field',
    });
    expect(await details({ client_email_1: { serviceId: 'x' } })).toEqual({
      'notification_settings.client_email_1.serviceId': 'Unknown field',
    });
    expect(
      await details({ client_email_1: { value: 1000 }, client_text_1: { body: '{{no.name}}' } }),
    ).toEqual({
      'notification_settings.client_email_1.value': 'Enter a whole number from 0 to 999',
      'notification_settings.client_text_1.body': 'Unknown placeholder: {{no.name}}',
    });
    const refused = await booker.request(bookAppointment, {
      ...(await goodPayload(booker, { date_time: '2030-05-08T09:00' })),
      notification_settings: { client_email_1: { body: 'x'.repeat(5001) } },
    });
    expect(refused.error?.details).toEqual({
      'notification_settings.client_email_1.body': 'At most 5000 characters',
    });
    const { data } = await change({ client_email_1: { value: 48 } });
    expect((data as typeof appointment).notification_settings).toMatchObject({
      client_email_1: { value: 48, enabled: true },
      agent_email_1: { enabled: false, value: 24 },
    });
  });
});

describe('a company’s mail', () => {
  const change = (changes: object) =>
    owner.call(updateSettings, { subscriberId: owner.subscriberId, ...changes } as never);
  const mail = async () => {
    await testApp.runDueJobs();
    const before = testApp.sent.emails.length;
    await bookedAppointment(owner, { date_time: `2031-0${1 + (before % 9)}-10T09:00` });
    await testApp.runDueJobs();
    const sent = testApp.sent.emails[before];
    if (!sent) throw new Error('nothing was sent');
    return sent;
  };

  test('has the logo or name as header, contact details as footer, BCC and reply-to', async () => {
    await change({
      bcc_address: 'archive@ann.example',
      point_of_contact_email: 'office@ann.example',
      point_of_contact_name: 'Ann Archer',
      company_phone: '5125550100',
    });
    const sent = await mail();
    expect(sent.bcc).toEqual([{ address: 'archive@ann.example' }]);
    expect(sent.replyTo).toEqual({ address: 'office@ann.example' });
    expect(sent.html).toContain('<strong>Ann');
    expect(sent.html).toMatch(/Ann Archer<br>Ann.s Homes<br>\(512\) 555-0100/);
    expect(sent.text).toContain('Ann Archer\nAnn’s Homes');
  });

  test('uses the company’s custom header and footer, or none', async () => {
    await change({
      email_header_type: 2,
      email_header_text: '<p>Hello from <b>Ann</b></p>',
      email_footer_type: 2,
      email_footer_text: '<p>Licensed <a href="https://state.example">1234</a></p>',
    });
    const own = await mail();
    expect(own.html).toContain('<p>Hello from <strong>Ann</strong></p>');
    expect(own.html).toContain('href="https://state.example"');
    expect(own.text).toMatch(/^Hello from Ann\n/);
    expect(own.text).toMatch(/Licensed 1234\n$/);
    await change({ email_header_type: 0, email_footer_type: 0, bcc_address: null });
    const bare = await mail();
    expect(bare.html).not.toContain('Licensed');
    expect(bare.html).not.toContain('Ann Archer');
    expect(bare.bcc ?? []).toEqual([]);
  });

  test('from the platform has none of these', async () => {
    const before = testApp.sent.emails.length;
    await change({ bcc_address: 'archive@ann.example' });
    await testApp.writeAs(owner.subscriberId, (ctx) =>
      notify(ctx, 'verify_email', { user_id: owner.id, occasion: 'x.1', path: '/' }),
    );
    await testApp.runDueJobs();
    expect(testApp.sent.emails[before]?.bcc ?? []).toEqual([]);
    expect(testApp.sent.emails[before]?.html).toContain('Gable');
  });
});
