import { addMinutes, type Instant } from '#domain/base/time.ts';
import { isPaidOnCreation } from '#domain/scheduling/appointment-draft.ts';
import { initialStatus } from '#domain/scheduling/appointment-states.ts';
import { addAgreementCopies } from '#features/agreements/office/add-agreement-copies.ts';
import { createPublicLink } from '#features/links/public-links.ts';
import { initialReminders } from '#features/messages/notification-settings.ts';
import { redeemDiscount } from '#features/services/discounts.ts';
import type { PriceResult } from '#features/services/price-services.ts';
import type { WriteCtx } from '#server/context.ts';
import { insertMine } from '#server/db/scope.ts';
import { newId, newPublicId } from '#server/ids.ts';
import { badInput } from '#wire/errors.ts';
import type { AppointmentPayload } from '../booking-contract.ts';
import type { Appointment } from '../contract.ts';
import { presentAppointmentForUser } from '../details/present-for-user.ts';
import { confirmationWantedKey } from '../present.ts';
import {
  type AppointmentTimeRange,
  authorizeOverrule,
  bookTechnicians,
  claimAppointmentTime,
} from './book-technicians.ts';
import { checkBooking, type ValidatedBooking } from './check-booking.ts';
import { takeOrderId } from './order-id.ts';
import type { SubEventValues } from './read-payload.ts';
import type { RequestedPerson } from './read-people.ts';
import * as store from './store.ts';

/**
 * Books an appointment and returns it as the user sees it. The five submit checks choose the message in their literal
 * order; `details` names every invalid field. Prices, paid and agreement_signed are computed here, whatever was sent.
 */
export async function bookAppointment(ctx: WriteCtx, payload: AppointmentPayload): Promise<Appointment> {
  return presentAppointmentForUser(ctx, await createAppointment(ctx, payload));
}

/** Books an appointment and returns its id; for other entry points than `bookAppointment` (public pages, demo data). */
export async function createAppointment(
  ctx: WriteCtx,
  payload: AppointmentPayload,
  source = 'internal',
): Promise<string> {
  const booking = await checkBooking(ctx, payload);
  const id = newId();
  const { priced, people, subEvents } = booking;
  const ranges = (eventIds: readonly string[]) =>
    appointmentTimeRanges(booking.at, booking.minutes, people, subEvents, eventIds);
  const overrule = authorizeOverrule(ctx, payload.overrule, techniciansOf(people));
  const claim = await claimAppointmentTime(ctx, ranges([]), null, overrule);
  const order_id = await takeOrderId(ctx, payload.order_id?.trim() ?? '', payload.orderId?.trim() || null);
  await insertAppointment(ctx, id, order_id, source, booking);
  await store.replaceServices(ctx, id, priced.services);
  await store.replaceFees(ctx, id, priced.lines, []);
  await store.addPeople(ctx, id, people);
  await store.replaceTemplates(ctx, id, booking.templateIds);
  await store.addNotes(
    ctx,
    id,
    (payload.internal_notes ?? []).map((note) => note.text),
  );
  const eventIds: string[] = [];
  for (const event of subEvents) eventIds.push(await store.addSubEvent(ctx, id, event));
  await bookTechnicians(ctx, id, ranges(eventIds), claim);
  const user = { clientIds: clientsOf(people), appointmentId: id };
  if (priced.discount && !(await redeemDiscount(ctx, priced.discount.id, user))) {
    throw badInput({ discount_code: 'Discount code has reached its limit' });
  }
  await addAgreementCopies(ctx, id, booking.agreementIds);
  await emitBooked(ctx, id, booking, eventIds);
  return id;
}

function techniciansOf(people: readonly RequestedPerson[]): string[] {
  return people.filter((p) => p.role === 'inspector').map((p) => p.person_id);
}

/** Returns the ids of the clients among these people. */
export function clientsOf(people: readonly Pick<RequestedPerson, 'role' | 'person_id'>[]): string[] {
  return people.filter((p) => p.role === 'client').map((p) => p.person_id);
}

/** Returns the time ranges an appointment takes: the whole of it for each technician, plus one per sub-event. */
export function appointmentTimeRanges(
  at: Instant,
  minutes: number,
  people: readonly RequestedPerson[],
  subEvents: readonly SubEventValues[],
  eventIds: readonly string[],
): AppointmentTimeRange[] {
  const end = addMinutes(at, minutes);
  return [
    ...people
      .filter((p) => p.role === 'inspector')
      .map((p) => ({ technician_id: p.person_id, start: at, end, appointment_event_id: null })),
    ...subEvents.flatMap((event, i) =>
      event.inspector_id === null
        ? []
        : [
            {
              technician_id: event.inspector_id,
              start: event.start_date,
              end: event.end_date,
              appointment_event_id: eventIds[i] ?? null,
            },
          ],
    ),
  ];
}

async function insertAppointment(
  ctx: WriteCtx,
  id: string,
  order_id: string,
  source: string,
  booking: ValidatedBooking,
): Promise<void> {
  const { payload, location, at, minutes, priced, agreementIds, company } = booking;
  const confirm_inspection = payload.confirm_inspection ?? true;
  const disabled = payload.disable_automated_notifications ?? false;
  const total = priced.totals.total_cents;
  const { discount } = priced;
  const public_id = newPublicId();
  await insertMine(ctx, 'appointments', {
    id,
    public_id,
    order_id,
    source,
    status: initialStatus(confirm_inspection),
    ...location,
    country: location.country ?? company.country_code,
    date_time: at,
    duration_minutes: minutes,
    end_time: addMinutes(at, minutes),
    confirm_inspection,
    occupied: payload.occupied ?? true,
    utilities_on: payload.utilities_on ?? true,
    disable_automated_notifications: disabled,
    require_payment: payload.require_payment ?? company.settings.require_payment_default,
    payment_notes: payload.payment_notes?.trim() ?? '',
    inspection_notes: payload.inspection_notes?.trim() ?? '',
    discount_code_id: discount?.id ?? null,
    discount_snapshot: discount === null ? null : JSON.stringify(snapshotDiscountCode(discount)),
    is_manual_edit: payload.is_manual_edit === true,
    total_fee_cents: total,
    outstanding_cents: total,
    paid: isPaidOnCreation(total),
    agreement_signed: agreementIds.length === 0,
    notification_settings: JSON.stringify({
      ...(await initialReminders(ctx, payload.notification_settings)),
      [confirmationWantedKey]: payload.send_notifications ?? !disabled,
    }),
    action_groups: JSON.stringify(payload.action_groups ?? []),
    added_by: ctx.actor?.userId ?? null,
    created_at: ctx.now,
    updated_at: ctx.now,
  }).execute();
  await createPublicLink(ctx, { token: public_id, kind: 'appointment', targetId: id });
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
  booking: ValidatedBooking,
  eventIds: readonly string[],
): Promise<void> {
  const { payload, people } = booking;
  await ctx.emit({ type: 'appointment.created', appointment_id });
  for (const { role, person_id } of people) {
    if (role === 'inspector' || role === 'contractor') {
      await ctx.emit({ type: 'person.assigned', appointment_id, role, person_id });
    }
  }
  for (const sub_event_id of eventIds)
    await ctx.emit({ type: 'sub_event.created', appointment_id, sub_event_id });
  if (payload.confirm_inspection === false) {
    await ctx.emit({ type: 'appointment.requested', appointment_id });
  } else {
    const disabled = payload.disable_automated_notifications ?? false;
    const send_notifications = payload.send_notifications ?? !disabled;
    await ctx.emit({ type: 'appointment.scheduled', appointment_id, send_notifications });
  }
}
