import { expect, test } from 'vitest';
import { asPlatform } from '#server/db/connect.ts';
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
