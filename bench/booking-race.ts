import { raceBookings } from '../src/testing/booking-race.ts';
import { bookingParts, overlappingBookings } from './support/bookings.ts';
import { watchedServer, watchLoopDelay } from './support/loop-delay.ts';
import { withBenchServer } from './support/server.ts';

const rounds = 5;
const writers = 100;

/**
 * 100 concurrent writers at overlapping times of one technician: 1 success, 99 CONFLICT; five rounds on a built server.
 */
await withBenchServer(async (server) => {
  const loop = await watchLoopDelay(server);
  const owner = await server.login('owner@demo.test');
  const parts = await bookingParts(owner);
  const times: number[] = [];
  let isFine = true;
  for (let round = 0; round < rounds; round += 1) {
    const bookings = overlappingBookings(owner, parts, { writers, round, name: 'RACE' });
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
  await loop.report('booking-race');
  loop.close();
  if (!isFine) process.exitCode = 1;
}, watchedServer);
