/** Finds likely mistakes in a price table. Pure: warnings are shown while typing and returned on saving. */
import {
  canAffectPrice,
  formatModifierRange,
  isUnbounded,
  lowerBound,
  modifierLabels,
  upperBound,
} from './modifiers.ts';
import type { Modifier } from './pricing-types.ts';

/**
 * `gap`: values between two steps that match neither. `overlap`: values that match two steps, so that both are added.
 * `unreachable`: a row that no house can match. `unbounded`: a row without bounds, which is always added. `no_effect`:
 * types 6 and 7. `open_end`: the steps end, so that anything larger costs no more than the smallest.
 */
type LintKind = 'gap' | 'overlap' | 'unreachable' | 'unbounded' | 'no_effect' | 'open_end';

/** A warning about a price table. `rows` are positions from 0; `from` and `to` are the values concerned. */
export interface PriceWarning {
  kind: LintKind;
  when: number;
  rows: number[];
  from: number | null;
  to: number | null;
  message: string;
}

type Row = { modifier: Modifier; row: number };
type Step = Pick<Modifier, 'when' | 'greater_than' | 'less_than_or_equal'> & Partial<Modifier>;

/**
 * Returns what is suspicious in a price table: gaps between size, age or year steps, steps that overlap (both are
 * added), rows no value can match, rows without bounds (always added), rows without effect, and size or age steps that
 * end although larger or older houses exist. Gaps between zip codes and between foundations are normal and not
 * reported.
 */
export function lintModifiers(modifiers: readonly Step[]): PriceWarning[] {
  const all = modifiers.map((modifier, row): Row => ({ modifier: modifier as Modifier, row }));
  const single = all.flatMap((one) => rowWarning(one) ?? []);
  return [...single, ...[1, 2, 3, 4, 5].flatMap((when) => tableWarnings(all, when))];
}

function rowWarning({ modifier, row }: Row): PriceWarning | null {
  const { when } = modifier;
  const label = modifierLabels[when] ?? `Type ${when}`;
  const facts = { when, rows: [row], from: modifier.greater_than, to: modifier.less_than_or_equal };
  if (!canAffectPrice(modifier)) {
    return { ...facts, kind: 'no_effect', message: `Row ${row + 1} has no effect on the price` };
  }
  if (isUnbounded(modifier)) {
    return {
      ...facts,
      kind: 'unbounded',
      message: `${label}: row ${row + 1} has no limits and always applies`,
    };
  }
  if (isReachable(modifier)) return null;
  const range = `above ${modifier.greater_than ?? '–'} and at most ${modifier.less_than_or_equal ?? '–'}`;
  return { ...facts, kind: 'unreachable', message: `${label}: no value can be ${range} (row ${row + 1})` };
}

function tableWarnings(all: readonly Row[], when: number): PriceWarning[] {
  const rows = all
    .filter(({ modifier: m }) => m.when === when && !isUnbounded(m) && isReachable(m))
    .sort((a, b) => lowerBound(a.modifier) - lowerBound(b.modifier) || a.row - b.row);
  const overlaps = rows.flatMap((one, index) =>
    rows.slice(0, index).flatMap((other) => overlapOf(other, one) ?? []),
  );
  // A house has one of three foundations, and zip codes are not a scale: gaps between their steps are normal.
  if (when > 3) return overlaps;
  return [...overlaps, ...gapsOf(rows, when)];
}

function overlapOf(other: Row, one: Row): PriceWarning | null {
  const from = Math.max(lowerBound(other.modifier), lowerBound(one.modifier));
  const to = Math.min(upperBound(other.modifier), upperBound(one.modifier));
  if (from >= to) return null;
  const { when } = one.modifier;
  const facts = {
    when,
    rows: [other.row, one.row].sort((a, b) => a - b),
    from: finite(from),
    to: finite(to),
  };
  const range = formatModifierRange({
    ...one.modifier,
    when: 0,
    greater_than: facts.from,
    less_than_or_equal: facts.to,
  });
  const [first = 0, second = 0] = facts.rows;
  const message = `${modifierLabels[when]}: rows ${first + 1} and ${second + 1} overlap (${range}); both are added`;
  return { ...facts, kind: 'overlap', message };
}

function gapsOf(rows: readonly Row[], when: number): PriceWarning[] {
  const warnings: PriceWarning[] = [];
  const label = modifierLabels[when];
  let reach: { end: number; row: number } | null = null;
  for (const { modifier, row } of rows) {
    const low = lowerBound(modifier);
    if (reach && low > reach.end) {
      const message = `${label}: no step between ${reach.end} and ${low} (rows ${reach.row + 1} and ${row + 1})`;
      warnings.push({ kind: 'gap', when, rows: [reach.row, row], from: reach.end, to: low, message });
    }
    const end = upperBound(modifier);
    if (!reach || end > reach.end) reach = { end, row };
  }
  // Years end naturally. A single step is a surcharge for that range, not a truncated table.
  if (when === 3 || !reach || rows.length < 2 || reach.end === Number.POSITIVE_INFINITY) return warnings;
  const last = rows.find((one) => one.row === reach?.row);
  if (!last || last.modifier.add_fee_cents <= 0) return warnings;
  const message = `${label}: nothing is added above ${reach.end} (row ${reach.row + 1} is the last step)`;
  return [...warnings, { kind: 'open_end', when, rows: [reach.row], from: reach.end, to: null, message }];
}

/**
 * Values a house can have at all: no size below 1, no year before 1600, no age below that of houses already planned.
 */
const least: Readonly<Record<number, number>> = { 1: 0, 2: -3, 3: 1599, 4: 0 };

function isReachable(modifier: Modifier): boolean {
  const [low, high] = [lowerBound(modifier), upperBound(modifier)];
  if (low >= high) return false;
  if (modifier.when === 5) return [1, 2, 3].some((n) => n > low && n <= high);
  return high > (least[modifier.when] ?? 0);
}

const finite = (bound: number) => (Number.isFinite(bound) ? bound : null);
