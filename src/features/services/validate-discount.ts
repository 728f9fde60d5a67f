import { fromCents } from '#domain/base/money.ts';
import { parseInstantOrLocal } from '#domain/base/time.ts';
import { discountMessages, discountRefusal, normalizeDiscountCode } from '#domain/pricing/discounts.ts';
import { getCompany } from '#features/company/get-company.ts';
import type { ReadCtx } from '#server/context.ts';
import { badInput } from '#wire/errors.ts';
import { parseKnownNumber } from '#wire/read.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import type * as contract from './discount-contract.ts';
import { loadDiscount, maxUsesByClient } from './discounts.ts';
import { priceServices } from './price-services.ts';
import { readServiceChoices } from './service-choices.ts';
import { canSeePrices } from './service-options.ts';

/** Checks whether a code applies to a selection, with the function that decides it everywhere. */
export async function validateDiscount(
  ctx: ReadCtx,
  input: HandlerInput<typeof contract.validateDiscount>,
): Promise<HandlerOutput<typeof contract.validateDiscount>> {
  const company = await getCompany(ctx);
  const location = input.location ?? {};
  const request = {
    company,
    chosen: readServiceChoices(input.services),
    property: {
      square_feet: parseKnownNumber(location.square_feet),
      year_built: parseKnownNumber(location.year_built),
      foundation: parseKnownNumber(location.foundation),
      zip_code: location.zipCode || location.zip_code || null,
    },
    at: parseInstantOrLocal(input.date_time, company.timezone),
    manualFees: null,
    clientIds: input.clients ?? [],
  };
  const code = input.code.trim();
  const priced = await priceServices(ctx, { ...request, discountCode: code || null });
  if (Object.keys(priced.problems).length > 0) throw badInput(priced.problems);
  const terms = code ? await loadDiscount(ctx, code) : null;
  const plainLines = priced.lines.filter((line) => line.discountCodeId === null);
  const reason = discountRefusal(terms, {
    lines: plainLines,
    subtotal_cents: priced.totals.subtotal_cents,
    today: priced.today,
    usesOfClient: terms ? await maxUsesByClient(ctx, terms.id, input.clients ?? [], null) : 0,
    isPublic: false,
  });
  return {
    valid: reason === null,
    problem: reason === null ? null : discountMessages[reason],
    reason,
    id: reason === null ? (terms?.id ?? null) : null,
    code: reason === null && terms ? terms.code : normalizeDiscountCode(code),
    description: reason === null ? (terms?.description ?? '') : '',
    discount: canSeePrices(ctx) ? fromCents(priced.totals.discount_cents) : 0,
  };
}
