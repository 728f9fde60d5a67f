import type { WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';

/**
 * Holds an appointment until the transaction ends: whoever reckons something of it from what hangs on it does so one after the
 * other, and sees what the one before has done. Pointing to it (new rows of others) waits for nobody.
 */
export async function lockAppointment(ctx: WriteCtx, appointmentId: string): Promise<void> {
  await mine(ctx, 'appointments').where('id', '=', appointmentId).select('id').forNoKeyUpdate().execute();
}
