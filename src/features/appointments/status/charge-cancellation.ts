import { asCents, type Cents, toCents } from '#domain/base/money.ts';
import { asInstant, type Instant } from '#domain/base/time.ts';
import { isPaidOnCreation } from '#domain/scheduling/appointment-draft.ts';
import { cancellationCredit, type OrderedAmounts } from '#domain/scheduling/cancellation.ts';
import { releaseDiscount } from '#features/services/discounts.ts';
import type { WriteCtx } from '#server/context.ts';
import type { HandlerInput } from '#wire/route.ts';
import { releaseTechnicians } from '../booking/book-technicians.ts';
import type { cancelAppointment } from '../contract.ts';
import { loadAppointment } from '../details/load-appointment.ts';
import type { FeeRow, LoadedAppointment } from '../rows.ts';
import * as store from './store.ts';

type Fee = NonNullable<HandlerInput<typeof cancelAppointment>['fees']>[number];

/** What a cancellation charges. */
export interface CancellationCharge {
  fees: readonly Fee[];
  /** Name of the line that credits the ordered services. */
  credit_item?: string | undefined;
}

/** Releases what a canceled appointment takes, its time and the use of its discount code, and charges the fees. */
export async function settleCancellation(
  ctx: WriteCtx,
  before: LoadedAppointment,
  { fees, credit_item }: CancellationCharge,
): Promise<void> {
  await releaseTechnicians(ctx, before.id);
  if (before.discount_code_id) await releaseDiscount(ctx, before.discount_code_id);
  await chargeCancellation(ctx, before, fees, credit_item);
}

/** Default name of the credit for canceled work. */
const creditItem = 'Canceled services';

/**
 * Makes the cancellation fees the amount due: the ordered lines stay on the invoice and are credited in one line, tax
 * by tax, so that it is clear what became of them; amounts already credited by refunds are not credited again. A fee of
 * 0 credits everything; without fees nothing changes.
 */
async function chargeCancellation(
  ctx: WriteCtx,
  before: LoadedAppointment,
  fees: readonly Fee[],
  credit_item?: string,
): Promise<void> {
  if (fees.length === 0) return;
  const charged = fees.filter((fee) => fee.pretax_amount > 0);
  const ordered = orderedOf(before.fees);
  const credit = cancellationCredit(ordered, await store.lockCreditsOfRefunds(ctx, before.id));
  const position = before.fees.length;
  await store.insertLines(ctx, before.id, [
    ...creditLines(credit, credit_item || creditItem, position),
    ...charged.map(({ kind, line_item, pretax_amount }, i) => ({
      kind,
      line_item,
      pretax_cents: toCents(pretax_amount) as number,
      tax_cents: 0,
      taxes: '[]',
      position: position + 1 + i,
    })),
  ]);
  const fee = charged.reduce((sum, one) => sum + toCents(one.pretax_amount), 0);
  await settleTotal(ctx, before, asCents(fee + sumOf(ordered) - sumOf(credit)));
}

/**
 * Credits more of the ordered lines after a refund that had credited them was returned to the company; does nothing if
 * the appointment was not canceled with fees after that refund.
 */
export async function creditRefundedAmount(
  ctx: WriteCtx,
  appointmentId: string,
  refund: { credit_cents: number; booked_at: Instant },
): Promise<void> {
  const now = await loadAppointment(ctx, appointmentId);
  const added = now?.fees.filter((fee) => fee.kind !== '') ?? [];
  if (!now || added.length === 0 || refund.credit_cents === 0) return;
  if (now.canceled_at === null || refund.booked_at > asInstant(now.canceled_at)) return;
  const ordered = orderedOf(now.fees.filter((fee) => fee.kind === ''));
  const old = added.find((fee) => fee.kind === 'credit');
  const left = sumOf(ordered) + (old ? old.pretax_cents + old.tax_cents : 0);
  const credit = cancellationCredit(ordered, Math.max(0, left - refund.credit_cents));
  await store.removeCredit(ctx, appointmentId);
  const position = now.fees.length - added.length;
  await store.insertLines(ctx, appointmentId, creditLines(credit, old?.line_item ?? creditItem, position));
  const total = now.total_fee_cents - (sumOf(credit) - (sumOf(ordered) - left));
  await settleTotal(ctx, now, asCents(total));
}

function creditLines(credit: OrderedAmounts, line_item: string, position: number): store.CancellationLine[] {
  const { pretax_cents, tax_cents, taxes } = credit;
  if (pretax_cents === 0 && tax_cents === 0) return [];
  const negative = taxes.map((one) => ({ ...one, tax_cents: 0 - (one.tax_cents ?? 0) }));
  const amounts = { pretax_cents: 0 - pretax_cents, tax_cents: 0 - tax_cents };
  return [{ kind: 'credit', line_item, ...amounts, taxes: JSON.stringify(negative), position }];
}

function orderedOf(fees: readonly FeeRow[]): OrderedAmounts {
  const sum = (of: 'pretax_cents' | 'tax_cents') => fees.reduce((cents, fee) => cents + fee[of], 0);
  return {
    pretax_cents: sum('pretax_cents'),
    tax_cents: sum('tax_cents'),
    taxes: fees.flatMap((fee) => (Array.isArray(fee.taxes) ? (fee.taxes as OrderedAmounts['taxes']) : [])),
  };
}

function sumOf({ pretax_cents, tax_cents }: OrderedAmounts): number {
  return pretax_cents + tax_cents;
}

/** Removes the lines of a cancellation: the ordered services are due again. */
export async function removeCancellationFees(ctx: WriteCtx, before: LoadedAppointment): Promise<void> {
  const ordered = before.fees.filter((fee) => fee.kind === '');
  if (ordered.length === before.fees.length) return;
  await store.removeCancellationLines(ctx, before.id);
  const owed = ordered.reduce((sum, fee) => sum + fee.pretax_cents + fee.tax_cents, 0);
  await settleTotal(ctx, before, asCents(Math.max(0, owed)));
}

/** The invoice decides what is due and paid; the event reports the new total to it. */
async function settleTotal(ctx: WriteCtx, before: LoadedAppointment, total: Cents): Promise<void> {
  const outstanding = asCents(before.outstanding_cents + total - before.total_fee_cents);
  const paid = isPaidOnCreation(outstanding);
  await store.saveTotals(ctx, before.id, { total_fee_cents: total, outstanding_cents: outstanding, paid });
  await ctx.emit({
    type: 'appointment.priced',
    appointment_id: before.id,
    old_total_cents: asCents(before.total_fee_cents),
    new_total_cents: total,
  });
}
