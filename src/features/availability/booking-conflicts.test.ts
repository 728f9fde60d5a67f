import { describe, expect, test } from 'vitest';
import { addMinutes, asInstant, asLocalDate } from '#domain/base/time.ts';
import { createEvent, updateEvent } from '#features/calendar/contract.ts';
import { getCompany } from '#features/company/get-company.ts';
import { startTestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import { AppError } from '#wire/errors.ts';
import * as contract from './contract.ts';
import { findSlots } from './list-slots.ts';
import { createHold } from './slot-holds.ts';
import * as slotsContract from './slots-contract.ts';
import { claimTime } from './technician-bookings.ts';

const app = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const two = (n: number) => String(n).padStart(2, '0');

/** Creates half-hour entries, so many a day from June 1 on. */
async function busyDays(owner: TestUser, days: number, perDay: number): Promise<void> {
  for (let n = 0; n < days * perDay; n += 1) {
    const at = `2030-06-${two(1 + Math.floor(n / perDay))}T${two(6 + (n % perDay))}`;
    await owner.call(createEvent, busy(owner, `${at}:00`, `${at}:30`));
  }
}
function busy(owner: TestUser, startDate: string, endDate: string) {
  const at = { startDate, endDate, inspector: owner.id, busy: true };
  return { type: 'regularEvent' as const, title: 'Van', ...at };
}

describe('more conflicts than an error lists', () => {
  test('do not hide a new one behind those overridden earlier', async () => {
    const owner = await app.create.owner();
    await busyDays(owner, 6, 10);
    const project = busy(owner, '2030-06-01T00:00', '2030-06-20T00:00');
    const refused = await owner.request(createEvent, project);
    expect(refused.error?.type).toBe('CONFLICT');
    expect((refused.error?.details as { conflicts?: unknown[] } | null)?.conflicts).toHaveLength(50);
    const made = await owner.call(createEvent, { ...project, overrule: { reason: 'Both units' } });
    await owner.call(createEvent, busy(owner, '2030-06-25T09:00', '2030-06-25T10:00'));
    const longer = { type: 'regularEvent' as const, eventId: made.systemRef.eventId };
    const late = await owner.request(updateEvent, { ...longer, endDate: '2030-06-28T00:00' });
    expect(late.error).toMatchObject({
      type: 'CONFLICT',
      details: { conflicts: [{ kind: 'event', start: '2030-06-25T13:00:00.000Z' }] },
    });
    // An earlier override remains valid without a new reason.
    await owner.call(updateEvent, { ...longer, endDate: '2030-06-22T00:00' });
  });

  test('are all listed when time off is added over them', async () => {
    const owner = await app.create.owner();
    await busyDays(owner, 12, 5);
    const off = {
      team_ids: [owner.id],
      date_from: '2030-03-01',
      date_to: '2030-12-31',
      kind: 'off' as const,
    };
    const whole = await owner.call(contract.addOverrides, off);
    expect(whole.collisions).toHaveLength(60);
    // One hour on each day is three hundred ranges; bookings between them are no conflict.
    const hours = await owner.call(contract.addOverrides, { ...off, start_time: 630, end_time: 830 });
    expect(hours.collisions.map((one) => one.start.slice(0, 16))).toEqual(
      Array.from({ length: 12 }, (_, n) => `2030-06-${two(n + 1)}`).flatMap((day) => [
        `${day}T07:00`,
        `${day}T08:00`,
      ]),
    );
  });
});

describe('a visitor’s hold', () => {
  test('blocks other visitors, but not the one who knows its id', async () => {
    const owner = await app.create.owner();
    const start = asInstant('2030-03-08T14:00:00.000Z');
    const range = { technician_id: owner.id, start, end: addMinutes(start, 180) };
    const asVisitor = app.writeAs;
    const hold = await asVisitor(owner.subscriberId, (ctx) => createHold(ctx, range, null));
    const starts = (holdId: string | null) =>
      app.readAs(owner.subscriberId, async (ctx) => {
        const day = asLocalDate('2030-03-08');
        const { slots } = await findSlots(ctx, await getCompany(ctx), {
          ...{ from: day, to: day, durationMinutes: 60, services: [], technicianId: null, zip: null },
          ...{ excludeAppointmentId: null, isPublic: true, holdId },
        });
        return slots.map((slot) => slot.minutes / 60);
      });
    expect(await starts(null)).not.toContain(9);
    expect(await starts(hold.id)).toContain(9);
    const second = asVisitor(owner.subscriberId, (ctx) =>
      claimTime(ctx, [range], { kind: 'appointment', id: null }),
    );
    await expect(second).rejects.toThrowError(AppError);
    const moved = { ...range, start: addMinutes(start, 60), end: addMinutes(start, 240) };
    const next = await asVisitor(owner.subscriberId, (ctx) => createHold(ctx, moved, null, hold.id));
    expect(await starts(next.id)).toContain(9);
  });

  test("can't be used to release a member’s hold by its id alone", async () => {
    const owner = await app.create.owner();
    const at = { date_time: '2030-03-08T09:00', technician_id: owner.id, duration: 3 };
    const { holdId } = await owner.call(slotsContract.holdSlot, at);
    const start = asInstant('2030-03-08T14:00:00.000Z');
    const range = { technician_id: owner.id, start, end: addMinutes(start, 180) };
    const stolen = app.writeAs(owner.subscriberId, (ctx) => createHold(ctx, range, null, holdId));
    await expect(stolen).rejects.toThrowError(AppError);
  });
});
