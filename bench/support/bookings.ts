import { overlappingStart } from '../../src/testing/booking-race.ts';
import type { Caller } from './server.ts';

/** Creates the client and service that `overlappingBookings` needs. */
export async function bookingParts(owner: Caller): Promise<{ service: string; client: string }> {
  const defaults = await owner.get('/v2/appointments/defaults');
  const { data: client } = await owner.form('/v2/clients', {
    first_name: 'Rae',
    last_name: 'Racer',
    email: 'rae@bench.test',
  });
  return { service: defaults.data.serviceOptions[0].id, client: client.id };
}

/** Bookings of one technician at overlapping times; each round uses a different year. */
export function overlappingBookings(
  owner: Caller,
  { service, client }: Awaited<ReturnType<typeof bookingParts>>,
  { writers, round, name }: { writers: number; round: number; name: string },
) {
  return Array.from({ length: writers }, (_, n) => ({
    address: '100 Congress Avenue',
    city: 'Austin',
    state: 'TX',
    zip_code: '78701',
    square_feet: 2400,
    date_time: overlappingStart(n).replace('2030-03-08', `20${40 + round}-03-08`),
    services: [{ id: service, add_ons: [] }],
    clients: [client],
    inspectors: [owner.id],
    order_id: `${name}-${round}-${n}`,
  }));
}
