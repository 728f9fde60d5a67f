import { beforeAll, describe, expect, test } from 'vitest';
import { quotePrice } from '#features/services/contract.ts';
import { createDiscount, getDiscount } from '#features/services/discount-contract.ts';
import { bookedAppointment } from '#testing/bookings.ts';
import { startTestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import { getDefaults, updateAppointment } from '../booking-contract.ts';
import { type Appointment, getAppointment } from '../contract.ts';

const app = await startTestApp({ at: '2030-03-01T14:00:00Z' });
let owner: TestUser;
beforeAll(async () => {
  owner = await app.create.owner();
});
let day = 10;
const nextDay = () => {
  day += 1;
  return `2031-02-${day}T09:00`;
};

/** One record of each kind that a fee line may name. */
async function recordsOf(company: TestUser) {
  const { serviceOptions } = await company.call(getDefaults, {});
  const service = serviceOptions.find(({ add_ons }) => add_ons.length > 0);
  const { id } = await company.call(createDiscount, { type: 1, value: 10, code: 'THEIRS' });
  return { serviceId: service?.id, addOnId: service?.add_ons[0]?.id, discountCodeId: id };
}

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

  describe.each(['serviceId', 'addOnId', 'discountCodeId'] as const)('with the %s', (field) => {
    const madeUp = '00000000-0000-7000-8000-00000000dead';

    test.each(['made up', 'of another company'])(
      '%s, are refused by name, and nothing is stored',
      async (kind) => {
        const { appointment } = await bookedAppointment(owner, { at: nextDay() });
        const stranger = await app.create.owner();
        const foreign = await recordsOf(stranger);
        const id = kind === 'made up' ? madeUp : foreign[field];
        const fees = appointment.fees.map((fee) => ({ ...fee, [field]: id }));
        const sent = { id: appointment.id, is_manual_edit: true, fees };
        const answer = await owner.request(updateAppointment, sent);
        expect(answer.error?.type).toBe('BAD_USER_INPUT');
        expect(Object.keys(answer.error?.details ?? {})).toEqual([`fees.0.${field}`]);
        const quote = await owner.request(quotePrice, {
          services: appointment.services.map((one) => ({ id: one.id, add_ons: [] })),
          fees,
        });
        expect(Object.keys(quote.error?.details ?? {})).toEqual([`fees.0.${field}`]);
        const after = await owner.call(getAppointment, { inspection_id: appointment.id });
        expect('fees' in after ? after.fees : null).toEqual(appointment.fees);
      },
    );
  });
});
