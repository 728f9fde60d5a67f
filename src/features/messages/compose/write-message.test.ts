import { expect, test } from 'vitest';
import { mine } from '#server/db/scope.ts';
import { bookedAppointment, newClient } from '#testing/bookings.ts';
import type { TestUser } from '#testing/test-user.ts';
import {
  listCorrespondents,
  listWritableAppointments,
  listWritablePeople,
  previewMessage,
  writeMessage,
} from '../compose-contract.ts';
import { listMessageKinds, listMessageLog } from '../contract.ts';
import { openTextHarness } from '../replies/text-harness-for-tests.ts';
import { suppress } from '../suppressions/suppress.ts';
import { optOut } from '../texting/opt-outs.ts';
import { grantTextCredits } from '../texting/text-credits.ts';

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

const english = (message: string, subject = 'The gate') => ({ en: { subject, message } });

test('each person gets a separate email with their own link and values, once', async () => {
  const owner = await harness.company();
  const [ann, bea] = [
    await newClient(owner, { first_name: 'Ann', email: 'ann@write.example' }),
    await newClient(owner, { first_name: 'Bea', email: 'bea@write.example' }),
  ];
  const { appointment } = await bookedAppointment(owner, { clients: [ann, bea] });
  const draft = {
    ...{ appointment_id: appointment.id, channel: 'email' as const, people: [ann, bea] },
    texts: english('Dear {{first_name}},\n\nit is open {{date}}.', 'The gate on {{date}}'),
  };
  const key = { headers: { 'idempotency-key': 'once' } };
  expect(await owner.call(writeMessage, draft, key)).toEqual({ recipients: 2 });
  expect(await owner.call(writeMessage, draft, key)).toEqual({ recipients: 2 });
  // Also without the key: a double click sends once.
  await owner.call(writeMessage, draft);
  await Promise.all([owner.call(writeMessage, draft), owner.call(writeMessage, draft)]);
  const sent = await written(owner);
  expect(sent.map((one) => [one.to_address, one.subject])).toEqual([
    ['ann@write.example', 'The gate on 03/08/2030'],
    ['bea@write.example', 'The gate on 03/08/2030'],
  ]);
  expect(sent[0]?.body_text).toContain('Dear Ann,\n\nit is open 03/08/2030.');
  expect(new Set(sent.map((one) => /https?:\S+/.exec(one.body_text)?.[0])).size).toBe(2);
  expect(await owner.call(listMessageKinds, {})).toContain('appointment_message');
});

test('readers get the text of their language, else the company’s; the preview is what is sent', async () => {
  const owner = await harness.company();
  const people = [
    await newClient(owner, { first_name: 'Ann', email: 'ann@lang.example' }),
    await newClient(owner, { first_name: 'Jörg', email: 'joerg@lang.example', language: 'de' }),
    await newClient(owner, { first_name: 'Zoé', email: 'zoe@lang.example', language: 'fr' }),
  ];
  const { appointment } = await bookedAppointment(owner, { clients: people });
  const draft = {
    ...{ appointment_id: appointment.id, channel: 'email' as const, people },
    texts: { ...english('On {{date}}.'), de: { subject: 'Das Tor', message: 'Am {{date}}.' } },
  };
  const { previews, credits } = await owner.call(previewMessage, draft);
  expect(credits).toBe(0);
  expect(previews.map((one) => [one.lang, one.text_lang, one.names, one.subject])).toEqual([
    ['en', 'en', [expect.stringContaining('Ann')], 'The gate'],
    ['de', 'de', [expect.stringContaining('Jörg')], 'Das Tor'],
    ['fr', 'en', [expect.stringContaining('Zoé')], 'The gate'],
  ]);
  expect(previews[1]?.text).toContain('Am 08.03.2030.');
  expect(await written(owner)).toEqual([]);
  await owner.call(writeMessage, draft);
  const bodies = (await written(owner)).map((one) => one.body_text);
  expect(bodies.map((text) => text.replace(/\?p=\S+/, ''))).toEqual(previews.map((one) => one.text));
  expect(bodies.every((text) => text.includes('?p='))).toBe(true);
});

test('texts cost what the preview says, and are not sent for more than the company has', async () => {
  const owner = await testApp.create.owner();
  const people = [
    await newClient(owner, { phone: '5125550133' }),
    await newClient(owner, { phone: '5125550134' }),
  ];
  const { appointment } = await bookedAppointment(owner, { clients: people });
  const draft = (message: string) => ({
    ...{ appointment_id: appointment.id, channel: 'text' as const, people },
    texts: english(message, ''),
  });
  expect((await owner.request(writeMessage, draft('Hello'))).error?.type).toBe('LIMIT_REACHED');
  await testApp.writeAs(owner.subscriberId, (w) => grantTextCredits(w, 3, 'Test'));
  const long = draft('x'.repeat(200));
  expect(await owner.call(previewMessage, long)).toMatchObject({ credits: 4, waits_until: null });
  expect((await owner.request(writeMessage, long)).error?.type).toBe('LIMIT_REACHED');
  expect(await written(owner)).toEqual([]);
  const short = draft('The gate is open. {{link}}');
  const { previews, credits } = await owner.call(previewMessage, short);
  expect(credits).toBe(2);
  expect(previews[0]?.text).toMatch(/\/s\/\w{8} Reply STOP to opt out\.$/);
  expect(await owner.call(writeMessage, short)).toEqual({ recipients: 2 });
  expect(await harness.credits(owner)).toBe(1);
  const [sent] = await written(owner);
  expect(sent?.body_text.length).toBe(previews[0]?.text.length);
});

test('contacts are written to without an appointment, once, and with fewer placeholders', async () => {
  const owner = await harness.company();
  const ann = await newClient(owner, { first_name: 'Ann', last_name: 'Vega', email: 'ann@alone.example' });
  const draft = { channel: 'email' as const, people: [ann], texts: english('Dear {{first_name}}') };
  await Promise.all([owner.call(writeMessage, draft), owner.call(writeMessage, draft)]);
  const sent = await written(owner);
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({ to_address: 'ann@alone.example', subject: 'The gate' });
  expect(sent[0]?.body_text).toContain('Dear Ann');
  expect(sent[0]?.body_text).not.toContain('http');
  const unfinished = { ...draft, texts: english('', '') };
  expect((await owner.call(previewMessage, unfinished)).previews).toHaveLength(1);
  expect((await owner.request(writeMessage, unfinished)).error?.details).toEqual({
    'texts.en.subject': 'Enter a subject',
    'texts.en.message': 'Enter a message',
  });
  const wrong = await owner.request(previewMessage, { ...draft, texts: english('On {{date}}') });
  expect(wrong.error?.details).toEqual({ 'texts.en.message': 'Unknown placeholder: {{date}}' });
  const found = await owner.call(listWritablePeople, { text: 'veg ann' });
  expect(found.pageData).toMatchObject([{ id: ann, name: 'Ann Vega' }]);
  expect((await owner.call(listMessageLog, { person_id: ann })).pageData).toHaveLength(1);
});

test('those who cannot be reached are named before, and nothing is sent if one of them is chosen', async () => {
  const owner = await harness.company();
  const [ann, bea] = [
    await newClient(owner, { phone: '', email: 'ann@gone.example' }),
    await newClient(owner, { phone: '5125550177', email: 'bea@here.example' }),
  ];
  const { appointment } = await bookedAppointment(owner, { clients: [ann, bea] });
  await testApp.writeAs(owner.subscriberId, async (w) => {
    await optOut(w, '+15125550177', 'reply');
    const reason = { stream: 'all', reason: 'bounced', detail: '', message_id: null } as const;
    await suppress(w, { address: 'ann@gone.example', ...reason });
  });
  const about = { appointment_id: appointment.id, people: [] };
  const { people, credits } = await owner.call(listCorrespondents, about);
  expect(credits).toBeGreaterThan(0);
  expect(people.map((one) => [one.person_id, one.refused])).toEqual([
    [ann, { email: 'bounced', text: 'no_phone' }],
    [bea, { email: null, text: 'opted_out' }],
    [owner.id, { email: null, text: null }],
  ]);
  const refused = async (change: object) =>
    (
      await owner.request(writeMessage, {
        ...{ ...about, channel: 'email' as const, people: [bea], texts: english('Hello') },
        ...change,
      })
    ).error?.details;
  expect(await refused({ people: [ann] })).toEqual({ people: 'At least one recipient’s address is blocked' });
  expect(await refused({ people: [ann], channel: 'text' })).toHaveProperty('people');
  expect(await refused({ people: [bea], channel: 'text' })).toEqual({
    people: 'At least one recipient opted out of texts',
  });
  expect(await refused({ people: [appointment.id] })).toHaveProperty('people');
  expect(await refused({ people: [] })).toHaveProperty('people');
  expect(await refused({ texts: {} })).toHaveProperty('texts');
  expect(await refused({ texts: english(' ') })).toEqual({ 'texts.en.message': 'Enter a message' });
  expect(await refused({ texts: english('At {{adress}}') })).toEqual({
    'texts.en.message': 'Unknown placeholder: {{adress}}. Did you mean {{address}}?',
  });
  expect(await written(owner)).toEqual([]);
});

test('appointments are found by order ID or address, and the log by channel, appointment and day', async () => {
  const owner = await harness.company();
  const { appointment } = await bookedAppointment(owner);
  await harness.settle();
  const find = async (text: string) => (await owner.call(listWritableAppointments, { text })).pageData;
  expect(await find(appointment.order_id.toLowerCase())).toMatchObject([{ id: appointment.id }]);
  expect(await find('zzz%')).toEqual([]);
  const log = async (input: object) =>
    (await owner.call(listMessageLog, { appointment_id: appointment.id, ...input })).pageData.map(
      (one) => one.channel,
    );
  expect((await log({})).sort()).toEqual(['email', 'text']);
  expect(await log({ channel: 'text' })).toEqual(['text']);
  expect(await log({ kind: 'appointment_scheduled' })).toHaveLength(2);
  expect(await log({ kind: 'invoice_sent' })).toEqual([]);
  expect(await log({ from: '2030-03-01', until: '2030-03-01' })).toHaveLength(2);
  expect(await log({ from: '2030-03-02' })).toEqual([]);
});

test.each([
  ['email', 5_001, 5_000],
  ['email', 20_001, 5_000],
  ['text', 481, 480],
  ['text', 20_001, 480],
] as const)(
  'an %s of %s characters is refused with the limit of its channel',
  async (channel, length, most) => {
    const owner = await harness.company();
    const { appointment } = await bookedAppointment(owner);
    const draft = { appointment_id: appointment.id, channel, people: [], texts: english('x'.repeat(length)) };
    const { error } = await owner.request(previewMessage, draft);
    expect(error?.details).toMatchObject({ 'texts.en.message': `At most ${most} characters` });
  },
);
