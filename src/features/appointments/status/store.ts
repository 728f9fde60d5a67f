import type { WriteCtx } from '#server/context.ts';
import { deleteMine, insertMine, mine, updateMine } from '#server/db/scope.ts';
import { newId } from '#server/ids.ts';

/** A fee line added by a cancellation. */
export interface CancellationLine {
  kind: string;
  line_item: string;
  pretax_cents: number;
  tax_cents: number;
  taxes: string;
  position: number;
}

/** Adds lines to an appointment. */
export async function insertLines(
  ctx: WriteCtx,
  appointment_id: string,
  lines: readonly CancellationLine[],
): Promise<void> {
  if (lines.length === 0) return;
  const rows = lines.map((line) => ({ appointment_id, id: newId(), ...line }));
  await insertMine(ctx, 'appointment_fees', rows).execute();
}

/** Removes the line that credits canceled work. */
export async function removeCredit(ctx: WriteCtx, appointmentId: string): Promise<void> {
  await deleteMine(ctx, 'appointment_fees')
    .where('appointment_id', '=', appointmentId)
    .where('kind', '=', 'credit')
    .execute();
}

/** Removes every line that a cancellation added. */
export async function removeCancellationLines(ctx: WriteCtx, appointmentId: string): Promise<void> {
  await deleteMine(ctx, 'appointment_fees')
    .where('appointment_id', '=', appointmentId)
    .where('kind', '<>', '')
    .execute();
}

/** Returns what refunds credited, and locks it, so that no refund is booked before the commit. */
export async function lockCreditsOfRefunds(ctx: WriteCtx, appointmentId: string): Promise<number> {
  const invoice = await mine(ctx, 'invoices')
    .where('appointment_id', '=', appointmentId)
    .select('credits_cents')
    .forNoKeyUpdate()
    .executeTakeFirst();
  return invoice?.credits_cents ?? 0;
}

/** Stores the total of an appointment and what is left of it. */
export async function saveTotals(
  ctx: WriteCtx,
  appointmentId: string,
  totals: { total_fee_cents: number; outstanding_cents: number; paid: boolean },
): Promise<void> {
  await updateMine(ctx, 'appointments').set(totals).where('id', '=', appointmentId).execute();
}
