import { paidAtCreation } from '#domain/appointment-draft.ts';
import { asCents, type Cents, toCents } from '#domain/money.ts';
import type { WriteCtx } from '#server/context.ts';
import { newId } from '#server/ids.ts';
import type { Takes } from '#wire/route.ts';
import type { cancelAppointment } from './contract.ts';
import type { FeeRow, LoadedAppointment } from './rows.ts';

type Fee = NonNullable<Takes<typeof cancelAppointment>['fees']>[number];

interface TakenTax {
  name?: string;
  tax_cents?: number;
}

/** What the credit for work that will not be done is called where nobody gave it a name. */
const creditItem = 'Canceled services';

/**
 * Makes the fees of a cancellation what is owed: what was ordered stays on the invoice and is credited in one line, tax by
 * tax, so that everybody sees what became of it. A fee of 0 credits all; without any fee nothing changes. Only who sees
 * prices may charge.
 */
export async function chargeCancellation(
  ctx: WriteCtx,
  before: LoadedAppointment,
  fees: readonly Fee[],
  credit_item?: string,
): Promise<void> {
  if (fees.length === 0) return;
  ctx.must('see_prices');
  const charged = fees.filter((fee) => fee.pretax_amount > 0);
  const credit = creditOf(before.fees, credit_item || creditItem);
  const lines = [
    ...(credit ? [credit] : []),
    ...charged.map(({ kind, line_item, pretax_amount }) => ({
      kind,
      line_item,
      pretax_cents: toCents(pretax_amount) as number,
      tax_cents: 0,
      taxes: '[]',
    })),
  ];
  if (lines.length === 0) return;
  await ctx.db
    .insertInto('appointment_fees')
    .values(
      lines.map((line, i) => ({
        subscriber_id: ctx.subscriberId,
        appointment_id: before.id,
        id: newId(),
        ...line,
        position: before.fees.length + i,
      })),
    )
    .execute();
  const total = charged.reduce((sum, fee) => sum + toCents(fee.pretax_amount), 0);
  await settleTotal(ctx, before, asCents(total));
}

/** What was ordered, taken back: each tax by its name, so that nothing of it stays on the invoice. */
function creditOf(ordered: readonly FeeRow[], line_item: string) {
  const sum = (of: 'pretax_cents' | 'tax_cents') => ordered.reduce((cents, fee) => cents + fee[of], 0);
  const [pretax, tax] = [sum('pretax_cents'), sum('tax_cents')];
  const taxes = ordered.flatMap((fee) => (Array.isArray(fee.taxes) ? (fee.taxes as TakenTax[]) : []));
  if (pretax === 0 && tax === 0) return null;
  return {
    kind: 'credit',
    line_item,
    pretax_cents: 0 - pretax,
    tax_cents: 0 - tax,
    taxes: JSON.stringify(taxes.map((one) => ({ ...one, tax_cents: 0 - (one.tax_cents ?? 0) }))),
  };
}

/** Takes the lines of a cancellation away: what was ordered is owed again. */
export async function dropCancellation(ctx: WriteCtx, before: LoadedAppointment): Promise<void> {
  const ordered = before.fees.filter((fee) => fee.kind === '');
  if (ordered.length === before.fees.length) return;
  await ctx.db
    .deleteFrom('appointment_fees')
    .where('subscriber_id', '=', ctx.subscriberId)
    .where('appointment_id', '=', before.id)
    .where('kind', '<>', '')
    .execute();
  const owed = ordered.reduce((sum, fee) => sum + fee.pretax_cents + fee.tax_cents, 0);
  await settleTotal(ctx, before, asCents(Math.max(0, owed)));
}

/** The invoice has the last word on what is owed and paid; it hears of the new total by the event. */
async function settleTotal(ctx: WriteCtx, before: LoadedAppointment, total: Cents): Promise<void> {
  const outstanding = asCents(before.outstanding_cents + total - before.total_fee_cents);
  await ctx.db
    .updateTable('appointments')
    .set({ total_fee_cents: total, outstanding_cents: outstanding, paid: paidAtCreation(outstanding) })
    .where('subscriber_id', '=', ctx.subscriberId)
    .where('id', '=', before.id)
    .execute();
  await ctx.emit({
    type: 'appointment.priced',
    appointment_id: before.id,
    old_total_cents: asCents(before.total_fee_cents),
    new_total_cents: total,
  });
}
