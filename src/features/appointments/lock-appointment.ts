import type { WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';

/**
 * Locks an appointment until the transaction ends: transactions that derive a value from its related rows run one after
 * another and see each other's changes. Inserting rows that reference it does not block.
 */
export async function lockAppointment(ctx: WriteCtx, appointmentId: string): Promise<void> {
  await mine(ctx, 'appointments').where('id', '=', appointmentId).select('id').forNoKeyUpdate().execute();
}
