import { type AppointmentAction, appointmentTransition } from '#domain/scheduling/appointment-states.ts';
import type { WriteCtx } from '#server/context.ts';
import { AppError } from '#wire/errors.ts';
import { updateAtRev } from '../booking/store.ts';
import { stateChangeFacts } from '../present.ts';
import type { LoadedAppointment } from '../rows.ts';

/** What changes together with the status. */
export interface StatusColumns {
  canceled_at?: string | null;
  cancel_reason?: string;
  deleted_at?: string;
}

/**
 * Applies a status change; throws CONFLICT with the reason if the rules do not allow it. Returns false if the
 * appointment was changed since it was loaded.
 */
export async function applyTransition(
  ctx: WriteCtx,
  before: LoadedAppointment,
  action: AppointmentAction,
  more: StatusColumns,
): Promise<boolean> {
  const next = appointmentTransition(before.status, action, stateChangeFacts(before, ctx.now));
  if (!next.ok) throw new AppError('CONFLICT', next.message, { status: before.status });
  const { status, confirm_inspection } = next;
  return updateAtRev(ctx, before, { status, confirm_inspection, ...more });
}
