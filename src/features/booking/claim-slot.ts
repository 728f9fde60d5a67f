import type { Instant } from '#domain/base/time.ts';
import { findVisitorHold, releaseVisitorHold } from '#features/availability/slot-holds.ts';
import { lockTechnicians } from '#features/availability/technician-bookings.ts';
import type { Company } from '#features/company/get-company.ts';
import type { WriteCtx } from '#server/context.ts';
import { type PublicSearch, slotAt, takenError } from './public-slots.ts';

/**
 * Returns the technician who takes a visitor's appointment: the chosen one, that of the visitor's hold, or the least
 * booked. Locks the technicians who are free at that time before it checks them again, so that of several visitors one
 * gets the time, and releases the visitor's hold. Those `avoided` take it only if no other is free. Throws CONFLICT with
 * the next free times if none is free.
 */
export async function claimSlot(
  ctx: WriteCtx,
  company: Company,
  at: Instant,
  search: PublicSearch,
  avoided: ReadonlySet<string> = new Set(),
): Promise<string> {
  const wanted = await withTechnicianOfHold(ctx, at, search);
  const seen = await slotAt(ctx, company, at, wanted);
  if (!seen) throw await takenError(ctx, company, at, search);
  await lockTechnicians(ctx, seen.technicians.map((one) => one.id).sort());
  if (wanted.holdId) await releaseVisitorHold(ctx, wanted.holdId);
  const slot = await slotAt(ctx, company, at, wanted);
  const free = slot?.technicians.filter((one) => seen.technicians.some(({ id }) => id === one.id));
  const technician = free?.find(({ id }) => !avoided.has(id)) ?? free?.[0];
  if (!technician) throw await takenError(ctx, company, at, search);
  return technician.id;
}

async function withTechnicianOfHold(ctx: WriteCtx, at: Instant, search: PublicSearch): Promise<PublicSearch> {
  if (search.technicianId !== null || search.holdId === null) return search;
  const hold = await findVisitorHold(ctx, search.holdId);
  return hold?.start === at ? { ...search, technicianId: hold.technician_id } : search;
}
