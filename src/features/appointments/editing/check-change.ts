import { durationProblem } from '#domain/base/durations.ts';
import { asInstant, type Instant, parseInstantOrLocal } from '#domain/base/time.ts';
import type { PersonRole } from '#domain/events/events.ts';
import { findBookingProblems, toFieldMessages } from '#domain/scheduling/booking.ts';
import { orderIdFormatProblem } from '#domain/scheduling/order-id.ts';
import { type Company, getCompany } from '#features/company/get-company.ts';
import type { WriteCtx } from '#server/context.ts';
import { AppError, badInput } from '#wire/errors.ts';
import { activeIds } from '../booking/booking-read-store.ts';
import { peopleProblems, type RequestedPerson, subEventPeopleProblems } from '../booking/people.ts';
import {
  type LocationValues,
  type Problems,
  readDuration,
  readLocation,
  readMoment,
  readSubEvents,
  type SubEventValues,
} from '../booking/read-payload.ts';
import type { AppointmentChanges } from '../booking-contract.ts';
import type { LoadedAppointment } from '../rows.ts';
import { readPeople } from './read-people.ts';
import { type Repriced, reprice } from './reprice.ts';

/** A validated change in domain terms. */
export interface ValidatedUpdate {
  company: Company;
  before: LoadedAppointment;
  input: AppointmentChanges;
  location: LocationValues;
  at: Instant;
  minutes: number;
  people: RequestedPerson[];
  roles: Set<PersonRole>;
  /** Null if not sent: they stay unchanged. */
  subEvents: SubEventValues[] | null;
  repriced: Repriced | null;
}

/**
 * Converts the change to domain terms or throws BAD_USER_INPUT naming every invalid field; recalculates prices if
 * requested.
 */
export async function checkChange(
  ctx: WriteCtx,
  before: LoadedAppointment,
  input: AppointmentChanges,
  options: { pastIsFine?: boolean } = {},
): Promise<ValidatedUpdate> {
  const company = await getCompany(ctx);
  const zone = company.timezone;
  const location = readLocation(input, ctx.now, zone);
  if (input.address_lat_long === undefined && isMoved(before, location.values)) {
    // Another property has other coordinates.
    Object.assign(location.values, { lat: null, lng: null, location_precision: null });
  }
  const more: Problems = { ...location.problems };
  const { people, roles } = readPeople(input, before.people);
  Object.assign(more, await peopleProblems(ctx, people, before.people));
  const sent = input.inspection_events ?? null;
  const subEvents = sent ? readSubEvents(sent, before.sub_events, ctx.now, zone) : null;
  Object.assign(more, subEvents?.problems);
  if (subEvents) Object.assign(more, await subEventPeopleProblems(ctx, subEvents.values, before.sub_events));
  const orderId = input.order_id?.trim();
  if (orderId && orderIdFormatProblem(orderId)) more.order_id = orderIdFormatProblem(orderId) ?? '';
  const parsed = input.date_time === undefined ? null : readMoment(input.date_time, zone);
  if (input.date_time !== undefined && parsed === null) more.date_time = 'Date needs to be valid';
  const at = parsed ?? asInstant(before.date_time);
  const asked = readDuration(input.duration, more);
  const repriced = await reprice(ctx, { company, before, input, location: location.values, at }, more);
  const computedMinutes = asked === null ? (repriced?.durationMinutes ?? null) : null;
  const tooLong = computedMinutes === null ? null : durationProblem(computedMinutes);
  if (tooLong) more.duration = tooLong;
  Object.assign(more, await documentProblems(ctx, before, input));
  const submit = touchedProblems(ctx, before, input, location.values, company, options);
  const [first] = submit;
  if (first) throw new AppError('BAD_USER_INPUT', first.message, { ...more, ...toFieldMessages(submit) });
  if (Object.keys(more).length > 0) throw badInput(more);
  const minutes = asked ?? repriced?.durationMinutes ?? before.duration_minutes;
  return {
    company,
    before,
    input,
    location: location.values,
    at,
    minutes,
    people,
    roles,
    subEvents: subEvents?.values ?? null,
    repriced,
  };
}

/** Returns whether the change leads to another address. */
function isMoved(before: LoadedAppointment, now: LocationValues): boolean {
  const fields = ['address', 'city', 'state', 'zip_code', 'country'] as const;
  return fields.some((field) => now[field] !== undefined && now[field] !== before[field]);
}

/** Runs the submit checks of domain/booking.ts on the fields this call touches. */
function touchedProblems(
  ctx: WriteCtx,
  before: LoadedAppointment,
  input: AppointmentChanges,
  location: LocationValues,
  company: Company,
  options: { pastIsFine?: boolean },
) {
  const isMoved =
    options.pastIsFine !== true &&
    input.date_time !== undefined &&
    parseInstantOrLocal(input.date_time, company.timezone) !== asInstant(before.date_time);
  const touched = {
    addLocation: Object.keys(location).length > 0,
    setDateTime: isMoved,
    addPeople: input.clients !== undefined,
    addInformation: input.order_id !== undefined,
    addServices: input.services !== undefined,
  };
  const all = findBookingProblems(
    {
      location: {
        streetAndNumber: location.address ?? before.address,
        state: location.state ?? before.state,
        zipCode: location.zip_code ?? before.zip_code,
        square_feet: location.square_feet === undefined ? before.square_feet : location.square_feet,
      },
      dateTime: input.date_time ?? null,
      people: { clients: input.clients ?? [] },
      information: { order_id: input.order_id ?? '' },
      services: { newServices: { services: input.services ?? [] } },
    },
    ctx.now,
    company.timezone,
  );
  return all.filter((problem) => touched[problem.step]);
}

async function documentProblems(
  ctx: WriteCtx,
  before: LoadedAppointment,
  input: AppointmentChanges,
): Promise<Problems> {
  const problems: Problems = {};
  const newTemplates = (input.templates ?? []).filter(
    (id) => !before.templates.some((t) => t.template_id === id),
  );
  const newAgreements = (input.agreements ?? []).filter(
    (id) => !before.agreements.some((a) => a.template_id === id),
  );
  const templates = await activeIds(ctx, 'templates', newTemplates);
  const agreements = await activeIds(ctx, 'agreement_templates', newAgreements);
  if (newTemplates.some((id) => !templates.has(id))) problems.templates = 'This template is not available';
  if (newAgreements.some((id) => !agreements.has(id)))
    problems.agreements = 'This agreement is not available';
  return problems;
}
