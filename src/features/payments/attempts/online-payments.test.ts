import { describe, expect, test } from 'vitest';
import { updateAppointment } from '#features/appointments/booking-contract.ts';
import { mine } from '#server/db/scope.ts';
import type { TestUser } from '#testing/test-user.ts';
import { getInvoice, getPublicInvoice, listPayments } from '../contract.ts';
import { beginPayment, getPayState, pay } from '../pay-contract.ts';
import { testGateways } from './gateway-cards-for-tests.ts';
import { openPaymentHarness } from './payment-harness-for-tests.ts';

const harness = await openPaymentHarness();
const { testApp } = harness;

const typesOf = async (owner: TestUser, appointmentId: string) => {
  const rows = await testApp.readAs(owner.subscriberId, (ctx) =>
    mine(ctx, 'events').where('appointment_id', '=', appointmentId).orderBy('id').select('type').execute(),
  );
  return rows.map((row) => row.type).filter((type) => /^(payment|invoice)\./.test(type));
};

describe.each(testGateways)('gateway %i', (gateway) => {
  test('records a payment once after a declined one, and all views agree', async () => {
    const owner = await harness.createCompany(gateway);
    const invoice = await harness.createInvoice(owner);
    const declined = await harness.pay(invoice, 'declined');
    if (gateway !== 6) expect(declined).toMatchObject({ state: 'declined', code: 'declined' });
    expect((await owner.call(getInvoice, { id: invoice.appointment_id })).outstanding).toBe(600);
    await harness.waitUntilSettled();
    testApp.sent.emails.length = 0;
    const acted = await harness.openPayForm(invoice);
    const paid = await testApp.visitor.call(pay, acted.input);
    expect(paid).toMatchObject({ state: 'paid', code: '', amount: 600 });
    // The page asks again, and so does a second tab.
    expect(await testApp.visitor.call(pay, acted.input)).toMatchObject({ state: 'paid' });
    await harness.waitUntilSettled();
    const after = await owner.call(getInvoice, { id: invoice.appointment_id });
    expect(after).toMatchObject({ status: 'paid', outstanding: 0, is_processing: false, online: null });
    expect(after.records).toMatchObject([{ amount: 600, gateway, status: 'succeeded', refundable: 600 }]);
    if (gateway !== 6) expect(after.records[0]?.card_last4).toMatch(/^\d{4}$/);
    const charged = harness
      .sim(gateway)
      .payments()
      .filter((one) => one.isCharged);
    expect(charged.filter((one) => one.attemptId === paid.attempt_id)).toHaveLength(1);
    expect(await typesOf(owner, invoice.appointment_id)).toEqual(['payment.recorded', 'invoice.paid']);
    expect(testApp.sent.emails.map((mail) => mail.subject).toSorted()).toEqual([
      `$600.00 received for ${invoice.number}`,
      `Receipt for ${invoice.number}`,
    ]);
  });
});

describe('starting a payment', () => {
  test('gives two tabs the same attempt, and creates a new one for another amount', async () => {
    const owner = await harness.createCompany(5);
    const invoice = await harness.createInvoice(owner);
    const { public_id: publicId, p } = invoice;
    const first = await testApp.visitor.call(beginPayment, { publicId, p });
    const second = await testApp.visitor.call(beginPayment, { publicId: invoice.appointment_public_id, p });
    expect(second).toEqual(first);
    await owner.call(updateAppointment, {
      id: invoice.appointment_id,
      is_manual_edit: true,
      fees: [{ line_item: 'Inspection', pretax_amount: 700 }],
    });
    const third = await testApp.visitor.call(beginPayment, { publicId, p });
    expect(third.attempt_id).not.toBe(first.attempt_id);
    expect(third.amount).toBe(700);
    expect((await harness.attempts(owner)).map((one) => one.state)).toEqual(['canceled', 'awaiting_payer']);
  });

  test('rejects any amount other than what is due, unless partial payments are allowed', async () => {
    const owner = await harness.createCompany(4);
    const invoice = await harness.createInvoice(owner);
    const of = { publicId: invoice.public_id, p: invoice.p };
    const attemptWith = async (amount: number) =>
      (await testApp.visitor.request(beginPayment, { ...of, amount })).error?.message;
    expect(await attemptWith(100)).toBe('Amount must be the full balance due');
    expect(await attemptWith(700)).toBe('Amount is more than the balance due');
    expect(await attemptWith(0)).toBe('Amount must be more than 0');
    await testApp.writeAs(owner.subscriberId, (ctx) => allowParts(ctx, owner.subscriberId));
    expect(await attemptWith(700)).toBe('Amount is more than the balance due');
    expect(await harness.pay(invoice, 'good', 100)).toMatchObject({ state: 'paid', amount: 100 });
    expect(await testApp.visitor.call(getPublicInvoice, of)).toMatchObject({
      outstanding: 500,
      status: 'partial',
    });
    expect(await harness.pay(invoice)).toMatchObject({ state: 'paid', amount: 500 });
    expect((await testApp.visitor.request(beginPayment, of)).error?.message).toBe(
      'This invoice is already paid',
    );
    expect((await owner.call(listPayments, {})).pageData.map((row) => row.amount)).toEqual([500, 100]);
  });

  test('is refused when the company takes no online payments', async () => {
    const owner = await testApp.create.owner();
    const invoice = await harness.createInvoice(owner);
    expect(invoice.online).toBeNull();
    const refused = await testApp.visitor.request(beginPayment, {
      publicId: invoice.public_id,
      p: invoice.p,
    });
    expect(refused.error?.type).toBe('CONFLICT');
  });

  test('expires after a day without a payment, so that another can start', async () => {
    const owner = await harness.createCompany(6);
    const invoice = await harness.createInvoice(owner);
    const { attempt_id } = await testApp.visitor.call(beginPayment, {
      publicId: invoice.public_id,
      p: invoice.p,
    });
    await harness.advanceTime('25 hours');
    const of = { publicId: invoice.public_id };
    expect(await testApp.visitor.call(getPayState, { ...of, attempt_id })).toMatchObject({ state: 'closed' });
    expect(await harness.attempts(owner)).toMatchObject([{ state: 'expired' }]);
    expect(await harness.pay(invoice)).toMatchObject({ state: 'paid' });
  });
});

describe('a lost answer', () => {
  test.each(testGateways)('of gateway %i is looked up and never charged again', async (gateway) => {
    const owner = await harness.createCompany(gateway);
    const invoice = await harness.createInvoice(owner);
    const acted = await harness.openPayForm(invoice);
    // The gateway does what this call asks, but all its answers are lost.
    harness.sim(gateway).listener.faults.add({ action: { kind: 'reset_after_commit' }, times: 6 });
    const first = await testApp.visitor.call(pay, acted.input);
    harness.sim(gateway).listener.faults.clear();
    expect(['processing', 'paid', 'waiting']).toContain(first.state);
    if (first.state === 'processing') {
      expect((await owner.call(getInvoice, { id: invoice.appointment_id })).is_processing).toBe(true);
      const again = await testApp.visitor.request(beginPayment, {
        publicId: invoice.public_id,
        p: invoice.p,
      });
      expect(again.error?.message).toBe('A payment is being confirmed. Try again in a moment.');
    }
    for (let n = 0; n < 6; n += 1) await harness.advanceTime('20 minutes');
    if ((await harness.attempts(owner)).at(-1)?.state === 'awaiting_payer')
      await testApp.visitor.call(pay, acted.input);
    expect((await harness.attempts(owner)).at(-1)?.state).toBe('succeeded');
    const charged = harness
      .sim(gateway)
      .payments()
      .filter((one) => one.isCharged);
    expect(charged.filter((one) => one.attemptId === acted.input.attempt_id)).toHaveLength(1);
    const shown = await testApp.visitor.call(getPublicInvoice, { publicId: invoice.public_id });
    expect(shown).toMatchObject({ outstanding: 0, payments: [{ amount: 600 }] });
  });
});

async function allowParts(ctx: Parameters<Parameters<typeof testApp.writeAs>[1]>[0], subscriberId: string) {
  const { settings } = await ctx.db
    .selectFrom('companies')
    .where('subscriber_id', '=', subscriberId)
    .select('settings')
    .executeTakeFirstOrThrow();
  await ctx.db
    .updateTable('companies')
    .set({ settings: JSON.stringify({ ...(settings as object), allow_partial_payments: true }) })
    .where('subscriber_id', '=', subscriberId)
    .execute();
}
