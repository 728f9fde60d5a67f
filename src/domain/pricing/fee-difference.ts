import { asCents, type Cents } from '../base/money.ts';
import { lineTotal } from './pricing.ts';
import type { FeeLine } from './pricing-types.ts';

type Line = Pick<
  FeeLine,
  'serviceId' | 'addOnId' | 'discountCodeId' | 'line_item' | 'pretax_cents' | 'tax_cents' | 'duration_minutes'
>;

/** The difference between a manually edited line and its calculated price. Amounts include tax. */
export interface FeeDifference {
  /** `changed`: both have it. `only_by_hand`: added manually. `only_calculated`: removed manually. */
  kind: 'changed' | 'only_by_hand' | 'only_calculated';
  line_item: string;
  by_hand_cents: Cents;
  calculated_cents: Cents;
  difference_cents: Cents;
  difference_minutes: number;
}

/**
 * Returns what recalculating would change: edited lines stay as they are, and each is compared with the price
 * calculated now. `total_cents` is edited minus calculated. Without a difference the list is empty.
 */
export function feeDifference(
  byHand: readonly Line[],
  calculated: readonly Line[],
): { lines: FeeDifference[]; total_cents: Cents; minutes: number } {
  const waiting = [...calculated];
  const lines: FeeDifference[] = [];
  for (const line of byHand) {
    const at = isOwn(line) ? -1 : waiting.findIndex((other) => keyOf(other) === keyOf(line));
    const [other] = at < 0 ? [] : waiting.splice(at, 1);
    lines.push(differenceOf(line, other ?? null));
  }
  for (const other of waiting) lines.push(differenceOf(null, other));
  return {
    lines: lines.filter((one) => one.difference_cents !== 0 || one.difference_minutes !== 0),
    total_cents: asCents(lines.reduce((sum, one) => sum + one.difference_cents, 0)),
    minutes: lines.reduce((sum, one) => sum + one.difference_minutes, 0),
  };
}

function differenceOf(line: Line | null, other: Line | null): FeeDifference {
  const byHand = line ? lineTotal(line) : asCents(0);
  const calculated = other ? lineTotal(other) : asCents(0);
  return {
    kind: line === null ? 'only_calculated' : other === null ? 'only_by_hand' : 'changed',
    line_item: (line ?? other)?.line_item ?? '',
    by_hand_cents: byHand,
    calculated_cents: calculated,
    difference_cents: asCents(byHand - calculated),
    difference_minutes: (line?.duration_minutes ?? 0) - (other?.duration_minutes ?? 0),
  };
}

/** A line with neither a service nor a code was added manually and has no counterpart. */
function isOwn(line: Line): boolean {
  return line.serviceId === null && line.discountCodeId === null;
}

// An appointment has at most one code, so a discount line is compared with the other discount line, whichever code each
// has.
function keyOf(line: Line): string {
  return line.discountCodeId === null ? `${line.serviceId} ${line.addOnId}` : 'discount';
}
