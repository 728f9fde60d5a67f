import { beforeAll, describe, expect, test } from 'vitest';
import { createDiscount, getDiscount } from '#features/services/discount-contract.ts';
import { bookedAppointment } from '#testing/bookings.ts';
import { startTestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import { updateAppointment } from '../booking-contract.ts';
import type { Appointment } from '../contract.ts';

const app = await startTestApp({ at: '2030-03-01T14:00:00Z' });
let owner: TestUser;
beforeAll(async () => {
  owner = await app.create.owner();
});
let day = 10;

/** Books an appointment and edits its first line manually to 333. */
async function editedByHand(more: object = {}): Promise<Appointment> {
  day += 1;
  const { appointment } = await bookedAppointment(owner, { at: `2031-01-${day}T09:00`, ...more });
  const [first, ...rest] = appointment.fees;
  const changed = await owner.call(updateAppointment, {
    id: appointment.id,
    is_manual_edit: true,
    fees: first ? [{ ...first, pretax_amount: 333 }, ...rest] : [],
  });
  return changed as Appointment;
}
const amounts = (one: { fees: { line_item: string; pretax_amount: number }[] }) =>
  one.fees.map((fee) => [fee.line_item, fee.pretax_amount]);

describe('manually edited fee lines', () => {
  test('survive a recalculation and disappear once they are reset', async () => {
    const made = await editedByHand();
    const [name] = amounts(made)[0] ?? [];
    const again = await owner.call(updateAppointment, { id: made.id, recalculate: true, square_feet: 5200 });
    expect([amounts(again), again.is_manual_edit, again.total_fee]).toEqual([[[name, 333]], true, 333]);
    const back = await owner.call(updateAppointment, {
      id: made.id,
      is_manual_edit: false,
      recalculate: true,
    });
    expect([amounts(back), back.is_manual_edit]).toEqual([[[name, 1000]], false]);
  });

  test('get the line of a new code and lose that of a removed code', async () => {
    const old = await owner.call(createDiscount, { type: 1, value: 10, code: 'OLD' });
    const next = await owner.call(createDiscount, { type: 2, value: 25, code: 'NEW' });
    const made = await editedByHand({ discount_code: 'old' });
    const [name] = amounts(made)[0] ?? [];
    expect(amounts(made)).toEqual([
      [name, 333],
      ['Discount (OLD)', -60],
    ]);
    const other = await owner.call(updateAppointment, { id: made.id, discount_code: 'NEW' });
    expect(amounts(other)).toEqual([
      [name, 333],
      ['Discount (NEW)', -25],
    ]);
    expect([other.total_fee, other.is_manual_edit, other.discount_code]).toEqual([308, true, 'NEW']);
    const none = await owner.call(updateAppointment, { id: made.id, discount_code: '' });
    expect([amounts(none), none.total_fee]).toEqual([[[name, 333]], 333]);
    for (const { id } of [old, next]) {
      expect((await owner.call(getDiscount, { id })).used_count).toBe(0);
    }
  });
});
