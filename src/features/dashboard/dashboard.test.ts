import { beforeEach, expect, test } from 'vitest';
import { bookAppointment } from '#features/appointments/booking-contract.ts';
import { goodPayload } from '#features/appointments/booking-for-tests.ts';
import { cancelAppointment } from '#features/appointments/contract.ts';
import { recordPayment } from '#features/payments/contract.ts';
import { clients } from '#features/people/contract.ts';
import { startTestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import type { RouteInput } from '#wire/route.ts';
import { getDashboard } from './contract.ts';

const booked = '2030-03-03T14:00:00Z';
const app = await startTestApp({ at: booked });
beforeEach(() => app.clock.set(booked));

async function book(
  owner: TestUser,
  date_time: string,
  more: Partial<RouteInput<typeof bookAppointment>> = {},
) {
  const input = await goodPayload(owner, { date_time, order_id: date_time, ...more });
  return owner.call(bookAppointment, input);
}

/** The dashboard as this user sees it at this time, with a session of that time. */
async function boardAt(now: string, person: TestUser) {
  app.clock.set(now);
  return (await app.create.signInAgain(person)).call(getDashboard, {});
}

const ordersOf = (board: { days: { day: string; stops: { order_id: string }[] }[] }) =>
  Object.fromEntries(board.days.map(({ day, stops }) => [day, stops.map((stop) => stop.order_id)]));

test('today is the company’s day: a stop at 23:30 is today’s, one half an hour later tomorrow’s', async () => {
  const owner = await app.create.owner({ timezone: 'America/Los_Angeles' });
  await book(owner, '2030-03-03T23:30', { inspectors: [] });
  await book(owner, '2030-03-04T00:30', { inspectors: [] });
  await book(owner, '2030-03-04T23:45', { inspectors: [] });
  await book(owner, '2030-03-10T12:00', { inspectors: [] });
  await book(owner, '2030-03-11T00:15', { inspectors: [] });
  // In UTC it is March 5, in Los Angeles still the evening of March 4.
  const board = await boardAt('2030-03-05T05:00:00Z', owner);
  expect(board.days.map((one) => one.day)).toEqual([
    '2030-03-04',
    '2030-03-05',
    '2030-03-06',
    '2030-03-07',
    '2030-03-08',
    '2030-03-09',
    '2030-03-10',
  ]);
  expect(ordersOf(board)).toMatchObject({
    '2030-03-04': ['2030-03-04T00:30', '2030-03-04T23:45'],
    '2030-03-05': [],
    '2030-03-10': ['2030-03-10T12:00'],
  });
  expect(board.days.map((one) => one.count)).toEqual([2, 0, 0, 0, 0, 0, 1]);
  expect(board.days[0]?.stops.find((stop) => stop.id === board.nextId)?.order_id).toBe('2030-03-04T23:45');
});

test('a technician gets own stops only, with the client’s phone and notes, and nothing of the office', async () => {
  const owner = await app.create.owner();
  const technician = await app.create.member(owner, { type: 'technician' });
  const lead = await app.create.member(owner, { type: 'technician', flags: { full_company_admin: true } });
  const names = { first_name: 'Ann', last_name: 'Ames' };
  const client = await owner.call(clients.create, {
    ...names,
    email: 'ann@ames.example',
    phone: '2125550144',
  });
  const own = await book(owner, '2030-03-04T09:00', {
    inspectors: [technician.id],
    inspection_notes: 'Lockbox at the side door',
    clients: [client.id],
  });
  await book(owner, '2030-03-04T13:00', { inspectors: [owner.id] });
  const off = await book(owner, '2030-03-05T09:00', { inspectors: [technician.id] });
  await owner.call(cancelAppointment, { id: off.id });
  const now = '2030-03-04T13:00:00Z';
  const board = await boardAt(now, technician);
  expect(board).toMatchObject({ isOwn: true, attention: null, nextId: own.id });
  expect(board.days.map((one) => one.count)).toEqual([1, 0, 0, 0, 0, 0, 0]);
  expect(board.days[0]?.stops[0]).toMatchObject({
    id: own.id,
    inspection_notes: 'Lockbox at the side door',
    clients: [{ ...names, phone: expect.stringContaining('2125550144') }],
  });
  const all = await boardAt(now, lead);
  expect(all.isOwn).toBe(false);
  expect(all.days[0]?.count).toBe(2);
});

test('counts what needs attention, with the amount that is still due', async () => {
  const owner = await app.create.owner();
  const past = await book(owner, '2030-03-04T09:00', { order_id: 'past' });
  await book(owner, '2030-03-06T09:00', { order_id: 'later' });
  await book(owner, '2030-03-05T09:00', { order_id: 'asked', confirm_inspection: false });
  await owner.call(recordPayment, { id: past.id, amount: 100, method: 'cash' });
  const { attention } = await boardAt('2030-03-05T12:00:00Z', owner);
  expect(attention).toMatchObject({
    unpaid: { count: 1, isCapped: false, amount: (past.total_fee ?? 0) - 100 },
    requests: { count: 1 },
    overdueReports: { count: 1 },
    failedMessages: { count: 0 },
    paymentProblems: { count: 0 },
  });
});

test('staff without the right to payments get no unpaid count, amount or message log', async () => {
  const owner = await app.create.owner();
  const staff = await app.create.member(owner, { type: 'staff' });
  await book(owner, '2030-03-04T09:00');
  const { attention } = await boardAt('2030-03-05T12:00:00Z', staff);
  expect(attention).toMatchObject({ unpaid: null, paymentProblems: null, failedMessages: null });
  expect(attention?.overdueReports.count).toBe(1);
});

test('shows nothing of another company', async () => {
  const other = await app.create.owner();
  const board = await boardAt('2030-03-05T12:00:00Z', other);
  expect(board.days.every((one) => one.count === 0 && one.stops.length === 0)).toBe(true);
  expect(board.attention?.unpaid).toEqual({ count: 0, isCapped: false, amount: 0 });
});
