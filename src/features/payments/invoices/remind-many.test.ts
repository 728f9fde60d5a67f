import { expect, test } from 'vitest';
import { confirmMany } from '#features/appointments/bulk-contract.ts';
import { cancelAppointment } from '#features/appointments/contract.ts';
import { clients } from '#features/people/contract.ts';
import { updateMine } from '#server/db/scope.ts';
import { newId } from '#server/ids.ts';
import { startTestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import { recordPayment, sendInvoice } from '../contract.ts';
import { remindMany } from '../remind-contract.ts';
import { bookWithInvoice } from './book-with-invoice-for-tests.ts';

const app = await startTestApp({ at: '2030-03-01T14:00:00Z' });

async function threeAppointments(owner: TestUser) {
  const book = async (order_id: string, date_time: string, more = {}) =>
    (await bookWithInvoice(owner, { order_id, date_time, ...more })).appointment;
  return {
    open: await book('open', '2030-03-08T09:00'),
    paid: await book('paid', '2030-03-09T09:00'),
    asked: await book('asked', '2030-03-10T09:00', { confirm_inspection: false }),
  };
}

test('sends one payment reminder per request, and lists who could not be reminded', async () => {
  const owner = await app.create.owner();
  const { open, paid, asked } = await threeAppointments(owner);
  await owner.call(recordPayment, { id: paid.id, amount: paid.total_fee ?? 0, method: 'cash' });
  await app.runDueJobs();
  app.sent.emails.length = 0;
  const other = newId();
  const ids = [open.id, paid.id, asked.id, other, open.id];
  const input = { ids, about: 'payment' as const };
  const result = await owner.call(remindMany, input, { idempotencyKey: 'k-pay' });
  expect(result).toEqual({
    done: [open.id],
    failed: [
      { id: paid.id, order_id: 'paid', reason: 'nothing_open' },
      { id: asked.id, order_id: 'asked', reason: 'not_confirmed' },
      { id: other, order_id: '', reason: 'missing' },
    ],
  });
  expect(await owner.call(remindMany, input, { idempotencyKey: 'k-pay' })).toEqual(result);
  await app.runDueJobs();
  expect(app.sent.emails).toHaveLength(1);
});

test('two reminders at once, by two users or with two keys, send one message', async () => {
  const owner = await app.create.owner();
  const colleague = await app.create.member(owner, { type: 'staff', flags: { full_company_admin: true } });
  const { open } = await threeAppointments(owner);
  await app.runDueJobs();
  for (const about of ['payment', 'signature'] as const) {
    app.sent.emails.length = 0;
    const input = { ids: [open.id], about };
    const results = await Promise.all([
      owner.call(remindMany, input, { idempotencyKey: `${about}-1` }),
      owner.call(remindMany, input, { idempotencyKey: `${about}-2` }),
      owner.call(remindMany, input),
      colleague.call(remindMany, input, { idempotencyKey: `${about}-1` }),
    ]);
    expect(results.map((one) => one.done)).toEqual(Array(4).fill([open.id]));
    await app.runDueJobs();
    expect(app.sent.emails).toHaveLength(1);
    await app.advanceTime('6 minutes');
    await owner.call(remindMany, input);
    await app.runDueJobs();
    expect(app.sent.emails).toHaveLength(2);
  }
});

test('a corrected address and a renewed link get the invoice at once', async () => {
  const owner = await app.create.owner();
  const { open } = await threeAppointments(owner);
  await owner.call(sendInvoice, { id: open.id });
  await owner.call(sendInvoice, { id: open.id });
  await owner.call(clients.update, { id: open.clients[0] ?? '', email: 'corrected@test.example' });
  await app.runDueJobs();
  app.sent.emails.length = 0;
  await owner.call(sendInvoice, { id: open.id });
  await app.runDueJobs();
  expect(app.sent.emails.flatMap((mail) => mail.to.map((to) => to.address))).toEqual([
    'corrected@test.example',
  ]);
  await app.writeAs(owner.subscriberId, (w) =>
    updateMine(w, 'appointment_people')
      .set({ link_version: 7 })
      .where('appointment_id', '=', open.id)
      .execute(),
  );
  await owner.call(sendInvoice, { id: open.id });
  await app.runDueJobs();
  expect(app.sent.emails).toHaveLength(2);
});

test('a reminder of another company’s appointment says no more than that it is missing', async () => {
  const owner = await app.create.owner();
  const { open } = await threeAppointments(owner);
  const other = await app.create.owner();
  const answer = await other.call(remindMany, { ids: [open.id], about: 'payment' });
  expect(answer).toEqual({ done: [], failed: [{ id: open.id, order_id: '', reason: 'missing' }] });
});

test('checks the right to each appointment, and to payments', async () => {
  const owner = await app.create.owner();
  const technician = await app.create.member(owner, {
    type: 'technician',
    flags: { can_schedule_new: true },
  });
  const { open } = await threeAppointments(owner);
  const own = (await bookWithInvoice(owner, { date_time: '2030-03-11T09:00', inspectors: [technician.id] }))
    .appointment;
  const remind = (about: 'signature' | 'payment') =>
    technician.call(remindMany, { ids: [open.id, own.id], about });
  const refused = (id: string, order_id: string) => ({ id, order_id, reason: 'not_allowed' });
  expect(await remind('payment')).toEqual({
    done: [],
    failed: [refused(open.id, 'open'), refused(own.id, own.order_id)],
  });
  expect(await remind('signature')).toEqual({ done: [own.id], failed: [refused(open.id, 'open')] });
});

test('confirms the requests among the chosen ones, and a conflict stops only its own', async () => {
  const owner = await app.create.owner();
  const { open, asked } = await threeAppointments(owner);
  const gone = (await bookWithInvoice(owner, { order_id: 'gone', date_time: '2030-03-12T09:00' }))
    .appointment;
  await owner.call(cancelAppointment, { id: gone.id });
  const result = await owner.call(confirmMany, { ids: [open.id, asked.id, gone.id] });
  expect(result).toEqual({
    done: [asked.id],
    failed: [
      { id: open.id, order_id: 'open', reason: 'already_confirmed' },
      { id: gone.id, order_id: 'gone', reason: 'canceled' },
    ],
  });
});
