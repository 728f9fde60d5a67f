// 50 visitors want the same time of one technician.
import { beforeEach, expect, test } from 'vitest';
import { listAppointments } from '#features/appointments/list-contract.ts';
import { startTestApp } from '#testing/test-app.ts';
import { holdPublicSlot, submitBooking } from './contract.ts';
import { asNewVisitor, type BookableCompany, bookableCompany, location } from './public-booking-for-tests.ts';

const app = await startTestApp({ at: '2030-03-01T14:00:00Z' });
let company: BookableCompany;
beforeEach(async () => {
  company = await bookableCompany(app);
});

const nine = '2030-03-08T09:00:00-05:00';
const visitors = Array.from({ length: 50 }, (_, n) => ({
  at: asNewVisitor(),
  person: {
    first_name: `Guest${n}`,
    last_name: 'Racer',
    email: `guest${n}@race.example`,
    phone: '5125550100',
  },
}));

type Answer = Awaited<ReturnType<typeof hold>>;

const hold = ({ at }: (typeof visitors)[number]) =>
  app.visitor.request(
    holdPublicSlot,
    { requestId: company.requestId, location, services: [{ id: company.service }], date_time: nine },
    at,
  );

const book = ({ at, person }: (typeof visitors)[number], hold_id: string | null) =>
  app.visitor.request(
    submitBooking,
    company.form({ people: { role: 'client', client: person }, hold_id, date_time: nine }),
    at,
  );

/** One wins, the others get the next free times, and no answer reveals another visitor. Returns the winner. */
async function expectOneWinner(
  answers: readonly Pick<Answer, 'status' | 'error' | 'raw'>[],
): Promise<number> {
  const winner = answers.findIndex((one) => one.status === 200);
  expect(answers.map((one) => one.status)).toEqual(answers.map((_, n) => (n === winner ? 200 : 409)));
  for (const [n, { status, error, raw }] of answers.entries()) {
    const named = raw.toString().match(/(?<=guest)\d+/gi) ?? [];
    expect(named.filter((one) => Number(one) !== n)).toEqual([]);
    if (status === 200) continue;
    expect(error).toMatchObject({ type: 'CONFLICT', message: 'This time slot is no longer available' });
    expect(Object.keys(error?.details ?? {})).toEqual(['next']);
  }
  const lost = answers.find((one) => one.status !== 200)?.error?.details as { next: string[] } | undefined;
  for (const next of lost?.next ?? ['']) expect(await company.starts(next.slice(0, 10))).toContain(next);
  return winner;
}

const total = async () => (await company.owner.call(listAppointments, { tab: 'all' })).pageInfo.total;

test('one of 50 gets the hold and then the appointment', async () => {
  const holds = await Promise.all(visitors.map(hold));
  const winner = await expectOneWinner(holds);
  const { holdId } = (holds[winner]?.data ?? {}) as { holdId: string };
  const answers = await Promise.all(visitors.map((one, n) => book(one, n === winner ? holdId : null)));
  expect(await expectOneWinner(answers)).toBe(winner);
  expect(await total()).toBe(1);
  expect(app.logs).toEqual([]);
});

test('one of 50 who submit without a hold gets the appointment', async () => {
  await expectOneWinner(await Promise.all(visitors.map((one) => book(one, null))));
  expect(await total()).toBe(1);
  expect(app.logs).toEqual([]);
});
