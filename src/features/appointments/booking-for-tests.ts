import { clients } from '#features/people/contract.ts';
import { listServices } from '#features/services/contract.ts';
import type { Person } from '#testing/person.ts';
import type { Sends } from '#wire/route.ts';
import type { bookAppointment } from './booking-contract.ts';

type Payload = Sends<typeof bookAppointment>;

/** A payload that may be booked: the house of 2,400 sq ft with its one client; 3.75 hours, $600. */
export async function goodPayload(person: Person, more: Partial<Payload> = {}): Promise<Payload> {
  const [residential] = (await person.does(listServices, {})).pageData;
  const client = await person.does(clients.create, {
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
