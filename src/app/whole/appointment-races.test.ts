import { describe, expect, test } from 'vitest';
import { bookAppointment, updateAppointment } from '#features/appointments/booking-contract.ts';
import * as contract from '#features/appointments/contract.ts';
import { getInvoice, listPayments, recordPayment } from '#features/payments/contract.ts';
import { bookedAppointment } from '#testing/bookings.ts';
import { startTestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';

/** What two people do to one appointment in the same moment. */

const house = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const owner = await house.create.owner();

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
const stands = async (id: string) => {
  const read = await owner.call(contract.getAppointment, { inspection_id: id });
  if (read.projection !== 'full') throw new Error('the owner sees the whole of it');
  return read;
};
const happened = async (id: string, type: string) =>
  (await owner.call(contract.listActivity, { id, perPage: 100 })).pageData.filter((one) => one.type === type)
    .length;

describe('one state change wins', () => {
  test('confirmed twenty times at once, it is confirmed once', async () => {
    const { id } = await booked({ confirm_inspection: false });
    const answers = await times(20, () => owner.request(contract.confirmAppointment, { id }));
    expect(done(answers)).toHaveLength(1);
    refused(answers);
    expect(await happened(id, 'appointment.scheduled')).toBe(1);
  });

  test('canceled twenty times at once with a fee, it is charged once', async () => {
    const { id } = await booked();
    const fees = [{ kind: 'cancellation', line_item: 'Late', pretax_amount: 80 }];
    const answers = await times(20, () => owner.request(contract.cancelAppointment, { id, fees }));
    expect(done(answers)).toHaveLength(1);
    refused(answers);
    expect(await stands(id)).toMatchObject({ status: 'canceled', total_fee: 80 });
    expect(await owner.call(getInvoice, { id })).toMatchObject({ total: 80, outstanding: 80 });
  });

  test('confirmed and canceled at once, it ends canceled and its time is free, whoever came first', async () => {
    const { id, date_time } = await booked({ confirm_inspection: false });
    const answers = await Promise.all([
      owner.request(contract.confirmAppointment, { id }),
      owner.request(contract.cancelAppointment, { id }),
    ]);
    refused(answers);
    if ((await stands(id)).status !== 'canceled') await owner.call(contract.cancelAppointment, { id });
    await bookedAppointment(owner, { date_time, inspectors: [owner.id] });
  });
});

describe('two editors', () => {
  test('of the same state: one is told what the other did, and nothing of either is half there', async () => {
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
    const now = await stands(made.id);
    expect(loser?.error?.details).toMatchObject({
      current: { rev: now.rev, payment_notes: now.payment_notes },
    });
    expect(now.payment_notes).toBe(now.inspection_notes);
  });
});

describe('canceling while somebody pays', () => {
  test('keeps the payment, and what is owed agrees on both sides', async () => {
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
      // Refused only because the appointment was no longer as it had been read; asked again it goes through.
      if (!canceled.success) {
        refused([canceled]);
        const fees = [{ kind: 'cancellation', line_item: 'Late', pretax_amount: 150 } as const];
        await owner.call(contract.cancelAppointment, { id, fees });
      }
      const invoice = await owner.call(getInvoice, { id });
      expect(invoice).toMatchObject({ total: 150, paid_amount: 100, outstanding: 50 });
      expect(await stands(id)).toMatchObject({ status: 'canceled', outstanding: 50, paid: false });
      expect((await owner.call(listPayments, { appointmentId: id })).pageData).toHaveLength(1);
    }
  });
});

describe('restoring', () => {
  test('against a taken time is refused with the rival, and with a reason booked over it, who and why shown', async () => {
    const made = await booked();
    await owner.call(contract.cancelAppointment, { id: made.id });
    const rival = await bookedAppointment(owner, { date_time: made.date_time, inspectors: [owner.id] });
    const answer = await owner.request(contract.restoreAppointment, { id: made.id });
    refused([answer]);
    expect(answer.error?.details?.conflicts).toMatchObject([
      { technician_id: owner.id, appointment_id: rival.appointment.id },
    ]);
    expect((await stands(made.id)).status).toBe('canceled');
    const overrule = { reason: 'Two small houses side by side' };
    const restored = await owner.call(contract.restoreAppointment, { id: made.id, overrule });
    expect(restored.overruled).toMatchObject([
      { technician_id: owner.id, overruled_by: owner.id, ...overrule },
    ]);
    expect(restored.overruled[0]?.overruled_by_name).toBe('Olive Owner');
  });

  test('while somebody else books the time: one of them has it', async () => {
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
