import { addressLines } from '#domain/base/addresses.ts';
import { asInstant, formatWithOffset, isBefore, localDate } from '#domain/base/time.ts';
import { measuringId } from '#domain/booking/analytics.ts';
import { type Company, getCompany } from '#features/company/get-company.ts';
import { pictureUrl } from '#features/company/show-profile.ts';
import { getPlanLimit, lockPlanLimit } from '#features/subscription/plan-limits.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { AppError, notFound } from '#wire/errors.ts';
import type { HandlerInput } from '#wire/route.ts';
import { bookForm, presentBooking } from '../book-form.ts';
import type {
  Confirmation,
  confirmBooking as confirmRoute,
  getConfirmation,
} from '../confirmation-contract.ts';
import type { BookingResult } from '../contract.ts';
import { firstFreeSlots, searchOf, slotAt, startOf } from '../public-slots.ts';
import { readForm } from '../read-form.ts';
import { isSchedulingOn, requireScheduling } from '../require-scheduling.ts';
import * as store from '../store.ts';
import type { Waiting } from './await-confirmation.ts';

const unknownLink = 'This link does not work';

/** Shows what the link of a confirmation mail is about. Changes nothing: programs that check mail follow links. */
export async function showConfirmation(
  ctx: ReadCtx,
  { token }: HandlerInput<typeof getConfirmation>,
): Promise<Confirmation> {
  const company = await getCompany(ctx);
  const isOn = isSchedulingOn(company, await getPlanLimit(ctx));
  const row = await store.submissionByLink(ctx, token);
  if (!row) throw notFound(unknownLink);
  const waiting = row.waiting as Waiting | null;
  const mode = row.mode === 'schedule' ? 'schedule' : 'request';
  const booked = row.appointment_id && (await presentBooking(ctx, company, { mode }, row.appointment_id));
  const { at, end, held_until = null } = waiting ?? { ...(booked || noTime), held_until: null };
  const local = (time: string) => formatWithOffset(asInstant(time), company.timezone);
  return {
    company: {
      name: company.company_name,
      logo: pictureUrl(company, 'header_logo') ?? pictureUrl(company, 'logo'),
      timezone: company.timezone,
      currency: company.currency,
      date_format: company.date_format,
    },
    analytics_id: measuringId(company.settings.google_analytics_number),
    mode,
    is_scheduling_on: isOn,
    ...{ at: local(at), end: local(end) },
    address: waiting ? addressLines(waiting.input.location).join(', ') : '',
    services: waiting?.services ?? [],
    held_until: held_until && isBefore(ctx.now, asInstant(held_until)) ? local(held_until) : null,
    booked: booked || null,
    ...(booked || !waiting ? { state: 'booked', next: [] } : await stateOf(ctx, company, waiting, isOn)),
  };
}

const noTime = { at: '1970-01-01T00:00:00Z', end: '1970-01-01T00:00:00Z' };

async function stateOf(
  ctx: ReadCtx,
  company: Company,
  { input, at, until }: Waiting,
  isOn: boolean,
): Promise<Pick<Confirmation, 'state' | 'next'>> {
  if (!isBefore(ctx.now, asInstant(until))) return { state: 'expired', next: [] };
  if (input.mode === 'request')
    return { state: isBefore(ctx.now, asInstant(at)) ? 'waiting' : 'expired', next: [] };
  if (!isOn) return { state: 'changed', next: [] };
  try {
    const search = await searchOf(ctx, company, input, {
      technicianId: input.technician_id ?? null,
      holdId: input.hold_id ?? null,
    });
    if (await slotAt(ctx, company, asInstant(at), search)) return { state: 'waiting', next: [] };
    const next = await firstFreeSlots(ctx, company, localDate(asInstant(at), company.timezone), search);
    return { state: 'taken', next: next.map((slot) => formatWithOffset(startOf(slot), company.timezone)) };
  } catch (error) {
    // A service that is no longer offered.
    if (error instanceof AppError && error.type === 'BAD_USER_INPUT') return { state: 'changed', next: [] };
    throw error;
  }
}

/**
 * Books what waits for its confirmation, once, by the rules of a new form. Throws GONE if the link has expired, CONFLICT
 * with the next free times if the time is taken, and BAD_USER_INPUT if something can no longer be booked.
 */
export async function confirmBooking(
  ctx: WriteCtx,
  { token, date_time, without_code }: HandlerInput<typeof confirmRoute>,
): Promise<BookingResult> {
  const company = await getCompany(ctx);
  const found = await store.submissionByLink(ctx, token);
  if (!found) throw notFound(unknownLink);
  await store.lockSubmission(ctx, found.id);
  // A second click waited for the first one here; a form that was changed in between has another link.
  const row = await store.submissionByLink(ctx, token);
  if (!row) throw notFound(unknownLink);
  const mode = row.mode === 'schedule' ? 'schedule' : 'request';
  if (row.appointment_id !== null) return presentBooking(ctx, company, { mode }, row.appointment_id);
  const waiting = row.waiting as Waiting | null;
  if (!waiting || !isBefore(ctx.now, asInstant(waiting.until)))
    throw new AppError('GONE', 'This link has expired');
  const input = {
    ...waiting.input,
    ...(date_time && mode === 'schedule' ? { date_time, technician_id: null } : {}),
    ...(without_code ? { discount_code: null } : {}),
  };
  if (mode === 'schedule') requireScheduling(company, await lockPlanLimit(ctx));
  const form = await readForm({ ...ctx, lang: waiting.lang }, company, input);
  const appointmentId = await bookForm(ctx, company, input, form);
  await store.completeSubmission(ctx, row.id, appointmentId);
  return presentBooking(ctx, company, input, appointmentId);
}
