import { expect, test } from 'vitest';
import { listServices } from '#features/services/contract.ts';
import { deleteService } from '#features/services/editor-contract.ts';
import { startTestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import * as booking from '../booking-contract.ts';
import { goodPayload } from '../booking-for-tests.ts';
import { cancelAppointment } from '../contract.ts';

const app = await startTestApp({ at: '2030-03-01T14:00:00Z' });

/** An owner of a company with the starter services, and what books one of them on a day of April. */
async function companyWithServices() {
  const owner = await app.create.owner();
  const offered = (await owner.call(listServices, {})).pageData.map(({ id }) => id);
  const payload = await goodPayload(owner);
  let day = 0;
  const bookMany = async (times: number, serviceId: string | undefined) => {
    const ids: string[] = [];
    for (let i = 0; i < times; i += 1) {
      day += 1;
      const [date_time, order_id] = [`2030-04-${String(day).padStart(2, '0')}T09:00`, `N-${day}`];
      const services = [{ id: serviceId ?? '' }];
      ids.push((await owner.call(booking.bookAppointment, { ...payload, date_time, order_id, services })).id);
    }
    return ids;
  };
  return { owner, offered, bookMany };
}

const suggestion = async (user: TestUser, more: { appointment_id?: string } = {}) =>
  (await user.call(booking.getDefaults, more)).suggested_service;

test('a new company with several services starts appointments without one', async () => {
  const { owner, offered, bookMany } = await companyWithServices();
  expect(offered.length).toBeGreaterThan(1);
  expect(await suggestion(owner)).toBeNull();
  await bookMany(4, offered[1]);
  expect(await suggestion(owner)).toBeNull();
});

test('the service of most appointments is suggested to everyone of the company, and to no other company', async () => {
  const { owner, offered, bookMany } = await companyWithServices();
  const [first] = await bookMany(5, offered[1]);
  const usual = { id: offered[1], reason: 'usual' };
  expect(await suggestion(owner)).toEqual(usual);
  expect(await suggestion(await app.create.member(owner, { type: 'technician' }))).toEqual(usual);
  expect(await suggestion(await app.create.owner())).toBeNull();
  // What exists has its services.
  expect(await suggestion(owner, { appointment_id: first ?? '' })).toBeNull();
  await bookMany(5, offered[0]);
  expect(await suggestion(owner)).toBeNull();
});

test('canceled appointments do not count', async () => {
  const { owner, offered, bookMany } = await companyWithServices();
  const ids = await bookMany(5, offered[0]);
  expect(await suggestion(owner)).toEqual({ id: offered[0], reason: 'usual' });
  await owner.call(cancelAppointment, { id: ids[0] ?? '', reason: '', notify: false });
  expect(await suggestion(owner)).toBeNull();
});

test('the only service is suggested at once, and a deleted one never', async () => {
  const { owner, offered, bookMany } = await companyWithServices();
  const [last, ...others] = offered;
  await bookMany(5, others[0]);
  for (const id of others) await owner.call(deleteService, { id });
  expect(await suggestion(owner)).toEqual({ id: last, reason: 'only' });
  await owner.call(deleteService, { id: last ?? '' });
  expect(await suggestion(owner)).toBeNull();
});
