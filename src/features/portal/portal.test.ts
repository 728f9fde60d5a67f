import { describe, expect, test } from 'vitest';
import { asInstant } from '#domain/base/time.ts';
import * as agreements from '#features/agreements/contract.ts';
import { bookAppointment } from '#features/appointments/booking-contract.ts';
import { goodPayload } from '#features/appointments/booking-for-tests.ts';
import { cancelAppointment, confirmAppointment } from '#features/appointments/contract.ts';
import { recordPayment } from '#features/payments/contract.ts';
import { mine } from '#server/db/scope.ts';
import { startTestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import { calendarFile } from './calendar-file.ts';
import * as contract from './contract.ts';
import * as office from './office-contract.ts';
import { portalSteps } from './portal-steps.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });

async function booked(owner: TestUser, more: Parameters<typeof goodPayload>[1] = {}) {
  const appointment = await owner.call(bookAppointment, await goodPayload(owner, more));
  const [agreement] = await owner.call(agreements.listAppointmentAgreements, { id: appointment.id });
  const p = new URL(agreement?.signers[0]?.link ?? '').searchParams.get('p') ?? '';
  const ids = { appointmentPublicId: appointment.public_id, agreementPublicId: agreement?.public_id ?? '' };
  return { appointment, publicId: appointment.public_id, p, ids };
}

describe('client view', () => {
  test('leads from signing to paying to the report', async () => {
    const owner = await testApp.create.owner({ company_name: 'Harbor Inspections' });
    const { appointment, publicId, p, ids } = await booked(owner);
    const before = await testApp.visitor.call(contract.getClientView, { publicId, p });
    expect(before).toMatchObject({
      company: { company_name: 'Harbor Inspections' },
      property: { address: '12 Main St', square_feet: 2400 },
      date_time: '2030-03-08T09:00:00-05:00',
      viewer: { name: 'Clara Client', role: 'client', can_sign: true, can_pay: true },
      technicians: [{ name: 'Olive Owner' }],
      services: [{ name: 'Residential home inspection' }],
      invoice: { total: 600, outstanding: 600 },
      is_team: false,
      appointment_id: null,
    });
    expect(before.steps).toEqual({
      sign: { state: 'todo', done: 0, total: 1, is_required: true },
      pay: { state: 'todo', is_processing: false, is_required: true },
      view_report: { state: 'waiting', reasons: ['agreement', 'payment', 'unpublished'] },
    });
    const shown = await testApp.visitor.call(agreements.getPublicAgreement, { ...ids, p });
    await testApp.visitor.call(agreements.signAgreement, {
      ...ids,
      p,
      content_hash: shown.content_hash,
      consent_sha256: shown.consent.sha256,
      signer_name: 'Clara Client',
      consent: true,
      has_read: true,
    });
    await owner.call(recordPayment, { id: appointment.id, amount: 600, method: 'cash' });
    const after = await testApp.visitor.call(contract.getClientView, { publicId, p });
    expect(after.steps).toMatchObject({
      sign: { state: 'done' },
      pay: { state: 'done' },
      view_report: { state: 'waiting', reasons: ['unpublished'] },
    });
    const events = await testApp.readAs(owner.subscriberId, (ctx) =>
      mine(ctx, 'events').where('type', '=', 'appointment.signed_and_paid').select('id').execute(),
    );
    expect(events).toHaveLength(1);
  });

  test('of a request asks for nothing before the company has confirmed it', async () => {
    const owner = await testApp.create.owner();
    const { appointment, publicId, p } = await booked(owner, { confirm_inspection: false });
    const steps = async () => (await testApp.visitor.call(contract.getClientView, { publicId, p })).steps;
    expect(await steps()).toMatchObject({
      sign: { state: 'waiting', done: 0, total: 1 },
      pay: { state: 'waiting' },
      view_report: { state: 'waiting' },
    });
    await owner.call(confirmAppointment, { id: appointment.id });
    expect(await steps()).toMatchObject({ sign: { state: 'todo' }, pay: { state: 'todo' } });
  });

  test('reveals nothing about people to a visitor without a personal link', async () => {
    const owner = await testApp.create.owner();
    const { publicId } = await booked(owner, {
      internal_notes: [{ text: 'secret note' }],
      inspection_notes: 'secret too',
      payment_notes: 'and this',
    });
    const answer = await testApp.visitor.request(contract.getClientView, { publicId });
    expect(answer.data).toMatchObject({ viewer: null, is_team: false });
    const text = answer.raw.toString();
    for (const secret of ['secret', 'and this', 'clara@client.example', owner.id, '?p='])
      expect(text).not.toContain(secret);
    expect((await testApp.visitor.request(contract.getClientView, { publicId: 'x'.repeat(24) })).status).toBe(
      404,
    );
  });

  test('recognizes team members', async () => {
    const owner = await testApp.create.owner();
    const { appointment, publicId } = await booked(owner);
    expect(await owner.call(contract.getClientView, { publicId })).toMatchObject({
      is_team: true,
      appointment_id: appointment.id,
    });
    const stranger = await testApp.create.owner();
    expect(await stranger.call(contract.getClientView, { publicId })).toMatchObject({
      is_team: false,
      appointment_id: null,
    });
  });

  test('hides invisible technicians and what agents may not see', async () => {
    const owner = await testApp.create.owner();
    const { publicId } = await booked(owner, { invisible_inspectors: [owner.id] });
    expect((await testApp.visitor.call(contract.getClientView, { publicId })).technicians).toEqual([]);
  });

  test('mails personal links to the addresses on file, at most once an hour, and reveals nothing', async () => {
    const owner = await testApp.create.owner();
    const { publicId } = await booked(owner);
    await testApp.runDueJobs();
    testApp.sent.emails.length = 0;
    for (let i = 0; i < 3; i++)
      expect(await testApp.visitor.call(contract.sendMyLink, { publicId }, { ip: '192.0.2.1' })).toBeNull();
    await testApp.runDueJobs();
    expect(testApp.sent.emails.map((mail) => mail.to[0]?.address)).toEqual(['clara@client.example']);
    expect(testApp.sent.emails[0]?.text).toMatch(
      new RegExp(`http://gable.test/client-view/${publicId}\\?p=`),
    );
    for (let i = 0; i < 7; i++)
      await testApp.visitor.request(contract.sendMyLink, { publicId }, { ip: '192.0.2.1' });
    const refused = await testApp.visitor.request(contract.sendMyLink, { publicId }, { ip: '192.0.2.1' });
    expect(refused.error?.type).toBe('RATE_LIMITED');
  });

  test('draws a map if there is no photo, and offers the appointment as a calendar file', async () => {
    const owner = await testApp.create.owner();
    const { appointment, publicId } = await booked(owner);
    const picture = await testApp.visitor.request(contract.getPropertyPicture, { publicId });
    expect(picture.headers['content-type']).toContain('image/svg+xml');
    expect((await testApp.visitor.request(contract.getCompanyLogo, { publicId })).status).toBe(404);
    const file = (await testApp.visitor.request(contract.getCalendarFile, { publicId })).raw.toString();
    expect(file).toContain('DTSTART:20300308T140000Z\r\nDTEND:20300308T174500Z');
    expect(file).toContain('LOCATION:12 Main St\\, Boulder\\, CO 80301');
    await owner.call(cancelAppointment, { id: appointment.id, reason: 'Sold', notify: false });
    expect((await testApp.visitor.request(contract.getCalendarFile, { publicId })).raw.toString()).toContain(
      'STATUS:CANCELLED',
    );
  });
});

describe('waivers', () => {
  test('open one gate at a time, require a reason, and end on time or when removed', async () => {
    const owner = await testApp.create.owner();
    const { appointment, publicId, p } = await booked(owner);
    const reasons = async () =>
      (await testApp.visitor.call(contract.getClientView, { publicId, p })).steps.view_report.reasons;
    const payment = await owner.call(office.addWaiver, {
      id: appointment.id,
      what: 'payment',
      reason: 'Pays at closing',
    });
    expect(payment).toMatchObject({ is_active: true, waived_by_name: 'Olive Owner' });
    expect(await reasons()).toEqual(['agreement', 'unpublished']);
    await owner.call(office.addWaiver, {
      id: appointment.id,
      what: 'agreement',
      reason: 'On paper',
      until: '2030-03-01T10:00',
    });
    expect(await reasons()).toEqual(['unpublished']);
    await testApp.advanceTime('2 hours');
    expect(await reasons()).toEqual(['agreement', 'unpublished']);
  });

  test('can be removed, and are rejected without a reason, the right or a future end', async () => {
    const owner = await testApp.create.owner();
    const { appointment } = await booked(owner);
    const waive = { id: appointment.id, what: 'payment', reason: 'Friend' };
    const made = await owner.request(office.addWaiver, waive);
    const { id } = made.data as { id: string };
    await owner.call(office.removeWaiver, { id: appointment.id, waiverId: id });
    await owner.call(office.removeWaiver, { id: appointment.id, waiverId: id });
    const [row] = await owner.call(office.listWaivers, { id: appointment.id });
    expect(row).toMatchObject({ is_active: false, revoked_at: expect.any(String) });
    expect((await owner.request(office.addWaiver, { ...waive, reason: ' ' })).error?.details).toHaveProperty(
      'reason',
    );
    expect(
      (await owner.request(office.addWaiver, { ...waive, until: '2020-01-01' })).error?.details,
    ).toHaveProperty('until');
    expect((await owner.request(office.addWaiver, { ...waive, what: 'all' })).error?.details).toHaveProperty(
      'what',
    );
    const staff = await testApp.create.member(owner, { type: 'staff', flags: { can_edit_schedule: true } });
    expect((await staff.request(office.addWaiver, waive)).error?.type).toBe('FORBIDDEN');
    const audit = await testApp.readAs(owner.subscriberId, (ctx) =>
      mine(ctx, 'audit_log').where('entity_id', '=', appointment.id).select('action').orderBy('id').execute(),
    );
    expect(audit.map((each) => each.action)).toEqual(
      expect.arrayContaining(['gate-waived', 'gate-restored']),
    );
  });
});

test('short links lead to paths of this installation, count clicks, and expire', async () => {
  const owner = await testApp.create.owner();
  const add = (uniq_id: string, target: string, expires_at: string) =>
    testApp.writeAs(owner.subscriberId, (w) =>
      w.db
        .insertInto('short_links')
        .values({ uniq_id, subscriber_id: owner.subscriberId, target, created_at: w.now, expires_at })
        .execute(),
    );
  await add('abcd1234', '/client-view/x', '2031-01-01T00:00:00Z');
  await add('old00000', '/client-view/x', '2029-01-01T00:00:00Z');
  await add('evil0000', '//evil.example', '2031-01-01T00:00:00Z');
  const follow = (uniqId: string) => testApp.visitor.request(contract.followShortLink, { uniqId });
  expect((await follow('abcd1234')).data).toEqual({ target: '/client-view/x' });
  for (const dead of ['old00000', 'evil0000', 'unknown0']) expect((await follow(dead)).status).toBe(404);
});

describe('portal steps', () => {
  const facts = {
    agreements: [{ signed: false, signed_by_me: false }],
    paid: false,
    is_processing: false,
    require_payment: true,
    agreement_signed: false,
    has_published: true,
    viewer: { can_sign: true, can_pay: true },
    waivers: [],
    now: asInstant('2030-03-01T14:00:00Z'),
  };

  test.each([
    ['nothing to sign', { agreements: [], agreement_signed: true }, 'done', 'todo', ['payment']],
    [
      'signed by me, not by others',
      { agreements: [{ signed: false, signed_by_me: true }] },
      'waiting',
      'todo',
      ['agreement', 'payment'],
    ],
    [
      'neither sign nor pay',
      { viewer: { can_sign: false, can_pay: false } },
      'waiting',
      'waiting',
      ['agreement', 'payment'],
    ],
    ['payment is processing', { is_processing: true }, 'todo', 'waiting', ['agreement', 'payment']],
    ['payment not required', { require_payment: false }, 'todo', 'todo', ['agreement']],
    ['nothing published', { has_published: false }, 'todo', 'todo', ['agreement', 'payment', 'unpublished']],
    [
      'not confirmed by the company',
      { is_unconfirmed: true },
      'waiting',
      'waiting',
      ['agreement', 'payment'],
    ],
    ['without a personal link', { viewer: null }, 'todo', 'todo', ['agreement', 'payment']],
  ])('%s', (_, more, sign, pay, reasons) => {
    const steps = portalSteps({ ...facts, ...more });
    expect([steps.sign.state, steps.pay.state, steps.view_report.reasons]).toEqual([sign, pay, reasons]);
  });

  test('leave only reading the report once everything is done', () => {
    const done = { agreements: [{ signed: true, signed_by_me: true }], paid: true, agreement_signed: true };
    expect(portalSteps({ ...facts, ...done }).view_report).toEqual({ state: 'todo', reasons: [] });
  });
});

test('a calendar file escapes its texts and folds long lines between characters', () => {
  const file = calendarFile({
    uid: 'a@b',
    sequence: 2,
    stamp: asInstant('2030-03-01T14:00:00Z'),
    start: asInstant('2030-03-08T14:00:00Z'),
    end: asInstant('2030-03-08T16:00:00Z'),
    summary: `Häuser; eins, zwei\\drei ${'ü'.repeat(60)}`,
    location: 'Line\nbreak',
    description: '',
    status: 'CONFIRMED',
  });
  expect(file).toContain('SUMMARY:Häuser\\; eins\\, zwei\\\\drei');
  expect(file).toContain('LOCATION:Line\\nbreak');
  for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(file.replaceAll('\r\n ', '')).toContain('ü'.repeat(60));
});
