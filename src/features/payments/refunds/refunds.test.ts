import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { updateAppointment } from '#features/appointments/booking-contract.ts';
import { getAppointment } from '#features/appointments/contract.ts';
import { mine } from '#server/db/scope.ts';
import { closeDocuments } from '#server/documents/render.ts';
import type { TestUser } from '#testing/test-user.ts';
import { inRotation } from '#testing/thorough.ts';
import { testGateways } from '../attempts/gateway-cards-for-tests.ts';
import { openPaymentHarness } from '../attempts/payment-harness-for-tests.ts';
import {
  downloadPublicInvoice,
  getInvoice,
  getPublicInvoice,
  type Invoice,
  listPayments,
  recordPayment,
} from '../contract.ts';
import { beginPayment, closeRefund, pay, refundPayment } from '../pay-contract.ts';

const harness = await openPaymentHarness();
const { testApp } = harness;
const folder = mkdtempSync(join(tmpdir(), 'gable-refunds-'));
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await closeDocuments();
});

const now = (owner: TestUser, invoice: Invoice) => owner.call(getInvoice, { id: invoice.appointment_id });
const back = (owner: TestUser, id: string, amount?: number) =>
  owner.request(refundPayment, { id, reason: 'The pool was not there', ...(amount ? { amount } : {}) });
const idOf = (invoice: Invoice) => invoice.records[0]?.id ?? '';

async function eventsOf(owner: TestUser, invoice: Invoice) {
  const rows = await testApp.readAs(owner.subscriberId, (ctx) =>
    mine(ctx, 'events')
      .where('appointment_id', '=', invoice.appointment_id)
      .where('type', 'in', ['invoice.paid', 'payment.refunded'])
      .orderBy('id')
      .select('type')
      .execute(),
  );
  return rows.map((row) => row.type);
}

describe('a refund of an offline payment', () => {
  test('in part leaves a paid invoice paid, and page, PDF, list and appointment agree', async () => {
    const owner = await testApp.create.owner();
    const invoice = await harness.createInvoice(owner);
    await owner.call(recordPayment, { id: invoice.appointment_id, amount: 600, method: 'check' });
    await testApp.runDueJobs();
    testApp.sent.emails.length = 0;
    const payment = idOf(await now(owner, invoice));
    expect((await back(owner, payment, 150)).data).toMatchObject({
      status: 'partially_refunded',
      refunded_amount: 150,
      refundable: 450,
      refunds: [{ amount: 150, credit: 150, state: 'succeeded', kind: 'by_hand' }],
    });
    const page = await testApp.visitor.call(getPublicInvoice, { publicId: invoice.public_id });
    expect(page).toMatchObject({
      total: 600,
      credits: 150,
      paid_amount: 450,
      outstanding: 0,
      status: 'paid',
    });
    expect(page.credit_lines).toMatchObject([{ amount: 150 }]);
    const appointment = await owner.call(getAppointment, { inspection_id: invoice.appointment_id });
    expect(appointment).toMatchObject({ paid: true, outstanding: 0 });
    const listed = await owner.call(listPayments, {});
    expect(listed.pageData).toMatchObject([{ amount: 600, refunded_amount: 150 }]);
    expect(await eventsOf(owner, invoice)).toEqual(['invoice.paid', 'payment.refunded']);
    await testApp.runDueJobs();
    expect(testApp.sent.emails.map((mail) => mail.subject)).toEqual([`Refund for ${invoice.number}`]);
    const file = await testApp.visitor.request(downloadPublicInvoice, { publicId: invoice.public_id });
    const path = join(folder, 'invoice.pdf');
    writeFileSync(path, file.raw);
    if (spawnSync('which', ['pdftotext']).status !== 0) return;
    const text = execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' }).replace(/\s+/g, ' ');
    for (const part of ['$600.00', '$150.00', '$450.00', '$0.00']) expect(text).toContain(part);
  });

  test('in full cannot exceed the payment, and allows higher fees to be paid later', async () => {
    const owner = await testApp.create.owner();
    const invoice = await harness.createInvoice(owner);
    const of = { id: invoice.appointment_id };
    await owner.call(recordPayment, { ...of, amount: 600, method: 'cash' });
    const payment = idOf(await now(owner, invoice));
    expect((await back(owner, payment, 601)).error?.details).toEqual({
      amount: 'Amount is more than can be refunded',
    });
    expect((await back(owner, payment)).data).toMatchObject({ status: 'refunded', refundable: 0 });
    expect((await back(owner, payment)).error?.details).toEqual({
      amount: 'Only received payments can be refunded',
    });
    expect(await now(owner, invoice)).toMatchObject({ status: 'refunded', outstanding: 0, credits: 600 });
    const fees = [{ line_item: 'Inspection', pretax_amount: 650 }];
    await owner.call(updateAppointment, { ...of, is_manual_edit: true, fees });
    expect(await now(owner, invoice)).toMatchObject({ status: 'open', outstanding: 50 });
    await owner.call(recordPayment, { ...of, amount: 50, method: 'cash' });
    expect(await now(owner, invoice)).toMatchObject({ status: 'paid', outstanding: 0 });
    expect(await eventsOf(owner, invoice)).toEqual(['invoice.paid', 'payment.refunded', 'invoice.paid']);
  });

  test('of an overpayment needs no credit line', async () => {
    const owner = await testApp.create.owner();
    const invoice = await harness.createInvoice(owner);
    await owner.call(recordPayment, { id: invoice.appointment_id, amount: 650, method: 'check' });
    const payment = idOf(await now(owner, invoice));
    await back(owner, payment, 50);
    expect(await now(owner, invoice)).toMatchObject({ credits: 0, outstanding: 0, paid_amount: 600 });
    await back(owner, payment, 100);
    expect(await now(owner, invoice)).toMatchObject({ credits: 100, outstanding: 0, paid_amount: 500 });
  });

  test('never exceeds the payment, when repeated under one key or sent concurrently', async () => {
    const owner = await testApp.create.owner();
    const invoice = await harness.createInvoice(owner);
    await owner.call(recordPayment, { id: invoice.appointment_id, amount: 600, method: 'check' });
    const id = idOf(await now(owner, invoice));
    const same = { id, amount: 100, reason: 'One' };
    for (const _ of [1, 2])
      expect((await owner.request(refundPayment, same, { idempotencyKey: 'k' })).status).toBe(200);
    const many = await Promise.all([1, 2, 3, 4].map(() => back(owner, id, 200)));
    expect(many.filter((one) => one.status === 200)).toHaveLength(2);
    expect(await now(owner, invoice)).toMatchObject({ credits: 500, outstanding: 0, paid_amount: 100 });
  });

  test('requires the permission to refund payments', async () => {
    const owner = await testApp.create.owner();
    const invoice = await harness.createInvoice(owner);
    await owner.call(recordPayment, { id: invoice.appointment_id, amount: 600, method: 'check' });
    const id = idOf(await now(owner, invoice));
    const staff = await testApp.create.member(owner, { type: 'staff' });
    expect((await back(staff, id)).error?.type).toBe('FORBIDDEN');
    expect((await back(await testApp.create.owner(), id)).error?.type).toBe('NOT_FOUND');
  });
});

describe.each(inRotation(testGateways, 2, 1))('a refund through gateway %i', (gateway) => {
  test('happens once although its answers are lost', async () => {
    const owner = await harness.createCompany(gateway);
    const invoice = await harness.createInvoice(owner);
    await harness.pay(invoice);
    const id = idOf(await now(owner, invoice));
    harness.sim(gateway).listener.faults.add({ action: { kind: 'reset_after_commit' }, times: 9 });
    const first = await back(owner, id);
    harness.sim(gateway).listener.faults.clear();
    expect([200, 409]).toContain(first.status);
    for (let n = 0; n < 4; n += 1) await harness.advanceTime('3 minutes');
    let after = await now(owner, invoice);
    if (after.records[0]?.refunds.every((one) => one.state === 'failed')) {
      expect((await back(owner, id)).status).toBe(200);
      after = await now(owner, invoice);
    }
    expect(after).toMatchObject({ status: 'refunded', outstanding: 0, credits: 600, paid_amount: 0 });
    expect(after.records).toMatchObject([{ refunded_amount: 600, refundable: 0 }]);
    const [attempt] = await harness.attempts(owner);
    const [there] = harness
      .sim(gateway)
      .payments()
      .filter((one) => one.attemptId === attempt?.id);
    expect(there).toMatchObject({ refundedMinor: 60_000 });
    expect(await eventsOf(owner, invoice)).toEqual(['invoice.paid', 'payment.refunded']);
  });
});

test.each(inRotation(testGateways, 2, 0))(
  'gateway %i: a crash during a refund never refunds twice',
  async (gateway) => {
    for (const death of ['before', 'after'] as const) {
      const owner = await harness.createCompany(gateway);
      const invoice = await harness.createInvoice(owner);
      await harness.pay(invoice);
      // Settled by then, so that partial refunds are possible at every gateway.
      await harness.advanceTime('2 days');
      const later = await harness.refreshToken(owner);
      const id = idOf(await now(later, invoice));
      const ask = () =>
        later.request(
          refundPayment,
          { id, reason: 'The pool was not there', amount: 10 },
          { idempotencyKey: 'one' },
        );
      harness.crashOn(() => death);
      expect((await ask()).status).toBe(500);
      harness.crashOn(() => null);
      expect((await ask()).status).toBe(200);
      // Some gateways report it only after their next settlement.
      for (let n = 0; n < 3; n += 1) await harness.advanceTime('1 day');
      expect((await now(await harness.refreshToken(owner), invoice)).records).toMatchObject([
        { refunded_amount: 10, refunds: [{ amount: 10, state: 'succeeded' }] },
      ]);
      const there = harness
        .sim(gateway)
        .payments()
        .filter((one) => one.refundedMinor > 0);
      expect(there.at(-1)?.refundedMinor).toBe(1000);
    }
  },
);

test('a refund of another amount than requested is not recorded and stays reserved', async () => {
  const owner = await harness.createCompany(5);
  const invoice = await harness.createInvoice(owner);
  await harness.pay(invoice);
  const id = idOf(await now(owner, invoice));
  const { pay } = testApp.runtime.external;
  const of: typeof pay.of = (creds) => {
    const gateway = pay.of(creds);
    const refund: typeof gateway.refund = async (...args) => ({
      ...(await gateway.refund(...args)),
      amountMinor: 55_000,
    });
    return { ...gateway, refund };
  };
  Object.assign(testApp.runtime.external, { pay: { ...pay, of } });
  await back(owner, id);
  for (let n = 0; n < 2; n += 1) await harness.advanceTime('3 minutes');
  Object.assign(testApp.runtime.external, { pay });
  expect(await now(owner, invoice)).toMatchObject({
    status: 'paid',
    credits: 0,
    records: [
      { refunded_amount: 0, refundable: 0, refunds: [{ state: 'unknown', problem: 'wrong_amount' }] },
    ],
  });
  expect(await harness.auditEntries(owner, 'refund.refused')).toMatchObject([
    { reason: 'wrong_amount', amount_cents: 55_000 },
  ]);
  // A user closes it, and what was really refunded is recorded then.
  const refundId = (await now(owner, invoice)).records[0]?.refunds[0]?.id ?? '';
  const closed = await owner.call(closeRefund, { refundId, reason: 'Looked it up' });
  expect(closed).toMatchObject({
    refunded_amount: 600,
    refundable: 0,
    refunds: [{ state: 'failed' }, { state: 'succeeded', kind: 'at_gateway', amount: 600 }],
  });
  expect(await harness.auditEntries(owner, 'payment-refund-closed')).toMatchObject([
    { problem: 'wrong_amount' },
  ]);
});

describe('a refund made at the gateway itself', () => {
  test('is recorded like our own, once', async () => {
    const owner = await harness.createCompany(5);
    const invoice = await harness.createInvoice(owner);
    await harness.pay(invoice);
    const [attempt] = await harness.attempts(owner);
    const [there] = harness
      .sim(5)
      .payments()
      .filter((one) => one.attemptId === attempt?.id);
    await fetch(`${harness.sim(5).url}/v1/refunds`, {
      method: 'POST',
      headers: {
        authorization: 'Bearer sk_test_gableSecretKey',
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ payment_intent: there?.ref ?? '', amount: '20000' }),
    });
    await harness.waitUntilSettled();
    await harness.advanceTime('5 minutes');
    expect(await now(owner, invoice)).toMatchObject({
      outstanding: 0,
      credits: 200,
      paid_amount: 400,
      records: [{ refunded_amount: 200, refunds: [{ kind: 'at_gateway', amount: 200 }] }],
    });
  });
});

test('a manual payment while an online payment form is open prevents the charge', async () => {
  const owner = await harness.createCompany(4);
  const invoice = await harness.createInvoice(owner);
  const { attempt_id } = await testApp.visitor.call(beginPayment, {
    publicId: invoice.public_id,
    p: invoice.p,
  });
  await owner.call(recordPayment, { id: invoice.appointment_id, amount: 600, method: 'cash' });
  const input = { publicId: invoice.public_id, p: invoice.p, attempt_id, token: 'cnon:anything' };
  const paid = await testApp.visitor.request(pay, input);
  expect(paid.error?.message).toBe('The amount has changed. Check the invoice and try again.');
  expect((await harness.attempts(owner)).map((one) => one.state)).toEqual(['canceled']);
});
