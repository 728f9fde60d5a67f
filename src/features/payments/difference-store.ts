import { sql } from 'kysely';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { insertMine, mine, updateMine } from '#server/db/scope.ts';
import { newId } from '#server/ids.ts';

type DifferenceKind = 'not_here' | 'not_there' | 'amount' | 'refunded' | 'foreign' | 'deleted' | 'void';

/** A difference that has no row yet. */
export interface FoundDifference {
  gateway: number;
  kind: DifferenceKind;
  /** The gateway's reference of the payment, or else the id of our attempt. */
  about: string;
  ours_cents: number;
  theirs_cents: number;
  currency: string;
  payment_id: string | null;
  appointment_id: string | null;
}

/** Kinds that are resolved automatically once both sides agree. */
const selfResolving: readonly DifferenceKind[] = ['not_here', 'not_there', 'amount', 'refunded'];

/**
 * Saves a difference, once by constraint: when found again it updates the same row, and one that a user resolved stays
 * resolved. Resolves earlier differences of the same payment with other amounts. Returns whether the difference is new.
 */
export async function saveDifference(w: WriteCtx, found: FoundDifference): Promise<boolean> {
  const about = found.about.slice(0, 200);
  const inserted = await insertMine(w, 'gateway_differences', {
    id: newId(),
    ...found,
    about,
    found_at: w.now,
  })
    .onConflict((oc) =>
      oc
        .columns(['subscriber_id', 'gateway', 'kind', 'about', 'ours_cents', 'theirs_cents'])
        // It was resolved automatically and has reappeared.
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
    .where('kind', 'in', [...selfResolving])
    .where(
      sql<boolean>`(kind, ours_cents, theirs_cents) <> (${found.kind}, ${found.ours_cents}, ${found.theirs_cents})`,
    )
    .execute();
  return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Records that these payments match on both sides and resolves their differences. */
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
    .where('kind', 'in', [...selfResolving])
    .where(
      'about',
      'in',
      agreeing.flatMap((one) => one.about),
    )
    .execute();
}

/** Resolves the differences of a payment, identified by the gateway's reference. */
export async function closeDifferences(w: WriteCtx, gateway: number, about: string): Promise<void> {
  await updateMine(w, 'gateway_differences')
    .set({ resolved_at: w.now })
    .where('gateway', '=', gateway)
    .where('about', '=', about.slice(0, 200))
    .where('resolved_at', 'is', null)
    .where('kind', 'in', [...selfResolving])
    .execute();
}

/** Resolves the difference about money of a deleted appointment or void invoice once it was refunded in full. */
export async function closeUnwantedMoney(w: WriteCtx, paymentId: string): Promise<void> {
  await updateMine(w, 'gateway_differences')
    .set({ resolved_at: w.now })
    .where('payment_id', '=', paymentId)
    .where('kind', 'in', ['deleted', 'void'])
    .where('resolved_at', 'is', null)
    .execute();
}

/** Reopens the difference about money of a deleted appointment or void invoice whose refund failed after all. */
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

/** Resolves the differences of an invoice that was restored: its money is due after all and need not be refunded. */
export async function closeVoidDifferences(w: WriteCtx, appointmentId: string): Promise<void> {
  await updateMine(w, 'gateway_differences')
    .set({ resolved_at: w.now })
    .where('appointment_id', '=', appointmentId)
    .where('kind', '=', 'void')
    .where('resolved_at', 'is', null)
    .execute();
}

/** Returns one difference by its id. */
export function differenceById(ctx: ReadCtx | WriteCtx, id: string) {
  return mine(ctx, 'gateway_differences').where('id', '=', id).selectAll().executeTakeFirst();
}
