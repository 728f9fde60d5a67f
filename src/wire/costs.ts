import { type Cents, fromCents, toCentsOrNull } from '#domain/base/money.ts';

/** The cost bounds of a comment as routes name them: decimal amounts. */
export interface CostsOnWire {
  min_cost?: number | null | undefined;
  max_cost?: number | null | undefined;
}

/** The same as the domain has them. */
export interface CostsInCents {
  min_cost_cents?: Cents | null | undefined;
  max_cost_cents?: Cents | null | undefined;
}

/** Replaces the cost bounds by decimal amounts. Bounds that are not given stay away. */
export function withDecimalCosts<T extends CostsInCents>({ min_cost_cents, max_cost_cents, ...rest }: T) {
  return {
    ...rest,
    ...(min_cost_cents === undefined ? {} : { min_cost: decimalCost(min_cost_cents) }),
    ...(max_cost_cents === undefined ? {} : { max_cost: decimalCost(max_cost_cents) }),
  };
}

/** Replaces the cost bounds by whole cents. Bounds that are not given stay away. */
export function withCostsInCents<T extends CostsOnWire>({ min_cost, max_cost, ...rest }: T) {
  return {
    ...rest,
    ...(min_cost === undefined ? {} : { min_cost_cents: cents(min_cost) }),
    ...(max_cost === undefined ? {} : { max_cost_cents: cents(max_cost) }),
  };
}

/** An amount as routes name it; null stays null. */
export const decimalCost = (amount: Cents | null): number | null =>
  amount === null ? null : fromCents(amount);
const cents = (amount: number | null): Cents | null => (amount === null ? null : toCentsOrNull(amount));
