import { describe, expect, test } from 'vitest';
import { asInstant, asLocalDate, toEpochMs, type Zone } from '#domain/base/time.ts';
import { slotsByDriving } from '#domain/scheduling/road-oracle-for-tests.ts';
import type { BusyTime, SlotTechnician } from '#domain/scheduling/slots.ts';
import { seededRandom } from '#domain/scheduling/slots-oracle-for-tests.ts';
import type { Place } from '#domain/scheduling/travel.ts';
import { listAppointments } from '#features/appointments/list-contract.ts';
import { copyAvailability } from '#features/availability/contract.ts';
import { changeLimits } from '#features/availability/limits-contract.ts';
import { listSlots } from '#features/availability/slots-contract.ts';
import { createService } from '#features/services/editor-contract.ts';
import { bookedAppointment } from '#testing/bookings.ts';
import { startTestApp } from '#testing/test-app.ts';
import { listChangeSlots, rescheduleByClient } from '../change-contract.ts';
import { holdPublicSlot, listPublicSlots, releasePublicSlot, submitBooking } from '../contract.ts';
import { locateProperty } from '../places-contract.ts';
import { asNewVisitor, type BookableCompany, bookableCompany } from '../public-booking-for-tests.ts';

const now = '2030-03-08T14:00:00Z';
const zone = 'America/Chicago' as Zone;
const app = await startTestApp({ at: now });
const days = { fromDate: '2030-03-11', toDate: '2030-03-22' };
/** ZIP codes in and around Austin, up to an hour apart. */
const zips = [
  ...['78701', '78702', '78704', '78745', '78748', '78758', '78759', '78613'],
  ...['78664', '78640', '78666', '78628', '78660', '78734', '78620'],
];
const homes: Place[] = [
  { lat: 30.27, lng: -97.74 },
  { lat: 30.51, lng: -97.68 },
  { lat: 29.99, lng: -97.88 },
];

/** A company with three technicians at work from 8 to 17, their homes, and services of two and three hours. */
async function city() {
  const company = await bookableCompany(app, { road_aware_slots: true }, zone);
  const { owner } = company;
  const members = [
    await app.create.member(owner, { type: 'technician' }),
    await app.create.member(owner, { type: 'technician' }),
  ];
  await owner.call(copyAvailability, { from: owner.id, to: members.map((one) => one.id) });
  const people = await app.readAs(owner.subscriberId, (ctx) =>
    ctx.db
      .selectFrom('users')
      .where('subscriber_id', '=', ctx.subscriberId)
      .select(['id', 'first_name', 'last_name'])
      .execute(),
  );
  const workday = [8, 9, 10, 11, 12, 13, 14, 15, 16, 17].map((hour) => hour * 60);
  const technicians: (SlotTechnician & { busy: BusyTime[] })[] = [];
  for (const [i, { id }] of [owner, ...members].entries()) {
    const home = homes[i] as Place;
    await owner.call(changeLimits, { id, home: { address: `${i} Home St`, ...home } });
    const named = people.find((one) => one.id === id);
    technicians.push({
      ...{ id, home, busy: [], overrides: [], offers: null, areas: [] },
      name: `${named?.last_name} ${named?.first_name}`.toLowerCase(),
      week: [[], workday, workday, workday, workday, workday, []],
      ...{ bufferMinutes: 0, maxPerDay: null, noticeMinutes: 0, maxDaysAhead: 90 },
    });
  }
  const services = [];
  for (const hours of [2, 3]) {
    const input = { name: `${hours} hours`, base_cost: 100, base_duration: hours };
    const { id } = await owner.call(createService, input);
    services.push({ id, hours });
  }
  return { company, technicians, services };
}

/** A property as its visitor enters it, located by the page. */
async function property({ requestId }: BookableCompany, address: string, zip_code: string) {
  const typed = { address, city: '', state: 'TX', zip_code };
  const input = { requestId, location: typed };
  const { place } = await app.visitor.call(locateProperty, input, asNewVisitor());
  const [, , lat, lng] = JSON.parse(Buffer.from(place.split('.')[0] ?? '', 'base64url').toString());
  return { location: { ...typed, place, square_feet: '2000' }, at: { lat, lng } as Place };
}
type Property = Awaited<ReturnType<typeof property>>;

/** Starts with their technicians in order, as the page lists them. */
async function offered(company: BookableCompany, service: string, { location }: Property, more: object = {}) {
  const { technicians, days: found } = await app.visitor.call(
    listPublicSlots,
    {
      ...{ requestId: company.requestId, ...days, services: service },
      ...{ zip: location.zip_code, place: location.place, ...more },
    },
    asNewVisitor(),
  );
  return found.flatMap(({ starts }) =>
    starts.map(
      ({ at, technicians: who }) => [minuteOf(at), who.map((i) => technicians[i]?.id ?? '')] as const,
    ),
  );
}
const minuteOf = (at: string) => toEpochMs(asInstant(new Date(at).toISOString())) / 60_000;

/** The same by brute force: every minute is driven. */
function byBruteForce(technicians: readonly SlotTechnician[], hours: number, place: Place, isPublic = true) {
  const lines = slotsByDriving(
    {
      ...{ from: asLocalDate(days.fromDate), to: asLocalDate(days.toDate), zone, now: asInstant(now) },
      ...{ durationMinutes: hours * 60, isPublic, wanted: null, zip: null },
      road: { place, minutes: () => 0 },
    },
    technicians,
  );
  const starts = new Map<number, { id: string; extra: number }[]>();
  for (const line of lines) {
    const [, , at = '', id = '', extra = ''] = line.split(' ');
    starts.set(Number(at), [...(starts.get(Number(at)) ?? []), { id, extra: Number(extra) }]);
  }
  return starts;
}
const idsOf = (starts: ReturnType<typeof byBruteForce>) =>
  [...starts].map(([at, who]) => [at, who.map((one) => one.id)]);

test('40 jobs of three technicians: visitors and the office see the order of brute force, and no way too long', async () => {
  const { company, technicians, services } = await city();
  const dice = seededRandom(2030);
  let limited = 0;
  for (let job = 0; job < 40; job += 1) {
    const { id: service, hours } = dice.oneOf(services);
    const house = await property(company, `${job + 1} Oak St`, dice.oneOf(zips));
    const shown = await offered(company, service, house);
    const expected = byBruteForce(technicians, hours, house.at);
    expect(shown).toEqual(idsOf(expected));
    const away = technicians.map((one) => ({
      ...one,
      home: null,
      busy: one.busy.map(({ place: _, ...busy }) => busy),
    }));
    if (byBruteForce(away, hours, house.at).size > expected.size) limited += 1;
    if (job % 8 === 7) {
      const seen = await company.owner.call(listSlots, { ...days, ...house.at, duration: hours });
      const minutes = seen.timeSlots.map((slot) => slot.values.map((one) => [one.id, one.extra_minutes]));
      const right = [...byBruteForce(technicians, hours, house.at, false).values()];
      expect(minutes).toEqual(right.map((who) => who.map((one) => [one.id, one.extra])));
    }
    const [at, [technician_id = '']] = dice.oneOf(shown.slice(0, 25)) as [number, string[]];
    const taken = { start: at, end: at + hours * 60, isAppointment: true, place: house.at };
    const form = company.form({
      ...{ location: house.location, services: [{ id: service }], technician_id },
      date_time: new Date(at * 60_000).toISOString(),
    });
    if (dice.is(0.3)) {
      // Another visitor holds the time first: it counts with the way to it, and is free again once released.
      const held = await app.visitor.call(
        holdPublicSlot,
        {
          ...{ requestId: company.requestId, location: house.location, services: [{ id: service }] },
          ...{ date_time: form.date_time, technician_id },
        },
        asNewVisitor(),
      );
      const other = await property(company, '5 Elm St', dice.oneOf(zips));
      const others = technicians.map((one) =>
        one.id === technician_id ? { ...one, busy: [...one.busy, taken] } : one,
      );
      expect(await offered(company, service, other)).toEqual(idsOf(byBruteForce(others, hours, other.at)));
      expect(await offered(company, service, house, { holdId: held.holdId })).toEqual(shown);
      await app.visitor.call(releasePublicSlot, { requestId: company.requestId, holdId: held.holdId });
    }
    const made = await app.visitor.request(submitBooking, form, asNewVisitor());
    expect(made.error).toBeNull();
    technicians.find((one) => one.id === technician_id)?.busy.push(taken);
  }
  expect(limited).toBeGreaterThan(20);
}, 120_000);

describe('a time that became too far away between the list and the click', () => {
  /** Austin, an hour of driving from San Marcos. */
  async function scene() {
    const { company, services } = await city();
    const house = await property(company, '1 Oak St', '78664');
    const services2h = [{ id: services[0]?.id ?? '' }];
    const { owner } = company;
    const selection = {
      ...{ location: house.location, services: services2h, technician_id: owner.id },
      date_time: '2030-03-12T12:00',
    };
    const noon = minuteOf('2030-03-12T12:00:00-05:00');
    const isOffered = async (more: object = {}) => {
      const found = await offered(company, services2h[0]?.id ?? '', house, {
        technicianId: owner.id,
        ...more,
      });
      return found.some(([at]) => at === noon);
    };
    /** The office books San Marcos until 11:30 for the same technician. */
    const bookFarAway = () =>
      bookedAppointment(owner, {
        ...{ at: '2030-03-12T09:30', duration: 2, zip_code: '78666' },
        address_lat_long: { lat: 29.88, lng: -97.94 },
      });
    return { company, selection, isOffered, bookFarAway };
  }
  async function count(company: BookableCompany) {
    return (await company.owner.call(listAppointments, { tab: 'all' })).pageInfo.total;
  }

  test('is refused when it is held or booked, with the next times that can be reached', async () => {
    const { company, selection, isOffered, bookFarAway } = await scene();
    expect(await isOffered()).toBe(true);
    await bookFarAway();
    expect(await isOffered()).toBe(false);
    const hold = { requestId: company.requestId, ...selection };
    const held = await app.visitor.request(holdPublicSlot, hold, asNewVisitor());
    const booked = await app.visitor.request(submitBooking, company.form(selection), asNewVisitor());
    for (const { error } of [held, booked]) {
      expect(error).toMatchObject({
        ...{ type: 'CONFLICT', message: 'This time slot is no longer available' },
        details: { next: expect.arrayContaining(['2030-03-12T13:00:00-05:00']) },
      });
      expect(JSON.stringify(error)).not.toContain('2030-03-12T12:00');
    }
    expect(await count(company)).toBe(1);
  });

  test('is refused although it is held, and nothing is stored', async () => {
    const { company, selection, isOffered, bookFarAway } = await scene();
    const hold_id = await company.hold(selection.date_time, selection);
    await bookFarAway();
    expect(await isOffered({ holdId: hold_id })).toBe(false);
    const form = company.form({ ...selection, hold_id });
    const { error } = await app.visitor.request(submitBooking, form, asNewVisitor());
    expect(error?.type).toBe('CONFLICT');
    expect(await count(company)).toBe(1);
  });

  test('is refused where only the ZIP code of the property is known', async () => {
    const { company, selection, bookFarAway } = await scene();
    await bookFarAway();
    const location = { ...selection.location, place: '' };
    const form = company.form({ ...selection, location });
    expect((await app.visitor.request(submitBooking, form, asNewVisitor())).error?.type).toBe('CONFLICT');
  });

  test('can’t be reached by a client who moves an appointment either', async () => {
    const { company, selection, bookFarAway } = await scene();
    await company.set({ client_may_reschedule: true, change_deadline_hours: 0 });
    const { appointment, link } = await bookedAppointment(company.owner, {
      ...{ at: '2030-03-14T09:00', duration: 2, zip_code: '78664' },
      address_lat_long: { lat: 30.51, lng: -97.65 },
    });
    const p = new URL(link).searchParams.get('p') ?? '';
    const of = { publicId: appointment.public_id, p };
    const startsOn = async (day: string) => {
      const range = { fromDate: day, toDate: day };
      const found = await app.visitor.call(listChangeSlots, { ...of, ...range }, asNewVisitor());
      return found.days.flatMap((one) => one.starts.map(({ at }) => at.slice(11, 16)));
    };
    expect(await startsOn('2030-03-12')).toContain('12:00');
    await bookFarAway();
    const starts = await startsOn('2030-03-12');
    expect([starts.includes('12:00'), starts.includes('13:00')]).toEqual([false, true]);
    const move = (date_time: string) =>
      app.visitor.request(
        rescheduleByClient,
        { ...of, start: appointment.date_time, date_time },
        asNewVisitor(),
      );
    expect((await move(selection.date_time)).error?.type).toBe('CONFLICT');
    expect((await move('2030-03-12T13:00')).status).toBe(200);
  });
});
