import { addressLines } from '#domain/base/addresses.ts';
import { fullName } from '#domain/base/names.ts';
import { addMinutes, asInstant, formatWithOffset, isBefore } from '#domain/base/time.ts';
import { movedTimes, proposalState, repeatedTimes } from '#domain/booking/time-proposal.ts';
import { getCompanyBranding } from '#features/agreements/company-branding.ts';
import { getVisitor, isTeamMember } from '#features/agreements/link-holder.ts';
import { lockAppointment } from '#features/appointments/lock-appointment.ts';
import { scheduleRequest } from '#features/appointments/status/schedule-request.ts';
import { listProposedHolds, releaseProposedTimes } from '#features/availability/slot-holds.ts';
import { findConflicts, meets } from '#features/availability/technician-bookings.ts';
import { getCompany } from '#features/company/get-company.ts';
import { notify } from '#features/messages/notify.ts';
import { listCorrespondents } from '#features/messages/recipients.ts';
import { findActivePeople } from '#features/people/find-active-people.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { AppError, badInput, notFound } from '#wire/errors.ts';
import type { HandlerInput } from '#wire/route.ts';
import type * as contract from '../proposal-contract.ts';
import type { ProposedTimes } from '../proposal-contract.ts';
import * as store from './store.ts';

/** Shows the times proposed for a request to a client or agent with their personal link. Changes nothing. */
export async function showProposedTimes(
  ctx: ReadCtx | WriteCtx,
  { p }: { p?: string | undefined },
): Promise<ProposedTimes> {
  const appointment = await store.proposedAppointment(ctx, ctx.link?.id ?? '');
  if (!appointment) throw notFound('This link does not work');
  const company = await getCompany(ctx);
  const { holder, link } = await getVisitor(ctx, appointment.id, p);
  const isTeam = isTeamMember(ctx);
  const [proposal] = await store.lastProposals(ctx, [appointment.id]);
  const time = (at: string) => formatWithOffset(asInstant(at), company.timezone);
  const services = await store.servicesOf(ctx, [appointment.id]);
  const state = stateOf(ctx, appointment.status, proposal);
  const isShown = (holder !== null || isTeam) && state === 'open';
  return {
    public_id: appointment.public_id,
    company: getCompanyBranding(company, appointment.public_id),
    address: addressLines(appointment).join(', '),
    services: services.map((one) => one.name),
    timezone: company.timezone,
    link,
    is_team: isTeam,
    state,
    proposal_id: proposal?.id ?? null,
    times: proposal && isShown ? await openTimes(ctx, appointment, proposal, time) : [],
    message: proposal && isShown ? proposal.message : '',
    expires_at: proposal && state === 'open' ? time(proposal.expires_at) : null,
    confirmed:
      state === 'confirmed'
        ? {
            at: time(appointment.date_time),
            end: time(appointment.end_time),
            technicians: (await store.visibleTechnicians(ctx, appointment.id)).map(fullName),
          }
        : null,
  };
}

function stateOf(
  ctx: ReadCtx | WriteCtx,
  status: string,
  proposal: store.StoredProposal | undefined,
): ProposedTimes['state'] {
  if (status === 'canceled') return 'canceled';
  if (status !== 'requested') return 'confirmed';
  if (!proposal) return 'none';
  const { closed_at, accepted } = proposal;
  const state = proposalState({ closed_at, accepted, expires_at: asInstant(proposal.expires_at) }, ctx.now);
  return state === 'accepted' ? 'closed' : state;
}

/** The times that have not passed and are still held or whose technician is free, with their numbers. */
async function openTimes(
  ctx: ReadCtx | WriteCtx,
  { id, duration_minutes }: { id: string; duration_minutes: number },
  { times }: store.StoredProposal,
  time: (at: string) => string,
): Promise<ProposedTimes['times']> {
  const technicianIds = [...new Set(times.map((one) => one.technician_id))];
  const active = await findActivePeople(ctx, 'inspector', technicianIds);
  const names = await store.userNames(ctx, technicianIds);
  const ranges = times.map(({ at, technician_id }) => {
    const start = asInstant(at);
    return { technician_id, start, end: addMinutes(start, duration_minutes) };
  });
  const conflicts = await findConflicts(ctx, ranges, id);
  const held = await listProposedHolds(ctx, id);
  const repeated = repeatedTimes(times);
  return ranges.flatMap((range, number) => {
    const { technician_id, start, end } = range;
    // A member may have double-booked a held time; the client was promised it first. What has become longer since is
    // held in part only.
    const isHeld = held.some(
      (one) => one.technician_id === technician_id && one.start === start && !isBefore(one.end, end),
    );
    const isFree = isHeld || !conflicts.some((one) => meets(one, range));
    if (!isFree || !active.has(technician_id) || repeated.includes(number) || !isBefore(ctx.now, start))
      return [];
    const technician = fullName(names.get(technician_id) ?? {});
    return [{ number, at: time(start), end: time(end), technician }];
  });
}

/**
 * Accepts a proposed time for the owner of a personal link, which confirms the appointment and releases the other times.
 * Of several at once the first wins; the same choice again returns the same. Throws CONFLICT if the time is not offered
 * any more.
 */
export async function acceptProposedTime(
  ctx: WriteCtx,
  input: HandlerInput<typeof contract.acceptProposedTime>,
): Promise<ProposedTimes> {
  const appointmentId = ctx.link?.id ?? '';
  await lockAppointment(ctx, appointmentId);
  const appointment = await store.proposedAppointment(ctx, appointmentId);
  if (!appointment) throw notFound('This link does not work');
  const proposal = await store.proposalOf(ctx, appointmentId, input.proposal_id);
  if (!proposal) throw badInput({ proposal_id: 'This time is no longer offered' });
  const { holder, link } = await getVisitor(ctx, appointmentId, input.p);
  if (!holder) throw new AppError('LOCKED', 'Open this page with the link from your email', { link });
  if (proposal.accepted === input.number && appointment.status !== 'canceled')
    return showProposedTimes(ctx, input);
  const chosen = proposal.times[input.number];
  if (!chosen || !(await isStillOffered(ctx, appointment.status, proposal, chosen)))
    throw new AppError('CONFLICT', 'This time is no longer offered');
  await store.markAccepted(ctx, proposal.id, { accepted: input.number, accepted_by: holder.id });
  await scheduleRequest(ctx, appointmentId, {
    at: asInstant(chosen.at),
    technicianId: chosen.technician_id,
  });
  const { name } = holder;
  await notify(ctx, 'time_accepted', {
    appointment_id: appointmentId,
    occasion: proposal.id,
    facts: { name },
  });
  return showProposedTimes(ctx, input);
}

async function isStillOffered(
  ctx: WriteCtx,
  status: string,
  proposal: store.StoredProposal,
  chosen: store.StoredProposal['times'][number],
): Promise<boolean> {
  if (stateOf(ctx, status, proposal) !== 'open' || !isBefore(ctx.now, asInstant(chosen.at))) return false;
  return (await findActivePeople(ctx, 'inspector', [chosen.technician_id])).has(chosen.technician_id);
}

/**
 * Moves the open proposal of a request to a technician who was assigned to it since, except times of others who are
 * assigned. Then its times are no longer held.
 */
export async function moveProposal(
  ctx: WriteCtx,
  appointmentId: string,
  technicianId: string,
): Promise<void> {
  const [proposal] = await store.lastProposals(ctx, [appointmentId]);
  if (!proposal || proposal.closed_at !== null) return;
  const appointment = await store.proposedAppointment(ctx, appointmentId);
  if (appointment?.status !== 'requested') return;
  const people = await listCorrespondents(ctx, appointmentId);
  const assigned = people.filter((one) => one.role === 'inspector').map((one) => one.person_id);
  const times = movedTimes(proposal.times, assigned, technicianId);
  await store.changeProposedTimes(ctx, proposal.id, times);
  const isMoved = times.some(({ technician_id }, i) => technician_id !== proposal.times[i]?.technician_id);
  if (isMoved) await releaseProposedTimes(ctx, appointmentId);
}
