import { sql } from 'kysely';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { insertMine, mine, updateMine } from '#server/db/scope.ts';
import { newId } from '#server/ids.ts';

export type DifferenceKind =
  | 'not_here'
  | 'not_there'
  | 'amount'
  | 'refunded'
  | 'foreign'
  | 'deleted'
  | 'void';

/** What is different, before it has a row. */
export interface FoundDifference {
  gateway: number;
  kind: DifferenceKind;
  /** The gateway's name of the payment, else our attempt. */
  about: string;
  ours_cents: number;
  theirs_cents: number;
  currency: string;
  payment_id: string | null;
  appointment_id: string | null;
}

/** Kinds that end by themselves once both sides say the same. */
const healing: readonly DifferenceKind[] = ['not_here', 'not_there', 'amount', 'refunded'];

/**
 * Keeps a difference, once by constraint: found again it is the same row, and one that a person resolved stays so. What was
 * different about the same payment before, with other amounts, is over. Says whether it is news.
 */
export async function saveDifference(w: WriteCtx, found: FoundDifference): Promise<boolean> {
  const about = found.about.slice(0, 200);
  const kept = await insertMine(w, 'gateway_differences', { id: newId(), ...found, about, found_at: w.now })
    .onConflict((oc) =>
      oc
        .columns(['subscriber_id', 'gateway', 'kind', 'about', 'ours_cents', 'theirs_cents'])
        // It had gone away by itself and is back.
        .doUpdateSet({ resolved_at: null, found_at: w.now })
        .where('gateway_differences.resolved_at', 'is not', null)
        .where('gateway_differences.resolved_by', 'is', null),
    )
    .executeTakeFirst();
  await updateMine(w, 'gateway_differences')
    .set({ resolved_at: w.now })
    .where('gateway', '=', found.gateway)
    .where('about', '=', about)
    .where('resolved_at', 'is', null)
    .where('kind', 'in', [...healing])
    .where(
      sql<boolean>`(kind, ours_cents, theirs_cents) <> (${found.kind}, ${found.ours_cents}, ${found.theirs_cents})`,
    )
    .execute();
  return (kept.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Notes that these payments are the same on both sides: what was different about them is over. */
export async function markPaymentsMatching(
  w: WriteCtx,
  gateway: number,
  agreeing: readonly { payment_id: string; about: readonly string[] }[],
): Promise<void> {
  if (agreeing.length === 0) return;
  await updateMine(w, 'payments')
    .set({ compared_at: w.now })
    .where(
      'id',
      'in',
      agreeing.map((one) => one.payment_id),
    )
    .execute();
  await updateMine(w, 'gateway_differences')
    .set({ resolved_at: w.now })
    .where('gateway', '=', gateway)
    .where('resolved_at', 'is', null)
    .where('kind', 'in', [...healing])
    .where(
      'about',
      'in',
      agreeing.flatMap((one) => one.about),
    )
    .execute();
}

/** What was different about a payment, by the gateway's name of it, is over. */
export async function closeDifferences(w: WriteCtx, gateway: number, about: string): Promise<void> {
  await updateMine(w, 'gateway_differences')
    .set({ resolved_at: w.now })
    .where('gateway', '=', gateway)
    .where('about', '=', about.slice(0, 200))
    .where('resolved_at', 'is', null)
    .where('kind', 'in', [...healing])
    .execute();
}

/** Money of a deleted appointment or a void invoice that was given back whole needs nobody any more. */
export async function closeUnwantedMoney(w: WriteCtx, paymentId: string): Promise<void> {
  await updateMine(w, 'gateway_differences')
    .set({ resolved_at: w.now })
    .where('payment_id', '=', paymentId)
    .where('kind', 'in', ['deleted', 'void'])
    .where('resolved_at', 'is', null)
    .execute();
}

/** Money of a deleted appointment or a void invoice did not go back after all: somebody must see to it again. */
export async function reopenUnwantedMoney(
  w: WriteCtx,
  paymentId: string,
  appointmentId: string,
): Promise<void> {
  const appointment = await mine(w, 'appointments')
    .where('id', '=', appointmentId)
    .select('deleted_at')
    .executeTakeFirst();
  const invoice = await mine(w, 'invoices')
    .where('appointment_id', '=', appointmentId)
    .select('status')
    .executeTakeFirst();
  const kinds = [
    ...(appointment && appointment.deleted_at !== null ? ['deleted'] : []),
    ...(invoice?.status === 'void' ? ['void'] : []),
  ];
  if (kinds.length === 0) return;
  await updateMine(w, 'gateway_differences')
    .set({ resolved_at: null })
    .where('payment_id', '=', paymentId)
    .where('kind', 'in', kinds)
    .where('resolved_by', 'is', null)
    .execute();
}

/** Money of a void invoice is asked for after all: nobody need give it back. */
export async function closeVoidDifferences(w: WriteCtx, appointmentId: string): Promise<void> {
  await updateMine(w, 'gateway_differences')
    .set({ resolved_at: w.now })
    .where('appointment_id', '=', appointmentId)
    .where('kind', '=', 'void')
    .where('resolved_at', 'is', null)
    .execute();
}

/** One difference by its id. */
export function differenceById(ctx: ReadCtx | WriteCtx, id: string) {
  return mine(ctx, 'gateway_differences').where('id', '=', id).selectAll().executeTakeFirst();
}
