import { clients } from '#features/people/contract.ts';
import { listServices } from '#features/services/contract.ts';
import type { TestUser } from '#testing/test-user.ts';
import type { RouteInput } from '#wire/route.ts';
import type { bookAppointment } from './booking-contract.ts';

type Payload = RouteInput<typeof bookAppointment>;

/** Builds a bookable payload: a property of 2,400 sq ft with one client; 3.75 hours, $600. */
export async function goodPayload(person: TestUser, more: Partial<Payload> = {}): Promise<Payload> {
  const [residential] = (await person.call(listServices, {})).pageData;
  const client = await person.call(clients.create, {
    first_name: 'Clara',
    last_name: 'Client',
    email: 'clara@client.example',
  });
  return {
    address: '12 Main St',
    city: 'Boulder',
    state: 'CO',
    zip_code: '80301',
    square_feet: 2400,
    year_built: 1990,
    foundation: 3,
    date_time: '2030-03-08T09:00',
    services: [{ id: residential?.id ?? '' }],
    clients: [client.id],
    inspectors: [person.id],
    order_id: '1001',
    ...more,
  };
}
