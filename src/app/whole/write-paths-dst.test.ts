import { expect, test } from 'vitest';
import { confirmAppointment } from '#features/appointments/contract.ts';
import { saveExternalEvent } from '#features/calendar/save-external-event.ts';
import { bookedAppointment, chosenServices, defaultProperty, newClient } from '#testing/bookings.ts';
import { startTestApp } from '#testing/test-app.ts';
import { raceAllPaths, raceCaller, raceMixed } from '#testing/write-paths.ts';

// The hour before the clocks of New York are put forward: 01:20 on 10 March 2030.
const house = await startTestApp({ at: '2030-03-10T06:20:00Z' });
const origin = await house.app.listen({ port: 0, host: '127.0.0.1' });

async function stage() {
  const owner = await house.create.owner();
  const technician = await house.create.member(owner, { type: 'technician' });
  const staff = await house.create.member(owner, {
    type: 'staff',
    flags: { can_schedule_new: true },
  });
  const booking = {
    ...defaultProperty,
    services: await chosenServices(owner),
    clients: [await newClient(owner)],
  };
  return { owner, technician, staff, booking, caller: raceCaller(origin, owner.token ?? '', owner.id) };
}

for (const night of ['spring', 'autumn'] as const) {
  test(`in the ${night} night of the clocks one of four wins on every way, and a hold is one of them`, async () => {
    const { caller, technician, staff, booking } = await stage();
    const holder = raceCaller(origin, staff.token ?? '', staff.id);
    const results = await raceAllPaths(caller, {
      ...{ technician: technician.id, booking, writers: 4, night },
      others: (date_time) => [
        () => holder.send('POST', '/v2/slot-holds', { date_time, technician_id: technician.id, duration: 2 }),
      ],
    });
    for (const { path, writers, won, named, others } of results)
      expect({ path, won, named, others }).toEqual({ path, won: 1, named: writers - 1, others: [] });
    expect(house.logs).toEqual([]);
  }, 120_000);
}

test('imported time lets nobody through, on whatever way', async () => {
  const { owner, caller, technician, booking } = await stage();
  await house.writeAs(owner.subscriberId, (w) =>
    saveExternalEvent(w, {
      ...{ title: 'Dentist', description: '', technician_id: technician.id, all_day: false, busy: true },
      ...{ start_at: '2032-03-14T05:00:00.000Z', end_at: '2032-03-14T09:00:00.000Z' },
      ...{ timezone: 'America/New_York', google_event_id: 'g-1', google_calendar_id: 'primary' },
    }),
  );
  const wishes = { technician: technician.id, booking, writers: 3, night: 'spring' as const };
  // Those that begin elsewhere and come to that time; a canceled one cannot have been there before.
  const { won, named, others } = await raceMixed(caller, wishes, 2032);
  expect({ won, named, others }).toEqual({ won: 0, named: 3, others: [] });
});

test('of requests of one technician whose time has come in that night, one confirm of ten at once wins', async () => {
  const { owner } = await stage();
  const requests: string[] = [];
  for (let n = 0; n < 10; n += 1) {
    const on = new Date(Date.parse(house.clock.now()) + 60_000).toISOString();
    const wish = { at: on, duration: 2, confirm_inspection: false };
    requests.push((await bookedAppointment(owner, wish)).appointment.id);
    house.clock.advance(61_000);
  }
  const answers = await Promise.all(requests.map((id) => owner.request(confirmAppointment, { id })));
  const lost = answers.filter((answer) => answer.error !== null);
  expect(lost).toHaveLength(9);
  for (const { error } of lost)
    expect(error).toMatchObject({ type: 'CONFLICT', details: { conflicts: [{ kind: 'appointment' }] } });
});
