import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createAppointment } from '#features/appointments/booking/create-appointment.ts';
import { goodRequest } from '#features/appointments/booking-for-tests.ts';
import { confirmAppointment } from '#features/appointments/contract.ts';
import { bookedAppointment, chosenServices, defaultProperty, newClient } from '#testing/bookings.ts';
import { startTestApp } from '#testing/test-app.ts';
import { raceAllPaths, raceCaller } from '#testing/write-paths.ts';

const testApp = await startTestApp();
const origin = await testApp.app.listen({ port: 0, host: '127.0.0.1' });

test('on each of eight write paths and mixed, one of 12 concurrent writers wins and the rest get the conflicting booking', async () => {
  const owner = await testApp.create.owner();
  const technician = await testApp.create.member(owner, { type: 'technician' });
  const results = await raceAllPaths(raceCaller(origin, owner.token ?? '', owner.id), {
    technician: technician.id,
    booking: { ...defaultProperty, services: await chosenServices(owner), clients: [await newClient(owner)] },
    writers: 12,
  });
  expect(results.map(({ path, won, named, others }) => ({ path, won, named, others }))).toEqual(
    [
      'create',
      'confirm',
      'reschedule',
      'calendar drag',
      'busy time',
      'sub-event',
      're-assign',
      'restore',
      'mixed',
    ].map((path) => ({
      path,
      won: 1,
      named: 11,
      others: [],
    })),
  );
  const overlaps = await testApp.readAs(owner.subscriberId, (ctx) =>
    ctx.db
      .selectNoFrom(
        sql<number>`(select count(*) from technician_bookings a join technician_bookings b
          on a.technician_id = b.technician_id and a.during && b.during and a.owner_id < b.owner_id)`.as('n'),
      )
      .executeTakeFirstOrThrow(),
  );
  expect(overlaps.n).toBe(0);
  expect(testApp.logs).toEqual([]);
}, 120_000);

test('expired requests block no one, and only one of them can still be confirmed', async () => {
  const owner = await testApp.create.owner();
  const requests: string[] = [];
  for (let n = 0; n < 6; n += 1) {
    const on = testApp.clock.now();
    const next = new Date(Date.parse(on) + 60_000).toISOString();
    const { appointment } = await bookedAppointment(owner, {
      at: next,
      duration: 2,
      confirm_inspection: false,
    });
    requests.push(appointment.id);
    testApp.clock.advance(61_000);
  }
  const answers = await Promise.all(requests.map((id) => owner.request(confirmAppointment, { id })));
  expect(answers.filter((answer) => answer.error === null)).toHaveLength(1);
  const lost = answers.filter((answer) => answer.error !== null);
  for (const { error } of lost) {
    expect(error).toMatchObject({ type: 'CONFLICT', details: { conflicts: [{ kind: 'appointment' }] } });
  }
});

test('a visitor learns that a time is taken, and not by what', async () => {
  const owner = await testApp.create.owner();
  const { appointment } = await bookedAppointment(owner, { at: '2030-06-08T09:00' });
  const clientIds = [appointment.clients[0] ?? ''];
  const request = await goodRequest(owner, { at: '2030-06-08T10:00', clientIds });
  const asVisitor = testApp.writeAs(owner.subscriberId, (ctx) =>
    createAppointment(ctx, request, {
      source: 'online',
      isConfirmed: true,
      agreementId: null,
      defaults: null,
    }),
  );
  await expect(asVisitor).rejects.toMatchObject({
    type: 'CONFLICT',
    message: 'This time slot is no longer available',
    details: {},
  });
});
