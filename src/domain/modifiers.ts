import type { Modifier, PricedProperty } from './pricing-types.ts';

/** Names of the modifier types in price details and in the editor. */
export const modifierLabels: Readonly<Record<number, string>> = {
  1: 'Square Feet',
  2: 'Age',
  3: 'Year Built',
  4: 'Zip Code',
  5: 'Foundation',
  6: 'No price effect',
  7: 'No price effect',
};

/** Foundations by their number. */
export const foundationNames: Readonly<Record<number, string>> = {
  1: 'Basement',
  2: 'Slab',
  3: 'Crawlspace',
};

const unknownNotes: Readonly<Record<number, string>> = {
  1: 'size unknown, size steps not applied',
  2: 'year built unknown, age steps not applied',
  3: 'year built unknown, year steps not applied',
  4: 'zip code unknown, zip steps not applied',
  5: 'foundation unknown, foundation steps not applied',
};

/** The value of a house that a modifier type looks at; null when unknown. `year` is that of the appointment. */
export function modifierValue(when: number, property: PricedProperty, year: number): number | null {
  const yearBuilt = given(property.year_built);
  if (when === 1) return given(property.square_feet);
  if (when === 2) return yearBuilt === null ? null : year - yearBuilt;
  if (when === 3) return yearBuilt;
  if (when === 4) return zipNumber(property.zip_code);
  return when === 5 ? given(property.foundation) : null;
}

/** Does the modifier apply to that value? Without bounds always; types 6 and 7 never; an unknown value meets no bound. */
export function isMet(modifier: Modifier, value: number | null): boolean {
  if (!hasEffect(modifier)) return false;
  if (isUnbounded(modifier)) return true;
  if (value === null) return false;
  return value > lower(modifier) && value <= upper(modifier);
}

/** The range of a modifier as text: `2000–2500`, `over 5000`, `up to 1500`, `always`, `Crawlspace`. */
export function rangeText(modifier: Modifier): string {
  const { greater_than: low, less_than_or_equal: high } = modifier;
  if (low === null) return high === null ? 'always' : `up to ${high}`;
  if (modifier.when === 5) {
    const names = [1, 2, 3].filter((n) => n > low && n <= upper(modifier)).map((n) => foundationNames[n]);
    if (names.length > 0) return names.join(' or ');
  }
  return high === null ? `over ${low}` : `${low}–${high}`;
}

/** Why steps of a table could not be applied, once per unknown value. */
export function unknownValueNotes(
  modifiers: readonly Modifier[],
  property: PricedProperty,
  year: number,
): string[] {
  const bounded = modifiers.filter((m) => hasEffect(m) && !isUnbounded(m));
  const types = [...new Set(bounded.map((m) => m.when))].sort((a, b) => a - b);
  return types
    .filter((when) => modifierValue(when, property, year) === null)
    .flatMap((when) => unknownNotes[when] ?? []);
}

/** A warning about a price table; `rows` are the positions of the modifiers it speaks of. */
export interface ModifierWarning {
  kind: 'gap' | 'overlap' | 'unreachable' | 'unbounded' | 'no_effect';
  when: number;
  rows: number[];
  message: string;
}

/**
 * What is suspicious in a price table: gaps between size, age or year steps, steps that overlap (both are added), rows
 * no value can reach, rows without bounds (always added), rows without effect. Gaps between zip codes and between
 * foundations are normal and not reported.
 */
export function lintModifiers(modifiers: readonly Modifier[]): ModifierWarning[] {
  const warnings: ModifierWarning[] = [];
  modifiers.forEach((modifier, row) => {
    const found = rowWarning(modifier, row);
    if (found) warnings.push(found);
  });
  for (const when of [1, 2, 3, 4, 5]) warnings.push(...tableWarnings(modifiers, when));
  return warnings;
}

function rowWarning(modifier: Modifier, row: number): ModifierWarning | null {
  const { when } = modifier;
  const label = modifierLabels[when] ?? `Type ${when}`;
  const warn = (kind: ModifierWarning['kind'], message: string) => ({ kind, when, rows: [row], message });
  if (!hasEffect(modifier)) return warn('no_effect', `Row ${row + 1} has no effect on the price`);
  if (isUnbounded(modifier)) {
    return warn('unbounded', `${label}: row ${row + 1} has no bounds and always applies`);
  }
  if (isReachable(modifier)) return null;
  return warn(
    'unreachable',
    `${label}: no value is above ${modifier.greater_than ?? '–'} and at most ${modifier.less_than_or_equal ?? '–'} (row ${row + 1})`,
  );
}

function tableWarnings(modifiers: readonly Modifier[], when: number): ModifierWarning[] {
  const rows = modifiers
    .map((modifier, row) => ({ modifier, row }))
    .filter(({ modifier: m }) => m.when === when && !isUnbounded(m) && isReachable(m))
    .sort((a, b) => lower(a.modifier) - lower(b.modifier) || a.row - b.row);
  const warnings: ModifierWarning[] = [];
  const label = modifierLabels[when];
  const hasGaps = when <= 3;
  let reach = Number.NEGATIVE_INFINITY;
  let reachRow = -1;
  rows.forEach(({ modifier, row }, index) => {
    const [low, high] = [lower(modifier), upper(modifier)];
    for (const other of rows.slice(0, index)) {
      const end = Math.min(high, upper(other.modifier));
      if (low >= end) continue;
      const range = rangeText({
        ...modifier,
        when: 0,
        less_than_or_equal: finite(end),
        greater_than: finite(low),
      });
      const message = `${label}: rows ${other.row + 1} and ${row + 1} overlap (${range}); both are added`;
      warnings.push({ kind: 'overlap', when, rows: [other.row, row], message });
    }
    if (hasGaps && index > 0 && low > reach) {
      const message = `${label}: no step between ${reach} and ${low} (rows ${reachRow + 1} and ${row + 1})`;
      warnings.push({ kind: 'gap', when, rows: [reachRow, row], message });
    }
    if (high > reach) [reach, reachRow] = [high, row];
  });
  return warnings;
}

function isReachable(modifier: Modifier): boolean {
  const [low, high] = [lower(modifier), upper(modifier)];
  if (low >= high) return false;
  if (modifier.when === 5) return [1, 2, 3].some((n) => n > low && n <= high);
  return modifier.when === 2 || high > 0;
}

const hasEffect = (modifier: Modifier) => modifier.when >= 1 && modifier.when <= 5;
const isUnbounded = (m: Modifier) => m.greater_than === null && m.less_than_or_equal === null;
const lower = (modifier: Modifier) => modifier.greater_than ?? Number.NEGATIVE_INFINITY;
const upper = (modifier: Modifier) => modifier.less_than_or_equal ?? Number.POSITIVE_INFINITY;
const finite = (bound: number) => (Number.isFinite(bound) ? bound : null);
const given = (value: number | null) => (value !== null && value > 0 ? value : null);

function zipNumber(zip: string | null): number | null {
  const digits = /^\s*(\d{3,9})(?!\w)/.exec(zip ?? '')?.[1];
  return digits === undefined ? null : Number(digits);
}
