import { asCents, type Cents } from '#domain/base/money.ts';
import { type FeeDifference, feeDifference } from '#domain/pricing/fee-difference.ts';
import type { WireFee } from '#domain/scheduling/appointment-draft.ts';
import { manualFee, manualPrice } from '../../draft/draft-pricing.ts';
import { savedFees } from '../../draft/draft-services.ts';
import type { DialogState } from '../../draft/draft-state.ts';

/** The difference between the current price and the newly calculated one, line by line. */
export interface PriceDifference {
  lines: FeeDifference[];
  total_cents: Cents;
  minutes: number;
}

/**
 * Returns what a recalculation would change, or null if the price is the calculated one. Shown next to manually edited
 * lines and next to the saved price of an existing appointment.
 */
export function priceDifferenceOf(state: DialogState): PriceDifference | null {
  const { defaults, draft } = state;
  if (!defaults || state.manual) return null;
  const { isManualEdit, manualData, autoData } = draft.services;
  const isSaved = state.editing !== null && !state.isRecalculated;
  if (!isManualEdit && !isSaved) return null;
  const current = isManualEdit ? manualPrice(manualData, defaults).lines : savedFees(state);
  const found = feeDifference(current.map(inCents), autoData.map(inCents));
  return found.lines.length === 0 ? null : found;
}

function inCents(fee: WireFee) {
  const { serviceId, addOnId, line_item, pretax_cents, tax_cents, duration_minutes, discountCodeId } =
    manualFee(fee);
  return {
    serviceId,
    addOnId,
    discountCodeId: discountCodeId ?? null,
    line_item,
    pretax_cents,
    tax_cents: tax_cents ?? asCents(0),
    duration_minutes,
  };
}
