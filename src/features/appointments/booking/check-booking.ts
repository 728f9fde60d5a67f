import { durationProblem } from '#domain/base/durations.ts';
import type { Instant } from '#domain/base/time.ts';
import { totalProblem } from '#domain/pricing/pricing.ts';
import { findBookingProblems, toFieldMessages } from '#domain/scheduling/booking.ts';
import { orderIdFormatProblem } from '#domain/scheduling/order-id.ts';
import { type Company, getCompany } from '#features/company/get-company.ts';
import { parseFees } from '#features/services/parse-fees.ts';
import { type PriceResult, priceServices } from '#features/services/price-services.ts';
import type { WriteCtx } from '#server/context.ts';
import { AppError, badInput } from '#wire/errors.ts';
import type { AppointmentPayload } from '../booking-contract.ts';
import {
  type LocationValues,
  type Problems,
  readDuration,
  readLocation,
  readMoment,
  readSubEvents,
  type SubEventValues,
} from './read-payload.ts';
import { peopleProblems, type RequestedPerson, readPeople, subEventPeopleProblems } from './read-people.ts';
import * as store from './store.ts';

/** A validated payload in domain terms. */
export interface ValidatedBooking {
  company: Company;
  payload: AppointmentPayload;
  location: LocationValues;
  at: Instant;
  people: RequestedPerson[];
  subEvents: SubEventValues[];
  priced: PriceResult;
  minutes: number;
  templateIds: string[];
  agreementIds: string[];
}

/**
 * Converts the payload to domain terms or throws BAD_USER_INPUT: the five submit checks choose the message in their
 * literal order, `details` names every invalid field.
 */
export async function checkBooking(ctx: WriteCtx, payload: AppointmentPayload): Promise<ValidatedBooking> {
  const company = await getCompany(ctx);
  const zone = company.timezone;
  const location = readLocation(payload, ctx.now, zone);
  const submit = findBookingProblems(
    {
      location: {
        streetAndNumber: location.values.address ?? '',
        state: location.values.state ?? '',
        zipCode: location.values.zip_code ?? '',
        square_feet: location.values.square_feet ?? null,
      },
      dateTime: payload.date_time ?? null,
      people: { clients: payload.clients ?? [] },
      information: { order_id: payload.order_id ?? '' },
      services: { newServices: { services: payload.services ?? [] } },
    },
    ctx.now,
    zone,
  );
  const more: Problems = { ...location.problems };
  const orderId = payload.order_id?.trim() ?? '';
  if (orderId !== '') addProblem(more, 'order_id', orderIdFormatProblem(orderId));
  const { people } = readPeople(payload);
  Object.assign(more, await peopleProblems(ctx, people));
  const subEvents = readSubEvents(payload.inspection_events ?? [], [], ctx.now, zone);
  Object.assign(more, subEvents.problems, await subEventPeopleProblems(ctx, subEvents.values));
  const at = readMoment(payload.date_time, zone);
  if (at === null) more.date_time = 'Date needs to be valid';
  const priced = await price(ctx, company, payload, location.values, at, more);
  const asked = readDuration(payload.duration, more);
  if (asked === null && !more.duration)
    addProblem(more, 'duration', durationProblem(priced.totals.duration_minutes));
  const templateIds = unique(payload.templates ?? priced.templateIds);
  const agreementIds = unique(payload.agreements ?? (await withDefault(company, priced.agreementIds)));
  await existing(ctx, templateIds, agreementIds, payload, more);
  const [first] = submit;
  const fields = { ...more, ...toFieldMessages(submit) };
  if (first) throw new AppError('BAD_USER_INPUT', first.message, fields);
  if (Object.keys(more).length > 0 || at === null) throw badInput(more);
  return {
    company,
    payload,
    location: location.values,
    at,
    people,
    subEvents: subEvents.values,
    priced,
    minutes: asked ?? priced.totals.duration_minutes,
    templateIds,
    agreementIds,
  };
}

/** Adds the company's default agreement, if one is set. */
async function withDefault(company: Company, ids: readonly string[]): Promise<string[]> {
  const { default_agreement_id } = company.settings;
  return default_agreement_id ? [default_agreement_id, ...ids] : [...ids];
}

async function price(
  ctx: WriteCtx,
  company: Company,
  payload: AppointmentPayload,
  location: LocationValues,
  at: Instant | null,
  more: Problems,
): Promise<PriceResult> {
  const isManual = payload.is_manual_edit === true;
  if (isManual && ctx.actor) ctx.requireCapability('see_prices');
  const manual = parseFees(isManual ? (payload.fees ?? []) : []);
  const priced = await priceServices(ctx, {
    company,
    chosen: payload.services ?? [],
    property: {
      square_feet: location.square_feet ?? null,
      year_built: location.year_built ?? null,
      foundation: location.foundation ?? null,
      zip_code: location.zip_code ?? null,
    },
    at,
    discountCode: payload.discount_code?.trim() || null,
    manualFees: isManual ? manual.fees : null,
    clientIds: payload.clients ?? [],
  });
  Object.assign(more, manual.problems, priced.problems);
  addProblem(more, 'discount_code', priced.discountProblem);
  addProblem(more, 'fees', totalProblem(priced.totals.total_cents));
  return priced;
}

/** Requires ids sent by the user to exist; ids that services bring along are only dropped if deleted. */
async function existing(
  ctx: WriteCtx,
  templateIds: string[],
  agreementIds: string[],
  payload: AppointmentPayload,
  more: Problems,
): Promise<void> {
  const templates = await store.activeIds(ctx, 'templates', templateIds);
  const agreements = await store.activeIds(ctx, 'agreement_templates', agreementIds);
  if (payload.templates?.some((id) => !templates.has(id))) more.templates = 'This template is not available';
  if (payload.agreements?.some((id) => !agreements.has(id)))
    more.agreements = 'This agreement is not available';
  keepOnly(templateIds, templates);
  keepOnly(agreementIds, agreements);
}

function addProblem(problems: Problems, field: string, message: string | null): void {
  if (message !== null) problems[field] = message;
}

function keepOnly(ids: string[], known: ReadonlySet<string>): void {
  ids.splice(0, ids.length, ...ids.filter((id) => known.has(id)));
}

function unique(ids: readonly string[]): string[] {
  return [...new Set(ids)];
}
