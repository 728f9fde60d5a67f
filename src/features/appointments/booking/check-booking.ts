import { durationProblem } from '#domain/base/durations.ts';
import type { Instant } from '#domain/base/time.ts';
import { totalProblem } from '#domain/pricing/pricing.ts';
import { type BookingProblem, findBookingProblems, toFieldMessages } from '#domain/scheduling/booking.ts';
import { orderIdFormatProblem } from '#domain/scheduling/order-id.ts';
import type { Company } from '#features/company/get-company.ts';
import { type PriceResult, priceServices } from '#features/services/price-services.ts';
import type { WriteCtx } from '#server/context.ts';
import { AppError, badInput } from '#wire/errors.ts';
import { activeIds } from './booking-read-store.ts';
import {
  type BookingRequest,
  type OfficeFields,
  officeDefaults,
  type VisitorTerms,
} from './new-appointment.ts';
import { peopleProblems, type RequestedPerson, requestedPeople, subEventPeopleProblems } from './people.ts';
import type { Problems } from './read-payload.ts';

/** A request whose time is null if it could not be read. */
type UncheckedRequest = Omit<BookingRequest, 'at'> & { at: Instant | null };

/** A booking before its checks. */
export interface UncheckedBooking {
  request: UncheckedRequest;
  /** What the member decides who books, or the terms of a visitor. */
  office: OfficeFields | VisitorTerms;
  /** The time as sent, for its message. */
  dateTime: string | null;
  /** What could not be read, by field; reported together with what the checks find. */
  problems: Problems;
}

/** A booking that passed its checks, with its price. */
export interface ValidatedBooking {
  company: Company;
  request: BookingRequest;
  office: OfficeFields;
  people: RequestedPerson[];
  priced: PriceResult;
  minutes: number;
  templateIds: string[];
  agreementIds: string[];
}

/**
 * Checks and prices a booking or throws BAD_USER_INPUT: the five submit checks choose the message in their literal
 * order, `details` names every invalid field. Without a member the order id can't be missing.
 */
export async function checkBooking(
  ctx: WriteCtx,
  company: Company,
  { request, office: sent, dateTime, problems }: UncheckedBooking,
): Promise<ValidatedBooking> {
  const terms = 'source' in sent ? sent : null;
  const office = 'source' in sent ? officeDefaults(company, sent) : sent;
  const more: Problems = { ...problems };
  const typed = office.orderId?.typed ?? '';
  if (typed !== '') addProblem(more, 'order_id', orderIdFormatProblem(typed));
  const people = requestedPeople(request, office);
  Object.assign(more, await peopleProblems(ctx, people));
  Object.assign(more, await subEventPeopleProblems(ctx, office.subEvents));
  const priced = await price(ctx, company, { request, office, terms }, more);
  const minutes = office.minutes ?? priced.totals.duration_minutes;
  if (office.minutes === null && !more.duration) addProblem(more, 'duration', durationProblem(minutes));
  const templateIds = await templatesOf(ctx, office, priced, more);
  const agreementIds = await agreementsOf(ctx, company, { office, terms }, priced, more);
  const submit = submitProblems(ctx, company, { request, office, dateTime });
  const [first] = submit;
  if (first) throw new AppError('BAD_USER_INPUT', first.message, { ...more, ...toFieldMessages(submit) });
  const { at } = request;
  if (Object.keys(more).length > 0 || at === null) throw badInput(more);
  return { company, request: { ...request, at }, office, people, priced, minutes, templateIds, agreementIds };
}

function submitProblems(
  ctx: WriteCtx,
  company: Company,
  {
    request: { location, clientIds, services },
    office: { orderId },
    dateTime,
  }: Pick<UncheckedBooking, 'request' | 'dateTime'> & { office: OfficeFields },
): BookingProblem[] {
  const found = findBookingProblems(
    {
      location: {
        streetAndNumber: location.address ?? '',
        state: location.state ?? '',
        zipCode: location.zip_code ?? '',
        square_feet: location.square_feet ?? null,
      },
      dateTime,
      people: { clients: clientIds },
      information: { order_id: orderId?.typed ?? '' },
      services: { newServices: { services } },
    },
    ctx.now,
    company.timezone,
  );
  return orderId === null ? found.filter((problem) => problem.field !== 'order_id') : found;
}

async function price(
  ctx: WriteCtx,
  company: Company,
  {
    request: { location, ...request },
    office,
    terms,
  }: { request: UncheckedRequest; office: OfficeFields; terms: VisitorTerms | null },
  more: Problems,
): Promise<PriceResult> {
  if (office.manualFees !== null) ctx.requireCapability('see_prices');
  const priced = await priceServices(ctx, {
    company,
    chosen: request.services,
    property: {
      square_feet: location.square_feet ?? null,
      year_built: location.year_built ?? null,
      foundation: location.foundation ?? null,
      zip_code: location.zip_code ?? null,
    },
    at: request.at,
    discountCode: request.discountCode,
    manualFees: office.manualFees,
    clientIds: request.clientIds,
    isPublic: terms !== null,
    defaults: terms?.defaults ?? null,
  });
  Object.assign(more, priced.problems);
  addProblem(more, 'discount_code', priced.discountProblem);
  addProblem(more, 'fees', totalProblem(priced.totals.total_cents));
  return priced;
}

/** Ids that a member chose must exist; ids that services bring along are only dropped if deleted. */
async function templatesOf(ctx: WriteCtx, office: OfficeFields, priced: PriceResult, more: Problems) {
  const { templateIds } = office;
  const wanted = unique(templateIds ?? priced.templateIds);
  const active = await activeIds(ctx, 'templates', wanted);
  if (templateIds?.some((id) => !active.has(id))) more.templates = 'This template is not available';
  return wanted.filter((id) => active.has(id));
}

async function agreementsOf(
  ctx: WriteCtx,
  { settings: { default_agreement_id: standard } }: Company,
  { office: { agreementIds }, terms }: { office: OfficeFields; terms: VisitorTerms | null },
  priced: PriceResult,
  more: Problems,
) {
  const usual = [standard, terms?.agreementId ?? null].filter((id) => id !== null);
  const wanted = unique(agreementIds ?? [...usual, ...priced.agreementIds]);
  const active = await activeIds(ctx, 'agreement_templates', wanted);
  if (agreementIds?.some((id) => !active.has(id))) more.agreements = 'This agreement is not available';
  return wanted.filter((id) => active.has(id));
}

function addProblem(problems: Problems, field: string, message: string | null): void {
  if (message !== null) problems[field] = message;
}

function unique(ids: readonly string[]): string[] {
  return [...new Set(ids)];
}
