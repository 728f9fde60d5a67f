import { asCents, type Cents } from '#domain/base/money.ts';
import { type FeeDifference, feeDifference } from '#domain/pricing/fee-difference.ts';
import type { WireFee } from '#domain/scheduling/appointment-draft.ts';
import { manualFee, manualPrice } from '../draft/draft-pricing.ts';
import { savedFees } from '../draft/draft-services.ts';
import type { DialogState } from '../draft/draft-state.ts';

/** How far the price that stands is from the one calculated now, line by line. */
export interface PriceDifference {
  lines: FeeDifference[];
  total_cents: Cents;
  minutes: number;
}

/**
 * What returning to calculated prices would change, or null while the price is the calculated one: shown beside lines edited
 * by hand, and beside the price an existing appointment was saved with.
 */
export function priceDifferenceOf(state: DialogState): PriceDifference | null {
  const { defaults, draft } = state;
  if (!defaults || state.manual) return null;
  const { isManualEdit, manualData, autoData } = draft.services;
  const isSaved = state.editing !== null && !state.isRecalculated;
  if (!isManualEdit && !isSaved) return null;
  const standing = isManualEdit ? manualPrice(manualData, defaults).lines : savedFees(state);
  const found = feeDifference(standing.map(inCents), autoData.map(inCents));
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
