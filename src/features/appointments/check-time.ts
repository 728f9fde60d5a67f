import { dateTimeMessage } from '#domain/booking.ts';
import { addMinutes, withOffset } from '#domain/time.ts';
import { companyOf } from '#features/company/company-of.ts';
import type { ReadCtx } from '#server/context.ts';
import { badInput } from '#wire/errors.ts';
import type { Gives, Takes } from '#wire/route.ts';
import type * as contract from './contract.ts';
import { findConflicts } from './hold-technicians.ts';
import { type Problems, readDuration, readMoment } from './read-payload.ts';

const isId = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Whether technicians are free at a time, and what stands in the way; the appointment being moved does not. */
export async function checkInspectionTime(
  ctx: ReadCtx,
  input: Takes<typeof contract.checkInspectionTime>,
): Promise<Gives<typeof contract.checkInspectionTime>> {
  const { timezone, settings } = await companyOf(ctx);
  const problems: Problems = {};
  const asked = readDuration(input.duration, problems);
  const start = readMoment(input.date_time, timezone);
  if (start === null)
    problems.date_time = dateTimeMessage(input.date_time, ctx.now, timezone) ?? 'Date needs to be valid';
  const except = input.inspections_id && isId.test(input.inspections_id) ? input.inspections_id : null;
  if (input.inspections_id && !except) problems.inspections_id = 'Not a valid id';
  if (start === null || Object.keys(problems).length > 0) throw badInput(problems);
  const end = addMinutes(start, asked ?? Math.round(settings.default_duration * 60));
  const stretches = [...new Set(input.inspectors ?? [])].map((technician_id) => ({
    technician_id,
    start,
    end,
  }));
  const conflicts = await findConflicts(ctx, stretches, except);
  return {
    available: conflicts.length === 0,
    conflicts: conflicts.map((c) => ({
      ...c,
      start: withOffset(c.start, timezone),
      end: withOffset(c.end, timezone),
    })),
  };
}
