import { describe, expect, test } from 'vitest';
import { updateSettings } from '#features/company/settings-contract.ts';
import { getInvoice } from '#features/payments/contract.ts';
import { startTestApp } from '#testing/test-app.ts';
import * as booking from '../booking-contract.ts';
import { goodPayload } from '../booking-for-tests.ts';
import * as contract from '../contract.ts';

const app = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const owner = await app.create.owner();

describe('a cancellation with fees', () => {
  test('credits the ordered services and charges the fee, and both are undone when it is restored', async () => {
    const made = await owner.call(
      booking.bookAppointment,
      await goodPayload(owner, { date_time: '2030-06-03T09:00' }),
    );
    const total = made.total_fee ?? 0;
    const canceled = await owner.call(contract.cancelAppointment, {
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
    const restored = await owner.call(contract.restoreAppointment, { id: made.id, rev: canceled.rev });
    expect(restored).toMatchObject({ total_fee: total, outstanding: total });
    expect(restored.fees).toHaveLength(made.fees.length);
  });

  test('rejects a negative amount and is free without fees', async () => {
    const made = await owner.call(
      booking.bookAppointment,
      await goodPayload(owner, { date_time: '2030-06-04T09:00' }),
    );
    const fees = [{ kind: 'cancellation', line_item: 'Fee', pretax_amount: -5 }];
    const refused = await owner.request(contract.cancelAppointment, { id: made.id, fees });
    expect(refused.error).toMatchObject({ type: 'BAD_USER_INPUT' });
    const free = await owner.call(contract.cancelAppointment, { id: made.id });
    expect(free.total_fee).toBe(made.total_fee);
  });

  const taxed = (date_time: string) =>
    goodPayload(owner, {
      date_time,
      is_manual_edit: true,
      fees: [
        {
          serviceId: null,
          addOnId: null,
          line_item: 'Inspection',
          pricing_details: '',
          pretax_amount: 100,
          tax_amount: 8,
          is_tax_manual: true,
          tax_description: 'Sales tax',
          notes_for_client_invoice: '',
          duration: 2,
        },
      ],
    });

  test('removes the tax of the ordered services from the invoice', async () => {
    const made = await owner.call(booking.bookAppointment, await taxed('2030-06-05T09:00'));
    expect(made.total_fee).toBe(108);
    const fees = [{ kind: 'cancellation' as const, line_item: 'Cancellation fee', pretax_amount: 50 }];
    const canceled = await owner.call(contract.cancelAppointment, { id: made.id, fees });
    expect(canceled).toMatchObject({ total_fee: 50, outstanding: 50 });
    expect(canceled.fees.at(-2)).toMatchObject({ kind: 'credit', pretax_amount: -100, tax_amount: -8 });
    await app.runDueJobs();
    const invoice = await owner.call(getInvoice, { id: made.id });
    expect(invoice).toMatchObject({ subtotal: 50, taxes: [], total: 50, outstanding: 50 });
    const restored = await owner.call(contract.restoreAppointment, { id: made.id });
    expect(restored).toMatchObject({ total_fee: 108, outstanding: 108 });
  });

  test('removes named taxes by name', async () => {
    const made = await owner.call(
      booking.bookAppointment,
      await goodPayload(owner, { date_time: '2030-06-06T09:00' }),
    );
    // Stored like the lines of a taxed service.
    await app.writeAs(owner.subscriberId, async ({ db }) => {
      const taxes = [
        { name: 'State', add_percent: 5, tax_cents: 500 },
        { name: 'City', add_percent: 3, tax_cents: 300 },
      ];
      await db
        .updateTable('appointment_fees')
        .set({ pretax_cents: 10_000, tax_cents: 800, taxes: JSON.stringify(taxes) })
        .where('subscriber_id', '=', owner.subscriberId)
        .where('appointment_id', '=', made.id)
        .execute();
    });
    const fees = [{ kind: 'trip' as const, line_item: 'Trip fee', pretax_amount: 50 }];
    await owner.call(contract.cancelAppointment, { id: made.id, fees });
    await app.runDueJobs();
    expect(await owner.call(getInvoice, { id: made.id })).toMatchObject({
      subtotal: 50,
      taxes: [],
      total: 50,
    });
  });

  test('with a fee of 0 credits everything, and the total is due again when it is restored', async () => {
    const made = await owner.call(booking.bookAppointment, await taxed('2030-06-07T09:00'));
    const fees = [{ kind: 'cancellation' as const, line_item: 'Cancellation fee', pretax_amount: 0 }];
    const canceled = await owner.call(contract.cancelAppointment, { id: made.id, fees });
    expect(canceled).toMatchObject({ total_fee: 0, outstanding: 0, paid: true });
    expect(canceled.fees).toHaveLength(2);
    const restored = await owner.call(contract.restoreAppointment, { id: made.id });
    expect(restored).toMatchObject({ total_fee: 108, outstanding: 108, paid: false });
  });
});

test('the cancellation policy is shown when booking, even if only a wasted trip is charged', async () => {
  const policyFor = async (settings: object) => {
    await owner.call(updateSettings, { subscriberId: owner.subscriberId, ...settings });
    return (await owner.call(booking.getDefaults)).cancellation;
  };
  const none = { cancellation_hours: null, cancellation_fee_type: 2, cancellation_fee: 0, trip_fee: 0 };
  expect(await policyFor(none)).toBeNull();
  expect(await policyFor({ ...none, trip_fee: 75 })).toEqual({ hours: null, fee_type: 2, fee: 0, trip: 75 });
  expect(await policyFor({ ...none, cancellation_hours: 0, cancellation_fee: 50 })).toMatchObject({
    hours: 0,
    trip: 0,
  });
});
