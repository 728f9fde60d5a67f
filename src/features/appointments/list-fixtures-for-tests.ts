import type { TestApp } from '#testing/test-app.ts';
import type { RouteInput } from '#wire/route.ts';
import * as bookingContract from './booking-contract.ts';
import { goodPayload } from './booking-for-tests.ts';
import * as contract from './contract.ts';
import * as listing from './list-contract.ts';

/** The time at which the tests list the appointments. */
export const listedAt = '2030-03-04T20:00:00Z';

/** Order ids as `seedTwelveAppointments` assigns them. */
export const orderIdsOf = (...numbers: number[]) => numbers.map((n) => `L-${n}`);

/**
 * Creates an owner with twelve appointments, L-0 to L-11, one a day at nine from March 2 on, around the test clock's
 * present: L-3 is requested, L-4 is canceled. `ids` lists order ids by a filter.
 */
export async function seedTwelveAppointments(app: TestApp) {
  const owner = await app.create.owner();
  // Booked three days before, since only future times can be booked.
  app.clock.set('2030-03-01T14:00:00Z');
  const time = (n: number) => `2030-03-${String(2 + n).padStart(2, '0')}T09:00`;
  const made = await Promise.all(
    Array.from({ length: 12 }, async (_, n) => {
      const more = {
        date_time: time(n),
        order_id: `L-${n}`,
        address: `${n} Elm St`,
        confirm_inspection: n !== 3,
      };
      return owner.call(bookingContract.bookAppointment, await goodPayload(owner, more));
    }),
  );
  await owner.call(contract.cancelAppointment, { id: made[4]?.id ?? '' });
  app.clock.set(listedAt);
  const ids = async (input: RouteInput<typeof listing.listAppointments>) =>
    (await owner.call(listing.listAppointments, input)).pageData.map((row) => row.order_id);
  return { owner, made, ids };
}
