import { asCents, type Cents } from '#domain/base/money.ts';
import type { Instant } from '#domain/base/time.ts';
import type { ServicesChange } from '#domain/events/events.ts';
import { mergeManualFees, parseManualFees } from '#domain/pricing/manual-fees.ts';
import { calculateTotals, totalProblem } from '#domain/pricing/pricing.ts';
import type { FeeLine } from '#domain/pricing/pricing-types.ts';
import { isPaidOnCreation } from '#domain/scheduling/appointment-draft.ts';
import type { Company } from '#features/company/get-company.ts';
import { redeemDiscount, releaseDiscount } from '#features/services/discounts.ts';
import { type PriceResult, priceServices } from '#features/services/price-services.ts';
import { readServiceChoices, type ServiceChoice } from '#features/services/service-choices.ts';
import type { WriteCtx } from '#server/context.ts';
import { snapshotDiscountCode } from '../booking/create-appointment.ts';
import { clientsOf } from '../booking/people.ts';
import type { LocationValues, Problems } from '../booking/read-payload.ts';
import type { AppointmentChanges } from '../booking-contract.ts';
import type { FeeRow, LoadedAppointment } from '../rows.ts';

/** Returns whether lines are saved as they were: same items, amounts and codes. */
export function areSameLines(before: readonly FeeRow[], lines: readonly FeeLine[]): boolean {
  const old = before.map((row) => [row.line_item, row.pretax_cents, row.tax_cents, row.discount_code_id]);
  const now = lines.map((line) => [line.line_item, line.pretax_cents, line.tax_cents, line.discountCodeId]);
  return JSON.stringify(old) === JSON.stringify(now);
}

/** The new fee lines of an appointment and the values derived from them. */
export interface Repriced {
  lines: FeeLine[];
  /** Null if the services are unchanged. */
  services: PriceResult['services'] | null;
  durationMinutes: number | null;
  oldTotal: Cents;
  newTotal: Cents;
  row: {
    total_fee_cents: number;
    outstanding_cents: number;
    paid: boolean;
    is_manual_edit: boolean;
    discount_code_id: string | null;
  };
  snapshot: { discount_snapshot: string | null };
}

interface RepriceRequest {
  company: Company;
  before: LoadedAppointment;
  input: AppointmentChanges;
  location: LocationValues;
  at: Instant;
}

/**
 * Returns the price after a change, or null if nothing relevant was sent: a service edited later does not change
 * existing prices (decisions G-PRC-2). Manually edited lines survive a recalculation and are adapted to a changed
 * choice of services and another code; only `is_manual_edit: false` discards them.
 */
export async function reprice(
  ctx: WriteCtx,
  request: RepriceRequest,
  problems: Problems,
): Promise<Repriced | null> {
  const { before, input } = request;
  const oldCode = (before.discount_snapshot as { code?: string } | null)?.code ?? null;
  const code =
    input.discount_code === undefined
      ? (before.discount_code_id ?? oldCode)
      : input.discount_code?.trim() || null;
  const isOtherCode =
    input.discount_code !== undefined && code !== oldCode && code !== before.discount_code_id;
  const isOtherChoice = input.services
    ? changedServices(before, readServiceChoices(input.services)) !== null
    : false;
  const isByHand = input.is_manual_edit === true && Array.isArray(input.fees);
  const isReset = input.is_manual_edit === false && before.is_manual_edit;
  if (!isOtherCode && !isOtherChoice && !isByHand && !isReset && input.recalculate !== true) return null;
  // Discarding manually edited lines is a decision about prices as well.
  if (isByHand || isReset) ctx.requireCapability('see_prices');
  const manual = parseManualFees(isByHand ? (input.fees ?? []) : []);
  const priced = await priceRequest(ctx, request, code, isByHand ? manual.fees : null);
  Object.assign(problems, manual.problems, priced.problems);
  if (priced.discountProblem) problems.discount_code = priced.discountProblem;
  if (Object.keys(problems).length > 0) return null;
  const staysManual = before.is_manual_edit && !isReset && !isByHand;
  const lines = staysManual ? await adaptManualLines(ctx, request, priced.lines, isOtherCode) : priced.lines;
  await countDiscount(ctx, request, priced.discount?.id ?? null, problems);
  const repriced = result(request, priced, lines, { isManual: isByHand || staysManual, isOtherChoice });
  const problem = totalProblem(repriced.newTotal);
  if (problem) problems.fees = problem;
  return repriced;
}

function result(
  { company, before }: RepriceRequest,
  priced: PriceResult,
  lines: FeeLine[],
  { isManual, isOtherChoice }: { isManual: boolean; isOtherChoice: boolean },
): Repriced {
  const totals = calculateTotals(lines, Math.round(company.settings.default_duration * 60));
  const oldTotal = asCents(before.total_fee_cents);
  // The invoice decides on both eventually; until then, what was paid stays paid.
  const outstanding = before.outstanding_cents + totals.total_cents - oldTotal;
  const { discount } = priced;
  return {
    lines,
    services: isOtherChoice ? priced.services : null,
    durationMinutes: totals.duration_minutes,
    oldTotal,
    newTotal: totals.total_cents,
    row: {
      total_fee_cents: totals.total_cents,
      outstanding_cents: outstanding,
      paid: isPaidOnCreation(outstanding),
      is_manual_edit: isManual,
      discount_code_id: discount?.id ?? null,
    },
    snapshot: { discount_snapshot: discount ? JSON.stringify(snapshotDiscountCode(discount)) : null },
  };
}

function priceRequest(
  ctx: WriteCtx,
  request: RepriceRequest,
  discountCode: string | null,
  manualFees: Parameters<typeof priceServices>[1]['manualFees'],
) {
  const { before, input, location } = request;
  const pick = <T>(sent: T | undefined, old: T): T => (sent === undefined ? old : sent);
  return priceServices(ctx, {
    company: request.company,
    chosen: input.services ? readServiceChoices(input.services) : chosenBefore(before),
    property: {
      square_feet: pick(location.square_feet, before.square_feet),
      year_built: pick(location.year_built, before.year_built),
      foundation: pick(location.foundation, before.foundation),
      zip_code: pick(location.zip_code, before.zip_code),
    },
    at: request.at,
    discountCode,
    manualFees,
    clientIds: input.clients ?? clientsOf(before.people),
    existing: {
      appointmentId: before.id,
      serviceIds: before.services.map((s) => s.service_id),
      addOnIds: before.addons.map((a) => a.add_on_id),
      discountId: before.discount_code_id,
    },
  });
}

async function adaptManualLines(
  ctx: WriteCtx,
  request: RepriceRequest,
  calculatedNow: readonly FeeLine[],
  isOtherCode: boolean,
): Promise<FeeLine[]> {
  const { lines } = await priceRequest(
    ctx,
    { ...request, input: { ...request.input, services: undefined } },
    null,
    null,
  );
  const merged = mergeManualFees(request.before.fees.map(lineOf), lines, calculatedNow);
  if (!isOtherCode) return merged;
  // A new code brings its own line; removing a code removes its line (as in the dialog).
  const isDiscount = (line: FeeLine) => line.discountCodeId !== null;
  return [...merged.filter((line) => !isDiscount(line)), ...calculatedNow.filter(isDiscount)];
}

/** Converts a stored line for the pricing functions; its pricing details are no longer needed. */
function lineOf(row: FeeRow): FeeLine {
  return {
    id: row.id,
    serviceId: row.service_id,
    addOnId: row.add_on_id,
    discountCodeId: row.discount_code_id,
    line_item: row.line_item,
    pricing_details: row.pricing_details,
    pretax_cents: asCents(row.pretax_cents),
    taxes: row.taxes as FeeLine['taxes'],
    tax_cents: asCents(row.tax_cents),
    tax_description: row.tax_description,
    is_tax_manual: row.is_tax_manual,
    notes_for_client_invoice: row.notes_for_client_invoice,
    duration_minutes: row.duration_minutes,
    parts: [],
  };
}

async function countDiscount(
  ctx: WriteCtx,
  { before: { id, discount_code_id: before, people }, input }: RepriceRequest,
  after: string | null,
  problems: Problems,
): Promise<void> {
  if (before === after) return;
  if (before) await releaseDiscount(ctx, before);
  const clientIds = input.clients ?? clientsOf(people);
  if (after && !(await redeemDiscount(ctx, after, { clientIds, appointmentId: id })))
    problems.discount_code = 'Discount code has reached its limit';
}

function chosenBefore(before: LoadedAppointment): ServiceChoice[] {
  return before.services.map((s) => ({
    id: s.service_id,
    addOnIds: before.addons.filter((a) => a.service_id === s.service_id).map((a) => a.add_on_id),
  }));
}

/** Returns the added and removed services and add-ons, or null if the choice is the same. */
export function changedServices(
  before: LoadedAppointment,
  after: readonly ServiceChoice[],
): ServicesChange | null {
  const old = chosenBefore(before);
  const services = [old.map((s) => s.id), after.map((s) => s.id)] as const;
  const addOns = [old.flatMap((s) => s.addOnIds), after.flatMap((s) => s.addOnIds)] as const;
  const minus = (a: readonly string[], b: readonly string[]) => a.filter((id) => !b.includes(id));
  const change = {
    added_service_ids: minus(services[1], services[0]),
    removed_service_ids: minus(services[0], services[1]),
    added_add_on_ids: minus(addOns[1], addOns[0]),
    removed_add_on_ids: minus(addOns[0], addOns[1]),
  };
  return Object.values(change).some((ids) => ids.length > 0) ? change : null;
}
