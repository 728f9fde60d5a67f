import type { Cents } from '../base/money.ts';
import { calculateQuote, type QuoteInput } from './pricing.ts';
import type { PricedService } from './pricing-types.ts';

/** What applies where the price list has no price or no duration. */
export interface PriceDefaults {
  price_cents: Cents;
  duration_minutes: number;
}

/** Returns the services with the default price as the base price of the first one, if the price list has none for them. */
export function withDefaultPrice(input: QuoteInput, price_cents: Cents): readonly PricedService[] {
  if (price_cents === 0 || calculateQuote(input).totals.subtotal_cents !== 0) return input.services;
  return input.services.map((service, i) =>
    i === 0 ? { ...service, base_cost_cents: price_cents } : service,
  );
}
