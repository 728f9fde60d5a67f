import { expect, test } from 'vitest';
import { confirmAppointment } from '#features/appointments/contract.ts';
import { saveExternalEvent } from '#features/calendar/save-external-event.ts';
import { bookedAppointment, chosenServices, defaultProperty, newClient } from '#testing/bookings.ts';
import { startTestApp } from '#testing/test-app.ts';
import { raceAllPaths, raceCaller, raceMixed } from '#testing/write-paths.ts';

// 01:20 on 10 March 2030 in New York, in the hour before daylight saving time starts.
const testApp = await startTestApp({ at: '2030-03-10T06:20:00Z' });
const origin = await testApp.app.listen({ port: 0, host: '127.0.0.1' });

async function setUp() {
  const owner = await testApp.create.owner();
  const technician = await testApp.create.member(owner, { type: 'technician' });
  const staff = await testApp.create.member(owner, {
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
  test(`in the ${night} night of the clock change, one of four writers wins on every write path, slot holds included`, async () => {
    const { caller, technician, staff, booking } = await setUp();
    const holder = raceCaller(origin, staff.token ?? '', staff.id);
    const results = await raceAllPaths(caller, {
      ...{ technician: technician.id, booking, writers: 4, night },
      others: (date_time) => [
        () => holder.send('POST', '/v2/slot-holds', { date_time, technician_id: technician.id, duration: 2 }),
      ],
    });
    for (const { path, writers, won, named, others } of results)
      expect({ path, won, named, others }).toEqual({ path, won: 1, named: writers - 1, others: [] });
    expect(testApp.logs).toEqual([]);
  }, 120_000);
}

test('an imported busy event blocks every write path', async () => {
  const { owner, caller, technician, booking } = await setUp();
  await testApp.writeAs(owner.subscriberId, (w) =>
    saveExternalEvent(w, {
      ...{ title: 'Dentist', description: '', technician_id: technician.id, all_day: false, busy: true },
      ...{ start_at: '2032-03-14T05:00:00.000Z', end_at: '2032-03-14T09:00:00.000Z' },
      ...{ timezone: 'America/New_York', google_event_id: 'g-1', google_calendar_id: 'primary' },
    }),
  );
  const options = { technician: technician.id, booking, writers: 3, night: 'spring' as const };
  // Only writers that move to that time from another one; a canceled appointment cannot have been there before.
  const { won, named, others } = await raceMixed(caller, options, 2032);
  expect({ won, named, others }).toEqual({ won: 0, named: 3, others: [] });
});

test('one of ten concurrent confirmations of expired requests for one technician wins in that night', async () => {
  const { owner } = await setUp();
  const requests: string[] = [];
  for (let n = 0; n < 10; n += 1) {
    const on = new Date(Date.parse(testApp.clock.now()) + 60_000).toISOString();
    const overrides = { at: on, duration: 2, confirm_inspection: false };
    requests.push((await bookedAppointment(owner, overrides)).appointment.id);
    testApp.clock.advance(61_000);
  }
  const answers = await Promise.all(requests.map((id) => owner.request(confirmAppointment, { id })));
  const lost = answers.filter((answer) => answer.error !== null);
  expect(lost).toHaveLength(9);
  for (const { error } of lost)
    expect(error).toMatchObject({ type: 'CONFLICT', details: { conflicts: [{ kind: 'appointment' }] } });
});
