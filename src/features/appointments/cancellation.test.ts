import { describe, expect, test } from 'vitest';
import { openHouse } from '#testing/house.ts';
import * as booking from './booking-contract.ts';
import { goodPayload } from './booking-for-tests.ts';
import * as contract from './contract.ts';

const house = await openHouse({ at: '2030-03-01T14:00:00Z' });
const owner = await house.has.owner();

describe('a cancellation that costs', () => {
  test('credits what was ordered, charges the fee, and restoring takes both back', async () => {
    const made = await owner.does(
      booking.bookAppointment,
      await goodPayload(owner, { date_time: '2030-06-03T09:00' }),
    );
    const total = made.total_fee ?? 0;
    const canceled = await owner.does(contract.cancelAppointment, {
      id: made.id,
      rev: made.rev,
      reason: 'Deal fell through',
      fees: [
        { kind: 'cancellation', line_item: 'Cancellation fee', pretax_amount: 100 },
        { kind: 'trip', line_item: 'Trip fee', pretax_amount: 50.5 },
      ],
    });
    expect(canceled).toMatchObject({ status: 'canceled', total_fee: 150.5, outstanding: 150.5, paid: false });
    expect(canceled.fees.at(-3)).toMatchObject({ line_item: 'Canceled services', pretax_amount: -total });
    const restored = await owner.does(contract.restoreAppointment, { id: made.id, rev: canceled.rev });
    expect(restored).toMatchObject({ total_fee: total, outstanding: total });
    expect(restored.fees).toHaveLength(made.fees.length);
  });

  test('is refused with a negative amount, and free without fees', async () => {
    const made = await owner.does(
      booking.bookAppointment,
      await goodPayload(owner, { date_time: '2030-06-04T09:00' }),
    );
    const fees = [{ kind: 'cancellation', line_item: 'Fee', pretax_amount: -5 }];
    const refused = await owner.tries(contract.cancelAppointment, { id: made.id, fees });
    expect(refused.error).toMatchObject({ type: 'BAD_USER_INPUT' });
    const free = await owner.does(contract.cancelAppointment, { id: made.id });
    expect(free.total_fee).toBe(made.total_fee);
  });
});
