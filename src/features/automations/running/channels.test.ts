import { expect, test } from 'vitest';
import { updateSettings } from '#features/company/settings-contract.ts';
import {
  getNotificationSlots,
  setNotificationSlots,
} from '#features/messages/notification-slots-contract.ts';
import { asPlatform } from '#server/db/connect.ts';
import { newClient } from '#testing/bookings.ts';
import { startTestApp } from '#testing/test-app.ts';
import { bookedWith, groupOf, runAutomations } from './automations-for-tests.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const owner = await testApp.create.owner();

test('webhooks, texts and reminders run with the values of the appointment', async () => {
  const row = (key: string, value: string) => ({ key, label: key, value });
  const webhook_data = [
    row('appointment', 'Appointment'),
    row('total', '{{charges.total}}'),
    row('occupied', '{{inspection.occupied}}'),
    row('when', '{{inspection.date}} {{inspection.time}}'),
  ];
  const group = await groupOf(
    owner,
    { event_type: 2, action_type: 3, webhook_url: 'https://hooks.sample.invalid/x', webhook_data },
    { event_type: 2, action_type: 2, body_content: 'Hi {{clients.first_name}}: {{inspection.client_link}}.' },
  );
  const booked = await bookedWith(owner, group, { at: '2030-03-02T10:00' });
  testApp.clock.advance(2 * 3_600_000);
  await runAutomations(testApp);
  const { webhook, messages } = await asPlatform(testApp.runtime.db, async (trx) => ({
    webhook: await trx.selectFrom('webhook_deliveries').select(['body', 'key']).executeTakeFirstOrThrow(),
    messages: await trx.selectFrom('outbound_messages').selectAll().execute(),
  }));
  expect(webhook.key).toMatch(/^action\.[\da-f-]{36}$/);
  expect(JSON.parse(webhook.body)).toMatchObject({
    event: { id: 2, name: 'Appointment scheduled' },
    subscriber_id: owner.subscriberId,
    data: { appointment: { id: booked.id }, total: 600, occupied: true, when: '03/02/2030 10:00 AM EST' },
  });
  expect(messages.find((one) => one.channel === 'text')?.body_text).toMatch(
    /^Test Inspections: Hi Cora: http:\/\/gable\.test\/s\/\w{8}\. /,
  );
  expect(messages.filter((one) => one.template_key === 'reminder')).toMatchObject([
    { stream: 'reminder', status: 'sent', subject: 'Reminder: your inspection on 03/02/2030' },
  ]);
});

test('the full stop behind a link is no part of the page that it leads to', async () => {
  const links = await asPlatform(testApp.runtime.db, (trx) =>
    trx.selectFrom('short_links').select('target').execute(),
  );
  expect(links.map((one) => one.target)).toEqual([
    expect.stringMatching(/^\/client-view\/[\w-]+\?p=[\w.-]*[\w-]$/),
  ]);
});

test('a reminder is plain text: what looks like HTML stays as it was typed', async () => {
  const company = await testApp.create.owner();
  const body = 'Bring <coats> & keys.\nIt has <5 degrees.\n\n<script>alert(1)</script> {{property.address}}';
  const booked = await bookedWith(company, await groupOf(company), {
    at: '2030-03-20T10:00',
    notification_settings: { client_email_1: { body } },
  });
  testApp.clock.advance(18 * 24 * 3_600_000);
  await runAutomations(testApp);
  const mail = await asPlatform(testApp.runtime.db, (trx) =>
    trx
      .selectFrom('outbound_messages')
      .where('appointment_id', '=', booked.id)
      .where('template_key', '=', 'reminder')
      .where('channel', '=', 'email')
      .select(['body_html', 'body_text'])
      .executeTakeFirstOrThrow(),
  );
  expect(mail.body_html).toContain('<p>Bring &lt;coats&gt; &amp; keys.<br>It has &lt;5 degrees.</p>');
  expect(mail.body_html).toContain('<p>&lt;script&gt;alert(1)&lt;/script&gt; ');
  expect(mail.body_text).toContain('Bring <coats> & keys.\nIt has <5 degrees.\n\n<script>alert(1)</script> ');
});

test('a reminder that the company did not edit is in its reader’s language; an edited one is as written', async () => {
  const company = await testApp.create.owner();
  await company.call(updateSettings, { subscriberId: company.subscriberId, message_language: 'de' });
  const french = await newClient(company, { email: 'fr@reminder.example', language: 'fr' });
  const without = await newClient(company, { email: 'de@reminder.example' });
  const english = await newClient(company, { email: 'en@reminder.example', language: 'en' });
  const slots = await company.call(getNotificationSlots, {});
  expect(slots.client_email_1.subject).toBe('Erinnerung: Ihre Inspektion am {{inspection.date}}');
  const { client_email_2: after } = slots;
  await company.call(setNotificationSlots, {
    // Only the time of this one changes; its text is sent along.
    client_email_2: { ...after, enabled: true, when: 'pre', value: 2 },
    client_email_3: { enabled: true, when: 'pre', value: 3, unit: 2, subject: 'Own', body: 'Own words' },
  });
  await bookedWith(company, await groupOf(company), {
    clients: [french, without, english],
    at: '2030-05-20T10:00',
  });
  for (const days of [59, 1, 1]) {
    testApp.clock.advance(days * 24 * 3_600_000);
    await runAutomations(testApp);
  }
  const mails = await asPlatform(testApp.runtime.db, (trx) =>
    trx
      .selectFrom('outbound_messages')
      .where('subscriber_id', '=', company.subscriberId)
      .where('template_key', '=', 'reminder')
      .where('channel', '=', 'email')
      .select(['to_address', 'subject', 'body_text'])
      .execute(),
  );
  const of = (lang: string) =>
    mails.filter((one) => one.to_address.startsWith(lang)).map((one) => one.subject);
  expect(of('fr').sort()).toEqual([
    expect.stringMatching(/^Comment s’est passée l’inspection de .*\s\?$/),
    'Own',
    expect.stringMatching(/^Rappel\s: votre inspection du 20\/05\/2030$/),
  ]);
  expect(of('de').sort()).toEqual([
    'Erinnerung: Ihre Inspektion am 20.05.2030',
    'Own',
    expect.stringMatching(/^Wie war die Inspektion von /),
  ]);
  expect(of('en')).toContain('Reminder: your inspection on 05/20/2030');
  const words = mails.filter((one) => one.subject.startsWith('Rappel')).map((one) => one.body_text);
  expect(words.join()).toMatch(/Bonjour [\s\S]* a lieu le 20\/05\/2030 à /);
});
