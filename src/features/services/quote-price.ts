import { minutesToHours } from '#domain/base/durations.ts';
import { fromCents } from '#domain/base/money.ts';
import { parseInstantOrLocal } from '#domain/base/time.ts';
import { allows } from '#domain/people/permissions.ts';
import { parseManualFees } from '#domain/pricing/manual-fees.ts';
import { getCompany } from '#features/company/get-company.ts';
import type { ReadCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { badInput } from '#wire/errors.ts';
import { parseKnownNumber } from '#wire/read.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import { type AppointmentSelection, getAppointmentSelection } from './appointment-selection.ts';
import type * as contract from './contract.ts';
import { presentLine, presentParts } from './present.ts';
import { priceServices } from './price-services.ts';
import { readServiceChoices } from './service-choices.ts';

/**
 * Returns the price of a selection with explanations; for an edited appointment, the price it would be saved with.
 * Rejects invalid services, but only reports a discount code that does not apply.
 */
export async function quotePrice(
  ctx: ReadCtx,
  input: HandlerInput<typeof contract.quotePrice>,
): Promise<HandlerOutput<typeof contract.quotePrice>> {
  const company = await getCompany(ctx);
  const existing = input.appointment_id ? await getAppointmentSelection(ctx, input.appointment_id) : null;
  const { fees, problems } = parseManualFees(input.fees ?? []);
  const location = input.location ?? {};
  const priced = await priceServices(ctx, {
    company,
    chosen: readServiceChoices(input.services),
    property: {
      square_feet: parseKnownNumber(location.square_feet),
      year_built: parseKnownNumber(location.year_built),
      foundation: parseKnownNumber(location.foundation),
      zip_code: location.zipCode || location.zip_code || null,
    },
    at: parseInstantOrLocal(input.date_time, company.timezone),
    discountCode: codeOf(input.discount_code, existing),
    manualFees: input.fees ? fees : null,
    clientIds: input.clients ?? [],
    ...(existing ? { existing } : {}),
  });
  const wrong = { ...priced.problems, ...problems };
  if (Object.keys(wrong).length > 0) throw badInput(wrong);
  const isHidden = !allows(ctx.requireUser(), 'see_prices');
  const { totals } = priced;
  const shown = (cents: typeof totals.total_cents) => (isHidden ? 0 : fromCents(cents));
  return {
    fees: isHidden ? [] : priced.lines.map((line) => ({ ...presentLine(line), parts: presentParts(line) })),
    subtotal: shown(totals.subtotal_cents),
    tax: shown(totals.tax_cents),
    discount: shown(totals.discount_cents),
    total: shown(totals.total_cents),
    duration: minutesToHours(totals.duration_minutes),
    templates: await options(ctx, 'templates', priced.templateIds),
    agreements: await options(ctx, 'agreement_templates', priced.agreementIds),
    notes: priced.notes,
    discount_problem: priced.discountProblem,
    prices_hidden: isHidden,
  };
}

/**
 * Returns the code to use. The code of the appointment is identified by its text when it was applied, even if another
 * code has that text by now.
 */
function codeOf(sent: string | null | undefined, existing: AppointmentSelection | null): string | null {
  const code = sent?.trim() || null;
  return code !== null && code === existing?.discountCode ? (existing.discountId ?? code) : code;
}

/** Returns these ids as options of a select, in the given order, without deleted and inactive ones. */
async function options(ctx: ReadCtx, table: 'templates' | 'agreement_templates', ids: readonly string[]) {
  if (ids.length === 0) return [];
  const rows = await mine(ctx, table as 'templates')
    .where('id', 'in', [...ids])
    .where('deleted_at', 'is', null)
    .where('status', '=', 1)
    .select(['id', 'name'])
    .execute();
  return ids.flatMap((id) => {
    const row = rows.find((r) => r.id === id);
    return row ? [{ value: row.id, label: row.name }] : [];
  });
}
