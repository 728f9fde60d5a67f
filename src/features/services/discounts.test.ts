import { describe, expect, test } from 'vitest';
import { bookAppointment } from '#features/appointments/booking-contract.ts';
import { cancelAppointment, restoreAppointment } from '#features/appointments/contract.ts';
import { newId } from '#server/ids.ts';
import { bookedAppointment, chosenServices, defaultProperty, newClient } from '#testing/bookings.ts';
import { startTestApp } from '#testing/test-app.ts';
import { listServices, quotePrice } from './contract.ts';
import * as contract from './discount-contract.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const owner = await testApp.create.owner();
const [residential] = (await owner.call(listServices, {})).pageData;
const service = residential?.id ?? '';
const radon = residential?.add_ons[0]?.id ?? '';
const ten = { type: 1 as const, value: 10 };

describe('a discount code', () => {
  test('is stored in upper case and unique regardless of letter case', async () => {
    const made = await owner.call(contract.createDiscount, { ...ten, code: ' spring-10 ', max_uses: 5 });
    expect(made).toMatchObject({ code: 'SPRING-10', value: 10, state: 'active', status: 1, used_count: 0 });
    const again = await owner.request(contract.createDiscount, { ...ten, code: 'Spring-10' });
    expect(again.error?.details).toEqual({ code: 'This code already exists' });
    const at = await Promise.all(
      Array.from({ length: 8 }, () => owner.request(contract.createDiscount, { ...ten, code: 'RACE' })),
    );
    expect(at.filter((answer) => answer.success)).toHaveLength(1);
    await owner.call(contract.deleteDiscount, { id: made.id });
    expect((await owner.call(contract.createDiscount, { ...ten, code: 'SPRING-10' })).id).not.toBe(made.id);
  });

  test('is rejected with a message for every wrong field', async () => {
    const answer = await owner.request(contract.createDiscount, {
      code: 'a b',
      type: 1,
      value: 100.5,
      min_total: -1,
      max_uses: 0,
      starts_on: '2030-05-02',
      expires_on: '2030-05-01',
      service_ids: [newId()],
      add_on_ids: [radon, newId()],
    });
    expect(answer.error?.details).toEqual({
      code: 'Code must be 3 to 30 letters, digits, - or _',
      value: 'Percent must be more than 0 and at most 100',
      min_total: 'Amount must be 0 or more, with at most two decimals',
      max_uses: 'Enter a whole number above 0',
      expires_on: 'The last day can’t be before the first day',
      'service_ids.0': 'This service is not available',
      'add_on_ids.1': 'This add-on is not available',
    });
    const day = await owner.request(contract.createDiscount, {
      ...ten,
      code: 'DAY',
      starts_on: '2030-02-31',
    });
    expect(day.error?.details).toEqual({ starts_on: 'Date needs to be valid' });
  });

  test('has a state derived from its days, uses and switch, on the company’s date', async () => {
    const state = async (code: string, more: object) =>
      (await owner.call(contract.createDiscount, { ...ten, code, ...more })).state;
    expect(await state('LATER', { starts_on: '2030-03-02' })).toBe('scheduled');
    expect(await state('TODAY', { starts_on: '2030-03-01', expires_on: '2030-03-01' })).toBe('active');
    expect(await state('OVER', { expires_on: '2030-02-28' })).toBe('expired');
    expect(await state('OFF', { status: 0 })).toBe('off');
    const found = await owner.call(contract.listDiscounts, { state: 'expired' });
    expect(found.pageData.map((one) => one.code)).toEqual(['OVER']);
    expect((await owner.call(contract.listDiscounts, { text: 'lat' })).pageData[0]?.code).toBe('LATER');
    expect((await owner.call(contract.listDiscounts, { text: '%' })).pageData).toEqual([]);
  });

  test('can be updated field by field under its revision', async () => {
    const made = await owner.call(contract.createDiscount, { code: 'PARTS', type: 2, value: 25, notes: 'x' });
    const changed = await owner.call(contract.updateDiscount, { id: made.id, rev: 1, status: 0 });
    expect(changed).toMatchObject({ type: 2, value: 25, notes: 'x', state: 'off', rev: 2 });
    const late = await owner.request(contract.updateDiscount, { id: made.id, rev: 1, value: 30 });
    expect(late.error).toMatchObject({ type: 'CONFLICT', details: { current: { id: made.id, rev: 2 } } });
    const percent = await owner.call(contract.updateDiscount, { id: made.id, type: 1, value: 12.5 });
    expect(percent).toMatchObject({ type: 1, value: 12.5 });
  });
});

describe('validating a discount code', () => {
  const ask = (code: string, more: object = {}) =>
    owner.call(contract.validateDiscount, {
      code,
      services: [{ id: service, add_ons: [radon] }],
      location: { square_feet: 2400, year_built: 1990, foundation: 3 },
      ...more,
    });

  test('gives the same reason for a rejection as a quote', async () => {
    await owner.call(contract.createDiscount, { ...ten, code: 'ONLYRADON', add_on_ids: [radon] });
    await owner.call(contract.createDiscount, { ...ten, code: 'BIG', min_total: 5000 });
    expect(await ask('nope')).toMatchObject({
      valid: false,
      reason: 'unknown',
      problem: 'Discount code is not valid',
      id: null,
    });
    expect(await ask('over')).toMatchObject({ reason: 'expired', problem: 'Discount code has expired' });
    expect(await ask('later')).toMatchObject({ reason: 'not_yet', problem: 'Discount code is not valid' });
    expect(await ask('off')).toMatchObject({ reason: 'off', problem: 'Discount code is not valid' });
    expect(await ask('big')).toMatchObject({
      reason: 'min_total',
      problem: 'Discount code does not apply to the chosen services',
    });
    expect(await ask('onlyradon')).toMatchObject({
      valid: true,
      problem: null,
      code: 'ONLYRADON',
      discount: 15,
    });
    expect(await ask('onlyradon', { services: [{ id: service }] })).toMatchObject({ reason: 'services' });
    for (const code of ['nope', 'over', 'big', 'onlyradon']) {
      const quote = await owner.call(quotePrice, {
        services: [{ id: service, add_ons: [radon] }],
        discount_code: code,
      });
      expect(quote.discount_problem).toBe((await ask(code)).problem);
    }
  });

  test('is allowed for users who book, and hides the amount from those who may not see prices', async () => {
    const tess = await testApp.create.member(owner, {
      type: 'technician',
      flags: { can_schedule_new: true },
    });
    expect((await tess.request(contract.listDiscounts, {})).error?.type).toBe('FORBIDDEN');
    const answer = await tess.call(contract.validateDiscount, {
      code: 'onlyradon',
      services: [{ id: service, add_ons: [radon] }],
    });
    expect(answer).toMatchObject({ valid: true, discount: 0 });
  });
});

test('a code limited to three uses is used three times by twenty concurrent bookings, and lists its uses', async () => {
  const { id } = await owner.call(contract.createDiscount, { ...ten, code: 'THREE', max_uses: 3 });
  const services = await chosenServices(owner);
  const clients = [await newClient(owner)];
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      owner.request(bookAppointment, {
        ...defaultProperty,
        date_time: `2030-04-${String(i + 1).padStart(2, '0')}T09:00`,
        order_id: `D-${i}`,
        services,
        clients,
        discount_code: 'three',
      }),
    ),
  );
  const refused = answers.filter((answer) => !answer.success);
  expect(refused).toHaveLength(17);
  for (const { error } of refused) {
    expect(error?.details).toEqual({ discount_code: 'Discount code has reached its limit' });
  }
  const found = await owner.call(contract.getDiscount, { id });
  expect(found).toMatchObject({ used_count: 3, state: 'used_up' });
  expect(found.uses).toHaveLength(3);
  expect(found.uses[0]).toMatchObject({ amount: 60, status: 'scheduled' });
  const fewer = await owner.request(contract.updateDiscount, { id, max_uses: 2 });
  expect(fewer.error?.details).toEqual({ max_uses: 'This code has already been used 3 times' });
  await owner.call(cancelAppointment, { id: found.uses[0]?.appointment_id ?? '', reason: 'sold' });
  expect(await owner.call(contract.getDiscount, { id })).toMatchObject({ used_count: 2, state: 'active' });
});

test('a code limited to one use per client is used once by eight concurrent bookings, even after a restore', async () => {
  const { id } = await owner.call(contract.createDiscount, { ...ten, code: 'ONCE', max_uses_per_client: 1 });
  const services = await chosenServices(owner);
  const clients = [await newClient(owner)];
  const book = (i: number) =>
    owner.request(bookAppointment, {
      ...defaultProperty,
      date_time: `2030-06-${String(i + 1).padStart(2, '0')}T09:00`,
      order_id: `O-${i}`,
      services,
      clients,
      discount_code: 'once',
    });
  const answers = await Promise.all(Array.from({ length: 8 }, (_, i) => book(i)));
  expect(answers.filter((answer) => answer.success)).toHaveLength(1);
  expect((await owner.call(contract.getDiscount, { id })).used_count).toBe(1);
  const quote = { services: await chosenServices(owner), discount_code: 'once' };
  const asked = async (more: { clients?: string[] }) =>
    (await owner.call(quotePrice, { ...quote, ...more })).discount_problem;
  expect(await asked({ clients })).toBe('Discount code has reached its limit');
  expect(await asked({ clients: [await newClient(owner)] })).toBeNull();
  expect(await asked({})).toBeNull();
  const first = (answers.find((answer) => answer.success)?.data as { id: string } | undefined)?.id ?? '';
  await owner.call(cancelAppointment, { id: first, reason: 'sold', notify: false });
  expect((await book(20)).success).toBe(true);
  const back = await owner.request(restoreAppointment, { id: first });
  expect(back.error).toMatchObject({ type: 'CONFLICT', message: 'Discount code has reached its limit' });
  expect((await owner.call(contract.getDiscount, { id })).used_count).toBe(1);
});

test('a deleted code is no longer accepted and stays on the appointment that uses it', async () => {
  const { id } = await owner.call(contract.createDiscount, { ...ten, code: 'GONE' });
  const { appointment } = await bookedAppointment(owner, { at: '2030-05-06T09:00', discount_code: 'gone' });
  expect(appointment).toMatchObject({ total_fee: 540, discount_code: 'GONE' });
  await owner.call(contract.deleteDiscount, { id });
  const quote = await owner.call(quotePrice, { services: [{ id: service }], discount_code: 'GONE' });
  expect(quote.discount_problem).toBe('Discount code is not valid');
});
