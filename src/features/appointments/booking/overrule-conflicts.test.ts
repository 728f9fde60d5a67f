import { beforeAll, describe, expect, test } from 'vitest';
import { startTestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import * as booking from '../booking-contract.ts';
import { goodPayload } from '../booking-for-tests.ts';

const app = await startTestApp({ at: '2030-03-01T14:00:00Z' });
let owner: TestUser;
beforeAll(async () => {
  owner = await app.create.owner();
});

let nth = 0;
/** Builds a booking of 3.75 hours on a day in April. */
async function payload(at: string, more: Parameters<typeof goodPayload>[1] = {}) {
  nth += 1;
  return goodPayload(owner, { date_time: `2030-04-${at}`, order_id: `S-${nth}`, ...more });
}
const book = async (at: string, more: Parameters<typeof goodPayload>[1] = {}) =>
  owner.call(booking.bookAppointment, await payload(at, more));

type Conflicts = {
  technician_id: string;
  kind: string;
  appointment_id: string;
  start: string;
  end: string;
}[];
const conflictsIn = (answer: { error: { details: unknown } | null }) =>
  ((answer.error?.details as { conflicts?: unknown } | null)?.conflicts ?? []) as Conflicts;

describe('an override', () => {
  test('covers only the conflicts it was confirmed for', async () => {
    const [early, late] = [await book('02T09:00'), await book('02T15:00')];
    const wanted = await payload('02T11:00');
    const seen = conflictsIn(await owner.request(booking.bookAppointment, wanted));
    expect(seen.map((one) => one.appointment_id)).toEqual([early.id]);
    const overrule = { reason: 'Two units', over: seen };
    const longer = await owner.request(booking.bookAppointment, { ...wanted, duration: 6, overrule });
    expect(longer.error?.type).toBe('CONFLICT');
    const both = conflictsIn(longer);
    expect(both.map((one) => one.appointment_id)).toEqual([early.id, late.id]);
    const made = await owner.call(booking.bookAppointment, {
      ...wanted,
      duration: 6,
      overrule: { reason: 'Two units', over: both },
    });
    expect(made.overruled).toMatchObject([{ reason: 'Two units' }]);
  });

  test('must be confirmed again if the conflicting booking has moved; compares times regardless of their UTC offset', async () => {
    const conflicting = await book('04T09:00');
    const wanted = await payload('04T11:00');
    const check = await owner.call(booking.checkInspectionTime, {
      subscriberId: owner.id,
      date_time: '2030-04-04T11:00',
      inspectors: [owner.id],
      duration: 3.75,
    });
    const over = check.conflicts;
    await owner.call(booking.updateAppointment, { id: conflicting.id, duration: 4 });
    const sent = { ...wanted, overrule: { reason: 'Agreed', over } };
    expect((await owner.request(booking.bookAppointment, sent)).error?.type).toBe('CONFLICT');
    await owner.call(booking.updateAppointment, { id: conflicting.id, duration: 3.75 });
    await owner.call(booking.bookAppointment, sent);
  });

  test('allows a change that only extends the appointment', async () => {
    const first = await book('06T09:00');
    await book('06T13:00');
    const longer = { id: first.id, duration: 5 };
    const over = conflictsIn(await owner.request(booking.updateAppointment, longer));
    expect(over).toHaveLength(1);
    const saved = await owner.call(booking.updateAppointment, {
      ...longer,
      overrule: { reason: 'Agreed', over },
    });
    expect(saved.duration).toBe(5);
  });
});

describe('technicians hidden from clients', () => {
  test('stay when only visible technicians are sent, and the other way round', async () => {
    const tess = await app.create.member(owner, { type: 'technician' });
    const made = await book('08T09:00', { inspectors: [owner.id], invisible_inspectors: [tess.id] });
    expect([made.inspectors, made.invisible_inspectors]).toEqual([[owner.id], [tess.id]]);
    const { id } = made;
    const gone = await owner.call(booking.updateAppointment, { id, inspectors: [] });
    expect([gone.inspectors, gone.invisible_inspectors]).toEqual([[], [tess.id]]);
    const back = await owner.call(booking.updateAppointment, { id, inspectors: [owner.id] });
    expect([back.inspectors, back.invisible_inspectors]).toEqual([[owner.id], [tess.id]]);
    const shown = await owner.call(booking.updateAppointment, { id, invisible_inspectors: [] });
    expect([shown.inspectors, shown.invisible_inspectors]).toEqual([[owner.id], []]);
  });
});

describe('a changed address', () => {
  test('drops the coordinates of the previous address', async () => {
    const at = { address_lat_long: { lat: 40, lng: -105 }, location_precision: 'rooftop' as const };
    const { id } = await book('10T09:00', at);
    const same = await owner.call(booking.updateAppointment, {
      id,
      address: '12 Main St',
      square_feet: 1800,
    });
    expect(same).toMatchObject(at);
    const moved = await owner.call(booking.updateAppointment, { id, address: '99 Elm St' });
    expect(moved).toMatchObject({ address_lat_long: null, location_precision: null });
    const placed = await owner.call(booking.updateAppointment, { id, address: '98 Elm St', ...at });
    expect(placed).toMatchObject(at);
  });
});

describe('fee lines within their own limits', () => {
  test('are rejected if their sum is unreasonably large', async () => {
    const line = (line_item: string) => ({ line_item, pretax_amount: 1_000_000, tax_amount: 0 });
    const fees = Array.from({ length: 30 }, (_, n) => line(`Line ${n}`));
    const byHand = { is_manual_edit: true, fees };
    const refused = await owner.request(booking.bookAppointment, await payload('12T09:00', byHand));
    expect(refused.error).toMatchObject({
      type: 'BAD_USER_INPUT',
      details: { fees: 'The total is too large' },
    });
    const made = await book('12T09:00', { ...byHand, fees: fees.slice(0, 10) });
    expect(made.total_fee).toBe(10_000_000);
    const changed = await owner.request(booking.updateAppointment, { id: made.id, ...byHand });
    expect(changed.error?.details).toEqual({ fees: 'The total is too large' });
  });
});
