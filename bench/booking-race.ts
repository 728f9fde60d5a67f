import { overlappingStart, raceBookings } from '../src/testing/booking-race.ts';
import { withBenchServer } from './_server.ts';

const rounds = 5;
const writers = 100;

/**
 * 100 concurrent writers at overlapping times of one technician: 1 success, 99 CONFLICT; five rounds on a built server.
 */
await withBenchServer(async (server) => {
  const owner = await server.login('owner@demo.test');
  const defaults = await owner.get('/v2/appointments/defaults');
  const { data: client } = await owner.form('/v2/clients', {
    first_name: 'Rae',
    last_name: 'Racer',
    email: 'rae@bench.test',
  });
  const service = defaults.data.serviceOptions[0];
  const times: number[] = [];
  let isFine = true;
  for (let round = 0; round < rounds; round += 1) {
    const bookings = Array.from({ length: writers }, (_, n) => ({
      address: '100 Congress Avenue',
      city: 'Austin',
      state: 'TX',
      zip_code: '78701',
      square_feet: 2400,
      date_time: overlappingStart(n).replace('2030-03-08', `20${40 + round}-03-08`),
      services: [{ id: service.id, add_ons: [] }],
      clients: [client.id],
      inspectors: [owner.id],
      order_id: `RACE-${round}-${n}`,
    }));
    const { statuses, milliseconds } = await raceBookings(server.origin, owner.token, bookings);
    times.push(milliseconds);
    isFine &&= statuses[200] === 1 && statuses[409] === writers - 1;
    console.log(
      `booking-race: round ${round + 1}: ${JSON.stringify(statuses)} in ${milliseconds.toFixed(0)} ms`,
    );
  }
  const median = times.sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0;
  console.log(
    `booking-race: median ${median.toFixed(0)} ms for ${writers} writers; 1 success and ${writers - 1} CONFLICT: ${isFine ? 'ok' : 'FAILED'}`,
  );
  if (!isFine) process.exitCode = 1;
});
