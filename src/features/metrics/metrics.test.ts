import { expect, test } from 'vitest';
import { insertMine, updateMine } from '#server/db/scope.ts';
import { newId } from '#server/ids.ts';
import { bookedAppointment } from '#testing/bookings.ts';
import { startTestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import { getMetrics } from './contract.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });

/** Sets what the figures read, since most of it takes other features many steps to reach. */
function amend(owner: TestUser, id: string, change: object) {
  return testApp.writeAs(owner.subscriberId, (w) =>
    updateMine(w, 'appointments').set(change).where('id', '=', id).execute(),
  );
}

test('counts and adds up what takes place in the range, in the company’s days, of this company only', async () => {
  const owner = await testApp.create.owner();
  const stranger = await testApp.create.owner();
  await bookedAppointment(stranger, { at: '2030-03-08T09:00' });
  const first = await bookedAppointment(owner, { at: '2030-03-08T09:00' });
  const late = await bookedAppointment(owner, { at: '2030-03-31T20:00' });
  const canceled = await bookedAppointment(owner, { at: '2030-03-09T09:00' });
  await bookedAppointment(owner, { at: '2030-04-01T08:00' });
  await amend(owner, first.appointment.id, { total_fee_cents: 40_000, status: 'completed', paid: true });
  await amend(owner, late.appointment.id, { total_fee_cents: 50_001 });
  await amend(owner, canceled.appointment.id, { status: 'canceled' });
  const { figures, previous, months } = await owner.call(getMetrics, {
    from: '2030-03-01',
    to: '2030-03-31',
  });
  expect(figures).toMatchObject({
    appointments: 2,
    scheduled: 2,
    requested: 0,
    completed: 1,
    canceled: 1,
    revenue_booked: 900.01,
    average_fee: 450.01,
    cancellation_rate: 33.3,
    unpaid: 1,
    report_turnaround: null,
  });
  expect(previous).toMatchObject({
    from: '2030-01-29',
    to: '2030-02-28',
    appointments: 0,
    average_fee: null,
    cancellation_rate: null,
  });
  expect(months).toHaveLength(12);
  expect(months[0]).toMatchObject({ month: '2029-04', booked: 0 });
  expect(months.at(-1)).toMatchObject({ month: '2030-03', booked: 900.01, appointments: 2 });
});

test('counts payments by the day they were received, less refunds, without void and pending ones', async () => {
  const owner = await testApp.create.owner();
  const { appointment } = await bookedAppointment(owner, { at: '2030-03-08T09:00' });
  const invoice = await testApp.writeAs(owner.subscriberId, (w) =>
    w.db
      .selectFrom('invoices')
      .where('subscriber_id', '=', owner.subscriberId)
      .where('appointment_id', '=', appointment.id)
      .select('id')
      .executeTakeFirstOrThrow(),
  );
  const pay = (amount_cents: number, received_at: string, more: object = {}) =>
    testApp.writeAs(owner.subscriberId, (w) =>
      insertMine(w, 'payments', {
        id: newId(),
        invoice_id: invoice.id,
        appointment_id: appointment.id,
        amount_cents,
        method: 'cash',
        status: 'succeeded',
        idempotency_key: newId(),
        received_at,
        created_at: w.now,
        ...more,
      }).execute(),
    );
  await pay(10_000, '2030-03-05T12:00:00Z');
  await pay(20_000, '2030-03-06T12:00:00Z', { refunded_cents: 5_000, status: 'partially_refunded' });
  await pay(40_000, '2030-03-06T12:00:00Z', { voided_at: '2030-03-06T13:00:00Z' });
  await pay(80_000, '2030-03-06T12:00:00Z', { status: 'pending' });
  // The last evening of February for the company.
  await pay(7_000, '2030-03-01T04:30:00Z');
  const { figures, previous } = await owner.call(getMetrics, { from: '2030-03-01', to: '2030-03-31' });
  expect(figures.revenue_collected).toBe(250);
  expect(previous.revenue_collected).toBe(70);
});

test('groups what is owed by how long ago the inspection was', async () => {
  const owner = await testApp.create.owner();
  for (const [at, date_time, end_time] of [
    ['2030-03-11T09:00', '2030-02-20T15:00:00Z', '2030-02-20T17:00:00Z'],
    ['2030-03-12T09:00', '2030-01-15T15:00:00Z', '2030-01-15T17:00:00Z'],
    ['2030-03-13T09:00', '2029-11-01T15:00:00Z', '2029-11-01T17:00:00Z'],
  ]) {
    const { appointment } = await bookedAppointment(owner, { at });
    await amend(owner, appointment.id, { date_time, end_time, outstanding_cents: 10_050 });
  }
  const { outstanding } = await owner.call(getMetrics, { from: '2030-03-01', to: '2030-03-01' });
  expect(outstanding).toEqual([
    { age: '0-30', amount: 100.5, appointments: 1 },
    { age: '31-60', amount: 100.5, appointments: 1 },
    { age: '61-90', amount: 0, appointments: 0 },
    { age: '90+', amount: 100.5, appointments: 1 },
  ]);
});

test.each([
  ['2030-02-30', '2030-03-01', 'from'],
  ['2030-03-02', '2030-03-01', 'to'],
  ['2020-01-01', '2030-03-01', 'to'],
  ['0001-01-01', '2030-03-01', 'from'],
])('refuses %s to %s, naming the field', async (from, to, field) => {
  const owner = await testApp.create.owner();
  const { error } = await owner.request(getMetrics, { from, to });
  expect(error?.type).toBe('BAD_USER_INPUT');
  expect(Object.keys(error?.details ?? {})).toEqual([field]);
});
