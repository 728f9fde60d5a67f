import { addMinutes, formatWithOffset, minutesBetween, parseInstantOrLocal } from '#domain/base/time.ts';
import { visitorLimits } from '#domain/booking/visitor-limits.ts';
import { dateTimeMessage } from '#domain/scheduling/booking.ts';
import {
  createHold,
  findTechniciansHeldByVisitors,
  releaseVisitorHold,
} from '#features/availability/slot-holds.ts';
import { getCompany } from '#features/company/get-company.ts';
import { getPlanLimit } from '#features/subscription/plan-limits.ts';
import type { WriteCtx } from '#server/context.ts';
import { badInput } from '#wire/errors.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import { claimSlot } from './claim-slot.ts';
import type * as contract from './contract.ts';
import { lockSender, requireFewHolds } from './protection/visitor-allowance.ts';
import { searchOf } from './public-slots.ts';
import { requireScheduling } from './require-scheduling.ts';
import { technicianProblem } from './technician-problem.ts';

/** Holds a time that is offered to visitors, for the duration of the price list. The id of the hold is its only key. */
export async function holdPublicSlot(
  ctx: WriteCtx,
  input: HandlerInput<typeof contract.holdPublicSlot>,
): Promise<HandlerOutput<typeof contract.holdPublicSlot>> {
  const company = await getCompany(ctx);
  requireScheduling(company, await getPlanLimit(ctx));
  const at = parseInstantOrLocal(input.date_time, company.timezone);
  const date_time = dateTimeMessage(input.date_time, ctx.now, company.timezone);
  if (at === null || date_time !== null) throw badInput({ date_time: date_time ?? 'Date needs to be valid' });
  const problem = await technicianProblem(ctx, company, input.technician_id);
  if (problem !== null) throw badInput({ technician_id: problem });
  const search = await searchOf(ctx, company, input, {
    technicianId: input.technician_id ?? null,
    holdId: input.replaces ?? null,
  });
  const visitor = await lockSender(ctx);
  const avoided = await findTechniciansHeldByVisitors(ctx, visitorLimits.holdsByTechnician);
  const technician_id = await claimSlot(ctx, company, at, search, avoided);
  await requireFewHolds(ctx, visitor, technician_id);
  const time = { technician_id, start: at, end: addMinutes(at, search.durationMinutes) };
  // The way to a held time counts for others as well.
  const range = { ...time, visitor, place: search.place ?? null };
  const { id, expiresAt } = await createHold(ctx, range, null);
  return {
    holdId: id,
    at: formatWithOffset(at, company.timezone),
    expiresAt,
    seconds: Math.round(minutesBetween(ctx.now, expiresAt) * 60),
  };
}

/** Releases a visitor's hold. */
export async function releasePublicSlot(
  ctx: WriteCtx,
  input: HandlerInput<typeof contract.releasePublicSlot>,
): Promise<null> {
  await releaseVisitorHold(ctx, input.holdId);
  return null;
}
