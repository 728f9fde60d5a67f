import { asCents, fromCents } from '#domain/base/money.ts';
import { fullName } from '#domain/base/names.ts';
import { asInstant, formatWithOffset, type Instant } from '#domain/base/time.ts';
import { textForVisitor } from '#domain/settings/visitor-texts.ts';
import { createAppointment } from '#features/appointments/booking/create-appointment.ts';
import type { BookingRequest, VisitorTerms } from '#features/appointments/booking/new-appointment.ts';
import type { Company } from '#features/company/get-company.ts';
import { findOrAddContact } from '#features/people/find-or-add-contact.ts';
import type { Call, ReadCtx, WriteCtx } from '#server/context.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import { claimSlot } from './claim-slot.ts';
import type * as contract from './contract.ts';
import { readPlace } from './places/property-places.ts';
import { searchOf } from './public-slots.ts';
import type { ReadForm } from './read-form.ts';
import { choicesOf, requestDefaults } from './selection.ts';
import * as store from './store.ts';

type Input = HandlerInput<typeof contract.submitBooking>;
type Output = HandlerOutput<typeof contract.submitBooking>;

/** Books or requests the appointment of a form and returns its id. Throws CONFLICT if the time is taken. */
export async function bookForm(
  ctx: WriteCtx,
  company: Company,
  input: Input,
  form: ReadForm,
): Promise<string> {
  const technicianIds = input.mode === 'schedule' ? [await technicianFor(ctx, company, input, form.at)] : [];
  const clientId = await findOrAddContact(ctx, 'client', form.client);
  const agentId = form.knownAgentId ?? (form.agent && (await findOrAddContact(ctx, 'agent', form.agent)));
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
  return createAppointment(ctx, request, termsOf(company, input, form));
}

async function technicianFor(ctx: WriteCtx, company: Company, input: Input, at: Instant): Promise<string> {
  const search = await searchOf(ctx, company, input, {
    technicianId: input.technician_id ?? null,
    holdId: input.hold_id ?? null,
  });
  return claimSlot(ctx, company, at, search);
}

function termsOf({ settings }: Company, input: Input, form: ReadForm): VisitorTerms {
  const isRequest = input.mode === 'request';
  return {
    source: sourceOf(input, form),
    isConfirmed: !isRequest && !settings.require_confirmation,
    agreementId: isRequest ? settings.request_form.agreement_id : null,
    defaults: isRequest ? requestDefaults(settings) : null,
  };
}

/** Returns where a form was filled in. */
export function sourceOf(
  { mode, is_embedded }: Input,
  { knownAgentId }: Pick<ReadForm, 'knownAgentId'>,
): VisitorTerms['source'] {
  if (knownAgentId !== null) return 'agent';
  if (is_embedded) return 'iframe';
  return mode === 'schedule' ? 'online' : 'request';
}

/** Returns the company's text after a form was sent; the product's in the visitor's language. */
export function textAfter({ lang }: Call, { company_name, settings }: Company, mode: Input['mode']): string {
  const reader = { company: company_name, lang };
  return mode === 'schedule'
    ? textForVisitor('booked', settings.confirmation_text, reader)
    : textForVisitor('requested', settings.request_form.received_text, reader);
}

/** Returns what a visitor sees of the appointment they booked. */
export async function presentBooking(
  ctx: ReadCtx | WriteCtx,
  company: Company,
  { mode }: Pick<Input, 'mode'>,
  appointmentId: string,
): Promise<Output> {
  const { timezone, settings } = company;
  const row = await store.bookedAppointment(ctx, appointmentId);
  return {
    publicId: row.public_id,
    status: row.status as Output['status'],
    at: formatWithOffset(asInstant(row.date_time), timezone),
    end: formatWithOffset(asInstant(row.end_time), timezone),
    timezone,
    technicians: row.technicians.map(fullName),
    total: settings.show_client_pricing_details ? fromCents(asCents(row.total_fee_cents)) : null,
    text: textAfter(ctx, company, mode),
    conversion_url: mode === 'schedule' ? settings.conversion_url : null,
    confirm: null,
  };
}
