import type { WriteCtx } from '#server/context.ts';

/** Writes what the invoice says: how much is owed and whether that counts as paid. */
export async function setAppointmentPaid(
  ctx: WriteCtx,
  appointmentId: string,
  money: { paid: boolean; outstanding_cents: number },
): Promise<void> {
  await ctx.db
    .updateTable('appointments')
    .set({ paid: money.paid, outstanding_cents: money.outstanding_cents, updated_at: ctx.now })
    .where('subscriber_id', '=', ctx.subscriberId)
    .where('id', '=', appointmentId)
    .execute();
}
