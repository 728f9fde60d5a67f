import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { updateAppointment } from '#features/appointments/booking-contract.ts';
import { getAppointment } from '#features/appointments/contract.ts';
import { listAppointments } from '#features/appointments/list-contract.ts';
import { getClientView } from '#features/portal/contract.ts';
import { mine } from '#server/db/scope.ts';
import { closeDocuments } from '#server/documents/render.ts';
import type { TestUser } from '#testing/test-user.ts';
import { openPaymentHarness, type TestInvoice } from '../attempts/payment-harness-for-tests.ts';
import { settleAttempt } from '../attempts/settle-attempt.ts';
import * as contract from '../contract.ts';
import { listDifferences } from '../difference-contract.ts';
import { beginPayment, closeAttempt, pay, refundPayment } from '../pay-contract.ts';

const harness = await openPaymentHarness();
const { testApp } = harness;
const folder = mkdtempSync(join(tmpdir(), 'gable-void-'));
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await closeDocuments();
});

const reason = 'Booked twice';

async function invoiced(total?: number) {
  const owner = await harness.createCompany(4);
  const invoice = await harness.createInvoice(owner, total);
  const of = { id: invoice.appointment_id };
  return { owner: await harness.refreshToken(owner), invoice, of };
}

const visit = ({ public_id, p }: TestInvoice) => ({ publicId: public_id, p });

/** Lists the events of the invoice itself, in order. */
async function happened(owner: TestUser, { appointment_id }: TestInvoice): Promise<string[]> {
  const rows = await testApp.readAs(owner.subscriberId, (ctx) =>
    mine(ctx, 'events').where('appointment_id', '=', appointment_id).orderBy('id').select('type').execute(),
  );
  return rows.map((row) => row.type).filter((type) => /^(invoice|payment)\./.test(type));
}

/** Lists the payments named in `invoice.paid` events, which automations receive. */
async function paidBy(owner: TestUser, { appointment_id }: TestInvoice): Promise<unknown[]> {
  const rows = await testApp.readAs(owner.subscriberId, (ctx) =>
    mine(ctx, 'events')
      .where('appointment_id', '=', appointment_id)
      .where('type', '=', 'invoice.paid')
      .select('data')
      .execute(),
  );
  return rows.map((row) => (row.data as { payment_id?: string }).payment_id);
}

test('a void invoice says so on page, list, portal and PDF, and cannot be paid', async () => {
  const { owner, invoice, of } = await invoiced();
  await testApp.runDueJobs();
  testApp.sent.emails.length = 0;
  expect((await owner.request(contract.voidInvoice, { ...of, reason: '' })).error?.details).toHaveProperty(
    'reason',
  );
  await owner.call(contract.voidInvoice, { ...of, reason });
  const again = await owner.call(contract.voidInvoice, { ...of, reason: 'Once more' });
  expect(again).toMatchObject({
    status: 'void',
    void_reason: reason,
    outstanding: 0,
    paid: false,
    total: 600,
  });
  const shown = await testApp.visitor.call(contract.getPublicInvoice, visit(invoice));
  expect(shown).toMatchObject({
    status: 'void',
    outstanding: 0,
    paid: false,
    online: null,
    number: invoice.number,
  });
  expect(shown.voided_on).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect(JSON.stringify(shown)).not.toContain(reason);
  const portal = await testApp.visitor.call(getClientView, {
    publicId: invoice.appointment_public_id,
    p: invoice.p,
  });
  expect(portal).toMatchObject({
    invoice: { status: 'void', outstanding: 0 },
    steps: { pay: { state: 'waiting' } },
  });
  expect(await owner.call(getAppointment, { inspection_id: of.id })).toMatchObject({
    paid: false,
    outstanding: 0,
  });
  expect((await testApp.visitor.request(beginPayment, visit(invoice))).error?.message).toBe(
    'This invoice is void',
  );
  const cash = { ...of, amount: 600, method: 'cash' };
  expect((await owner.request(contract.recordPayment, cash)).error?.message).toBe('This invoice is void');
  expect((await owner.request(contract.sendInvoice, of)).error?.message).toBe('This invoice is void');
  expect(await happened(owner, invoice)).toEqual(['invoice.voided']);
  expect(await harness.auditEntries(owner, 'invoice-voided')).toMatchObject([{ reason }]);
  await testApp.runDueJobs();
  expect(testApp.sent.emails).toEqual([]);
  const file = await testApp.visitor.request(contract.downloadPublicInvoice, visit(invoice));
  const path = join(folder, 'void.pdf');
  writeFileSync(path, file.raw);
  if (spawnSync('which', ['pdftotext']).status !== 0) return;
  const text = execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' });
  expect(text).toMatch(/void\s+nothing due/i);
  expect(text).not.toMatch(/balance due/i);
});

test('a void invoice has its own filter and does not count as open', async () => {
  const { owner, invoice, of } = await invoiced();
  const other = await harness.createInvoice(owner);
  await owner.call(contract.voidInvoice, { ...of, reason });
  const ids = async (filter: object) =>
    (await owner.call(listAppointments, filter)).pageData.map((row) => [row.id, row.invoice_void]);
  expect(await ids({ voided: 'true' })).toEqual([[invoice.appointment_id, true]]);
  expect(await ids({ voided: 'false' })).toEqual([[other.appointment_id, false]]);
  expect(await ids({ tab: 'unpaid' })).toEqual([[other.appointment_id, false]]);
});

test('a restored invoice asks for the current fees under its old number', async () => {
  const { owner, invoice, of } = await invoiced();
  await owner.call(contract.voidInvoice, { ...of, reason });
  const fees = [{ line_item: 'Inspection', pretax_amount: 650 }];
  await owner.call(updateAppointment, { ...of, is_manual_edit: true, fees });
  expect(await owner.call(contract.getInvoice, of)).toMatchObject({
    status: 'void',
    total: 650,
    outstanding: 0,
  });
  await owner.call(contract.restoreInvoice, of);
  const back = await owner.call(contract.restoreInvoice, of);
  const { number, public_id } = invoice;
  expect(back).toMatchObject({
    number,
    public_id,
    status: 'open',
    outstanding: 650,
    voided_on: null,
    void_reason: '',
  });
  expect(await harness.pay(invoice)).toMatchObject({ state: 'paid' });
  expect(await happened(owner, invoice)).toEqual([
    'invoice.voided',
    'invoice.restored',
    'payment.recorded',
    'invoice.paid',
  ]);
});

test('voiding is refused with a reason while the invoice holds money or money may be in transit', async () => {
  const { owner, invoice, of } = await invoiced();
  const refused = async () => (await owner.request(contract.voidInvoice, { ...of, reason })).error?.message;
  const opened = await testApp.visitor.call(beginPayment, visit(invoice));
  expect(await refused()).toBe('A payment of $600.00 is waiting for the payer. Cancel that attempt first.');
  await owner.call(closeAttempt, { attemptId: opened.attempt_id });
  const acted = await harness.openPayForm(invoice);
  harness.sim(4).webhooks.mode({ kind: 'hold' });
  harness.sim(4).listener.faults.add({ action: { kind: 'reset_after_commit' }, times: 4 });
  await testApp.visitor.call(pay, acted.input);
  harness.sim(4).listener.faults.clear();
  expect(await refused()).toBe('A payment is being confirmed. Try again in a moment.');
  harness.sim(4).webhooks.mode({ kind: 'auto' });
  await harness.advanceTime('3 minutes');
  expect(await refused()).toBe('This invoice has $600.00 in payments. Refund or void them first.');
  const [record] = (await owner.call(contract.getInvoice, of)).records;
  await owner.call(refundPayment, { id: record?.id ?? '', reason });
  expect(await refused()).toBe('A refund is still in progress. Try again once it is complete.');
  await harness.advanceTime('3 minutes');
  expect(await refused()).toBeUndefined();
  expect(await owner.call(contract.getInvoice, of)).toMatchObject({ status: 'void', outstanding: 0 });
});

test('late money for a void invoice is recorded, stored as credit, and refundable', async () => {
  const { owner, invoice, of } = await invoiced();
  const acted = await harness.openPayForm(invoice);
  await owner.call(closeAttempt, { attemptId: acted.session.attempt_id });
  await owner.call(contract.voidInvoice, { ...of, reason });
  const { attempt_id } = acted.session;
  const late = { state: 'succeeded', gatewayRef: 'late-void', attemptId: attempt_id } as const;
  const money = { amountMinor: 60_000, currency: 'USD', refundedMinor: 0, raw: null };
  await harness.waitUntilSettled();
  testApp.sent.emails.length = 0;
  for (let n = 0; n < 2; n += 1)
    await testApp.writeAs(owner.subscriberId, (ctx) =>
      settleAttempt(ctx, attempt_id, { ...late, ...money }, 'check'),
    );
  // Nothing was due: it triggers no events, and administrators are asked once to refund it.
  expect(await happened(owner, invoice)).toEqual(['invoice.voided', 'payment.recorded']);
  await harness.waitUntilSettled();
  const subject = '$600.00 received for a voided invoice';
  expect(testApp.sent.emails.filter((mail) => mail.subject === subject)).toHaveLength(1);
  expect(testApp.sent.emails.some((mail) => mail.subject.includes(`received for ${invoice.number}`))).toBe(
    false,
  );
  // The payer's receipt also says that nothing was due instead of thanking them.
  const receipts = testApp.sent.emails.filter((mail) => mail.subject.endsWith(invoice.number));
  expect(receipts.map((mail) => mail.subject)).toEqual([
    `$600.00 received for a voided invoice: ${invoice.number}`,
  ]);
  expect(receipts[0]?.text).toContain('had already been voided, so no payment was due');
  expect(receipts[0]?.text).not.toContain('Outstanding');
  const unwanted = async () => (await owner.call(listDifferences, {})).pageData;
  expect(await unwanted()).toMatchObject([{ kind: 'void', ours: 600, payment: { refundable: 600 } }]);
  const held = await owner.call(contract.getInvoice, of);
  expect(held).toMatchObject({ status: 'void', paid_amount: 600, outstanding: -600, paid: true });
  // After restoring, the invoice is due and paid, so the skipped events are emitted now, once.
  for (let n = 0; n < 2; n += 1) await owner.call(contract.restoreInvoice, of);
  expect(await owner.call(contract.getInvoice, of)).toMatchObject({ status: 'paid', outstanding: 0 });
  expect(await unwanted()).toEqual([]);
  expect(await happened(owner, invoice)).toEqual([
    'invoice.voided',
    'payment.recorded',
    'invoice.restored',
    'invoice.paid',
  ]);
  const [record] = (await owner.call(contract.getInvoice, of)).records;
  expect(await paidBy(owner, invoice)).toEqual([record?.id]);
});

test('voiding does not block an appointment that was already paid', async () => {
  const { owner, of } = await invoiced(0);
  expect(await owner.call(contract.voidInvoice, { ...of, reason })).toMatchObject({
    status: 'void',
    paid: true,
  });
});

test('only one succeeds when a payment form is opened and the invoice is voided at the same time', async () => {
  for (let n = 0; n < 5; n += 1) {
    const { owner, invoice, of } = await invoiced();
    const [voided, started] = await Promise.all([
      owner.request(contract.voidInvoice, { ...of, reason }),
      testApp.visitor.request(beginPayment, visit(invoice)),
    ]);
    expect([voided.success, started.success].filter(Boolean)).toHaveLength(1);
  }
});

test('voiding requires the permission to record payments, and other companies get NOT_FOUND', async () => {
  const { owner, of } = await invoiced();
  const staff = await testApp.create.member(owner, { type: 'staff' });
  const other = await testApp.create.owner();
  for (const route of [contract.voidInvoice, contract.restoreInvoice]) {
    expect((await staff.request(route, { ...of, reason })).error?.type).toBe('FORBIDDEN');
    expect((await other.request(route, { ...of, reason })).error?.type).toBe('NOT_FOUND');
  }
});
