import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { bookAppointment, updateAppointment } from '#features/appointments/booking-contract.ts';
import { goodPayload } from '#features/appointments/booking-for-tests.ts';
import { getAppointment } from '#features/appointments/contract.ts';
import { changeLink, listLinks } from '#features/portal/office-contract.ts';
import { mine } from '#server/db/scope.ts';
import { closeDocuments } from '#server/documents/render.ts';
import { openHouse } from '#testing/house.ts';
import type { Person } from '#testing/person.ts';
import * as contract from './contract.ts';

const house = await openHouse({ at: '2030-03-01T14:00:00Z' });
const folder = mkdtempSync(join(tmpdir(), 'gable-payments-'));
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await closeDocuments();
});

async function booked(owner: Person, more: Parameters<typeof goodPayload>[1] = {}) {
  const appointment = await owner.does(bookAppointment, await goodPayload(owner, more));
  return { appointment, invoice: await owner.does(contract.getInvoice, { id: appointment.id }) };
}

const typesOf = async (owner: Person, appointmentId: string) => {
  const rows = await house.reads(owner.subscriberId, (ctx) =>
    mine(ctx, 'events').where('appointment_id', '=', appointmentId).orderBy('id').select('type').execute(),
  );
  return rows.map((row) => row.type);
};

describe('the invoice', () => {
  test('comes with its appointment, with a number that is given once', async () => {
    const owner = await house.has.owner();
    const { invoice } = await booked(owner);
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
    const second = await booked(owner, { order_id: '1002', date_time: '2030-03-09T09:00' });
    expect(second.invoice.number).toBe('INV-0002');
    expect((await booked(await house.has.owner())).invoice.number).toBe('INV-0001');
  });

  test('of nothing is paid at once, and tells no payment', async () => {
    const owner = await house.has.owner();
    const fees = [{ line_item: 'A favour', pretax_amount: 0 }];
    const { appointment, invoice } = await booked(owner, { is_manual_edit: true, fees, duration: 1 });
    expect(invoice).toMatchObject({ total: 0, paid: true, status: 'paid' });
    expect(await typesOf(owner, appointment.id)).not.toContain('invoice.paid');
  });

  test('is behind its own public id and that of its appointment, and no other', async () => {
    const owner = await house.has.owner();
    const { appointment, invoice } = await booked(owner);
    for (const publicId of [invoice.public_id, appointment.public_id]) {
      const shown = await house.visitor.does(contract.getPublicInvoice, { publicId });
      expect(shown).toMatchObject({ number: invoice.number, outstanding: 600, appointment_id: null });
    }
    const own = await owner.does(contract.getPublicInvoice, { publicId: invoice.public_id });
    expect(own.appointment_id).toBe(appointment.id);
    const stranger = await (await house.has.owner()).does(contract.getPublicInvoice, {
      publicId: invoice.public_id,
    });
    expect(stranger.appointment_id).toBeNull();
    expect((await house.visitor.tries(contract.getPublicInvoice, { publicId: 'x'.repeat(24) })).status).toBe(
      404,
    );
    expect((await house.visitor.tries(contract.getPublicInvoice, { publicId: invoice.id })).status).toBe(404);
  });

  test('follows the fees of its appointment', async () => {
    const owner = await house.has.owner();
    const { appointment } = await booked(owner);
    await owner.does(contract.recordPayment, { id: appointment.id, amount: 600, method: 'cash' });
    const fees = [{ line_item: 'Inspection', pretax_amount: 650, tax_amount: 10 }];
    await owner.does(updateAppointment, { id: appointment.id, is_manual_edit: true, fees });
    const dearer = await owner.does(contract.getInvoice, { id: appointment.id });
    expect(dearer).toMatchObject({
      total: 660,
      paid_amount: 600,
      outstanding: 60,
      status: 'partial',
      paid: false,
    });
    const full = await owner.does(getAppointment, { inspection_id: appointment.id });
    expect(full).toMatchObject({ paid: false, outstanding: 60, total_fee: 660 });
  });

  test('as PDF has the same lines and sums', async () => {
    const owner = await house.has.owner();
    const { appointment, invoice } = await booked(owner);
    await owner.does(contract.recordPayment, {
      id: appointment.id,
      amount: 100,
      method: 'check',
      note: '#4711',
    });
    const file = await house.visitor.tries(contract.downloadPublicInvoice, { publicId: invoice.public_id });
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
      'Please pay at the appointment.',
    ]) {
      expect(text).toContain(part);
    }
    expect(text).not.toContain('#4711');
  });
});

describe('recording a payment', () => {
  test('brings the invoice down, tells when it is paid, and mails a receipt once', async () => {
    const owner = await house.has.owner();
    const { appointment } = await booked(owner);
    await house.settles();
    house.sent.emails.length = 0;
    await owner.does(contract.recordPayment, { id: appointment.id, amount: 200.5, method: 'cash' });
    expect(await owner.does(contract.getInvoice, { id: appointment.id })).toMatchObject({
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
    const last = await owner.does(contract.recordPayment, rest);
    expect(last).toMatchObject({
      amount: 399.5,
      recorded_by: owner.id,
      received_at: '2030-02-28T00:00:00-05:00',
    });
    expect(await owner.does(contract.getInvoice, { id: appointment.id })).toMatchObject({
      outstanding: 0,
      status: 'paid',
      paid: true,
    });
    expect(await owner.does(getAppointment, { inspection_id: appointment.id })).toMatchObject({
      paid: true,
      outstanding: 0,
    });
    const types = await typesOf(owner, appointment.id);
    expect(types.filter((type) => /payment|invoice|^appointment.signed/.test(type))).toEqual([
      'payment.recorded',
      'payment.recorded',
      'invoice.paid',
    ]);
    await house.settles();
    expect(house.sent.emails.map((mail) => mail.subject)).toEqual([
      'Receipt for INV-0001',
      'Receipt for INV-0001',
    ]);
    expect(house.sent.emails[0]?.text).toContain('$200.50');
    expect(house.sent.emails[0]?.text).toContain('$399.50');
  });

  test('sent twice under one key is one payment', async () => {
    const owner = await house.has.owner();
    const { appointment } = await booked(owner);
    const pay = { id: appointment.id, amount: 600, method: 'cash' };
    const twice = await Promise.all(
      [1, 2].map(() => owner.tries(contract.recordPayment, pay, { idempotencyKey: 'one' })),
    );
    expect(twice.map((answer) => answer.status)).toEqual([200, 200]);
    const { pageInfo } = await owner.does(contract.listPayments, { appointmentId: appointment.id });
    expect(pageInfo.total).toBe(1);
  });

  test('too much is kept as credit', async () => {
    const owner = await house.has.owner();
    const { appointment } = await booked(owner);
    await owner.does(contract.recordPayment, { id: appointment.id, amount: 650, method: 'check' });
    expect(await owner.does(contract.getInvoice, { id: appointment.id })).toMatchObject({
      outstanding: -50,
      paid: true,
    });
  });

  test.each([
    [{ amount: 0 }, 'amount', 'Amount must be more than 0'],
    [{ amount: -5 }, 'amount', 'Amount must be more than 0'],
    [{ amount: 1.005 }, 'amount', 'Amount can have two decimals at most'],
    [{ amount: 'ten' }, 'amount', 'Amount must be a number'],
    [{ amount: 2_000_000 }, 'amount', 'Amount is too large'],
    [{ method: 'card' }, 'method', 'Please choose how it was paid'],
    [{ received_at: 'yesterday' }, 'received_at', 'Date is not valid'],
    [{ received_at: '2030-03-02' }, 'received_at', 'Date cannot be in the future'],
  ])('refuses %j', async (wrong, field, message) => {
    const owner = await house.has.owner();
    const { appointment } = await booked(owner);
    const answer = await owner.tries(contract.recordPayment, {
      id: appointment.id,
      amount: 10,
      method: 'cash',
      ...wrong,
    });
    expect(answer.status).toBe(400);
    expect(answer.error?.details).toEqual({ [field]: message });
  });

  test('needs the right to, and is hidden from who may not see payments', async () => {
    const owner = await house.has.owner();
    const { appointment } = await booked(owner);
    await owner.does(contract.recordPayment, { id: appointment.id, amount: 10, method: 'cash' });
    const staff = await house.has.member(owner, { type: 'staff' });
    const pay = { id: appointment.id, amount: 10, method: 'cash' };
    expect((await staff.tries(contract.recordPayment, pay)).error?.type).toBe('FORBIDDEN');
    expect((await staff.tries(contract.listPayments, {})).error?.type).toBe('FORBIDDEN');
    expect((await staff.does(contract.getInvoice, { id: appointment.id })).records).toEqual([]);
    const technician = await house.has.member(owner, { type: 'technician' });
    expect((await technician.tries(contract.getInvoice, { id: appointment.id })).error?.type).toBe(
      'FORBIDDEN',
    );
  });

  test('by mistake is taken back: it stays visible, counts nothing, and paying again tells again', async () => {
    const owner = await house.has.owner();
    const { appointment } = await booked(owner);
    const paid = await owner.does(contract.recordPayment, {
      id: appointment.id,
      amount: 600,
      method: 'cash',
    });
    expect(
      (await owner.tries(contract.voidPayment, { id: paid.id, reason: '' })).error?.details,
    ).toHaveProperty('reason');
    await owner.does(contract.voidPayment, { id: paid.id, reason: 'Wrong job' });
    const again = await owner.does(contract.voidPayment, { id: paid.id, reason: 'Once more' });
    expect(again).toMatchObject({ void_reason: 'Wrong job', voided_at: expect.any(String) });
    const open = await owner.does(contract.getInvoice, { id: appointment.id });
    expect(open).toMatchObject({
      outstanding: 600,
      status: 'open',
      payments: [],
      records: [{ id: paid.id }],
    });
    await owner.does(contract.recordPayment, { id: appointment.id, amount: 600, method: 'cash' });
    const types = await typesOf(owner, appointment.id);
    expect(types.filter((type) => /payment|invoice/.test(type))).toEqual([
      'payment.recorded',
      'invoice.paid',
      'payment.voided',
      'payment.recorded',
      'invoice.paid',
    ]);
  });

  test('50 at once add up to the cent', async () => {
    const owner = await house.has.owner();
    const { appointment } = await booked(owner);
    const each = { id: appointment.id, amount: 12.01, method: 'cash' };
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => owner.tries(contract.recordPayment, each)),
    );
    expect(answers.every((answer) => answer.success)).toBe(true);
    expect(await owner.does(contract.getInvoice, { id: appointment.id })).toMatchObject({
      paid_amount: 600.5,
      outstanding: -0.5,
    });
    expect((await typesOf(owner, appointment.id)).filter((type) => type === 'invoice.paid')).toHaveLength(1);
  });
});

test('the list of payments pages by cursor, newest first', async () => {
  const owner = await house.has.owner();
  const { appointment } = await booked(owner);
  for (const amount of [1, 2, 3])
    await owner.does(contract.recordPayment, { id: appointment.id, amount, method: 'cash' });
  const first = await owner.does(contract.listPayments, { perPage: 2 });
  expect(first.pageData.map((row) => row.amount)).toEqual([3, 2]);
  const cursor = first.pageInfo.endCursor ?? '';
  const second = await owner.does(contract.listPayments, { perPage: 2, cursor });
  expect(second).toMatchObject({ pageData: [{ amount: 1 }], pageInfo: { total: 3, hasNextPage: false } });
});

test('invoice and receipt are mailed to nobody who may not see the invoice', async () => {
  const owner = await house.has.owner();
  const { appointment } = await booked(owner);
  const [client] = await owner.does(listLinks, { id: appointment.id });
  const linkId = client?.id ?? '';
  await owner.does(changeLink, {
    id: appointment.id,
    linkId,
    own_rights: { pay: false, view_invoice: false },
  });
  await house.settles();
  house.sent.emails.length = 0;
  expect((await owner.tries(contract.sendInvoice, { id: appointment.id })).error?.type).toBe('CONFLICT');
  await owner.does(contract.recordPayment, { id: appointment.id, amount: 1, method: 'cash' });
  await house.settles();
  expect(house.sent.emails).toEqual([]);
});

test('the invoice is mailed to its clients with their personal link', async () => {
  const owner = await house.has.owner();
  const { appointment, invoice } = await booked(owner);
  await house.settles();
  house.sent.emails.length = 0;
  expect(await owner.does(contract.sendInvoice, { id: appointment.id })).toEqual({ recipients: 1 });
  await house.settles();
  expect(house.sent.emails).toHaveLength(1);
  expect(house.sent.emails[0]?.text).toContain(`http://gable.test/invoice/${invoice.public_id}?p=`);
});
