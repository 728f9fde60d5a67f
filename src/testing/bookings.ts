import { bookAppointment, getDefaults } from '#features/appointments/booking-contract.ts';
import { clients } from '#features/people/contract.ts';
import type { RouteInput, RouteOutput } from '#wire/route.ts';
import type { TestUser } from './test-user.ts';

export type BookedAppointment = RouteOutput<typeof bookAppointment>;

/** Overrides for a booked appointment; everything else has defaults. */
export interface BookingOverrides extends Partial<RouteInput<typeof bookAppointment>> {
  /** Wall-clock time in the company's time zone. */
  at?: string;
  /** Names of services in the price list; by default the home inspection. */
  serviceNames?: readonly string[];
  /** Names of add-ons of these services. */
  addOnNames?: readonly string[];
}

export interface Booking {
  appointment: BookedAppointment;
  clientId: string;
  /** The client's personal page. */
  link: string;
}

let count = 0;

/** Creates a client with an email address through the API and returns its id. */
export async function newClient(owner: TestUser, overrides: Record<string, string> = {}): Promise<string> {
  count += 1;
  const form = {
    first_name: 'Cora',
    last_name: 'Client',
    email: `cora${count}@client.example`,
    phone: '5125550111',
  };
  const { id } = await owner.call(clients.create, { ...form, ...overrides });
  return id;
}

/**
 * Books an appointment through the API, by default for a new client on 8 March 2030 at 9:00, with the owner as
 * technician and a property of 2,400 sq ft from 1990 with a crawlspace.
 */
export async function bookedAppointment(owner: TestUser, overrides: BookingOverrides = {}): Promise<Booking> {
  const { at: on, serviceNames: take, addOnNames: addOns, ...more } = overrides;
  const clientId = more.clients?.[0] ?? (await newClient(owner));
  const appointment = await owner.call(bookAppointment, {
    ...defaultProperty,
    date_time: on ?? '2030-03-08T09:00',
    services: await chosenServices(owner, take, addOns),
    clients: [clientId],
    inspectors: [owner.id],
    order_id: `T-${++count}`,
    ...more,
  });
  const link = appointment.people.find((one) => one.role === 'client')?.link ?? '';
  return { appointment, clientId, link };
}

export const defaultProperty = {
  address: '100 Congress Avenue',
  city: 'Austin',
  state: 'TX',
  zip_code: '78701',
  square_feet: 2400,
  year_built: 1990,
  foundation: 3,
};

/** Services and add-ons of the company by name, in the form that a booking sends. */
export async function chosenServices(
  owner: TestUser,
  names?: readonly string[],
  addOns: readonly string[] = [],
): Promise<{ id: string; add_ons: string[] }[]> {
  const { serviceOptions } = await owner.call(getDefaults);
  const chosen = names
    ? serviceOptions.filter((one) => names.includes(one.name))
    : serviceOptions.slice(0, 1);
  return chosen.map((one) => ({
    id: one.id,
    add_ons: one.add_ons.filter((each) => addOns.includes(each.name)).map((each) => each.id),
  }));
}
