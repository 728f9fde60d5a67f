import { asCents, fromCents } from '#domain/base/money.ts';
import { fullName } from '#domain/base/names.ts';
import { asInstant, formatWithOffset, type Instant } from '#domain/base/time.ts';
import { createAppointment } from '#features/appointments/booking/create-appointment.ts';
import type { BookingRequest, VisitorTerms } from '#features/appointments/booking/new-appointment.ts';
import { type Company, getCompany } from '#features/company/get-company.ts';
import { findOrAddContact } from '#features/people/find-or-add-contact.ts';
import { lockPlanLimit } from '#features/subscription/plan-limits.ts';
import type { WriteCtx } from '#server/context.ts';
import { AppError } from '#wire/errors.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import { claimSlot } from './claim-slot.ts';
import type * as contract from './contract.ts';
import { pretendToBook } from './pretend-to-book.ts';
import { readPlace } from './property-places.ts';
import { searchOf } from './public-slots.ts';
import { type ReadForm, readForm } from './read-form.ts';
import { requireScheduling } from './require-scheduling.ts';
import { choicesOf, requestDefaults } from './selection.ts';
import * as store from './store.ts';
import { lockSender, requireFewSubmissions } from './visitor-allowance.ts';

type Input = HandlerInput<typeof contract.submitBooking>;
type Output = HandlerOutput<typeof contract.submitBooking>;

/**
 * Books or requests an appointment for a visitor, once for each submission key. Everything that a visitor must not
 * decide comes from the company's price list and settings. Throws BAD_USER_INPUT with every invalid field, CONFLICT
 * with the next free times if the time is taken, and RATE_LIMITED after many bookings of one address in an hour.
 */
export async function submitBooking(ctx: WriteCtx, input: Input): Promise<Output> {
  const company = await getCompany(ctx);
  if (input.mode === 'schedule') requireScheduling(company, await lockPlanLimit(ctx));
  const form = await readForm(ctx, company, input);
  if (input.subject !== '') return pretendToBook(ctx, company, input, form.at);
  const sender = await lockSender(ctx);
  const submission = {
    submission_key: input.submission_key,
    body_hash: hashOf(ctx, input),
    mode: input.mode,
    source: sourceOf(input),
    answers: { ...input.people, message: input.message },
    sender,
  };
  const id = await store.claimSubmission(ctx, submission);
  if (id === null) return present(ctx, company, input, await firstBooking(ctx, company, submission));
  await requireFewSubmissions(ctx, sender);
  const appointmentId = await book(ctx, company, input, form);
  await store.completeSubmission(ctx, id, appointmentId);
  return present(ctx, company, input, appointmentId);
}

/** Of the visitor's own answers: a hold and a position may arrive between two attempts. */
function hashOf(ctx: WriteCtx, input: Input): string {
  const answers = { ...input, hold_id: null, location: { ...input.location, place: '' } };
  return ctx.installation.sign('booking-body', JSON.stringify(answers));
}

/** A form that was sent again leads to the booking of the first time. Another form needs another key. */
async function firstBooking(
  ctx: WriteCtx,
  company: Company,
  { submission_key, body_hash }: store.Submission,
): Promise<string> {
  const first = await store.submissionByKey(ctx, submission_key);
  if (first.appointment_id === null) throw new AppError('CONFLICT', 'This form is still being sent');
  if (first.body_hash === body_hash) return first.appointment_id;
  const { public_id, date_time } = await store.bookedAppointment(ctx, first.appointment_id);
  throw new AppError('CONFLICT', 'This form was already sent. Your changes were not booked.', {
    publicId: public_id,
    at: formatWithOffset(asInstant(date_time), company.timezone),
  });
}

async function book(ctx: WriteCtx, company: Company, input: Input, form: ReadForm): Promise<string> {
  const technicianIds = input.mode === 'schedule' ? [await technicianFor(ctx, company, input, form.at)] : [];
  const clientId = await findOrAddContact(ctx, 'client', form.client);
  const agentId = form.agent && (await findOrAddContact(ctx, 'agent', form.agent));
  const request: BookingRequest = {
    location: { ...form.property, ...readPlace(ctx, input.location) },
    at: form.at,
    services: choicesOf(input.services),
    discountCode: input.discount_code?.trim() || null,
    technicianIds,
    clientIds: [clientId],
    agentIds: agentId && form.agentRole === 'agent' ? [agentId] : [],
    listingAgentIds: agentId && form.agentRole === 'listing_agent' ? [agentId] : [],
    isOccupied: true,
    hasUtilitiesOn: true,
    notes: input.message,
  };
  return createAppointment(ctx, request, termsOf(company, input));
}

async function technicianFor(ctx: WriteCtx, company: Company, input: Input, at: Instant): Promise<string> {
  const search = await searchOf(ctx, company, input, {
    technicianId: input.technician_id ?? null,
    holdId: input.hold_id ?? null,
  });
  return claimSlot(ctx, company, at, search);
}

function termsOf({ settings }: Company, input: Input): VisitorTerms {
  const isRequest = input.mode === 'request';
  return {
    source: sourceOf(input),
    isConfirmed: !isRequest && !settings.require_confirmation,
    agreementId: isRequest ? settings.request_form.agreement_id : null,
    defaults: isRequest ? requestDefaults(settings) : null,
  };
}

function sourceOf({ mode, is_embedded }: Input): VisitorTerms['source'] {
  if (is_embedded) return 'iframe';
  return mode === 'schedule' ? 'online' : 'request';
}

async function present(
  ctx: WriteCtx,
  { timezone, settings }: Company,
  { mode }: Input,
  appointmentId: string,
): Promise<Output> {
  const row = await store.bookedAppointment(ctx, appointmentId);
  return {
    publicId: row.public_id,
    status: row.status as Output['status'],
    at: formatWithOffset(asInstant(row.date_time), timezone),
    end: formatWithOffset(asInstant(row.end_time), timezone),
    timezone,
    technicians: row.technicians.map(fullName),
    total: settings.show_client_pricing_details ? fromCents(asCents(row.total_fee_cents)) : null,
    text: mode === 'schedule' ? settings.confirmation_text : settings.request_form.received_text,
    conversion_url: mode === 'schedule' ? settings.conversion_url : null,
  };
}
