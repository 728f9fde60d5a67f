import { expect, test } from 'vitest';
import { startTestApp } from '#testing/test-app.ts';
import { confirmBooking } from '../confirmation-contract.ts';
import { submitBooking } from '../contract.ts';
import { listBookingRequests, listWaitingBookings } from '../office-contract.ts';
import { asNewVisitor, bookableCompany, john } from '../public-booking-for-tests.ts';

const app = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const company = await bookableCompany(app, { confirm_by_email: true });
const waiting = async (input = {}) => company.owner.call(listWaitingBookings, input);

test('the office sees who waits for the confirmation mail until the link was followed or has expired', async () => {
  const send = (email: string, more: object = {}) => {
    const people = { role: 'client' as const, client: { ...john, email } };
    return app.visitor.call(submitBooking, company.form({ people, ...more }), asNewVisitor());
  };
  await send('first@doe.example', { message: 'Side door' });
  await send('second@doe.example', { mode: 'request', date_time: '2030-03-09T12:10' });
  await app.runDueJobs();
  const { pageData, pageInfo } = await waiting();
  expect(pageInfo.total).toBe(2);
  expect(pageData.map((one) => [one.mode, one.people[0]?.email, one.date_time, one.held_until])).toEqual([
    ['request', 'second@doe.example', '2030-03-09T12:10:00-05:00', null],
    ['schedule', 'first@doe.example', '2030-03-08T09:00:00-05:00', '2030-03-01T09:30:00-05:00'],
  ]);
  expect(pageData[1]).toMatchObject({
    source: 'online',
    message: 'Side door',
    expires_at: '2030-03-02T09:00:00-05:00',
    people: [{ role: 'client', first_name: john.first_name, phone: john.phone }],
  });
  // They are no requests: nothing can be accepted before the visitor has shown that the address is theirs.
  expect((await company.owner.call(listBookingRequests, {})).pageData).toEqual([]);
  expect(JSON.stringify(pageData)).not.toContain('confirmation_key');

  const paged = await waiting({ perPage: 1 });
  const next = await waiting({ perPage: 1, cursor: paged.pageInfo.endCursor ?? '' });
  expect([...paged.pageData, ...next.pageData]).toEqual(pageData);

  const mail = app.sent.emails.findLast(({ to }) => JSON.stringify(to).includes('first@doe.example'));
  const [, requestId = '', token = ''] = /\/confirm-booking\/([\w-]+)\/([\w-]+)/.exec(mail?.text ?? '') ?? [];
  await app.visitor.call(confirmBooking, { requestId, token }, asNewVisitor());
  expect((await waiting()).pageData.map((one) => one.people[0]?.email)).toEqual(['second@doe.example']);
  app.clock.advance(24 * 60 * 60_000);
  company.owner = await app.create.signInAgain(company.owner);
  expect((await waiting()).pageData).toEqual([]);
});
