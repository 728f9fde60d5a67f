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

/** Foundations by number. */
const foundationNames: Readonly<Record<number, string>> = {
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

/**
 * Returns the property value that a modifier type refers to; null if unknown. `year` is the year of the appointment.
 */
export function modifierValue(when: number, property: PricedProperty, year: number): number | null {
  const yearBuilt = given(property.year_built);
  if (when === 1) return given(property.square_feet);
  if (when === 2) return yearBuilt === null ? null : year - yearBuilt;
  if (when === 3) return yearBuilt;
  if (when === 4) return zipNumber(property.zip_code);
  return when === 5 ? given(property.foundation) : null;
}

/**
 * Returns whether the modifier applies to this value. Without bounds it always does, types 6 and 7 never do, and an
 * unknown value satisfies no bound.
 */
export function modifierApplies(modifier: Modifier, value: number | null): boolean {
  if (!canAffectPrice(modifier)) return false;
  if (isUnbounded(modifier)) return true;
  if (value === null) return false;
  return value > lowerBound(modifier) && value <= upperBound(modifier);
}

/** Formats the range of a modifier: `2000–2500`, `over 5000`, `up to 1500`, `always`, `Crawlspace`. */
export function formatModifierRange(modifier: Modifier): string {
  const { greater_than: low, less_than_or_equal: high } = modifier;
  if (low === null) return high === null ? 'always' : `up to ${high}`;
  if (modifier.when === 5) {
    const names = [1, 2, 3]
      .filter((n) => n > low && n <= upperBound(modifier))
      .map((n) => foundationNames[n]);
    if (names.length > 0) return names.join(' or ');
  }
  return high === null ? `over ${low}` : `${low}–${high}`;
}

/** Returns notes on steps that could not be applied, one per unknown value. */
export function unknownValueNotes(
  modifiers: readonly Modifier[],
  property: PricedProperty,
  year: number,
): string[] {
  const bounded = modifiers.filter((m) => canAffectPrice(m) && !isUnbounded(m));
  const types = [...new Set(bounded.map((m) => m.when))].sort((a, b) => a - b);
  return types
    .filter((when) => modifierValue(when, property, year) === null)
    .flatMap((when) => unknownNotes[when] ?? []);
}

/** Returns whether a modifier of this type can change a price at all. */
export const canAffectPrice = (modifier: Pick<Modifier, 'when'>) => modifier.when >= 1 && modifier.when <= 5;
/** Without bounds a modifier always applies. */
export const isUnbounded = (m: Bounds) => m.greater_than === null && m.less_than_or_equal === null;
/** The lower bound, exclusive. */
export const lowerBound = (m: Bounds) => m.greater_than ?? Number.NEGATIVE_INFINITY;
/** The upper bound, inclusive. */
export const upperBound = (m: Bounds) => m.less_than_or_equal ?? Number.POSITIVE_INFINITY;

type Bounds = Pick<Modifier, 'greater_than' | 'less_than_or_equal'>;

const given = (value: number | null) => (value !== null && value > 0 ? value : null);

function zipNumber(zip: string | null): number | null {
  const digits = /^\s*(\d{3,9})(?!\w)/.exec(zip ?? '')?.[1];
  return digits === undefined ? null : Number(digits);
}
