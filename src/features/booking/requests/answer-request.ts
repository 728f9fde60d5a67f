import { addMinutes, asInstant, type Instant, parseInstantOrLocal } from '#domain/base/time.ts';
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
 * the member double-books with a reason.
 */
export async function acceptBookingRequest(
  ctx: WriteCtx,
  input: HandlerInput<typeof contract.acceptBookingRequest>,
): Promise<BookingRequestRow> {
  await requireOpenRequest(ctx, input);
  const company = await getCompany(ctx);
  const { at, problem } = readTime(ctx, company, input.date_time);
  if (at === null || problem !== null) throw badInput({ date_time: problem ?? 'Date needs to be valid' });
  await scheduleRequest(ctx, input.id, {
    at,
    technicianId: input.technician_id,
    rev: input.rev,
    overrule: input.overrule,
    sendsConfirmation: input.send_notifications,
  });
  return requireBookingRequest(ctx, input.id);
}

/**
 * Proposes other times to the client of a request: holds them, replaces an open proposal and mails the link. Throws
 * BAD_USER_INPUT naming every invalid time, and CONFLICT if a technician is busy.
 */
export async function proposeTimes(
  ctx: WriteCtx,
  input: HandlerInput<typeof contract.proposeTimes>,
): Promise<BookingRequestRow> {
  const appointment = await requireOpenRequest(ctx, input);
  const company = await getCompany(ctx);
  const times = await readTimes(ctx, company, input.times);
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
  await notify(ctx, 'times_proposed', {
    appointment_id: appointment.id,
    occasion: id,
    path: `/proposed-times/${appointment.public_id}`,
    facts: (format) => ({
      times: times.map(({ at }) => format.dateTime(at)).join('\n'),
      until: format.dateTime(expires_at),
      extra: message,
    }),
  });
  return requireBookingRequest(ctx, input.id);
}

/** Declines a request: cancels it, releases what was held for it and mails the reason. */
export async function declineBookingRequest(
  ctx: WriteCtx,
  input: HandlerInput<typeof contract.declineBookingRequest>,
): Promise<BookingRequestRow> {
  const { id, rev, reason } = input;
  const before = await requireOpenRequest(ctx, input);
  await cancelAppointment(ctx, { id, rev, reason, notify: false });
  await notify(ctx, 'request_declined', {
    appointment_id: id,
    // A restored request can be declined again.
    occasion: `${id}.${before.rev}`,
    facts: { reason },
  });
  return requireBookingRequest(ctx, id);
}

/** Locks the appointment of an open request. Throws unless the caller may answer it, a visitor sent it and it is open. */
async function requireOpenRequest(ctx: WriteCtx, { id, rev }: { id: string; rev?: number | undefined }) {
  await assertCanEditAppointment(ctx, id);
  await lockAppointment(ctx, id);
  const appointment = await store.proposedAppointment(ctx, id);
  if (!appointment || !(await store.requestOf(ctx, id))) throw notFound();
  if (appointment.status !== 'requested') {
    throw new AppError('CONFLICT', 'This request has already been answered', { status: appointment.status });
  }
  if (rev !== undefined && rev !== appointment.rev) {
    throw new AppError('CONFLICT', 'This was changed by someone else in the meantime');
  }
  return appointment;
}

async function readTimes(
  ctx: WriteCtx,
  company: Company,
  sent: readonly { date_time: string; technician_id: string }[],
): Promise<ProposedTime[]> {
  const problems: Record<string, string> = {};
  const ids = [...new Set(sent.map((one) => one.technician_id))];
  const active = await findActivePeople(ctx, 'inspector', ids);
  const times = sent.map(({ date_time, technician_id }, i) => {
    const { at, problem } = readTime(ctx, company, date_time);
    if (problem !== null) problems[`times.${i}.date_time`] = problem;
    if (!active.has(technician_id)) problems[`times.${i}.technician_id`] = 'This person is not available';
    return { technician_id, at: at ?? ctx.now };
  });
  if (Object.keys(problems).length === 0) {
    for (const i of repeatedTimes(times)) problems[`times.${i}.date_time`] = 'This time is already in the list';
  }
  if (Object.keys(problems).length > 0) throw badInput(problems);
  return times;
}

function readTime(
  ctx: WriteCtx,
  { timezone }: Company,
  text: string,
): { at: Instant | null; problem: string | null } {
  const problem = dateTimeMessage(text, ctx.now, timezone);
  const at = parseInstantOrLocal(text, timezone);
  return { at: at && asInstant(at), problem: problem ?? (at === null ? 'Date needs to be valid' : null) };
}
