import { describe, expect, test } from 'vitest';
import { paymentMethods } from '#domain/payments/payments.ts';
import { getAppointment } from '#features/appointments/contract.ts';
import { startTestApp } from '#testing/test-app.ts';
import * as contract from '../contract.ts';
import { bookWithInvoice, listEventTypes } from './book-with-invoice-for-tests.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });

describe('recording a payment', () => {
  test('lowers the amount due, emits once when the invoice is paid, and mails one receipt', async () => {
    const owner = await testApp.create.owner();
    const { appointment } = await bookWithInvoice(owner);
    await testApp.runDueJobs();
    testApp.sent.emails.length = 0;
    await owner.call(contract.recordPayment, { id: appointment.id, amount: 200.5, method: 'cash' });
    expect(await owner.call(contract.getInvoice, { id: appointment.id })).toMatchObject({
      outstanding: 399.5,
      status: 'partial',
    });
    const rest = {
      id: appointment.id,
      amount: 399.5,
      method: 'check',
      note: 'No. 88',
      received_at: '2030-02-28',
    } as const;
    const last = await owner.call(contract.recordPayment, rest);
    expect(last).toMatchObject({
      amount: 399.5,
      recorded_by: owner.id,
      received_at: '2030-02-28T00:00:00-05:00',
    });
    expect(await owner.call(contract.getInvoice, { id: appointment.id })).toMatchObject({
      outstanding: 0,
      status: 'paid',
      paid: true,
    });
    expect(await owner.call(getAppointment, { inspection_id: appointment.id })).toMatchObject({
      paid: true,
      outstanding: 0,
    });
    const types = await listEventTypes(testApp, owner, appointment.id);
    expect(types.filter((type) => /payment|invoice|^appointment.signed/.test(type))).toEqual([
      'payment.recorded',
      'payment.recorded',
      'invoice.paid',
    ]);
    await testApp.runDueJobs();
    expect(testApp.sent.emails.map((mail) => mail.subject)).toEqual([
      'Receipt for INV-0001',
      'Receipt for INV-0001',
    ]);
    expect(testApp.sent.emails[0]?.text).toContain('$200.50');
    expect(testApp.sent.emails[0]?.text).toContain('$399.50');
  });

  test.each(paymentMethods)(
    'by %s is stored with that method and shown on the invoice, to the client and in the list',
    async (method) => {
      const owner = await testApp.create.owner();
      const { appointment } = await bookWithInvoice(owner);
      const target = { id: appointment.id };
      const paid = await owner.call(contract.recordPayment, { ...target, amount: 10.5, method });
      const shown = { id: paid.id, amount: 10.5, method, gateway: null };
      expect(paid).toMatchObject(shown);
      const invoice = await owner.call(contract.getInvoice, target);
      expect(invoice).toMatchObject({ records: [shown], paid_amount: 10.5, outstanding: 589.5 });
      const seen = await testApp.visitor.call(contract.getPublicInvoice, { publicId: invoice.public_id });
      expect(seen.payments).toMatchObject([{ amount: 10.5, method }]);
      expect((await owner.call(contract.listPayments, {})).pageData).toMatchObject([shown]);
    },
  );

  test('creates one payment when it is sent twice under one key', async () => {
    const owner = await testApp.create.owner();
    const { appointment } = await bookWithInvoice(owner);
    const pay = { id: appointment.id, amount: 600, method: 'cash' };
    const twice = await Promise.all(
      [1, 2].map(() => owner.request(contract.recordPayment, pay, { idempotencyKey: 'one' })),
    );
    expect(twice.map((answer) => answer.status)).toEqual([200, 200]);
    const { pageInfo } = await owner.call(contract.listPayments, { appointmentId: appointment.id });
    expect(pageInfo.total).toBe(1);
  });

  test('stores an overpayment as credit', async () => {
    const owner = await testApp.create.owner();
    const { appointment } = await bookWithInvoice(owner);
    await owner.call(contract.recordPayment, { id: appointment.id, amount: 650, method: 'check' });
    expect(await owner.call(contract.getInvoice, { id: appointment.id })).toMatchObject({
      outstanding: -50,
      paid: true,
    });
  });

  test.each([
    [{ amount: 0 }, 'amount', 'Amount must be more than 0'],
    [{ amount: -5 }, 'amount', 'Amount must be more than 0'],
    [{ amount: 1.005 }, 'amount', 'Amount can have at most two decimals'],
    [{ amount: 'ten' }, 'amount', 'Amount must be a number'],
    [{ amount: 2_000_000 }, 'amount', 'Amount is too large'],
    [{ method: 'shells' }, 'method', 'Choose a payment method'],
    [{ received_at: 'yesterday' }, 'received_at', 'Date is not valid'],
    [{ received_at: '2030-03-02' }, 'received_at', 'Date cannot be in the future'],
  ])('rejects %j', async (wrong, field, message) => {
    const owner = await testApp.create.owner();
    const { appointment } = await bookWithInvoice(owner);
    const answer = await owner.request(contract.recordPayment, {
      id: appointment.id,
      amount: 10,
      method: 'cash',
      ...wrong,
    });
    expect(answer.status).toBe(400);
    expect(answer.error?.details).toEqual({ [field]: message });
  });

  test('requires the permission, and hides payments from members who may not see them', async () => {
    const owner = await testApp.create.owner();
    const { appointment } = await bookWithInvoice(owner);
    await owner.call(contract.recordPayment, { id: appointment.id, amount: 10, method: 'cash' });
    const staff = await testApp.create.member(owner, { type: 'staff' });
    const pay = { id: appointment.id, amount: 10, method: 'cash' };
    expect((await staff.request(contract.recordPayment, pay)).error?.type).toBe('FORBIDDEN');
    expect((await staff.request(contract.listPayments, {})).error?.type).toBe('FORBIDDEN');
    expect((await staff.call(contract.getInvoice, { id: appointment.id })).records).toEqual([]);
    const technician = await testApp.create.member(owner, { type: 'technician' });
    expect((await technician.request(contract.getInvoice, { id: appointment.id })).error?.type).toBe(
      'FORBIDDEN',
    );
  });

  test('can be voided: the payment stays visible, no longer counts, and paying again emits again', async () => {
    const owner = await testApp.create.owner();
    const { appointment } = await bookWithInvoice(owner);
    const paid = await owner.call(contract.recordPayment, {
      id: appointment.id,
      amount: 600,
      method: 'cash',
    });
    expect(
      (await owner.request(contract.voidPayment, { id: paid.id, reason: '' })).error?.details,
    ).toHaveProperty('reason');
    await owner.call(contract.voidPayment, { id: paid.id, reason: 'Wrong job' });
    const again = await owner.call(contract.voidPayment, { id: paid.id, reason: 'Once more' });
    expect(again).toMatchObject({ void_reason: 'Wrong job', voided_at: expect.any(String) });
    const open = await owner.call(contract.getInvoice, { id: appointment.id });
    expect(open).toMatchObject({
      outstanding: 600,
      status: 'open',
      payments: [],
      records: [{ id: paid.id }],
    });
    await owner.call(contract.recordPayment, { id: appointment.id, amount: 600, method: 'cash' });
    const types = await listEventTypes(testApp, owner, appointment.id);
    expect(types.filter((type) => /payment|invoice/.test(type))).toEqual([
      'payment.recorded',
      'invoice.paid',
      'payment.voided',
      'payment.recorded',
      'invoice.paid',
    ]);
  });

  test('adds up to the cent with 50 concurrent requests', async () => {
    const owner = await testApp.create.owner();
    const { appointment } = await bookWithInvoice(owner);
    const each = { id: appointment.id, amount: 12.01, method: 'cash' };
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => owner.request(contract.recordPayment, each)),
    );
    expect(answers.every((answer) => answer.success)).toBe(true);
    expect(await owner.call(contract.getInvoice, { id: appointment.id })).toMatchObject({
      paid_amount: 600.5,
      outstanding: -0.5,
    });
    expect(
      (await listEventTypes(testApp, owner, appointment.id)).filter((type) => type === 'invoice.paid'),
    ).toHaveLength(1);
  });
});

test('the payment list pages by cursor, newest first', async () => {
  const owner = await testApp.create.owner();
  const { appointment } = await bookWithInvoice(owner);
  for (const amount of [1, 2, 3])
    await owner.call(contract.recordPayment, { id: appointment.id, amount, method: 'cash' });
  const first = await owner.call(contract.listPayments, { perPage: 2 });
  expect(first.pageData.map((row) => row.amount)).toEqual([3, 2]);
  const cursor = first.pageInfo.endCursor ?? '';
  const second = await owner.call(contract.listPayments, { perPage: 2, cursor });
  expect(second).toMatchObject({ pageData: [{ amount: 1 }], pageInfo: { total: 3, hasNextPage: false } });
});
