import { toCents } from '#domain/base/money.ts';
import type { Instant } from '#domain/base/time.ts';
import type { PriceDefaults } from '#domain/pricing/default-price.ts';
import type { Company } from '#features/company/get-company.ts';
import { type PriceResult, priceServices } from '#features/services/price-services.ts';
import type { ServiceChoice } from '#features/services/service-choices.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { badInput } from '#wire/errors.ts';
import { parseKnownNumber } from '#wire/read.ts';

/** What decides price and duration, as sent. */
export interface SentSelection {
  location: {
    /** Absent in the query for free times, which carries no more than it needs. */
    address?: string;
    zip_code: string;
    place: string;
    square_feet: string;
    year_built: string;
    foundation: string;
  };
  services: readonly { id: string; add_ons: readonly string[] }[];
}

/** Returns the chosen services as the price list takes them. */
export function choicesOf(services: SentSelection['services']): ServiceChoice[] {
  return services.map(({ id, add_ons }) => ({ id, addOnIds: add_ons }));
}

/**
 * Prices a visitor's selection by the company's price list. Throws BAD_USER_INPUT for a service that is not offered to
 * visitors (any more).
 */
export async function priceSelection(
  ctx: ReadCtx | WriteCtx,
  company: Company,
  { location, services }: SentSelection,
  more: { at: Instant | null; discountCode: string | null; defaults?: PriceDefaults | null } = {
    at: null,
    discountCode: null,
  },
): Promise<PriceResult> {
  const priced = await priceServices(ctx, {
    company,
    chosen: choicesOf(services),
    property: {
      square_feet: parseKnownNumber(location.square_feet),
      year_built: parseKnownNumber(location.year_built),
      foundation: parseKnownNumber(location.foundation),
      zip_code: location.zip_code || null,
    },
    ...more,
    isPublic: true,
    manualFees: null,
  });
  if (Object.keys(priced.problems).length > 0) throw badInput(priced.problems);
  return priced;
}

/** Returns what applies to a request whose services have no price or no duration in the price list. */
export function requestDefaults({ request_form }: Company['settings']): PriceDefaults {
  const { price, duration } = request_form;
  return { price_cents: toCents(price), duration_minutes: Math.round(duration * 60) };
}
