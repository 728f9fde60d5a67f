import { beforeEach, describe, expect, test } from 'vitest';
import { createAgreement } from '#features/agreements/library-contract.ts';
import { bookAppointment } from '#features/appointments/booking-contract.ts';
import { goodPayload } from '#features/appointments/booking-for-tests.ts';
import { updatePreferences } from '#features/auth/contract.ts';
import { addAvailability, getAvailability, removeAvailability } from '#features/availability/contract.ts';
import { createService } from '#features/services/editor-contract.ts';
import { createTemplate } from '#features/templates/editing-contract.ts';
import { startTestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import { getSetup } from './contract.ts';

const opened = '2030-03-03T14:00:00Z';
const app = await startTestApp({ at: opened });
beforeEach(() => app.clock.set(opened));

const doneBy = async (person: TestUser) =>
  (await person.call(getSetup, {})).steps.filter((step) => step.isDone).map((step) => step.key);

/** A company that opened an hour ago. */
async function fresh(): Promise<TestUser> {
  app.clock.set(opened);
  const owner = await app.create.owner();
  await app.advanceTime('1 hour');
  return app.create.signInAgain(owner);
}

describe('the checklist of a new company', () => {
  test('has nothing done although the company starts with services, a week, agreements and templates', async () => {
    const owner = await fresh();
    const { steps } = await owner.call(getSetup, {});
    expect(steps.map((step) => step.key)).toEqual([
      'profile',
      'services',
      'availability',
      'agreement',
      'template',
      'payments',
      'team',
      'appointment',
    ]);
    expect(await doneBy(owner)).toEqual([]);
  });

  test('ticks what the company does, and nothing of another company', async () => {
    const [owner, other] = [await fresh(), await fresh()];
    await owner.call(createService, { name: 'Pool inspection', base_cost: 120, base_duration: 1 });
    expect(await doneBy(owner)).toEqual(['services']);
    await owner.call(createAgreement, { name: 'Pool', content: '<p>Terms</p>' });
    await owner.call(createTemplate, { name: 'Pool' });
    await app.create.member(owner, { type: 'staff' });
    await owner.call(bookAppointment, await goodPayload(owner, { date_time: '2030-03-04T09:00' }));
    expect(await doneBy(owner)).toEqual(['services', 'agreement', 'template', 'team', 'appointment']);
    expect(await doneBy(other)).toEqual([]);
  });

  test('ticks the working hours when a start time is added or removed, not when a technician joins', async () => {
    const [adds, removes, invites] = [await fresh(), await fresh(), await fresh()];
    await adds.call(addAvailability, { team_id: adds.id, start_time: 900, days: [6] });
    expect(await doneBy(adds)).toEqual(['availability']);
    const week = await removes.call(getAvailability, { id: removes.id });
    const timeSlotsIds = Object.values(week).flatMap((days) =>
      Object.values(days)
        .flat()
        .map((slot) => slot.id),
    );
    await removes.call(removeAvailability, { timeSlotsIds: timeSlotsIds.slice(0, 1) });
    expect(await doneBy(removes)).toEqual(['availability']);
    await app.create.member(invites, { type: 'technician' });
    expect(await doneBy(invites)).toEqual(['team']);
  });

  test('staff get only the steps they may do, and none once those are done', async () => {
    const owner = await fresh();
    const plain = await app.create.member(owner, { type: 'staff' });
    const books = await app.create.member(owner, { type: 'staff', flags: { can_schedule_new: true } });
    expect(await plain.call(getSetup, {})).toEqual({ steps: [] });
    expect((await books.call(getSetup, {})).steps.map((step) => step.key)).toEqual(['appointment']);
    await owner.call(bookAppointment, await goodPayload(owner, { date_time: '2030-03-04T09:00' }));
    expect(await books.call(getSetup, {})).toEqual({ steps: [] });
  });

  test('is dismissed with the preferences of the user, who may store nothing else there', async () => {
    const owner = await fresh();
    await owner.call(updatePreferences, { saved_columns: { 'dashboard.setup': ['dismissed'] } });
    const other = { saved_columns: { 'dashboard.setup': ['anything'] } };
    expect((await owner.request(updatePreferences, other)).status).toBe(400);
  });
});
