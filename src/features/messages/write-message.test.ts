import { expect, test } from 'vitest';
import { mine } from '#server/db/scope.ts';
import { bookedAppointment, newClient } from '#testing/bookings.ts';
import type { TestUser } from '#testing/test-user.ts';
import { listMessageLog, listWritableAppointments, writeMessage } from './contract.ts';
import { openTextHarness } from './replies/text-harness-for-tests.ts';

const harness = await openTextHarness();
const { testApp } = harness;

const written = (owner: TestUser) =>
  testApp.readAs(owner.subscriberId, (r) =>
    mine(r, 'outbound_messages')
      .where('template_key', '=', 'appointment_message')
      .select(['channel', 'to_address', 'subject', 'body_text'])
      .orderBy('id')
      .execute(),
  );

test('each person gets a separate message by the chosen channels with their own link, once', async () => {
  const owner = await harness.company();
  const [ann, bea] = [
    await newClient(owner, { email: 'ann@write.example' }),
    await newClient(owner, { email: 'bea@write.example', phone: '5125550133' }),
  ];
  const { appointment } = await bookedAppointment(owner, { clients: [ann, bea] });
  const input = {
    appointment_id: appointment.id,
    recipients: [
      { person_id: ann, channel: 'email' as const },
      { person_id: bea, channel: 'email' as const },
      { person_id: bea, channel: 'text' as const },
    ],
    subject: 'The gate',
    message: 'It is open {{date}}.',
  };
  const key = { headers: { 'idempotency-key': 'once' } };
  expect(await owner.call(writeMessage, input, key)).toEqual({ recipients: 3 });
  expect(await owner.call(writeMessage, input, key)).toEqual({ recipients: 3 });
  // Also without the key: a double click sends once.
  await owner.call(writeMessage, input);
  const sent = await written(owner);
  expect(sent.map((one) => [one.channel, one.to_address])).toEqual([
    ['email', 'ann@write.example'],
    ['email', 'bea@write.example'],
    ['text', '+15125550133'],
  ]);
  expect(sent[0]?.subject).toBe('The gate');
  // What was typed is not a template.
  expect(sent[0]?.body_text).toContain('It is open {{date}}.');
  const linkOf = (body: string) => /https?:\S+/.exec(body)?.[0];
  // The text has a short one.
  expect(new Set(sent.map((one) => linkOf(one.body_text))).size).toBe(3);
});

test('nothing is sent if one of the people cannot be reached that way', async () => {
  const owner = await harness.company();
  const ann = await newClient(owner, { phone: '' });
  const { appointment } = await bookedAppointment(owner, { clients: [ann] });
  const refused = async (recipients: object[], message = 'Hello') =>
    (await owner.request(writeMessage, { appointment_id: appointment.id, recipients, message })).error
      ?.details;
  const byMail = { person_id: ann, channel: 'email' };
  const byText = { person_id: ann, channel: 'text' };
  expect(await refused([byMail, byText])).toEqual({
    recipients: 'At least one recipient has no phone number',
  });
  expect(await refused([{ ...byMail, person_id: appointment.id }])).toHaveProperty('recipients');
  expect(await refused([])).toHaveProperty('recipients');
  expect(await refused([byMail], ' ')).toHaveProperty('message');
  expect(await written(owner)).toEqual([]);
});

test('appointments are found by order ID or address, and the log by channel, appointment and day', async () => {
  const owner = await harness.company();
  const { appointment } = await bookedAppointment(owner);
  await harness.settle();
  const found = await owner.call(listWritableAppointments, { text: appointment.order_id.toLowerCase() });
  expect(found).toMatchObject([{ id: appointment.id }]);
  expect(found[0]?.people.map((one) => one.role).sort()).toEqual(['client', 'inspector']);
  expect(await owner.call(listWritableAppointments, { text: '%' })).toEqual([]);
  const log = async (input: object) =>
    (await owner.call(listMessageLog, { appointment_id: appointment.id, ...input })).pageData.map(
      (one) => one.channel,
    );
  expect((await log({})).sort()).toEqual(['email', 'text']);
  expect(await log({ channel: 'text' })).toEqual(['text']);
  expect(await log({ from: '2030-03-01', until: '2030-03-01' })).toHaveLength(2);
  expect(await log({ from: '2030-03-02' })).toEqual([]);
});
