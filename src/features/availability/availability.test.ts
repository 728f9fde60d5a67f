import { beforeAll, describe, expect, test } from 'vitest';
import { bookAppointment, updateAppointment } from '#features/appointments/booking-contract.ts';
import { cancelAppointment } from '#features/appointments/contract.ts';
import { listServices } from '#features/services/contract.ts';
import { bookedAppointment, chosenServices, defaultProperty } from '#testing/bookings.ts';
import { startTestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import * as contract from './contract.ts';
import * as limitsContract from './limits-contract.ts';
import * as slotsContract from './slots-contract.ts';

const app = await startTestApp({ at: '2030-03-01T14:00:00Z' });

/** Creates a company with one technician whose owner has no availability yet. */
async function company(): Promise<{ owner: TestUser; technician: TestUser }> {
  const owner = await app.create.owner();
  const technician = await app.create.member(owner, { type: 'technician' });
  return { owner, technician };
}
const add = (person: TestUser, team_id: string, start_time: number, days: number[]) =>
  person.call(contract.addAvailability, { team_id, start_time, days, added_by: person.id });
const slotsOf = async (person: TestUser, more: Record<string, unknown> = {}) => {
  const { timeSlots } = await person.call(slotsContract.listSlots, {
    fromDate: '2030-03-08',
    toDate: '2030-03-08',
    ...more,
  });
  return timeSlots;
};
const clocks = (slots: readonly slotsContract.Slot[]) => slots.map((one) => one.hour * 100 + one.minute);

describe('the week of a technician', () => {
  let owner: TestUser;
  let technician: TestUser;
  beforeAll(async () => {
    ({ owner, technician } = await company());
  });

  test('starts with office hours for a new owner', async () => {
    const week = await owner.call(contract.getAvailability, { id: owner.id });
    expect(Object.keys(week)).toEqual([
      '800',
      '900',
      '1000',
      '1100',
      '1200',
      '1300',
      '1400',
      '1500',
      '1600',
      '1700',
    ]);
    expect(Object.keys(week['800'] ?? {})).toEqual(['1', '2', '3', '4', '5']);
  });

  test('is stored by start time and day, and adding a start time twice has no effect', async () => {
    const rows = await add(owner, technician.id, 830, [1, 3, 5]);
    expect(
      rows.map((row) => [row.start_time, row.day, row.team_id, row.added_by, row.subscriber_id]),
    ).toEqual([1, 3, 5].map((day) => [830, day, technician.id, owner.id, owner.subscriberId]));
    expect(await add(owner, technician.id, 830, [3, 5, 6])).toHaveLength(3);
    await add(owner, technician.id, 0, [0]);
    await add(owner, technician.id, 2330, [0]);
    const week = await technician.call(contract.getAvailability, { id: technician.id });
    expect(Object.entries(week).map(([time, days]) => [time, Object.keys(days)])).toEqual([
      ['0', ['0']],
      ['830', ['1', '3', '5', '6']],
      ['2330', ['0']],
    ]);
  });

  test('loses exactly the listed times, sent in the body or in the query', async () => {
    const week = await owner.call(contract.getAvailability, { id: technician.id });
    const ids = [0, 2330].map((time) => week[time]?.[0]?.[0]?.id ?? '');
    expect(await owner.call(contract.removeAvailability, { timeSlotsIds: [ids[0] ?? ''] })).toEqual({
      removed: 1,
    });
    expect(await owner.call(contract.removeAvailability, { timeSlotsIds: ids.join(',') })).toEqual({
      removed: 1,
    });
    const left = await owner.call(contract.getAvailability, { id: technician.id });
    expect(Object.keys(left)).toEqual(['830']);
  });

  test("is returned for all technicians by the company's id", async () => {
    const week = await technician.call(contract.getAvailability, { id: owner.subscriberId });
    const teams = new Set(
      Object.values(week).flatMap((days) =>
        Object.values(days)
          .flat()
          .map((one) => one.team_id),
      ),
    );
    expect(teams).toEqual(new Set([owner.id, technician.id]));
  });

  test('can be changed by administrators and by the technicians themselves', async () => {
    const other = await app.create.member(owner, { type: 'technician' });
    const one = { team_id: technician.id, start_time: 900, days: [2] };
    expect((await other.request(contract.addAvailability, one)).error?.type).toBe('FORBIDDEN');
    await technician.call(contract.addAvailability, one);
    const changed = await technician.call(contract.changeAvailability, {
      team_id: technician.id,
      add: [
        { start_time: 900, day: 2 },
        { start_time: 930, day: 2 },
      ],
      remove: [{ start_time: 830, day: 6 }],
    });
    expect(Object.keys(changed)).toEqual(['830', '900', '930']);
    expect(changed['830']).not.toHaveProperty('6');
    const copy = { from: technician.id, to: [owner.id, other.id] };
    expect((await technician.request(contract.copyAvailability, copy)).error?.type).toBe('FORBIDDEN');
    expect(await owner.call(contract.copyAvailability, copy)).toEqual({ copied: 2 });
    const copied = await owner.call(contract.getAvailability, { id: other.id });
    expect(Object.keys(copied)).toEqual(['830', '900', '930']);
  });

  test('only has half hours on existing days for technicians of the company', async () => {
    const errorFor = async (more: object) =>
      (
        await owner.request(contract.addAvailability, {
          team_id: technician.id,
          start_time: 800,
          days: [1],
          ...more,
        })
      ).error;
    expect((await errorFor({ start_time: 815 }))?.details).toEqual({ start_time: 'Start time is not valid' });
    expect((await errorFor({ start_time: 2400 }))?.details).toEqual({
      start_time: 'Start time is not valid',
    });
    expect((await errorFor({ days: [7] }))?.details).toEqual({ 'days.0': 'Day is not valid' });
    expect((await errorFor({ days: [] }))?.details).toEqual({ days: 'Choose at least one day' });
    const staff = await app.create.member(owner, { type: 'staff' });
    expect((await errorFor({ team_id: staff.id }))?.type).toBe('NOT_FOUND');
  });
});

describe('free slots', () => {
  test('have the specified shape', async () => {
    const { owner, technician } = await company();
    await add(owner, technician.id, 830, [5]);
    await add(owner, technician.id, 900, [5]);
    const slots = await slotsOf(owner);
    expect(clocks(slots)).toEqual([800, 830, 900, 1000, 1100, 1200, 1300, 1400, 1500, 1600, 1700]);
    expect(slots[1]).toEqual({
      date: '2030-03-08',
      hour: 8,
      minute: 30,
      color: '#add8e6',
      title: 'Tess Technician',
      values: [
        {
          id: technician.id,
          team_id: technician.id,
          first_name: 'Tess',
          last_name: 'Technician',
          email: expect.stringContaining('@'),
          profile_pic: null,
          start_time: 830,
          warning: null,
          extra_minutes: null,
          user: { id: technician.id, first_name: 'Tess', last_name: 'Technician', profile_pic: null },
        },
      ],
    });
    expect(slots[2]).toMatchObject({
      title: '2 available',
      values: [{ id: owner.id }, { id: technician.id }],
    });
    expect(await slotsOf(owner, { fromDate: '2030-03-09', toDate: '2030-03-09' })).toEqual([]);
  });

  test('exclude booked times except for the appointment being moved, and return when it is canceled', async () => {
    const { owner } = await company();
    const { appointment } = await bookedAppointment(owner, { at: '2030-03-08T11:00', duration: 2 });
    expect(clocks(await slotsOf(owner, { duration: 1 }))).toEqual([
      800, 900, 1000, 1300, 1400, 1500, 1600, 1700,
    ]);
    expect(clocks(await slotsOf(owner, { duration: 1, inspections_id: appointment.id }))).toHaveLength(10);
    await owner.call(cancelAppointment, { id: appointment.id });
    expect(clocks(await slotsOf(owner, { duration: 1 }))).toHaveLength(10);
  });

  test('respect time off, extra days, buffers and the daily limit', async () => {
    const { owner } = await company();
    const day = { team_ids: [owner.id], date_from: '2030-03-08' };
    const { overrides, collisions } = await owner.call(contract.addOverrides, {
      ...day,
      kind: 'off',
      end_time: 1500,
      reason: 'Dentist',
    });
    expect(collisions).toEqual([]);
    expect(clocks(await slotsOf(owner))).toEqual([1500, 1600, 1700]);
    const id = overrides[0]?.id ?? '';
    await owner.call(contract.changeOverride, { id, rev: 1, ...day, kind: 'off', start_time: 1000 });
    expect(clocks(await slotsOf(owner, { duration: 1 }))).toEqual([800, 900]);
    const stale = await owner.request(contract.changeOverride, { id, rev: 1, ...day, kind: 'off' });
    expect(stale.error?.type).toBe('CONFLICT');
    await owner.call(contract.removeOverride, { id });
    const saturday = {
      ...day,
      date_from: '2030-03-09',
      kind: 'extra',
      start_time: 800,
      end_time: 1400,
      step_minutes: 180,
    } as const;
    await owner.call(contract.addOverrides, saturday);
    const weekend = { fromDate: '2030-03-09', toDate: '2030-03-10' };
    expect(clocks(await slotsOf(owner, weekend))).toEqual([800, 1100, 1400]);
    await bookedAppointment(owner, { at: '2030-03-09T08:00', duration: 3 });
    expect(clocks(await slotsOf(owner, weekend))).toEqual([1100, 1400]);
    await owner.call(limitsContract.changeLimits, { id: owner.id, buffer_minutes: 15 });
    expect(clocks(await slotsOf(owner, weekend))).toEqual([1400]);
    await owner.call(limitsContract.changeLimits, { id: owner.id, max_per_day: 1 });
    expect(clocks(await slotsOf(owner, weekend))).toEqual([]);
  });

  test("account for daylight saving changes in the company's time zone", async () => {
    const owner = await app.create.owner({ timezone: 'Europe/Berlin' });
    await owner.call(contract.changeAvailability, {
      team_id: owner.id,
      add: [130, 200, 230, 300].map((start_time) => ({ start_time, day: 0 })),
    });
    expect(clocks(await slotsOf(owner, { fromDate: '2030-03-31', toDate: '2030-03-31' }))).toEqual([
      130, 300,
    ]);
    const { timezone } = await owner.call(slotsContract.listSlots, {
      fromDate: '2030-03-31',
      toDate: '2030-03-31',
    });
    expect(timezone).toBe('Europe/Berlin');
  });

  test('warn office users of services a technician does not offer, and hide them from the public', async () => {
    const { owner, technician } = await company();
    await add(owner, technician.id, 900, [5]);
    const { pageData } = await owner.call(listServices);
    const [first, second] = pageData;
    const wanted = [first?.id ?? '', second?.id ?? ''];
    await owner.call(limitsContract.changeLimits, {
      id: technician.id,
      all_services: false,
      services: [wanted[0] ?? ''],
    });
    const nine = async (more: object) =>
      (await slotsOf(owner, { services: wanted.join(','), ...more })).find((one) => one.hour === 9)?.values ??
      [];
    expect((await nine({})).map((one) => one.warning)).toEqual([null, null]);
    await app.writeAs(owner.subscriberId, async (ctx) => {
      await ctx.db
        .updateTable('companies')
        .set({
          settings: JSON.stringify({
            service_limitations: true,
            service_areas: true,
            dont_allow_scheduling_within: 0,
          }),
        })
        .where('subscriber_id', '=', owner.subscriberId)
        .execute();
    });
    expect((await nine({})).map((one) => one.warning)).toEqual([null, second?.name]);
    expect((await nine({ as_public: 'true' })).map((one) => one.id)).toEqual([owner.id]);
    await owner.call(limitsContract.changeLimits, { id: owner.id, areas: ['10001-10099', '7870*'] });
    expect((await nine({ zip: '78701' })).map((one) => one.id)).toEqual([owner.id, technician.id]);
    expect((await nine({ zip: '78801' })).map((one) => one.id)).toEqual([technician.id]);
    const wrong = await owner.request(limitsContract.changeLimits, {
      id: owner.id,
      areas: ['somewhere nice'],
    });
    expect(wrong.error?.details).toEqual({ areas: 'Invalid postal code: somewhere nice' });
    const own = await technician.request(limitsContract.changeLimits, {
      id: technician.id,
      all_services: true,
    });
    expect(own.error?.type).toBe('FORBIDDEN');
  });

  test('can be requested for at most 62 days', async () => {
    const { owner } = await company();
    const ask = async (fromDate: string, toDate: string) =>
      (await owner.request(slotsContract.listSlots, { fromDate, toDate })).error?.details;
    expect(await ask('2030-03-08', '2030-05-08')).toBeUndefined();
    expect(await ask('2030-03-08', '2030-05-09')).toEqual({ toDate: 'Choose 62 days or fewer' });
    expect(await ask('2030-03-08', '2030-03-07')).toEqual({ toDate: 'The end can’t be before the start' });
    expect(await ask('2030-02-30', '2030-03-07')).toEqual({ fromDate: 'Date is not valid' });
  });
});

describe('time off', () => {
  test('reports the bookings in it and hides the reason from colleagues', async () => {
    const { owner, technician } = await company();
    await bookedAppointment(owner, {
      at: '2030-03-08T09:00',
      inspectors: [technician.id],
      order_id: 'KEEP-1',
    });
    const { collisions } = await technician.call(contract.addOverrides, {
      team_ids: [technician.id],
      date_from: '2030-03-04',
      date_to: '2030-03-15',
      kind: 'off',
      reason: 'Surgery',
    });
    expect(collisions).toMatchObject([{ team_id: technician.id, title: expect.stringContaining('KEEP-1') }]);
    const other = await app.create.member(owner, { type: 'technician' });
    const reasons = async (person: TestUser) =>
      (await person.call(contract.listOverrides, {})).map((one) => one.reason);
    expect([await reasons(owner), await reasons(technician), await reasons(other)]).toEqual([
      ['Surgery'],
      ['Surgery'],
      [''],
    ]);
    const [mine] = await other.call(contract.listOverrides, {});
    const taken = await other.request(contract.removeOverride, { id: mine?.id ?? '' });
    expect(taken.error?.type).toBe('FORBIDDEN');
  });
});

describe('work hours', () => {
  test('span each day’s start times, with the time off and extra days of the asked range', async () => {
    const { owner, technician } = await company();
    await add(owner, technician.id, 830, [1]);
    await add(owner, technician.id, 1400, [1]);
    const override = { team_ids: [technician.id], date_from: '2030-03-08', reason: 'Surgery' };
    await owner.call(contract.addOverrides, { ...override, kind: 'off', start_time: 1200 });
    await owner.call(contract.addOverrides, { ...override, kind: 'extra', start_time: 700, end_time: 1000 });
    await owner.call(contract.addOverrides, { ...override, date_from: '2030-04-08', kind: 'off' });
    const found = await technician.call(contract.listWorkHours, {
      fromDate: '2030-03-03',
      toDate: '2030-03-09',
    });
    const day = { from: '2030-03-08', to: '2030-03-08' };
    const hours = found.find(({ team_id }) => team_id === technician.id);
    expect(hours?.week).toEqual([null, { start: 510, end: 900 }, null, null, null, null, null]);
    expect(hours?.overrides.toSorted((a, b) => a.start - b.start)).toEqual([
      { ...day, kind: 'extra', start: 420, end: 660 },
      { ...day, kind: 'off', start: 720, end: 1440 },
    ]);
    // The owner's default week.
    expect(found.find(({ team_id }) => team_id === owner.id)?.week[1]).toEqual({ start: 480, end: 1080 });
    expect(JSON.stringify(found)).not.toContain('Surgery');
    const wrong = { fromDate: '2030-02-31', toDate: '2030-03-09' };
    const refused = await owner.request(contract.listWorkHours, wrong);
    expect(refused.error).toMatchObject({ details: { fromDate: 'Date is not valid' } });
  });
});

describe('a held time', () => {
  test('is blocked for everyone else for ten minutes and can be booked by its holder', async () => {
    const { owner } = await company();
    const staff = await app.create.member(owner, { type: 'staff', flags: { can_schedule_new: true } });
    const at = { date_time: '2030-03-08T09:00', technician_id: owner.id, duration: 3 };
    const hold = await staff.call(slotsContract.holdSlot, at);
    expect(hold).toMatchObject({
      start: '2030-03-08T09:00:00-05:00',
      seconds: 600,
      expiresAt: '2030-03-01T14:10:00.000Z',
    });
    const taken = await owner.request(slotsContract.holdSlot, at);
    expect(taken.error).toMatchObject({
      type: 'CONFLICT',
      details: { conflicts: [{ kind: 'hold', technician_id: owner.id }] },
    });
    expect(clocks(await slotsOf(owner, { duration: 1 }))).not.toContain(900);
    expect(clocks(await slotsOf(staff, { duration: 1 }))).toContain(900);
    const booked = await bookedAppointment(staff, {
      at: '2030-03-08T09:00',
      duration: 3,
      inspectors: [owner.id],
    });
    expect(booked.appointment.overruled).toEqual([]);
  });

  test('expires, can be released, and is replaced by another hold', async () => {
    const own = await app.create.owner();
    const staff = await app.create.member(own, { type: 'staff', flags: { can_schedule_new: true } });
    const at = (hour: string) => ({ date_time: `2030-03-08T${hour}:00`, technician_id: own.id, duration: 1 });
    const first = await staff.call(slotsContract.holdSlot, at('09'));
    const second = await staff.call(slotsContract.holdSlot, { ...at('11'), replaces: first.holdId });
    await own.call(slotsContract.holdSlot, at('09'));
    await own.call(slotsContract.releaseSlot, { id: second.holdId });
    expect((await own.request(slotsContract.holdSlot, at('11'))).error?.type).toBe('CONFLICT');
    await staff.call(slotsContract.releaseSlot, { id: second.holdId });
    await own.call(slotsContract.holdSlot, at('11'));
    await app.advanceTime('11 minutes');
    const now = await app.create.signInAgain(staff);
    await now.call(slotsContract.holdSlot, at('11'));
    const past = await now.request(slotsContract.holdSlot, { ...at('09'), date_time: '2030-03-01T09:00' });
    expect(past.error?.details).toEqual({ date_time: 'Date & Time needs to be future date' });
  });
});

test('a double-booking requires a reason, and both appointments stay valid when saved again', async () => {
  const { owner } = await company();
  const { appointment: first } = await bookedAppointment(owner, { at: '2030-03-08T09:00', duration: 2 });
  const over = { at: '2030-03-08T10:00', duration: 2, overrule: { reason: 'Rush' } };
  const { appointment: forced } = await bookedAppointment(owner, over);
  expect(forced.overruled).toMatchObject([{ reason: 'Rush', overruled_by_name: 'Olive Owner' }]);
  const refused = await owner.request(bookAppointment, {
    ...defaultProperty,
    date_time: '2030-03-08T11:30',
    services: await chosenServices(owner),
    clients: [first.clients[0] ?? ''],
    inspectors: [owner.id],
    order_id: 'LATE-1',
  });
  expect(refused.error).toMatchObject({
    type: 'CONFLICT',
    details: { conflicts: [{ kind: 'appointment', appointment_id: forced.id }] },
  });
  for (const one of [first, forced]) {
    const saved = await owner.call(updateAppointment, {
      id: one.id,
      inspectors: [owner.id],
      inspection_notes: 'x',
    });
    expect(saved.overruled).toEqual(one.overruled);
  }
});
