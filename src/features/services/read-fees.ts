import { minutesOfHours } from '#domain/durations.ts';
import { type ManualFee, manualFeeProblems } from '#domain/manual-fees.ts';
import { toCentsOrNull, zeroCents } from '#domain/money.ts';
import type { FeeInput } from './contract.ts';

/** Lines as people sent them in our own units, and what is wrong with them by path (`fees.0.line_item`). */
export function readFees(sent: readonly FeeInput[]): { fees: ManualFee[]; problems: Record<string, string> } {
  const problems: Record<string, string> = {};
  const fees = sent.map((fee, i): ManualFee => {
    const pretax = toCentsOrNull(fee.pretax_amount);
    const tax = fee.tax_amount === undefined ? zeroCents : toCentsOrNull(fee.tax_amount);
    const minutes = minutesOfHours(fee.duration);
    const decimals = 'Amount must have at most two decimals';
    if (pretax === null) problems[`fees.${i}.pretax_amount`] = decimals;
    if (tax === null) problems[`fees.${i}.tax_amount`] = decimals;
    if (minutes === null) problems[`fees.${i}.duration`] = 'Duration must be in steps of 0.25 hours';
    return {
      ...(fee.id ? { id: fee.id } : {}),
      serviceId: fee.serviceId ?? null,
      addOnId: fee.addOnId ?? null,
      discountCodeId: fee.discountCodeId ?? null,
      line_item: fee.line_item,
      pricing_details: fee.pricing_details ?? '',
      pretax_cents: pretax ?? zeroCents,
      tax_cents: tax ?? zeroCents,
      tax_description: fee.tax_description ?? '',
      is_tax_manual: fee.is_tax_manual ?? false,
      notes_for_client_invoice: fee.notes_for_client_invoice ?? '',
      duration_minutes: minutes ?? 0,
    };
  });
  return { fees, problems: { ...manualFeeProblems(fees), ...problems } };
}

/** A number of the wire or the text of a form field; null for empty, NaN for nonsense. */
export function readNumber(sent: number | string | null | undefined): number | null {
  if (sent === null || sent === undefined) return null;
  if (typeof sent === 'number') return sent;
  const text = sent.trim().replaceAll(',', '');
  return text === '' ? null : Number(text);
}
