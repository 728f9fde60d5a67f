import { raceAllPaths, raceCaller } from '../src/testing/write-paths.ts';
import { withBenchServer } from './support/server.ts';

const writers = Number(process.argv[2] ?? 50);

/**
 * Eight ways to book a technician's time, 50 concurrent requests each, and all mixed, on a built server: one wins, the
 * others learn which booking conflicts and when.
 */
await withBenchServer(async (server) => {
  const owner = await server.login('owner@demo.test');
  const defaults = await owner.get('/v2/appointments/defaults');
  const { data: client } = await owner.form('/v2/clients', {
    first_name: 'Rae',
    last_name: 'Racer',
    email: 'rae@bench.test',
  });
  const booking = {
    address: '100 Congress Avenue',
    city: 'Austin',
    state: 'TX',
    zip_code: '78701',
    square_feet: 2400,
    services: [{ id: defaults.data.serviceOptions[0].id, add_ons: [] }],
    clients: [client.id],
    send_notifications: false,
  };
  const results = await raceAllPaths(raceCaller(server.origin, owner.token, owner.id), {
    technician: owner.id,
    booking,
    writers,
  });
  for (const { path, won, named, others, milliseconds } of results) {
    const isFine = won === 1 && named === writers - 1;
    console.log(
      `write-paths: ${path}: ${writers} concurrent, ${won} won, ${named} CONFLICT with kind and time, ${others.length} others, ${milliseconds.toFixed(0)} ms ${isFine ? 'ok' : `NO ${others[0] ?? ''}`}`,
    );
    if (!isFine) process.exitCode = 1;
  }
});
