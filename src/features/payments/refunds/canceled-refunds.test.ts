import { describe, expect, test } from 'vitest';
import { cancelAppointment, getAppointment, restoreAppointment } from '#features/appointments/contract.ts';
import { mine } from '#server/db/scope.ts';
import type { TestUser } from '#testing/test-user.ts';
import { openPaymentHarness } from '../attempts/payment-harness-for-tests.ts';
import { getInvoice, type Invoice, recordPayment } from '../contract.ts';
import { refundPayment } from '../pay-contract.ts';

const harness = await openPaymentHarness();
const { testApp } = harness;

const now = (owner: TestUser, invoice: Invoice) => owner.call(getInvoice, { id: invoice.appointment_id });
const fees = [{ kind: 'cancellation' as const, line_item: 'Cancellation fee', pretax_amount: 100 }];

async function cancels(owner: TestUser, invoice: Invoice): Promise<Invoice> {
  await owner.call(cancelAppointment, { id: invoice.appointment_id, reason: 'Deal fell through', fees });
  return now(owner, invoice);
}

async function restores(owner: TestUser, invoice: Invoice): Promise<Invoice> {
  const found = await owner.call(getAppointment, { inspection_id: invoice.appointment_id });
  const rev = found.projection === 'full' ? found.rev : 0;
  await owner.call(restoreAppointment, { id: invoice.appointment_id, rev });
  return now(owner, invoice);
}

async function paidByHand(refund: number) {
  const owner = await testApp.create.owner();
  const invoice = await harness.createInvoice(owner);
  await owner.call(recordPayment, { id: invoice.appointment_id, amount: 600, method: 'check' });
  const [payment] = (await now(owner, invoice)).records;
  const back = async (amount: number) =>
    owner.call(refundPayment, { id: payment?.id ?? '', amount, reason: 'Canceled' });
  if (refund > 0) await back(refund);
  return { owner, invoice, back };
}

describe('a refund and a cancellation fee of 100', () => {
  test('refunded in full before: only the fee is due, and restoring the appointment reverts that', async () => {
    const { owner, invoice } = await paidByHand(600);
    const canceled = await cancels(owner, invoice);
    expect(canceled).toMatchObject({ credits: 600, outstanding: 100, paid: false });
    expect(canceled.total - canceled.credits - canceled.outstanding).toBe(0);
    expect(await restores(owner, invoice)).toMatchObject({ credits: 600, outstanding: 0, paid: true });
  });

  test('refunded in part before or after: the rest of the payment less the fee is credit', async () => {
    const before = await paidByHand(150);
    expect(await cancels(before.owner, before.invoice)).toMatchObject({ credits: 150, outstanding: -350 });
    const after = await paidByHand(0);
    await cancels(after.owner, after.invoice);
    await after.back(150);
    expect(await now(after.owner, after.invoice)).toMatchObject({ credits: 0, outstanding: -350 });
  });

  test('a refund that fails after the cancellation becomes credit of the cancellation instead', async () => {
    const owner = await harness.createCompany(5);
    const invoice = await harness.createInvoice(owner);
    await harness.pay(invoice);
    await harness.advanceTime('2 days');
    const later = await harness.refreshToken(owner);
    const [payment] = (await now(later, invoice)).records;
    await later.request(refundPayment, { id: payment?.id ?? '', amount: 200, reason: 'The pool' });
    for (let n = 0; n < 2; n += 1) await harness.advanceTime('12 hours');
    const again = await harness.refreshToken(owner);
    expect(await cancels(again, invoice)).toMatchObject({
      credits: 200,
      paid_amount: 400,
      outstanding: -300,
    });
    const [refund] = await testApp.readAs(owner.subscriberId, (ctx) =>
      mine(ctx, 'payment_refunds').selectAll().execute(),
    );
    harness.sim(5).delayedEvents?.failRefund(refund?.gateway_ref ?? '');
    await harness.waitUntilSettled();
    expect(await now(again, invoice)).toMatchObject({ credits: 0, paid_amount: 600, outstanding: -500 });
    expect(await restores(again, invoice)).toMatchObject({ credits: 0, outstanding: 0, paid: true });
  });
});
