import { expect, test } from 'vitest';
import { cancelAppointment } from '#features/appointments/contract.ts';
import { followShortLink } from '#features/portal/contract.ts';
import { mine } from '#server/db/scope.ts';
import { bookedAppointment, newClient } from '#testing/bookings.ts';
import { openTextHarness } from '../replies/text-harness-for-tests.ts';

const { testApp, company, queue, settle, received, credits, publicUrl } = await openTextHarness();

const textsOf = (subscriberId: string) =>
  testApp.readAs(subscriberId, (r) =>
    mine(r, 'outbound_messages').where('channel', '=', 'text').select(['body_text', 'status']).execute(),
  );

test('a booking texts its client once, with a short link to the personal page', async () => {
  const owner = await company();
  const client = await newClient(owner, { phone: '5125557711' });
  const { appointment } = await bookedAppointment(owner, { clients: [client], send_notifications: true });
  await settle();
  const [text = '', ...more] = received('+15125557711');
  expect(more).toEqual([]);
  expect(text).toMatch(/ is confirmed for .* at 9:00.*Reply STOP to opt out\.$/);
  const [, uniqId = ''] = new RegExp(`${publicUrl}/s/(\\w{8}) `).exec(text) ?? [];
  const { data } = await testApp.visitor.request(followShortLink, { uniqId });
  expect(data).toMatchObject({ target: expect.stringMatching(/^\/client-view\/[\w-]+\?p=/) });
  await owner.call(cancelAppointment, { id: appointment.id, reason: 'Sold', notify: true });
  await settle();
  expect(received('+15125557711')).toHaveLength(2);
  expect(await credits(owner)).toBeLessThanOrEqual(98);
});

test('a company that never had credits sends no texts and has no failures of texts', async () => {
  const owner = await testApp.create.owner();
  await bookedAppointment(owner, { send_notifications: true });
  await settle();
  expect(await textsOf(owner.subscriberId)).toEqual([]);
});

test('a text that waits for the morning is not sent once its appointment is canceled', async () => {
  testApp.clock.set('2030-03-04T04:00:00Z');
  const owner = await company();
  const client = await newClient(owner, { phone: '5125557712' });
  const { appointment } = await bookedAppointment(owner, { clients: [client], send_notifications: true });
  await settle();
  await owner.call(cancelAppointment, { id: appointment.id, reason: 'Sold', notify: false });
  for (let hour = 0; hour < 12; hour++) await testApp.advanceTime('1 hour');
  await settle();
  expect(received('+15125557712')).toEqual([]);
  expect(await textsOf(owner.subscriberId)).toMatchObject([{ status: 'failed' }]);
  expect(await credits(owner)).toBe(100);
});

test('addresses of our pages in a text become short, others stay', async () => {
  const owner = await company();
  const page = `${publicUrl}/client-view/abc?p=1&q=2`;
  await queue(owner, '5125557713', `See ${page}. Or https://example.com/x (${publicUrl}/s/abcdefgh) ${page}`);
  await settle();
  const [text = ''] = received('+15125557713');
  const [, short = ''] = new RegExp(`See (${publicUrl}/s/\\w{8})\\.`).exec(text) ?? [];
  expect(text).toContain(`Or https://example.com/x (${publicUrl}/s/abcdefgh) ${short}`);
});
