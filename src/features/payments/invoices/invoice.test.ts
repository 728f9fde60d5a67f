import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { updateAppointment } from '#features/appointments/booking-contract.ts';
import { getAppointment } from '#features/appointments/contract.ts';
import { changeLink, listLinks } from '#features/portal/office-contract.ts';
import { updateMine } from '#server/db/scope.ts';
import { closeDocuments } from '#server/documents/render.ts';
import { startTestApp } from '#testing/test-app.ts';
import * as contract from '../contract.ts';
import { bookWithInvoice, listEventTypes } from './book-with-invoice-for-tests.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const folder = mkdtempSync(join(tmpdir(), 'gable-invoice-'));
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await closeDocuments();
});

describe('the invoice', () => {
  test('is created with its appointment and gets a unique number', async () => {
    const owner = await testApp.create.owner();
    const { invoice } = await bookWithInvoice(owner);
    expect(invoice).toMatchObject({
      number: 'INV-0001',
      status: 'open',
      total: 600,
      outstanding: 600,
      paid: false,
      payment_type: 1,
    });
    expect(invoice.bill_to[0]).toBe('Clara Client');
    expect(invoice.lines.reduce((sum, line) => sum + line.total, 0)).toBe(600);
    const second = await bookWithInvoice(owner, { order_id: '1002', date_time: '2030-03-09T09:00' });
    expect(second.invoice.number).toBe('INV-0002');
    expect((await bookWithInvoice(await testApp.create.owner())).invoice.number).toBe('INV-0001');
  });

  test('shows two taxes of one name apart, each with its percentage', async () => {
    const owner = await testApp.create.owner();
    const { appointment, invoice } = await bookWithInvoice(owner);
    const taxes = [
      { name: 'Sales tax', add_percent: 5000, tax_cents: 3000 },
      { name: 'Sales tax', add_percent: 2000, tax_cents: 1200 },
      { name: 'County', add_percent: 1000, tax_cents: 600 },
    ];
    await testApp.writeAs(owner.subscriberId, (w) =>
      updateMine(w, 'appointment_fees')
        .set({ taxes: JSON.stringify(taxes), tax_cents: 4800 })
        .where('appointment_id', '=', appointment.id)
        .execute(),
    );
    const shown = await testApp.visitor.call(contract.getPublicInvoice, { publicId: invoice.public_id });
    expect(shown.taxes).toEqual([
      { name: 'Sales tax 5%', amount: 30 },
      { name: 'Sales tax 2%', amount: 12 },
      { name: 'County', amount: 6 },
    ]);
  });

  test('with a total of zero is paid immediately and emits no payment', async () => {
    const owner = await testApp.create.owner();
    const fees = [{ line_item: 'A favour', pretax_amount: 0 }];
    const { appointment, invoice } = await bookWithInvoice(owner, {
      is_manual_edit: true,
      fees,
      duration: 1,
    });
    expect(invoice).toMatchObject({ total: 0, paid: true, status: 'paid' });
    expect(await listEventTypes(testApp, owner, appointment.id)).not.toContain('invoice.paid');
  });

  test('is reachable by its own public id and its appointment’s, and by no other', async () => {
    const owner = await testApp.create.owner();
    const { appointment, invoice } = await bookWithInvoice(owner);
    for (const publicId of [invoice.public_id, appointment.public_id]) {
      const shown = await testApp.visitor.call(contract.getPublicInvoice, { publicId });
      expect(shown).toMatchObject({ number: invoice.number, outstanding: 600, appointment_id: null });
    }
    const own = await owner.call(contract.getPublicInvoice, { publicId: invoice.public_id });
    expect(own.appointment_id).toBe(appointment.id);
    const stranger = await (await testApp.create.owner()).call(contract.getPublicInvoice, {
      publicId: invoice.public_id,
    });
    expect(stranger.appointment_id).toBeNull();
    expect(
      (await testApp.visitor.request(contract.getPublicInvoice, { publicId: 'x'.repeat(24) })).status,
    ).toBe(404);
    expect((await testApp.visitor.request(contract.getPublicInvoice, { publicId: invoice.id })).status).toBe(
      404,
    );
  });

  test('follows the fees of its appointment', async () => {
    const owner = await testApp.create.owner();
    const { appointment } = await bookWithInvoice(owner);
    await owner.call(contract.recordPayment, { id: appointment.id, amount: 600, method: 'cash' });
    const fees = [{ line_item: 'Inspection', pretax_amount: 650, tax_amount: 10 }];
    await owner.call(updateAppointment, { id: appointment.id, is_manual_edit: true, fees });
    const dearer = await owner.call(contract.getInvoice, { id: appointment.id });
    expect(dearer).toMatchObject({
      total: 660,
      paid_amount: 600,
      outstanding: 60,
      status: 'partial',
      paid: false,
    });
    const full = await owner.call(getAppointment, { inspection_id: appointment.id });
    expect(full).toMatchObject({ paid: false, outstanding: 60, total_fee: 660 });
  });

  test('has the same lines and totals as a PDF', async () => {
    const owner = await testApp.create.owner();
    const { appointment, invoice } = await bookWithInvoice(owner);
    await owner.call(contract.recordPayment, {
      id: appointment.id,
      amount: 100,
      method: 'check',
      note: '#4711',
    });
    const file = await testApp.visitor.request(contract.downloadPublicInvoice, {
      publicId: invoice.public_id,
    });
    expect(file.headers['content-disposition']).toContain('INV-0001.pdf');
    const path = join(folder, 'invoice.pdf');
    writeFileSync(path, file.raw);
    if (spawnSync('which', ['pdftotext']).status !== 0) return;
    const text = execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' }).replace(/\s+/g, ' ');
    for (const part of [
      'INV-0001',
      'Clara Client',
      '12 Main St',
      '$600.00',
      '$100.00',
      '$500.00',
      'Payment is due at the appointment.',
    ]) {
      expect(text).toContain(part);
    }
    expect(text).not.toContain('#4711');
  });
});

test('invoice and receipt are not mailed to clients who may not see the invoice', async () => {
  const owner = await testApp.create.owner();
  const { appointment } = await bookWithInvoice(owner);
  const [client] = await owner.call(listLinks, { id: appointment.id });
  const linkId = client?.id ?? '';
  await owner.call(changeLink, {
    id: appointment.id,
    linkId,
    own_rights: { pay: false, view_invoice: false },
  });
  await testApp.runDueJobs();
  testApp.sent.emails.length = 0;
  expect((await owner.request(contract.sendInvoice, { id: appointment.id })).error?.type).toBe('CONFLICT');
  await owner.call(contract.recordPayment, { id: appointment.id, amount: 1, method: 'cash' });
  await testApp.runDueJobs();
  expect(testApp.sent.emails).toEqual([]);
});

test('the invoice is mailed to its clients with their personal links', async () => {
  const owner = await testApp.create.owner();
  const { appointment, invoice } = await bookWithInvoice(owner);
  await testApp.runDueJobs();
  testApp.sent.emails.length = 0;
  expect(await owner.call(contract.sendInvoice, { id: appointment.id })).toEqual({ recipients: 1 });
  await testApp.runDueJobs();
  expect(testApp.sent.emails).toHaveLength(1);
  expect(testApp.sent.emails[0]?.text).toContain(`http://gable.test/invoice/${invoice.public_id}?p=`);
});
