import { expect, test } from 'vitest';
import { openTextHarness } from '#features/messages/replies/text-harness-for-tests.ts';
import { grantTextCredits } from '#features/messages/texting/text-credits.ts';
import { mine } from '#server/db/scope.ts';
import { submitBooking } from '../contract.ts';
import { asNewVisitor, bookableCompany } from '../public-booking-for-tests.ts';

const { testApp: app, settle, received } = await openTextHarness();

async function notified(request_form: object): Promise<string[]> {
  const company = await bookableCompany(app, { request_form });
  const { subscriberId } = company.owner;
  await app.writeAs(subscriberId, (w) => grantTextCredits(w, 100, 'Test'));
  const form = company.form({ mode: 'request', date_time: '2030-03-09T12:00' });
  await app.visitor.call(submitBooking, form, asNewVisitor());
  await settle();
  const rows = await app.readAs(subscriberId, (r) =>
    mine(r, 'outbound_messages')
      .where('template_key', '=', 'request_received_admin')
      .orderBy('to_address')
      .select(['channel', 'to_address', 'body_text'])
      .execute(),
  );
  for (const { body_text } of rows) expect(body_text).toMatch(/\/(?:appointments\/details|s)\//);
  return rows.map((row) => `${row.channel} ${row.to_address}`);
}

test('a request goes to the addresses and numbers of the request form', async () => {
  const form = {
    ...{ notify_email: true, notify_emails: ['desk@lee.example', 'ann@lee.example'] },
    ...{ notify_phone: true, notify_phones: ['5125550191'] },
  };
  const sent = await notified(form);
  expect(sent).toEqual([
    expect.stringMatching(/^text .*5125550191$/),
    'email ann@lee.example',
    'email desk@lee.example',
  ]);
  expect(received('+15125550191')).toHaveLength(1);
});

test('without addresses it goes to the administrators', async () => {
  const sent = await notified({ notify_email: true, notify_emails: [] });
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatch(/^email /);
});

test('nothing is sent where both are off', async () => {
  expect(await notified({ notify_email: false, notify_phone: false })).toEqual([]);
});
