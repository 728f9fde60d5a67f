import { expect, test } from 'vitest';
import { listMessages } from '#features/messages/contract.ts';
import { startTestApp } from '#testing/test-app.ts';
import { bookAppointment } from '../booking-contract.ts';
import { goodPayload } from '../booking-for-tests.ts';
import { sendMessage } from '../send-contract.ts';

const app = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const owner = await app.create.owner();
const made = await owner.call(
  bookAppointment,
  await goodPayload(owner, { disable_automated_notifications: true }),
);
const { id } = made;
const client = made.clients[0] ?? '';

test('a manual message is sent even if notifications are off, with the personal link and the text', async () => {
  const sent = await owner.call(sendMessage, {
    id,
    template: 'appointment_message',
    recipients: [client],
    extra: 'Please unlock\nthe crawlspace <b>',
  });
  expect(sent).toEqual({ recipients: 1 });
  await owner.call(sendMessage, { id, template: 'appointment_scheduled', recipients: [client, owner.id] });
  await app.runDueJobs();
  const messages = await owner.call(listMessages, { appointmentId: id });
  expect(messages.map((one) => one.template_key).sort()).toEqual([
    'appointment_message',
    'appointment_scheduled',
    'appointment_scheduled_crew',
  ]);
  const mail = app.sent.emails.find((one) => one.subject.startsWith('About'));
  expect(mail?.text).toContain('Please unlock\nthe crawlspace <b>');
  expect(mail?.text).toContain(`/client-view/${made.public_id}?p=`);
  expect(mail?.html).not.toContain('<b>');
});

test.each([
  [{ template: 'appointment_canceled', recipients: [client] }, 'template'],
  [{ template: 'appointment_message', recipients: [client], extra: '  ' }, 'extra'],
  [{ template: 'appointment_message', recipients: [], extra: 'x' }, 'recipients'],
  [{ template: 'appointment_message', recipients: [made.id], extra: 'x' }, 'recipients'],
  [{ template: 'verify_email', recipients: [client] }, 'template'],
])('a manual message is rejected by field if it does not apply: %o', async (input, field) => {
  const answer = await owner.request(sendMessage, { id, ...input });
  expect([answer.error?.type, Object.keys(answer.error?.details ?? {})]).toEqual(['BAD_USER_INPUT', [field]]);
});

test('the same text sent twice at once arrives once, another text and a later repeat arrive too', async () => {
  app.sent.emails.length = 0;
  const send = (extra: string) =>
    owner.call(sendMessage, { id, template: 'appointment_message', recipients: [client], extra });
  expect(await Promise.all([send('One'), send('One'), send('Two')])).toEqual(
    Array(3).fill({ recipients: 1 }),
  );
  await app.runDueJobs();
  expect(app.sent.emails).toHaveLength(2);
  await app.advanceTime('6 minutes');
  await send('One');
  await app.runDueJobs();
  expect(app.sent.emails).toHaveLength(3);
});
