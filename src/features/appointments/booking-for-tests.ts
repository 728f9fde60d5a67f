import { parseInstantOrLocal, type Zone } from '#domain/base/time.ts';
import { clients } from '#features/people/contract.ts';
import { listServices } from '#features/services/contract.ts';
import { readServiceChoices } from '#features/services/service-choices.ts';
import type { TestUser } from '#testing/test-user.ts';
import type { RouteInput } from '#wire/route.ts';
import type { BookingRequest } from './booking/new-appointment.ts';
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

/** Builds the same booking as `goodPayload` in the form of one that no member makes. */
export async function goodRequest(
  person: TestUser,
  more: { at?: string } & Partial<Omit<BookingRequest, 'at'>> = {},
): Promise<BookingRequest> {
  const { at: local, ...rest } = more;
  const { address, city, state, zip_code, services, ...payload } = await goodPayload(person);
  const at = parseInstantOrLocal(local ?? payload.date_time, 'America/New_York' as Zone);
  if (at === null) throw new Error('not a date');
  return {
    location: {
      address: address ?? '',
      city: city ?? '',
      state: state ?? '',
      zip_code: zip_code ?? '',
      square_feet: 2400,
      year_built: 1990,
      foundation: 3,
    },
    at,
    services: readServiceChoices(services ?? []),
    discountCode: null,
    technicianIds: payload.inspectors ?? [],
    clientIds: payload.clients ?? [],
    agentIds: [],
    listingAgentIds: [],
    isOccupied: true,
    hasUtilitiesOn: true,
    notes: '',
    ...rest,
  };
}
