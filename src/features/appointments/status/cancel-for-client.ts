import type { WriteCtx } from '#server/context.ts';
import type { LoadedAppointment } from '../rows.ts';
import { applyTransition } from './apply-transition.ts';
import { type CancellationCharge, settleCancellation } from './charge-cancellation.ts';

/**
 * Cancels an appointment for a client, as the office does, with its messages and fees. The caller has checked that this
 * person may. Returns false if it was changed since it was loaded.
 */
export async function cancelForClient(
  ctx: WriteCtx,
  before: LoadedAppointment,
  { reason, person_id, ...charge }: CancellationCharge & { reason: string; person_id: string },
): Promise<boolean> {
  const canceled = { canceled_at: ctx.now, cancel_reason: reason };
  if (!(await applyTransition(ctx, before, 'cancel', canceled))) return false;
  await settleCancellation(ctx, before, charge);
  await ctx.emit({
    ...{ type: 'appointment.canceled', appointment_id: before.id, reason },
    ...{ notify: !before.disable_automated_notifications, actor: 'client', person_id },
  });
  return true;
}
