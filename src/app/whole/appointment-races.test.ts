import { describe, expect, test } from 'vitest';
import { bookAppointment, updateAppointment } from '#features/appointments/booking-contract.ts';
import * as contract from '#features/appointments/contract.ts';
import { getInvoice, listPayments, recordPayment } from '#features/payments/contract.ts';
import { bookedAppointment } from '#testing/bookings.ts';
import { startTestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';

/** Two users act on one appointment at the same moment. */

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const owner = await testApp.create.owner();

let day = 1;
async function booked(more: object = {}) {
  day += 1;
  const date_time = `2030-06-${String(day).padStart(2, '0')}T09:00`;
  const { appointment } = await bookedAppointment(owner, { date_time, inspectors: [owner.id], ...more });
  return appointment;
}

type Answer = Awaited<ReturnType<TestUser['request']>>;
const done = (answers: readonly Answer[]) => answers.filter((one) => one.success);
function refused(answers: readonly Answer[]) {
  const others = answers.filter((one) => !one.success);
  expect(others.map((one) => one.error?.type)).toEqual(others.map(() => 'CONFLICT'));
  return others;
}
const times = (n: number, act: () => Promise<Answer>) => Promise.all(Array.from({ length: n }, act));
const current = async (id: string) => {
  const read = await owner.call(contract.getAppointment, { inspection_id: id });
  if (read.projection !== 'full') throw new Error('the owner must get the full appointment');
  return read;
};
const happened = async (id: string, type: string) =>
  (await owner.call(contract.listActivity, { id, perPage: 100 })).pageData.filter((one) => one.type === type)
    .length;

describe('state changes', () => {
  test('confirming twenty times concurrently confirms once', async () => {
    const { id } = await booked({ confirm_inspection: false });
    const answers = await times(20, () => owner.request(contract.confirmAppointment, { id }));
    expect(done(answers)).toHaveLength(1);
    refused(answers);
    expect(await happened(id, 'appointment.scheduled')).toBe(1);
  });

  test('canceling twenty times concurrently charges the fee once', async () => {
    const { id } = await booked();
    const fees = [{ kind: 'cancellation', line_item: 'Late', pretax_amount: 80 }];
    const answers = await times(20, () => owner.request(contract.cancelAppointment, { id, fees }));
    expect(done(answers)).toHaveLength(1);
    refused(answers);
    expect(await current(id)).toMatchObject({ status: 'canceled', total_fee: 80 });
    expect(await owner.call(getInvoice, { id })).toMatchObject({ total: 80, outstanding: 80 });
  });

  test('confirming and canceling concurrently ends canceled with the time free, in either order', async () => {
    const { id, date_time } = await booked({ confirm_inspection: false });
    const answers = await Promise.all([
      owner.request(contract.confirmAppointment, { id }),
      owner.request(contract.cancelAppointment, { id }),
    ]);
    refused(answers);
    if ((await current(id)).status !== 'canceled') await owner.call(contract.cancelAppointment, { id });
    await bookedAppointment(owner, { date_time, inspectors: [owner.id] });
  });
});

describe('concurrent edits', () => {
  test('of the same revision save one and return its values to the other, and neither is saved in part', async () => {
    const made = await booked();
    const change = (payment_notes: string) =>
      owner.request(updateAppointment, {
        id: made.id,
        rev: made.rev,
        payment_notes,
        inspection_notes: payment_notes,
      });
    const answers = await Promise.all([change('one'), change('two')]);
    expect(done(answers)).toHaveLength(1);
    const [loser] = refused(answers);
    const now = await current(made.id);
    expect(loser?.error?.details).toMatchObject({
      current: { rev: now.rev, payment_notes: now.payment_notes },
    });
    expect(now.payment_notes).toBe(now.inspection_notes);
  });
});

describe('canceling during a payment', () => {
  test('keeps the payment, and the appointment and the invoice agree on the outstanding amount', async () => {
    for (let n = 0; n < 4; n += 1) {
      const { id } = await booked();
      const [paid, canceled] = await Promise.all([
        owner.request(recordPayment, { id, amount: 100, method: 'cash' }),
        owner.request(contract.cancelAppointment, {
          id,
          fees: [{ kind: 'cancellation', line_item: 'Late', pretax_amount: 150 }],
        }),
      ]);
      expect(paid.success).toBe(true);
      // Refused only because the appointment had changed since it was read; a retry succeeds.
      if (!canceled.success) {
        refused([canceled]);
        const fees = [{ kind: 'cancellation', line_item: 'Late', pretax_amount: 150 } as const];
        await owner.call(contract.cancelAppointment, { id, fees });
      }
      const invoice = await owner.call(getInvoice, { id });
      expect(invoice).toMatchObject({ total: 150, paid_amount: 100, outstanding: 50 });
      expect(await current(id)).toMatchObject({ status: 'canceled', outstanding: 50, paid: false });
      expect((await owner.call(listPayments, { appointmentId: id })).pageData).toHaveLength(1);
    }
  });
});

describe('restoring', () => {
  test('at a taken time is refused with the conflicting booking, and overriding with a reason records who and why', async () => {
    const made = await booked();
    await owner.call(contract.cancelAppointment, { id: made.id });
    const conflicting = await bookedAppointment(owner, { date_time: made.date_time, inspectors: [owner.id] });
    const answer = await owner.request(contract.restoreAppointment, { id: made.id });
    refused([answer]);
    expect(answer.error?.details?.conflicts).toMatchObject([
      { technician_id: owner.id, appointment_id: conflicting.appointment.id },
    ]);
    expect((await current(made.id)).status).toBe('canceled');
    const overrule = { reason: 'Two small houses next to each other' };
    const restored = await owner.call(contract.restoreAppointment, { id: made.id, overrule });
    expect(restored.overruled).toMatchObject([
      { technician_id: owner.id, overruled_by: owner.id, ...overrule },
    ]);
    expect(restored.overruled[0]?.overruled_by_name).toBe('Olive Owner');
  });

  test('while another request books the time gives it to only one of them', async () => {
    for (let n = 0; n < 5; n += 1) {
      const made = await booked();
      await owner.call(contract.cancelAppointment, { id: made.id });
      const { _id, id, public_id, order_id, rev, ...rest } = made;
      const payload = {
        ...rest,
        order_id: `N-${n}`,
        services: made.services.map((one) => ({ id: one.id })),
        fees: [],
      };
      const answers = await Promise.all([
        owner.request(contract.restoreAppointment, { id: made.id }),
        owner.request(bookAppointment, payload),
      ]);
      expect(done(answers)).toHaveLength(1);
      refused(answers);
    }
  });
});
