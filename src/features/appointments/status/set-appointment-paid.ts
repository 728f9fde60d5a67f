import type { WriteCtx } from '#server/context.ts';
import { updateMine } from '#server/db/scope.ts';

/** Stores the outstanding amount and whether it counts as paid, as the invoice reports them. */
export async function setAppointmentPaid(
  ctx: WriteCtx,
  appointmentId: string,
  money: { paid: boolean; outstanding_cents: number },
): Promise<void> {
  await updateMine(ctx, 'appointments')
    .set({ paid: money.paid, outstanding_cents: money.outstanding_cents, updated_at: ctx.now })
    .where('id', '=', appointmentId)
    .execute();
}
