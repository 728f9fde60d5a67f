import { bookAppointment, getDefaults } from '#features/appointments/booking-contract.ts';
import { clients } from '#features/people/contract.ts';
import type { RouteInput, RouteOutput } from '#wire/route.ts';
import type { TestUser } from './test-user.ts';

export type BookedAppointment = RouteOutput<typeof bookAppointment>;

/** What may be wished of a booked appointment; everything else is the usual house. */
export interface BookingOverrides extends Partial<RouteInput<typeof bookAppointment>> {
  /** Wall clock in the company's zone. */
  at?: string;
  /** Names of services of the price list; by default the home inspection. */
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

/** A new client with an e-mail address, made through the API. */
export async function newClient(owner: TestUser, wishes: Record<string, string> = {}): Promise<string> {
  count += 1;
  const form = {
    first_name: 'Cora',
    last_name: 'Client',
    email: `cora${count}@client.example`,
    phone: '5125550111',
  };
  const { id } = await owner.call(clients.create, { ...form, ...wishes });
  return id;
}

/**
 * An appointment booked through the API: 2,400 sq ft of 1990 with a crawlspace on 8 March 2030 at 9, unless wished otherwise,
 * by the owner as technician, for a new client.
 */
export async function bookedAppointment(owner: TestUser, wishes: BookingOverrides = {}): Promise<Booking> {
  const { at: on, serviceNames: take, addOnNames: addOns, ...more } = wishes;
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

/** Services and add-ons of the company by their names, as a booking sends them. */
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
