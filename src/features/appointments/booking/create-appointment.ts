import { addMinutes } from '#domain/base/time.ts';
import { isPaidOnCreation } from '#domain/scheduling/appointment-draft.ts';
import { initialStatus } from '#domain/scheduling/appointment-states.ts';
import { addAgreementCopies } from '#features/agreements/office/add-agreement-copies.ts';
import { getCompany } from '#features/company/get-company.ts';
import { createPublicLink } from '#features/links/public-links.ts';
import { remindersOf } from '#features/messages/notification-settings.ts';
import { redeemDiscount } from '#features/services/discounts.ts';
import type { PriceResult } from '#features/services/price-services.ts';
import type { WriteCtx } from '#server/context.ts';
import { newId, newPublicId } from '#server/ids.ts';
import { jobType } from '#server/job-type.ts';
import { badInput } from '#wire/errors.ts';
import { confirmationWantedKey } from '../present.ts';
import {
  appointmentTimeRanges,
  authorizeOverrule,
  bookTechnicians,
  claimAppointmentTime,
} from './book-technicians.ts';
import { checkBooking, type ValidatedBooking } from './check-booking.ts';
import type { BookingRequest, BookingSource, VisitorTerms } from './new-appointment.ts';
import { takeOrderId } from './order-id.ts';
import { clientsOf, techniciansOf } from './people.ts';
import type { LocationValues } from './read-payload.ts';
import { insertReinspection } from './reinspection.ts';
import * as store from './store.ts';

/**
 * Books an appointment for a visitor and returns its id. The price list, the sequence of order ids and the company's
 * settings decide what a member would. Throws like `checkBooking`, and CONFLICT if a technician is busy.
 */
export async function createAppointment(
  ctx: WriteCtx,
  request: BookingRequest,
  terms: VisitorTerms,
): Promise<string> {
  const unchecked = { request, office: terms, dateTime: request.at, problems: {} };
  const booking = await checkBooking(ctx, await getCompany(ctx), unchecked);
  const appointment_id = await saveBooking(ctx, booking, terms.source);
  // A booking never waits for a provider of maps.
  if (typeof request.location.lat !== 'number') await ctx.enqueue(locatingOfBooked, { appointment_id });
  return appointment_id;
}

/** Finds the position of a booked address later. */
export const locatingOfBooked = jobType<{ appointment_id: string }>('appointments/locate-booked');

/** Stores a checked booking, claims its time and returns its id. */
export async function saveBooking(
  ctx: WriteCtx,
  booking: ValidatedBooking,
  source: BookingSource,
): Promise<string> {
  const id = newId();
  const { request, office, priced, people } = booking;
  const ranges = (eventIds: readonly string[]) =>
    appointmentTimeRanges(request.at, booking.minutes, people, office.subEvents, eventIds);
  const overrule = authorizeOverrule(ctx, office.overrule, techniciansOf(people));
  const claim = await claimAppointmentTime(ctx, ranges([]), null, overrule);
  const orderId = await takeOrderId(ctx, office.orderId);
  await insertAppointment(ctx, { id, orderId, source }, booking);
  await store.replaceServices(ctx, id, priced.services);
  await store.replaceFees(ctx, id, priced.lines, []);
  await store.addPeople(ctx, id, people);
  await store.replaceTemplates(ctx, id, booking.templateIds);
  await store.addNotes(ctx, id, office.internalNotes);
  const eventIds: string[] = [];
  for (const event of office.subEvents) eventIds.push(await store.addSubEvent(ctx, id, event));
  await bookTechnicians(ctx, id, ranges(eventIds), claim);
  const user = { clientIds: clientsOf(people), appointmentId: id };
  if (priced.discount && !(await redeemDiscount(ctx, priced.discount.id, user))) {
    throw badInput({ discount_code: 'Discount code has reached its limit' });
  }
  await addAgreementCopies(ctx, id, booking.agreementIds);
  if (office.reinspection) await insertReinspection(ctx, id, office.reinspection);
  await emitBooked(ctx, id, booking, eventIds);
  return id;
}

async function insertAppointment(
  ctx: WriteCtx,
  { id, orderId, source }: { id: string; orderId: string; source: BookingSource },
  { company, request, office, minutes, priced, agreementIds }: ValidatedBooking,
): Promise<void> {
  const total = priced.totals.total_cents;
  const { discount } = priced;
  const public_id = newPublicId();
  await store.insertAppointment(ctx, {
    id,
    public_id,
    order_id: orderId,
    source,
    status: initialStatus(office.isConfirmed),
    ...locationColumns(request.location),
    country: request.location.country ?? company.country_code,
    date_time: request.at,
    duration_minutes: minutes,
    end_time: addMinutes(request.at, minutes),
    confirm_inspection: office.isConfirmed,
    occupied: request.isOccupied,
    utilities_on: request.hasUtilitiesOn,
    disable_automated_notifications: office.isNotificationDisabled,
    require_payment: office.requirePayment,
    payment_notes: office.paymentNotes,
    inspection_notes: request.notes,
    discount_code_id: discount?.id ?? null,
    discount_snapshot: discount === null ? null : JSON.stringify(snapshotDiscountCode(discount)),
    is_manual_edit: office.manualFees !== null,
    total_fee_cents: total,
    outstanding_cents: total,
    paid: isPaidOnCreation(total),
    agreement_signed: agreementIds.length === 0,
    notification_settings: JSON.stringify({
      ...(await remindersOf(ctx, office.reminders)),
      [confirmationWantedKey]: office.sendsConfirmation,
    }),
    action_groups: JSON.stringify(office.actionGroups),
    added_by: ctx.actor?.userId ?? null,
    created_at: ctx.now,
    updated_at: ctx.now,
  });
  await createPublicLink(ctx, { token: public_id, kind: 'appointment', targetId: id });
}

/** Named one by one: a request with more members than its type has must not reach other columns. */
function locationColumns(location: LocationValues): Omit<LocationValues, 'country'> {
  const { address, city, state, zip_code, square_feet, year_built, foundation } = location;
  const { lat, lng, location_precision } = location;
  const columns = { address, city, state, zip_code, square_feet, year_built, foundation, lat, lng };
  return { ...columns, location_precision };
}

/**
 * Returns the part of a discount code that is stored with the appointment, so that later changes to the code do not
 * affect it.
 */
export function snapshotDiscountCode(discount: NonNullable<PriceResult['discount']>) {
  const { id, code, type, percent, amount_cents } = discount;
  return { id, code, type, percent, amount_cents };
}

async function emitBooked(
  ctx: WriteCtx,
  appointment_id: string,
  { office, people }: ValidatedBooking,
  eventIds: readonly string[],
): Promise<void> {
  await ctx.emit({ type: 'appointment.created', appointment_id });
  for (const { role, person_id } of people) {
    if (role === 'inspector' || role === 'contractor') {
      await ctx.emit({ type: 'person.assigned', appointment_id, role, person_id });
    }
  }
  for (const sub_event_id of eventIds)
    await ctx.emit({ type: 'sub_event.created', appointment_id, sub_event_id });
  if (office.isConfirmed) {
    const send_notifications = office.sendsConfirmation;
    await ctx.emit({ type: 'appointment.scheduled', appointment_id, send_notifications });
  } else {
    await ctx.emit({ type: 'appointment.requested', appointment_id });
  }
}
