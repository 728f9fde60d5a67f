import { addMinutes, formatWithOffset, type Instant } from '#domain/base/time.ts';
import { dateTimeMessage } from '#domain/scheduling/booking.ts';
import { placeOf } from '#features/availability/places.ts';
import { getSchedulingWarnings } from '#features/availability/scheduling-warnings.ts';
import { findConflicts } from '#features/availability/technician-bookings.ts';
import { getCompany } from '#features/company/get-company.ts';
import type { ReadCtx } from '#server/context.ts';
import { badInput } from '#wire/errors.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import type * as booking from '../booking-contract.ts';
import * as store from './booking-read-store.ts';
import { type Problems, readDuration, readMoment } from './read-payload.ts';

const isId = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Checks whether technicians are free at a time and lists the conflicts, ignoring the appointment being moved. */
export async function checkInspectionTime(
  ctx: ReadCtx,
  input: HandlerInput<typeof booking.checkInspectionTime>,
): Promise<HandlerOutput<typeof booking.checkInspectionTime>> {
  const company = await getCompany(ctx);
  const { timezone, settings } = company;
  const problems: Problems = {};
  const asked = readDuration(input.duration, problems);
  const start = readMoment(input.date_time, timezone);
  if (start === null)
    problems.date_time = dateTimeMessage(input.date_time, ctx.now, timezone) ?? 'Date needs to be valid';
  const except = input.inspections_id && isId.test(input.inspections_id) ? input.inspections_id : null;
  if (input.inspections_id && !except) problems.inspections_id = 'Not a valid ID';
  if (start === null || Object.keys(problems).length > 0) throw badInput(problems);
  const end = addMinutes(start, asked ?? Math.round(settings.default_duration * 60));
  const ranges = [...new Set(input.inspectors ?? [])].map((technician_id) => ({
    technician_id,
    start,
    end,
  }));
  const conflicts = await findConflicts(ctx, ranges, except);
  const technicianIds = ranges.map((range) => range.technician_id);
  const services = input.services ?? (except ? await store.chosenIds(ctx, except) : []);
  const place =
    placeOf(company, input) ?? (except ? placeOf(company, await store.addressOf(ctx, except)) : null);
  const about = { technicianIds, start, end, services, place, excludeAppointmentId: except };
  const warnings = await getSchedulingWarnings(ctx, about);
  const onWire = <T extends { start: Instant; end: Instant }>(one: T) => ({
    ...one,
    start: formatWithOffset(one.start, timezone),
    end: formatWithOffset(one.end, timezone),
  });
  return {
    available: conflicts.length === 0,
    conflicts: [...conflicts.map(onWire), ...warnings.map((one) => ({ ...onWire(one), is_warning: true }))],
    rivals: (await store.competingRequests(ctx, start, end, except)).map(onWire),
  };
}
