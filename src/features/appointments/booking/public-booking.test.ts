import { beforeEach, describe, expect, expectTypeOf, test } from 'vitest';
import { updateSettings } from '#features/company/settings-contract.ts';
import { createDiscount } from '#features/services/discount-contract.ts';
import { startTestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import * as booking from '../booking-contract.ts';
import { goodPayload, goodRequest } from '../booking-for-tests.ts';
import { type Appointment, getAppointment } from '../contract.ts';
import { createAppointment } from './create-appointment.ts';
import type { BookingRequest, OfficeFields } from './new-appointment.ts';

const app = await startTestApp({ at: '2030-03-01T14:00:00Z' });
let owner: TestUser;
beforeEach(async () => {
  owner = await app.create.owner();
});

/** Books as a visitor and returns the appointment as the owner sees it. */
async function bookPublicly(request: BookingRequest, isConfirmed = true) {
  const terms = { source: 'online', isConfirmed, agreementId: null, defaults: null } as const;
  const id = await app.writeAs(owner.subscriberId, (ctx) => createAppointment(ctx, request, terms));
  return (await owner.call(getAppointment, { inspection_id: id })) as Appointment;
}

/** Everything a visitor might smuggle in, by the names of the payload, of our own types and of columns. */
async function forged(technicianId: string) {
  const fee = { line_item: 'Cheap', pretax_amount: 1, duration: 1 };
  const note = 'Written by a visitor';
  return {
    fees: [fee],
    is_manual_edit: true,
    total_fee: 1,
    total_fee_cents: 100,
    duration: 1,
    overrule: { reason: 'I insist' },
    inspectors: [],
    invisible_inspectors: [technicianId],
    order_id: 'FORGED',
    orderId: { typed: 'FORGED', suggestion: null },
    require_payment: true,
    payment_notes: note,
    internal_notes: [{ text: note }],
    internalNotes: [note],
    confirm_inspection: true,
    status: 'completed',
    paid: true,
    published: true,
    minutes: 60,
    manualFees: [
      { serviceId: null, addOnId: null, line_item: 'Cheap', pretax_cents: 100, duration_minutes: 60 },
    ],
    hiddenTechnicianIds: [technicianId],
    isConfirmed: true,
    requirePayment: true,
    paymentNotes: note,
    subscriber_id: technicianId,
  };
}

describe('a booking that no member makes', () => {
  test('can name only the property, time, services and people', () => {
    expectTypeOf<keyof BookingRequest>().toEqualTypeOf<
      | 'location'
      | 'at'
      | 'services'
      | 'discountCode'
      | 'technicianIds'
      | 'clientIds'
      | 'agentIds'
      | 'listingAgentIds'
      | 'isOccupied'
      | 'hasUtilitiesOn'
      | 'notes'
    >();
    expectTypeOf<keyof BookingRequest & keyof OfficeFields>().toEqualTypeOf<never>();
    expectTypeOf<keyof BookingRequest['location']>().toEqualTypeOf<
      | 'address'
      | 'city'
      | 'state'
      | 'zip_code'
      | 'country'
      | 'square_feet'
      | 'year_built'
      | 'foundation'
      | 'lat'
      | 'lng'
      | 'location_precision'
    >();
  });

  test('takes price, order id, status and everything internal from the company, whatever else is sent', async () => {
    await owner.call(updateSettings, {
      subscriberId: owner.subscriberId,
      require_payment_default: false,
    });
    const hidden = await app.create.member(owner, { type: 'technician' });
    const more = await forged(hidden.id);
    const request = await goodRequest(owner);
    const sent = {
      ...request,
      ...more,
      location: { ...request.location, ...more },
      services: request.services.map((service) => ({ ...service, ...more })),
    };
    const made = await bookPublicly(sent as never, false);
    expect(made).toMatchObject({
      total_fee: 600,
      outstanding: 600,
      duration: 3.75,
      is_manual_edit: false,
      paid: false,
      published: false,
      status: 'requested',
      confirm_inspection: false,
      order_id: '1001',
      require_payment: false,
      payment_notes: '',
      internal_notes: [],
      inspectors: [owner.id],
      invisible_inspectors: [],
      overruled: [],
      source: 'online',
    });
    expect((await bookPublicly(await goodRequest(owner, { at: '2030-03-09T09:00' }))).order_id).toBe('1002');
  });

  test('never double-books', async () => {
    await owner.call(booking.bookAppointment, await goodPayload(owner));
    const request = { ...(await goodRequest(owner)), ...(await forged(owner.id)) };
    await expect(bookPublicly(request as never)).rejects.toMatchObject({ type: 'CONFLICT', details: {} });
  });

  test('is confirmed where the company asks for no confirmation', async () => {
    expect(await bookPublicly(await goodRequest(owner), true)).toMatchObject({
      status: 'scheduled',
      send_notifications: true,
    });
  });

  test('is checked like any other, except for the order id', async () => {
    const request = await goodRequest(owner, { location: {}, clientIds: [], services: [] });
    await expect(bookPublicly(request)).rejects.toMatchObject({
      type: 'BAD_USER_INPUT',
      message: 'Location: Please enter a location (address) and square feets',
      details: {
        address: 'Please enter the street and number',
        state: 'State is required',
        zip_code: 'Postal Code is required',
        clients: 'People: Please select at least one client',
        services: 'Services: no service(s) has been chosen',
      },
    });
  });

  test('accepts discount codes for online use only', async () => {
    await owner.call(createDiscount, { type: 1, value: 10, code: 'PHONE', online: false });
    await owner.call(createDiscount, { type: 1, value: 10, code: 'WEB', online: true });
    await expect(bookPublicly(await goodRequest(owner, { discountCode: 'PHONE' }))).rejects.toMatchObject({
      details: { discount_code: 'Discount code is not valid' },
    });
    expect((await bookPublicly(await goodRequest(owner, { discountCode: 'web' }))).total_fee).toBe(540);
  });
});
