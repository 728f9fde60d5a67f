import { addDays, addHours, asZone, type LocalDate, localDate } from '#domain/base/time.ts';
import { listSlots } from '#features/availability/slots-contract.ts';
import { getBookingPage, submitBooking } from '#features/booking/contract.ts';
import { listBookingRequests, proposeTimes } from '#features/booking/office-contract.ts';
import { getSettings } from '#features/company/settings-contract.ts';
import { newId } from '#server/ids.ts';
import type { RouteInput } from '#wire/route.ts';
import { actAs, callAsOwner, type DemoContext } from './demo-context.ts';

/** A request as a visitor enters it on the website. */
interface DemoRequest {
  /** Hours ago. */
  sent: number;
  /** Days from today, and the hour. */
  day: number;
  hour: number;
  address: string;
  city: string;
  state: string;
  zip_code: string;
  people: RouteInput<typeof submitBooking>['people'];
  message: string;
}

const person = (first_name: string, last_name: string, phone: string) => ({
  ...{ first_name, last_name, phone },
  email: `${first_name}.${last_name}@example.com`.toLowerCase(),
});

/** The first two want the same time; other times are proposed for the last one. */
const requests: readonly DemoRequest[] = [
  {
    ...{ sent: 20, day: 9, hour: 10 },
    ...{ address: '52 Clinton Ave', city: 'Montclair', state: 'NJ', zip_code: '07042' },
    people: { role: 'client', client: person('Rosa', 'Delgado', '2125550171') },
    message: 'The seller is home in the mornings only. There is a crawlspace with a locked hatch.',
  },
  {
    ...{ sent: 5, day: 9, hour: 11 },
    ...{ address: '310 Hudson St', city: 'Hoboken', state: 'NJ', zip_code: '07030' },
    people: {
      role: 'agent',
      client: person('Owen', 'Fairbanks', '2125550172'),
      agent: person('Tessa', 'Lindgren', '2125550173'),
    },
    message: 'My client flies in for the day.',
  },
  {
    ...{ sent: 30, day: 3, hour: 8 },
    ...{ address: '18 Sherman Pl', city: 'Yonkers', state: 'NY', zip_code: '10701' },
    people: { role: 'client', client: person('Malik', 'Turner', '2125550174') },
    message: '',
  },
];

const zone = asZone('America/New_York');

/** Requests that visitors sent: two for the same time wait for an answer, and one has other times proposed. */
export async function seedRequests(demo: DemoContext): Promise<void> {
  const { request_id: requestId } = await callAsOwner(demo, getSettings, { subscriberId: demo.ownerId });
  for (const one of requests) await send(demo, requestId, one);
  demo.clock.set(addHours(demo.today, -3));
  const { pageData } = await callAsOwner(demo, listBookingRequests, {});
  const request = pageData.find((one) => one.address.startsWith('18 Sherman Pl'));
  if (!request) throw new Error('the demo has no request to answer');
  const { appointment_id: id, services, duration, zip_code: zip } = request;
  const { timeSlots } = await callAsOwner(demo, listSlots, {
    ...{ subscriberId: demo.ownerId, duration, zip, inspections_id: id },
    services: services.map((one) => one.id).join(','),
    fromDate: dayOf(demo, 15),
    toDate: dayOf(demo, 24),
  });
  // One on each of the first two days with a free time.
  const first = timeSlots[0];
  const free = [first, timeSlots.find((slot) => slot.date !== first?.date)].flatMap((slot) => slot ?? []);
  const times = free.map(({ date, hour, minute, values }) => ({
    date_time: `${date}T${twoDigits(hour)}:${twoDigits(minute)}`,
    technician_id: values[0]?.id ?? '',
  }));
  const message = 'That morning is fully booked, but one of these should work.';
  await callAsOwner(demo, proposeTimes, { id, times, hours: 168, message });
}

async function send(
  demo: DemoContext,
  requestId: string,
  { sent, day, hour, people, message, ...location }: DemoRequest,
): Promise<void> {
  demo.clock.set(addHours(demo.today, -sent));
  const { services } = await actAs(null, demo, getBookingPage, { requestId });
  const date_time = `${dayOf(demo, day)}T${twoDigits(hour)}:00`;
  await actAs(null, demo, submitBooking, {
    ...{ requestId, mode: 'request', submission_key: newId(), date_time, people, message },
    location: { ...location, square_feet: '2200', year_built: '1955', foundation: '1' },
    services: services.slice(0, 1).map(({ id }) => ({ id })),
    accept_terms: true,
  });
}

function dayOf({ today }: DemoContext, day: number): LocalDate {
  return addDays(localDate(today, zone), day);
}

const twoDigits = (n: number) => String(n).padStart(2, '0');
