import { parseInstantOrLocal } from '#domain/base/time.ts';
import { rescheduleForClient } from '#features/appointments/editing/reschedule-for-client.ts';
import { lockTechnicians } from '#features/availability/technician-bookings.ts';
import type { WriteCtx } from '#server/context.ts';
import { badInput } from '#wire/errors.ts';
import type { HandlerInput } from '#wire/route.ts';
import type { ChangeOptions, rescheduleByClient as contract } from '../change-contract.ts';
import { slotAt, takenError } from '../public-slots.ts';
import { changedMeanwhile, openForChange, technicianIdsOf } from './client-changes.ts';
import { searchForMove } from './list-change-slots.ts';
import { showChangeOptions } from './show-change-options.ts';

/**
 * Moves the link's appointment to another time that is offered to its client, with the same technicians. Throws CONFLICT
 * if the policy refuses it, the appointment was moved in the meantime, or the time is taken.
 */
export async function rescheduleByClient(
  ctx: WriteCtx,
  input: HandlerInput<typeof contract>,
): Promise<ChangeOptions> {
  const open = await openForChange(ctx, input, 'reschedule');
  const { company, appointment, holder } = open;
  const at = parseInstantOrLocal(input.date_time, company.timezone);
  if (at === null) throw badInput({ date_time: 'Date needs to be valid' });
  if (at === open.start) throw badInput({ date_time: 'Choose another time' });
  // Locked first, so that a booking of the same time is either seen here or waits.
  await lockTechnicians(ctx, technicianIdsOf(appointment).sort());
  const search = searchForMove(open);
  if (!(await slotAt(ctx, company, at, search))) throw await takenError(ctx, company, at, search);
  const { person_id } = holder;
  if (!(await rescheduleForClient(ctx, appointment, { at, person_id }))) throw changedMeanwhile();
  return showChangeOptions(ctx, input);
}
