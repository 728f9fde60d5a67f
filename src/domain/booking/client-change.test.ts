import { afterEach, describe, expect, test } from 'vitest';
import { asCents } from '../base/money.ts';
import { addHours, addMinutes, asInstant, asLocal, asZone, type Instant, toInstant } from '../base/time.ts';
import { type ChangeableAppointment, type ChangePolicy, clientChanges } from './client-change.ts';

const zone = asZone('America/Chicago');
const local = (text: string) => toInstant({ local: asLocal(text), zone });
const policy: ChangePolicy = {
  client_may_reschedule: true,
  client_may_cancel: true,
  change_deadline_hours: 2,
  cancellation_hours: null,
  cancellation_fee_type: 1,
  cancellation_fee: 0,
  trip_fee: 0,
};
const appointment = (date_time: Instant, more: Partial<ChangeableAppointment> = {}) =>
  ({
    ...{ status: 'scheduled', date_time, total_cents: asCents(60_000), technicians: 1, sub_events: 0 },
    ...more,
  }) satisfies ChangeableAppointment;
const now = asInstant('2030-03-04T15:00:00Z');
const inHours = (hours: number) => addHours(now, hours);
const inMinutes = (minutes: number) => addMinutes(now, minutes);
const changes = (
  given: Partial<ChangePolicy>,
  of: ChangeableAppointment = appointment(inHours(4)),
  seesPrices = true,
) => clientChanges({ ...policy, ...given }, of, now, { seesPrices });

const serverZone = process.env.TZ;
afterEach(() => {
  if (serverZone === undefined) delete process.env.TZ;
  else process.env.TZ = serverZone;
});

describe('the deadline for changes (B12)', () => {
  // A company in Chicago: by day, late in the evening, and in the nights on which its clocks change.
  const moments = ['2030-03-04T09:00', '2030-03-04T23:30', '2030-03-09T23:30', '2030-11-02T23:30'];
  test.each(['UTC', 'Asia/Tokyo'].flatMap((zone) => moments.map((moment) => [zone, moment] as const)))(
    'of 2 hours, on a server in %s at %s: 4 hours before the start is in time, 1 hour is not',
    (tz, moment) => {
      process.env.TZ = tz;
      const then = local(moment);
      const of = (hours: number) =>
        clientChanges(policy, appointment(addHours(then, hours)), then, { seesPrices: true });
      expect(of(4)).toMatchObject({ reschedule: null, cancel: null, deadline: addHours(then, 2) });
      expect(of(1)).toMatchObject({
        ...{ reschedule: 'deadline', cancel: 'deadline' },
        deadline: addHours(then, -1),
      });
    },
  );

  test('ends with its last moment', () => {
    expect(changes({}, appointment(inHours(2))).cancel).toBeNull();
    expect(changes({}, appointment(inMinutes(119))).cancel).toBe('deadline');
  });

  test('of 0 hours allows changes until the start', () => {
    expect(changes({ change_deadline_hours: 0 }, appointment(inMinutes(1))).reschedule).toBeNull();
    expect(changes({ change_deadline_hours: 0 }, appointment(now)).reschedule).toBe('closed');
  });
});

describe('a client', () => {
  test('may do what the company has switched on', () => {
    expect(changes({ client_may_reschedule: false })).toMatchObject({ reschedule: 'off', cancel: null });
    expect(changes({ client_may_cancel: false })).toMatchObject({ reschedule: null, cancel: 'off' });
  });

  test('may change requests and scheduled appointments, no others', () => {
    const of = (status: ChangeableAppointment['status']) => changes({}, appointment(inHours(4), { status }));
    expect([of('requested').cancel, of('scheduled').cancel]).toEqual([null, null]);
    expect([of('completed').cancel, of('canceled').reschedule]).toEqual(['closed', 'closed']);
  });

  test('may not move an appointment with more visits, or one without a technician', () => {
    expect(changes({}, appointment(inHours(4), { sub_events: 1 }))).toMatchObject({
      reschedule: 'visits',
      cancel: null,
    });
    expect(changes({}, appointment(inHours(4), { technicians: 0 }))).toMatchObject({
      reschedule: 'unassigned',
      cancel: null,
    });
  });
});

describe('the fee for canceling late', () => {
  const charging = { cancellation_hours: 24, cancellation_fee: 50 };

  test('is shown before it is due, and from when on it is', () => {
    expect(changes(charging, appointment(inHours(48)))).toMatchObject({
      ...{ reschedule: null, cancel: null, fee_cents: 0 },
      ...{ late_fee_cents: 30_000, free_until: inHours(24) },
      ...{ reschedule_until: inHours(24), cancel_until: inHours(46) },
    });
  });

  test('is due within its hours, and moving is no way around it', () => {
    expect(changes(charging)).toMatchObject({ reschedule: 'fee', cancel: null, fee_cents: 30_000 });
  });

  test('is not due for a request that the company has not confirmed', () => {
    const request = appointment(inHours(4), { status: 'requested' });
    expect(changes(charging, request)).toMatchObject({
      ...{ reschedule: null, cancel: null, fee_cents: 0, late_fee_cents: 0 },
    });
  });

  test('cannot be accepted by someone who may not see prices', () => {
    expect(changes(charging, undefined, false).cancel).toBe('fee');
    expect(changes({}, undefined, false).cancel).toBeNull();
    expect(changes(charging, appointment(inHours(48)), false).cancel_until).toBe(inHours(24));
  });
});
