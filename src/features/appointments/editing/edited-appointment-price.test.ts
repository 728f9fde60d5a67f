import { describe, expect, test } from 'vitest';
import { asLocalDate } from '#domain/base/time.ts';
import { quotePrice } from '#features/services/contract.ts';
import { createDiscount, deleteDiscount, updateDiscount } from '#features/services/discount-contract.ts';
import {
  createService,
  deleteAddOn,
  deleteService,
  updateService,
} from '#features/services/editor-contract.ts';
import { type BookedAppointment, bookedAppointment, chosenServices } from '#testing/bookings.ts';
import { startTestApp } from '#testing/test-app.ts';
import { getDefaults, updateAppointment } from '../booking-contract.ts';
import type { DraftAction } from '../screens/draft/draft-action.ts';
import { changedPayload } from '../screens/draft/draft-changes.ts';
import { discountFromAnswer, discountRequest } from '../screens/draft/draft-discount.ts';
import { openForEdit } from '../screens/draft/draft-edit.ts';
import { displayedPrice } from '../screens/draft/draft-pricing.ts';
import { draftReducer } from '../screens/draft/draft-reducer.ts';
import type { DialogState } from '../screens/draft/draft-state.ts';

const app = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const owner = await app.create.owner();
const ten = { type: 1 as const, value: 10 };
let count = 0;
let day = 0;
/** Creates a service with one fee and no price steps by size. */
const service = (base_cost: number, more: object = {}) =>
  owner.call(createService, { name: `Service ${++count}`, base_cost, base_duration: 2, ...more });
const booked = async (more: object) =>
  (await bookedAppointment(owner, { at: `2031-01-${10 + ++day}T09:00`, ...more })).appointment;

/** Opens the edit dialog with the server's data for the appointment. */
async function opened(appointment: BookedAppointment): Promise<DialogState> {
  const defaults: DialogState['defaults'] = await owner.call(getDefaults, { appointment_id: appointment.id });
  return openForEdit(appointment as never, defaults, asLocalDate('2030-03-01'));
}

/** Returns what the dialog shows after these changes, and what they are saved as. */
async function shownAndSaved(appointment: BookedAppointment, ...actions: DraftAction[]) {
  let state = actions.reduce(draftReducer, await opened(appointment));
  if (state.draft.services.discountCode !== null) {
    const discount = discountFromAnswer(await owner.call(quotePrice, discountRequest(state)));
    state = draftReducer(state, { type: 'discount', discount });
  }
  const { lines, totals } = displayedPrice(state);
  const saved = await owner.call(updateAppointment, {
    id: appointment.id,
    rev: appointment.rev,
    ...changedPayload(state),
  });
  const cents = (amount: number | null) => Math.round((amount ?? 0) * 100);
  type Line = { line_item: string; pretax_amount: number; tax_amount: number };
  const amounts = (all: readonly Line[]) =>
    all.map((one) => [one.line_item, one.pretax_amount, one.tax_amount]);
  expect(amounts(lines)).toEqual(amounts(saved.fees));
  expect(totals.total_cents).toBe(cents(saved.total_fee));
  expect(cents(Number(state.draft.services.total))).toBe(cents(saved.total_fee));
  return { total: saved.total_fee, problem: state.discount.problem, amounts: amounts(saved.fees) };
}

describe('the dialog shows an edited appointment as it will be saved', () => {
  test.each([
    ['used up by itself', 'USEDUP', { max_uses: 1 }, {}],
    ['used up by its own client', 'CLIENT', { max_uses_per_client: 1 }, {}],
    ['expired since', 'EXPIRED', {}, { expires_on: '2030-02-01' }],
    ['switched off since', 'OFF', {}, { status: 0 as const }],
  ])('with a code that is %s and an added service', async (_, code, terms, since) => {
    const { id } = await owner.call(createDiscount, { ...ten, code, ...terms });
    const radon = await service(150);
    const appointment = await booked({ discount_code: code });
    expect(appointment.total_fee).toBe(540);
    await owner.call(updateDiscount, { id, ...since });
    const seen = await shownAndSaved(appointment, { type: 'service', id: radon.id });
    expect(seen).toMatchObject({ total: 675, problem: null });
  });

  test('with a code that does not cover the replacement service', async () => {
    const [covered] = await chosenServices(owner);
    const other = await service(300);
    const narrow = { service_ids: [covered?.id ?? ''], max_uses: 1 };
    await owner.call(createDiscount, { ...ten, code: 'NARROW', ...narrow });
    const appointment = await booked({ discount_code: 'NARROW' });
    const seen = await shownAndSaved(
      appointment,
      { type: 'service', id: other.id },
      { type: 'service', id: covered?.id ?? '' },
    );
    expect(seen).toMatchObject({ amounts: [[other.name, 300, 0]], problem: null });
  });

  test('with a code whose text now belongs to another code', async () => {
    const old = await owner.call(createDiscount, { ...ten, code: 'TWICE' });
    const more = await service(100);
    const appointment = await booked({ discount_code: 'TWICE' });
    await owner.call(deleteDiscount, { id: old.id });
    await owner.call(createDiscount, { type: 1, value: 50, code: 'TWICE' });
    const seen = await shownAndSaved(appointment, { type: 'service', id: more.id });
    expect(seen.total).toBe(630);
  });

  test('with a discontinued service, its price steps and its tax', async () => {
    const discontinued = await service(600, {
      taxes: [{ name: 'GST', add_percent: 8 }],
      modifiers: [{ when: 1, greater_than: 2000, less_than_or_equal: 3000, add_fee: 50, add_hours: 0 }],
    });
    const more = await service(150);
    const services = [{ id: discontinued.id, add_ons: [] }];
    const appointment = await booked({ services });
    await owner.call(updateService, { id: discontinued.id, status: 0 });
    const seen = await shownAndSaved(
      appointment,
      { type: 'location', patch: { square_feet: 1500 } },
      { type: 'service', id: more.id },
    );
    expect(seen.amounts).toEqual([
      [discontinued.name, 600, 48],
      [more.name, 150, 0],
    ]);
  });

  test('with a manual fee for a discontinued service: its tax follows the amount', async () => {
    const discontinued = await service(500, { taxes: [{ name: 'GST', add_percent: 8 }] });
    const appointment = await booked({ services: [{ id: discontinued.id, add_ons: [] }] });
    await owner.call(updateService, { id: discontinued.id, status: 0 });
    const seen = await shownAndSaved(
      appointment,
      { type: 'manual', act: 'start' },
      { type: 'fee', index: 0, patch: { pretax_amount: 400 } },
      { type: 'manual', act: 'save' },
    );
    expect(seen.amounts).toEqual([[discontinued.name, 400, 32]]);
  });

  test('with a valid code whose service and add-on have been deleted', async () => {
    await owner.call(createDiscount, { ...ten, code: 'GOOD' });
    const discontinued = await service(500, {
      taxes: [{ name: 'GST', add_percent: 8 }],
      add_ons: [{ name: 'Dock', add_fee: 30, add_hours: 0.25 }],
    });
    const addOn = discontinued.add_ons[0]?.id ?? '';
    const more = await service(70);
    const services = [{ id: discontinued.id, add_ons: [addOn] }];
    const appointment = await booked({ services, discount_code: 'GOOD' });
    await owner.call(deleteAddOn, { id: discontinued.id, addOnId: addOn });
    await owner.call(deleteService, { id: discontinued.id });
    const seen = await shownAndSaved(appointment, { type: 'service', id: more.id });
    expect(seen.amounts).toEqual([
      [discontinued.name, 500, 40],
      ['Dock', 30, 2.4],
      [more.name, 70, 0],
      ['Discount (GOOD)', -60, -4.24],
    ]);
  });
});

test('discontinued services are only returned to users who may edit the appointment that has them', async () => {
  const discontinued = await service(500);
  const appointment = await booked({ services: [{ id: discontinued.id, add_ons: [] }] });
  await owner.call(updateService, { id: discontinued.id, status: 0 });
  const [onOffer] = await chosenServices(owner);
  const services = [{ id: onOffer?.id ?? '' }];
  const about = { appointment_id: appointment.id };
  const other = await app.create.member(owner, { type: 'technician', flags: { can_schedule_new: true } });
  const stranger = await app.create.owner();
  for (const [person, type] of [
    [other, 'FORBIDDEN'],
    [stranger, 'NOT_FOUND'],
  ] as const) {
    expect((await person.request(quotePrice, { services: [], ...about })).error?.type).toBe(type);
    expect((await person.request(getDefaults, about)).error?.type).toBe(type);
  }
  expect((await other.call(quotePrice, { services })).duration).toBeGreaterThan(0);
  const offered = (await other.call(getDefaults)).serviceOptions.map((one) => one.id);
  expect(offered).not.toContain(discontinued.id);
  const own = (await owner.call(getDefaults, about)).serviceOptions.find((one) => one.id === discontinued.id);
  expect(own).toMatchObject({ status: 0, base_cost: 500 });
  const again = { services: [{ id: discontinued.id }], ...about };
  expect((await owner.call(quotePrice, again)).total).toBe(500);
  // A discontinued service that the appointment does not have can't be added.
  const elsewhere = await service(80);
  await owner.call(updateService, { id: elsewhere.id, status: 0 });
  const refused = await owner.request(quotePrice, { services: [{ id: elsewhere.id }], ...about });
  expect(refused.error?.details).toEqual({ 'services.0.id': 'This service is not available' });
});
