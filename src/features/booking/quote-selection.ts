import { minutesToHours } from '#domain/base/durations.ts';
import { fromCents } from '#domain/base/money.ts';
import { parseInstantOrLocal } from '#domain/base/time.ts';
import { getCompany } from '#features/company/get-company.ts';
import type { ReadCtx } from '#server/context.ts';
import { badInput } from '#wire/errors.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import type * as contract from './contract.ts';
import { priceSelection, requestDefaults } from './selection.ts';

/** Returns the duration of a selection, and its price unless the company hides it. */
export async function quoteSelection(
  ctx: ReadCtx,
  input: HandlerInput<typeof contract.getQuote>,
): Promise<HandlerOutput<typeof contract.getQuote>> {
  const company = await getCompany(ctx);
  const at = parseInstantOrLocal(input.date_time ?? '', company.timezone);
  if (input.date_time && at === null) throw badInput({ date_time: 'Date needs to be valid' });
  const { totals, lines, notes, discountProblem } = await priceSelection(ctx, company, input, {
    at,
    discountCode: input.discount_code?.trim() || null,
    defaults: input.mode === 'request' ? requestDefaults(company.settings) : null,
  });
  const shows = company.settings.show_client_pricing_details;
  return {
    duration: minutesToHours(totals.duration_minutes),
    price: shows
      ? {
          lines: lines.map((line) => ({
            name: line.line_item,
            details: line.pricing_details,
            amount: fromCents(line.pretax_cents),
          })),
          tax: fromCents(totals.tax_cents),
          total: fromCents(totals.total_cents),
        }
      : null,
    notes: shows ? notes : [],
    discount_problem: discountProblem,
  };
}
