import { beforeAll, describe, expect, test } from 'vitest';
import { addAgreement, listAppointmentAgreements, voidAgreement } from '#features/agreements/contract.ts';
import { clients } from '#features/people/contract.ts';
import { listServices } from '#features/services/contract.ts';
import { insertMine } from '#server/db/scope.ts';
import { newId } from '#server/ids.ts';
import { startTestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import * as booking from '../booking-contract.ts';
import { goodPayload } from '../booking-for-tests.ts';
import * as contract from '../contract.ts';

const app = await startTestApp({ at: '2030-03-01T14:00:00Z' });
let owner: TestUser;
beforeAll(async () => {
  owner = await app.create.owner();
});

let day = 10;
async function booked(more: Parameters<typeof goodPayload>[1] = {}) {
  day += 1;
  return owner.call(
    booking.bookAppointment,
    await goodPayload(owner, { date_time: `2031-01-${day}T09:00`, order_id: `T-${day}`, ...more }),
  );
}
const typesOf = async (id: string) =>
  (await owner.call(contract.listActivity, { id, perPage: 100 })).pageData.map((row) => row.type).reverse();

describe('changing an appointment', () => {
  test('leaves unsent fields unchanged and rejects a stale rev with the current state', async () => {
    const made = await booked();
    const changed = await owner.call(booking.updateAppointment, {
      id: made.id,
      rev: made.rev,
      payment_notes: 'cash',
    });
    expect(changed).toMatchObject({
      payment_notes: 'cash',
      address: made.address,
      total_fee: 600,
      rev: made.rev + 1,
    });
    const stale = await owner.request(booking.updateAppointment, {
      id: made.id,
      rev: made.rev,
      payment_notes: 'card',
    });
    expect(stale.error).toMatchObject({ type: 'CONFLICT', details: { current: { payment_notes: 'cash' } } });
  });

  test('recalculates the price when services change and reports added and removed ones', async () => {
    const made = await booked();
    const [residential] = (await owner.call(listServices, {})).pageData;
    const radon = residential?.add_ons.find((a) => a.name.startsWith('Radon'))?.id ?? '';
    const changed = await owner.call(booking.updateAppointment, {
      id: made.id,
      services: [{ id: residential?.id ?? '', add_ons: [radon] }],
    });
    expect(changed).toMatchObject({ total_fee: 750, outstanding: 750, duration: 4, paid: false });
    expect(changed.fees).toHaveLength(2);
    const { pageData } = await owner.call(contract.listActivity, { id: made.id });
    expect(pageData.find((row) => row.type === 'appointment.services_changed')?.data).toMatchObject({
      added_add_on_ids: [radon],
    });
    expect(pageData.find((row) => row.type === 'appointment.priced')?.data).toMatchObject({
      old_total_cents: 60000,
      new_total_cents: 75000,
    });
  });

  test('reports services that take longer than a day by field', async () => {
    const made = await booked();
    const line = { serviceId: null, addOnId: null, pricing_details: '', pretax_amount: 100, tax_amount: 0 };
    const fees = ['One', 'Two'].map((line_item) => ({ ...line, line_item, duration: 13 }));
    const change = { id: made.id, is_manual_edit: true, fees };
    const refused = await owner.request(booking.updateAppointment, change);
    expect(refused.error).toMatchObject({
      type: 'BAD_USER_INPUT',
      details: { duration: 'Duration must be more than 0 and at most 24 hours' },
    });
    // An explicit duration takes precedence.
    const changed = await owner.call(booking.updateAppointment, { ...change, duration: 8 });
    expect(changed).toMatchObject({ total_fee: 200, duration: 8 });
    const more = {
      date_time: '2031-02-20T09:00',
      order_id: 'T-long',
      is_manual_edit: true,
      fees,
      duration: 8,
    };
    const payload = await goodPayload(owner, more);
    expect(await owner.call(booking.bookAppointment, payload)).toMatchObject({ duration: 8 });
  });

  test('leaves the price unchanged when the property changes, until it is recalculated', async () => {
    const made = await booked();
    const bigger = await owner.call(booking.updateAppointment, { id: made.id, square_feet: 5200 });
    expect(bigger.total_fee).toBe(600);
    expect((await owner.call(booking.updateAppointment, { id: made.id, recalculate: true })).total_fee).toBe(
      1000,
    );
  });

  test('claims the new time: other bookings conflict, the appointment itself does not', async () => {
    const made = await booked();
    const other = await booked();
    const taken = await owner.request(booking.updateAppointment, { id: made.id, date_time: other.date_time });
    expect(taken.error).toMatchObject({ type: 'CONFLICT', message: 'This time slot is no longer available' });
    const local = made.date_time.slice(0, 11);
    const moved = await owner.call(booking.updateAppointment, { id: made.id, date_time: `${local}10:00` });
    expect(moved.date_time).toBe(`${local}10:00:00-05:00`);
    expect(await typesOf(made.id)).toContain('appointment.rescheduled');
    const past = await owner.request(booking.updateAppointment, {
      id: made.id,
      date_time: '2030-02-01T09:00',
    });
    expect(past.error?.message).toBe('Date & Time: Please select a future date');
    const again = await owner.call(booking.updateAppointment, {
      id: made.id,
      date_time: moved.date_time,
      occupied: false,
    });
    expect(again.occupied).toBe(false);
  });

  test('leaves the links of remaining people unchanged', async () => {
    const made = await booked();
    const second = await owner.call(clients.create, {
      first_name: 'Bo',
      last_name: 'B',
      email: 'bo@b.example',
    });
    const both = await owner.call(booking.updateAppointment, {
      id: made.id,
      clients: [...made.clients, second.id],
    });
    const linkOf = (a: contract.Appointment, id: string | undefined) =>
      a.people.find((p) => p.id === id)?.link;
    expect(linkOf(both, made.clients[0])).toBe(linkOf(made, made.clients[0]));
    const none = await owner.request(booking.updateAppointment, { id: made.id, clients: [] });
    expect(none.error?.message).toBe('People: Please select at least one client');
    expect((await owner.call(booking.updateAppointment, { id: made.id, inspectors: [] })).inspectors).toEqual(
      [],
    );
    expect(await typesOf(made.id)).toContain('person.unassigned');
  });

  test('is only allowed for users who may edit', async () => {
    const made = await booked();
    const tess = await app.create.member(owner, { type: 'technician', flags: { can_schedule_new: true } });
    const staff = await app.create.member(owner, { type: 'staff', flags: { can_edit_schedule: true } });
    expect(
      (await tess.request(booking.updateAppointment, { id: made.id, occupied: false })).error?.type,
    ).toBe('FORBIDDEN');
    await staff.call(booking.updateAppointment, { id: made.id, inspectors: [tess.id] });
    await tess.call(booking.updateAppointment, { id: made.id, occupied: false });
    const seen = await tess.call(contract.getAppointment, { inspection_id: made.id });
    expect(seen).toMatchObject({ total_fee: null, fees: [], may: { edit: true } });
    // Users who can't see prices can't reset what the office has agreed.
    const line = { serviceId: null, addOnId: null, line_item: 'Agreed', pricing_details: '' };
    const fees = [{ ...line, pretax_amount: 333, tax_amount: 0, duration: 3 }];
    await owner.call(booking.updateAppointment, { id: made.id, is_manual_edit: true, fees });
    const given = await tess.request(booking.updateAppointment, { id: made.id, is_manual_edit: false });
    expect(given.error?.type).toBe('FORBIDDEN');
    const stranger = await app.create.owner();
    expect((await stranger.request(booking.updateAppointment, { id: made.id, occupied: true })).status).toBe(
      404,
    );
  });
});

describe('the status of an appointment', () => {
  test('goes from requested to scheduled and back, to canceled, restored and completed', async () => {
    const made = await booked({ confirm_inspection: false });
    const { id } = made;
    expect(made.may).toMatchObject({
      confirm: true,
      unconfirm: false,
      cancel: true,
      complete: false,
      remove: true,
    });
    expect(await owner.call(contract.confirmAppointment, { id })).toMatchObject({
      status: 'scheduled',
      disable_automated_notifications: false,
    });
    expect((await owner.request(contract.confirmAppointment, { id })).error?.type).toBe('CONFLICT');
    expect(await owner.call(contract.unconfirmAppointment, { id })).toMatchObject({ status: 'requested' });
    expect(await owner.call(contract.cancelAppointment, { id, reason: 'ill' })).toMatchObject({
      status: 'canceled',
      cancel_reason: 'ill',
    });
    expect(await owner.call(contract.restoreAppointment, { id })).toMatchObject({
      status: 'requested',
      canceled_at: null,
    });
    await owner.call(contract.confirmAppointment, { id });
    expect((await owner.request(contract.removeAppointment, { id })).error?.message).toBe(
      'Only a canceled or requested appointment can be deleted',
    );
  });

  test('releases the time when canceled and claims it again when restored', async () => {
    const first = await booked();
    await owner.call(contract.cancelAppointment, { id: first.id });
    const second = await booked({ date_time: first.date_time });
    const late = await owner.request(contract.restoreAppointment, { id: first.id });
    expect(late.error?.message).toBe('This time slot is no longer available');
    await owner.call(contract.cancelAppointment, { id: second.id });
    const asBooked = await owner.request(contract.removeAppointment, { id: second.id, rev: second.rev });
    expect(asBooked.error).toMatchObject({ type: 'CONFLICT', details: { current: { status: 'canceled' } } });
    await owner.call(contract.removeAppointment, { id: second.id, rev: second.rev + 1 });
    expect((await owner.request(contract.getAppointment, { inspection_id: second.id })).status).toBe(404);
    expect(await owner.call(contract.restoreAppointment, { id: first.id })).toMatchObject({
      status: 'scheduled',
    });
  });

  test('includes agreement_signed, derived from its agreements', async () => {
    const made = await booked({ agreements: [] });
    expect(made.agreement_signed).toBe(true);
    const { agreementOptions } = await owner.call(booking.getDefaults, {});
    await owner.call(addAgreement, { id: made.id, template_id: agreementOptions[0]?.value ?? '' });
    expect(await owner.call(contract.getAppointment, { inspection_id: made.id })).toMatchObject({
      agreement_signed: false,
    });
    const [copy] = await owner.call(listAppointmentAgreements, { id: made.id });
    await owner.call(voidAgreement, { id: made.id, agreementId: copy?.id ?? '', reason: 'wrong one' });
    expect(await owner.call(contract.getAppointment, { inspection_id: made.id })).toMatchObject({
      agreement_signed: true,
    });
  });
});

describe('a discount code', () => {
  /** Adds a code for 10 % off that may be used once. */
  async function putCode(code: string): Promise<void> {
    await app.writeAs(owner.subscriberId, (w) =>
      w.db
        .insertInto('discount_codes')
        .values({
          subscriber_id: w.subscriberId,
          id: newId(),
          code,
          type: 1,
          percent: 10_000,
          max_uses: 1,
          created_at: w.now,
          updated_at: w.now,
        })
        .execute(),
    );
  }

  async function usesOf(code: string): Promise<number | undefined> {
    const row = await app.readAs(owner.subscriberId, (r) =>
      r.db
        .selectFrom('discount_codes')
        .select('used_count')
        .where('subscriber_id', '=', owner.subscriberId)
        .where('code', '=', code)
        .executeTakeFirst(),
    );
    return row?.used_count;
  }

  test('is counted once, released on removal, and rejected when used up', async () => {
    await putCode('TEN');
    const made = await booked({ discount_code: 'ten' });
    expect(made).toMatchObject({ total_fee: 540, discount_code: 'TEN' });
    day += 1;
    const second = await goodPayload(owner, {
      date_time: `2031-01-${day}T09:00`,
      order_id: `T-${day}`,
      discount_code: 'TEN',
    });
    const refused = await owner.request(booking.bookAppointment, second);
    expect(refused.error?.details).toEqual({ discount_code: 'Discount code has reached its limit' });
    expect(
      (await owner.call(booking.updateAppointment, { id: made.id, discount_code: null })).total_fee,
    ).toBe(600);
    const offered = async () =>
      (await owner.call(booking.getDefaults, {})).discountOptions.map((one) => one.code);
    expect(await offered()).toContain('TEN');
    const holder = await owner.call(booking.bookAppointment, second);
    expect(holder.total_fee).toBe(540);
    expect(await offered()).not.toContain('TEN');
  });

  test('keeps an appointment canceled if it has been used up elsewhere since', async () => {
    await putCode('ONCE');
    const first = await booked({ discount_code: 'ONCE' });
    await owner.call(contract.cancelAppointment, { id: first.id });
    const second = await booked({ discount_code: 'ONCE' });
    const late = await owner.request(contract.restoreAppointment, { id: first.id });
    expect(late.error).toMatchObject({
      type: 'CONFLICT',
      message: 'Discount code has reached its limit',
    });
    expect(await owner.call(contract.getAppointment, { inspection_id: first.id })).toMatchObject({
      status: 'canceled',
    });
    expect(await usesOf('ONCE')).toBe(1);
    await owner.call(contract.cancelAppointment, { id: second.id });
    await owner.call(contract.restoreAppointment, { id: first.id });
    expect(await usesOf('ONCE')).toBe(1);
  });
});

describe('reading an appointment', () => {
  test('shows visitors the public projection by public id and nothing by id', async () => {
    const made = await booked({
      inspection_notes: 'secret',
      invisible_inspectors: [owner.id],
      inspectors: [],
    });
    const seen = await app.visitor.request(contract.getAppointment, {
      inspection_id: made.public_id,
      user_id: owner.id,
    });
    expect(seen.data).toMatchObject({ projection: 'public', technicians: [], address: '12 Main St' });
    expect(JSON.stringify(seen.json)).not.toMatch(/secret|clara|600/);
    for (const inspection_id of [made.id, 'x'.repeat(24)]) {
      expect(
        (await app.visitor.request(contract.getAppointment, { inspection_id, u_id: owner.id })).status,
      ).toBe(404);
    }
    const stranger = await app.create.owner();
    expect((await stranger.request(contract.getAppointment, { inspection_id: made.id })).status).toBe(404);
    expect(await stranger.call(contract.getAppointment, { inspection_id: made.public_id })).toMatchObject({
      projection: 'public',
    });
    expect(await owner.call(contract.getAppointment, { inspection_id: made.public_id })).toMatchObject({
      projection: 'full',
    });
  });

  test('refuses a note when the appointment has 200, until one is removed', async () => {
    const made = await booked();
    const { id } = await owner.call(contract.addNote, { id: made.id, text: 'first' });
    await app.writeAs(owner.subscriberId, (w) =>
      insertMine(
        w,
        'internal_notes',
        Array.from({ length: 199 }, (_, n) => ({
          id: newId(),
          appointment_id: made.id,
          text: `note ${n}`,
          created_by: owner.id,
          created_at: w.now,
        })),
      ).execute(),
    );
    const answer = await owner.request(contract.addNote, { id: made.id, text: 'one more' });
    expect([answer.status, Object.keys(answer.error?.details ?? {})]).toEqual([400, ['text']]);
    await owner.call(contract.removeNote, { id: made.id, noteId: id });
    await owner.call(contract.addNote, { id: made.id, text: 'one more' });
  });

  test('allows only the author of a note to change it', async () => {
    const made = await booked();
    const staff = await app.create.member(owner, { type: 'staff', flags: { can_edit_schedule: true } });
    const note = await owner.call(contract.addNote, { id: made.id, text: 'one' });
    const foreign = await staff.request(contract.changeNote, { id: made.id, noteId: note.id, text: 'two' });
    expect(foreign.error?.type).toBe('FORBIDDEN');
    expect(
      await owner.call(contract.changeNote, { id: made.id, noteId: note.id, text: 'two' }),
    ).toMatchObject({ text: 'two', isEdited: true });
    expect((await staff.request(contract.removeNote, { id: made.id, noteId: note.id })).status).toBe(403);
    await owner.call(contract.removeNote, { id: made.id, noteId: note.id });
    expect(await owner.call(contract.getAppointment, { inspection_id: made.id })).toMatchObject({
      internal_notes: [],
    });
  });
});
