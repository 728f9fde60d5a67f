import { expect, test } from 'vitest';
import { listAppointmentAgreements } from '#features/agreements/contract.ts';
import { createAgreement } from '#features/agreements/library-contract.ts';
import { type Appointment, getAppointment } from '#features/appointments/contract.ts';
import { createService } from '#features/services/editor-contract.ts';
import { startTestApp } from '#testing/test-app.ts';
import { getQuote, submitBooking } from '../contract.ts';
import { listBookingRequests } from '../office-contract.ts';
import { asNewVisitor, bookableCompany, location, pageOf } from '../public-booking-for-tests.ts';
import { newRequest, requestOf } from './requests-for-tests.ts';

const app = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const requestForm = { price: 275.5, duration: 2.5, default_name: 'Website request' };

/** A company whose service `plain` has neither price nor duration. */
async function company(request_form: object = requestForm) {
  const created = await bookableCompany(app, { request_form });
  const { id: plain } = await created.owner.call(createService, {
    ...{ name: 'Consultation', base_cost: 0, base_duration: 0 },
  });
  const stored = async (id: string) =>
    (await created.owner.call(getAppointment, { inspection_id: id })) as Appointment;
  const quote = (mode: 'request' | 'schedule', service: string) =>
    app.visitor.call(
      getQuote,
      { requestId: created.requestId, mode, location, services: [{ id: service }] },
      asNewVisitor(),
    );
  return { ...created, plain, stored, quote };
}

test('price and duration of a request are those of the request form where the price list has none', async () => {
  const at = await company();
  const quote = await at.quote('request', at.plain);
  expect(quote).toMatchObject({ duration: 2.5, price: { total: 275.5, lines: [{ name: 'Consultation' }] } });
  const id = await newRequest(app, at, { services: [{ id: at.plain }] });
  expect(await at.stored(id)).toMatchObject({
    ...{ duration: 2.5, total_fee: 275.5, outstanding: 275.5 },
    end_time: '2030-03-09T14:40:00-05:00',
  });
  expect(await at.quote('schedule', at.plain)).toMatchObject({ duration: 3, price: { total: 0 } });
});

test('services with a price and a duration keep them', async () => {
  const at = await company();
  const [asked, booked] = [await at.quote('request', at.service), await at.quote('schedule', at.service)];
  expect(asked).toEqual(booked);
  const id = await newRequest(app, at);
  expect((await at.stored(id)).total_fee).toBe(booked.price?.total);
});

test('the name heads requests', async () => {
  const at = await company();
  const id = await newRequest(app, at);
  expect((await requestOf(at, id)).name).toBe('Website request');
});

test('note and start time are shown, the agreement is added and the confirmation answers', async () => {
  const at = await company();
  const { id: agreement_id } = await at.owner.call(createAgreement, {
    name: 'Request terms',
    content: '<p>Terms</p>',
  });
  await at.set({
    request_form: {
      agreement_id,
      note: 'We answer within a day',
      start_time: 1030,
      received_text: '<p>Thank you!</p>',
    },
  });
  expect(await pageOf(app, at.requestId)).toMatchObject({
    note: 'We answer within a day',
    default_start_time: 1030,
  });
  const form = at.form({ mode: 'request', date_time: '2030-03-09T12:10' });
  expect(await app.visitor.call(submitBooking, form, asNewVisitor())).toMatchObject({
    status: 'requested',
    text: '<p>Thank you!</p>',
  });
  const [request] = (await at.owner.call(listBookingRequests, {})).pageData;
  const agreements = await at.owner.call(listAppointmentAgreements, { id: request?.appointment_id ?? '' });
  expect(agreements.map((one) => one.name)).toContain('Request terms');
});
