import { asCents } from '#domain/base/money.ts';
import { asInstant, formatWithOffset, type Instant, parseInstantOrLocal } from '#domain/base/time.ts';
import { type ClientChanges, clientChanges } from '#domain/booking/client-change.ts';
import { getVisitor, type LinkHolder } from '#features/agreements/link-holder.ts';
import { loadAppointment } from '#features/appointments/details/load-appointment.ts';
import { lockAppointment } from '#features/appointments/lock-appointment.ts';
import { type Company, getCompany } from '#features/company/get-company.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { AppError, badInput, notFound } from '#wire/errors.ts';

type Appointment = NonNullable<Awaited<ReturnType<typeof loadAppointment>>>;

/** An appointment opened by the owner of a personal link who may change it, with what the policy allows now. */
export interface OpenChange {
  company: Company;
  appointment: Appointment;
  start: Instant;
  holder: LinkHolder;
  changes: ClientChanges;
}

/** Opens the link's appointment. Throws BAD_USER_INPUT without a personal link that includes changing it. */
export async function openChange(ctx: ReadCtx | WriteCtx, p: string | undefined): Promise<OpenChange> {
  const appointment = await loadAppointment(ctx, ctx.link?.id ?? '');
  if (!appointment) throw notFound('This link does not work');
  const company = await getCompany(ctx);
  const { holder } = await getVisitor(ctx, appointment.id, p);
  if (!holder?.rights.change) throw badInput({ p: 'Open your personal link to change this appointment' });
  const start = asInstant(appointment.date_time);
  const changes = clientChanges(
    company.settings,
    {
      status: appointment.status,
      date_time: start,
      total_cents: asCents(appointment.total_fee_cents),
      technicians: technicianIdsOf(appointment).length,
      sub_events: appointment.sub_events.length,
    },
    ctx.now,
    { seesPrices: holder.rights.view_invoice },
  );
  return { company, appointment, start, holder, changes };
}

/**
 * Opens it to change it: locked, so that of two changes the second sees the first. Throws CONFLICT if its start is no
 * longer the one that the person saw, in an old mail or another tab, or if the policy refuses the change.
 */
export async function openForChange(
  ctx: WriteCtx,
  input: { p?: string | undefined; start: string },
  change: 'reschedule' | 'cancel',
): Promise<OpenChange> {
  await lockAppointment(ctx, ctx.link?.id ?? '');
  const open = await openChange(ctx, input.p);
  const seen = parseInstantOrLocal(input.start, open.company.timezone);
  if (seen === null) throw badInput({ start: 'Date needs to be valid' });
  if (seen !== open.start) throw changedMeanwhile();
  const refusal = open.changes[change];
  if (refusal !== null) {
    const deadline = formatWithOffset(open.changes.deadline, open.company.timezone);
    throw new AppError('CONFLICT', refusals[refusal], { refusal, deadline });
  }
  return open;
}

/** The error for a change of something that was changed since. */
export function changedMeanwhile(): AppError {
  return new AppError('CONFLICT', 'This was changed by someone else in the meantime', {});
}

/** All technicians of an appointment, including hidden ones. */
export function technicianIdsOf({ people }: Pick<Appointment, 'people'>): string[] {
  return people.filter((one) => one.role === 'inspector').map((one) => one.person_id);
}

const byRequest = 'This can’t be changed online. Please send a change request.';
const refusals = {
  off: byRequest,
  closed: 'This appointment can no longer be changed',
  deadline: 'It is too late to change this appointment online. Please call the company.',
  fee: byRequest,
  visits: byRequest,
  unassigned: byRequest,
} as const;
