import { addMinutes, type Instant, parseInstantOrLocal } from '#domain/base/time.ts';
import { type ProposedTime, proposalEnd, repeatedTimes } from '#domain/booking/time-proposal.ts';
import { dateTimeMessage } from '#domain/scheduling/booking.ts';
import { assertCanEditAppointment } from '#features/appointments/assert-can-edit.ts';
import { lockAppointment } from '#features/appointments/lock-appointment.ts';
import { cancelAppointment } from '#features/appointments/status/change-status.ts';
import { scheduleRequest } from '#features/appointments/status/schedule-request.ts';
import { placeOf } from '#features/availability/places.ts';
import { holdProposedTimes } from '#features/availability/slot-holds.ts';
import { type Company, getCompany } from '#features/company/get-company.ts';
import { notify } from '#features/messages/notify.ts';
import { findActivePeople } from '#features/people/find-active-people.ts';
import { requireConfirmation } from '#features/subscription/plan-limits.ts';
import type { WriteCtx } from '#server/context.ts';
import { newId } from '#server/ids.ts';
import { AppError, badInput, notFound } from '#wire/errors.ts';
import type { HandlerInput } from '#wire/route.ts';
import type * as contract from '../office-contract.ts';
import type { BookingRequestRow } from '../office-contract.ts';
import { requireBookingRequest } from './list-requests.ts';
import * as store from './store.ts';

/**
 * Gives a visitor's request its time and technician and confirms it. Throws CONFLICT if the technician is busy, unless
 * the member double-books with a reason, and LIMIT_REACHED if the company's plan allows no further appointment.
 */
export async function acceptBookingRequest(
  ctx: WriteCtx,
  input: HandlerInput<typeof contract.acceptBookingRequest>,
): Promise<BookingRequestRow> {
  const appointment = await lockRequest(ctx, input.id);
  const { time, problems } = await readTime(ctx, await getCompany(ctx), input);
  refuse(problems);
  requireOpen(appointment, input.rev);
  await requireConfirmation(ctx);
  await scheduleRequest(ctx, input.id, {
    at: time.at,
    technicianId: time.technician_id,
    overrule: input.overrule,
    sendsConfirmation: input.send_notifications,
  });
  return requireBookingRequest(ctx, input.id);
}

/**
 * Proposes other times to the client of a request: holds them, replaces an open proposal and mails the link. Throws
 * BAD_USER_INPUT naming every invalid time, CONFLICT if a technician is busy, and LIMIT_REACHED if the company's plan allows no
 * further appointment.
 */
export async function proposeTimes(
  ctx: WriteCtx,
  input: HandlerInput<typeof contract.proposeTimes>,
): Promise<BookingRequestRow> {
  const appointment = await lockRequest(ctx, input.id);
  const company = await getCompany(ctx);
  const times = await readTimes(ctx, company, input.times);
  requireOpen(appointment, input.rev);
  // Here, not when the client accepts: what was offered holds.
  await requireConfirmation(ctx);
  const expires_at = proposalEnd(times, input.hours, ctx.now);
  const ranges = times.map(({ technician_id, at }) => ({
    technician_id,
    start: at,
    end: addMinutes(at, appointment.duration_minutes),
  }));
  const { lat, lng, zip_code: zip } = appointment;
  const place = placeOf(company, { lat, lng, zip });
  await holdProposedTimes(ctx, ranges, { id: appointment.id, place }, expires_at);
  await store.closeProposal(ctx, appointment.id);
  const id = newId();
  const message = input.message ?? '';
  await store.insertProposal(ctx, { id, appointment_id: appointment.id, times, message, expires_at });
  const request = await requireBookingRequest(ctx, input.id);
  await notify(ctx, 'times_proposed', {
    appointment_id: appointment.id,
    occasion: id,
    also: namedIn(request),
    path: `/proposed-times/${appointment.public_id}`,
    facts: (format) => ({
      ...timesFacts(times, (at) => [format.dateTime(at), format.zoneName(at, company.timezone)]),
      until: format.dateTime(expires_at),
      extra: message,
    }),
  });
  return request;
}

/** The proposed times for a mail, each with its zone if a change of the clocks is between them. */
function timesFacts(times: readonly ProposedTime[], write: (at: Instant) => [time: string, zone: string]) {
  const written = times.map(({ at }) => write(at));
  const zones = [...new Set(written.map(([, zone]) => zone))];
  const lines = written.map((one) => (zones.length > 1 ? one.join(' ') : one[0]));
  return { times: lines.join('\n'), zone: zones.join(' / ') };
}

/** Declines a request: cancels it, releases what was held for it and mails the reason. */
export async function declineBookingRequest(
  ctx: WriteCtx,
  input: HandlerInput<typeof contract.declineBookingRequest>,
): Promise<BookingRequestRow> {
  const { id, rev, reason } = input;
  const before = await lockRequest(ctx, id);
  requireOpen(before, rev);
  await cancelAppointment(ctx, { id, rev, reason, notify: false });
  const request = await requireBookingRequest(ctx, id);
  await notify(ctx, 'request_declined', {
    appointment_id: id,
    // A restored request can be declined again.
    occasion: `${id}.${before.rev}`,
    also: namedIn(request),
    facts: { reason },
  });
  return request;
}

/** The contacts that the form named, whatever their role: the one who filled it in is answered. */
function namedIn({ people }: BookingRequestRow): string[] {
  return people.flatMap(({ contact_id }) => contact_id ?? []);
}

/** Locks the appointment of a request. Throws unless the caller may answer it and a visitor sent it. */
async function lockRequest(ctx: WriteCtx, id: string) {
  await assertCanEditAppointment(ctx, id);
  await lockAppointment(ctx, id);
  const appointment = await store.proposedAppointment(ctx, id);
  if (!appointment || !(await store.requestOf(ctx, id))) throw notFound();
  return appointment;
}

/** Throws CONFLICT if a request was answered, or changed since the member saw it. */
function requireOpen(appointment: { status: string; rev: number }, rev: number | undefined): void {
  const { status } = appointment;
  if (status !== 'requested')
    throw new AppError('CONFLICT', 'This request has already been answered', { status });
  if (rev !== undefined && rev !== appointment.rev)
    throw new AppError('CONFLICT', 'This was changed by someone else in the meantime');
}

type Problems = Record<string, string>;
type SentTime = HandlerInput<typeof contract.proposeTimes>['times'][number];

/** Reads the times of a proposal. Throws BAD_USER_INPUT naming every invalid field. */
async function readTimes(
  ctx: WriteCtx,
  company: Company,
  sent: readonly SentTime[],
): Promise<ProposedTime[]> {
  const problems: Problems = {};
  const times: ProposedTime[] = [];
  for (const [i, one] of sent.entries()) {
    const read = await readTime(ctx, company, one);
    times.push(read.time);
    for (const [field, problem] of Object.entries(read.problems)) problems[`times.${i}.${field}`] = problem;
  }
  refuse(problems);
  for (const i of repeatedTimes(times)) problems[`times.${i}.date_time`] = 'This time is already in the list';
  refuse(problems);
  return times;
}

async function readTime(
  ctx: WriteCtx,
  { timezone }: Company,
  { date_time, technician_id }: SentTime,
): Promise<{ time: ProposedTime; problems: Problems }> {
  const problems: Problems = {};
  const at = parseInstantOrLocal(date_time, timezone);
  const problem = dateTimeMessage(date_time, ctx.now, timezone);
  if (problem !== null || at === null) problems.date_time = problem ?? 'Date needs to be valid';
  const active = await findActivePeople(ctx, 'inspector', [technician_id]);
  if (!active.has(technician_id)) problems.technician_id = 'This person is not available';
  return { time: { technician_id, at: at ?? ctx.now }, problems };
}

function refuse(problems: Problems): void {
  if (Object.keys(problems).length > 0) throw badInput(problems);
}
