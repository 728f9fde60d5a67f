import { minutesToHours } from '#domain/base/durations.ts';
import { asCents, type Cents, fromCents, toCentsOrNull } from '#domain/base/money.ts';
import type { LocalDate } from '#domain/base/time.ts';
import { type ManualFee, priceManualFees } from '#domain/pricing/manual-fees.ts';
import { calculateQuote, calculateTotals } from '#domain/pricing/pricing.ts';
import type { FeeLine, LinePart, PricedService, Quote, Totals } from '#domain/pricing/pricing-types.ts';
import { toPricedService } from '#domain/pricing/wire-pricing.ts';
import type { AppointmentDraft, NewServices, WireFee } from '#domain/scheduling/appointment-draft.ts';
import type { Service } from '#features/services/contract.ts';
import type { Defaults, DialogState } from './draft-state.ts';

/** A line as the fee editor shows it, with its pricing details. */
export interface ShownFee extends WireFee {
  parts: LinePart[];
}

export interface ShownPrice {
  lines: ShownFee[];
  totals: Totals;
  notes: string[];
}

/** Calculates the price of the selection without discount (only the server knows its rules). */
export function quoteDraft(draft: AppointmentDraft, defaults: Defaults, today: LocalDate): Quote {
  const { location } = draft;
  return calculateQuote({
    services: pricedServices(draft, defaults.serviceOptions),
    property: {
      square_feet: location.square_feet,
      year_built: location.year_built,
      foundation: location.foundation,
      zip_code: location.zipCode,
    },
    date: (draft.dateTime?.slice(0, 10) as LocalDate | undefined) ?? null,
    today,
    currency: defaults.currency,
    default_duration_minutes: minutes(defaults.default_duration),
  });
}

/** Returns the lines the fee editor shows: those being edited, manually edited ones, or the calculated ones. */
export function displayedPrice(state: DialogState): ShownPrice {
  const { draft, defaults, today } = state;
  if (!defaults || !today) return { lines: [], totals: calculateTotals([], 0), notes: [] };
  const byHand = state.manual ?? (draft.services.isManualEdit ? draft.services.manualData : null);
  if (byHand) {
    const price = { ...manualPrice(byHand, defaults), notes: [] };
    return state.manual === null && isAsSaved(state) ? withSavedLength(state, price) : price;
  }
  const saved = savedPrice(state);
  if (saved) {
    const lines = saved.map((fee) => fixedLine(fee));
    const totals = calculateTotals(lines, minutes(defaults.default_duration));
    const shown = lines.map((line) => ({ ...asShown(line), parts: [] }));
    return withSavedLength(state, { lines: shown, totals, notes: [] });
  }
  const calculated = quoteDraft(draft, defaults, today);
  const discount = state.discount.line ? [fixedLine(state.discount.line)] : [];
  const lines = [...calculated.lines, ...discount];
  return {
    lines: lines.map(asShown),
    totals: calculateTotals(lines, minutes(defaults.default_duration)),
    notes: calculated.notes,
  };
}

/**
 * Returns the saved lines of an existing appointment as long as no change requires a new price: a changed price list
 * does not affect appointments (decisions G-PRC-2). Null if the price is calculated.
 */
export function savedPrice(state: DialogState): WireFee[] | null {
  const { editing, draft } = state;
  if (!editing || state.isRecalculated || draft.services.isManualEdit) return null;
  const { services: first } = editing.first.draft;
  if (first.isManualEdit || first.discountCode !== draft.services.discountCode) return null;
  return isSameChoice(first.newServices, draft.services.newServices) ? editing.appointment.fees : null;
}

function isSameChoice(a: NewServices, b: NewServices): boolean {
  const key = ({ services }: NewServices) =>
    JSON.stringify(services.map((one) => [one.id, ...one.add_ons.map((each) => each.id).sort()]).sort());
  return key(a) === key(b);
}

/** Returns whether manually edited lines are still the saved ones. */
function isAsSaved({ editing, draft }: DialogState): boolean {
  return (
    editing !== null &&
    JSON.stringify(draft.services.manualData) === JSON.stringify(editing.first.draft.services.manualData)
  );
}

// The duration may have been set elsewhere; only a new price ties it to its lines again.
function withSavedLength({ editing }: DialogState, price: ShownPrice): ShownPrice {
  if (!editing) return price;
  return { ...price, totals: { ...price.totals, duration_minutes: minutes(editing.appointment.duration) } };
}

/** Computes taxes and totals of manually edited lines. */
export function manualPrice(fees: readonly WireFee[], defaults: Defaults) {
  const priced = priceManualFees({
    fees: fees.map(manualFee),
    taxesOf: (serviceId) => {
      const service = defaults.serviceOptions.find((one) => one.id === serviceId);
      return service ? toPricedService(service, []).taxes : [];
    },
    currency: defaults.currency,
    default_duration_minutes: minutes(defaults.default_duration),
  });
  return { lines: priced.lines.map(asShown), totals: priced.totals };
}

/** Converts an editor line for the domain; invalid amounts (marked on their field) count as zero. */
export function manualFee(fee: WireFee): ManualFee {
  return {
    serviceId: fee.serviceId,
    addOnId: fee.addOnId,
    discountCodeId: fee.discountCodeId ?? null,
    line_item: fee.line_item,
    pricing_details: fee.pricing_details,
    pretax_cents: cents(fee.pretax_amount),
    tax_cents: cents(fee.tax_amount),
    tax_description: fee.tax_description,
    is_tax_manual: fee.is_tax_manual ?? false,
    notes_for_client_invoice: fee.notes_for_client_invoice,
    duration_minutes: minutes(fee.duration),
  };
}

/** Picks the fields of the line that cross the wire. */
export function wireFee(line: ShownFee | WireFee): WireFee {
  return {
    serviceId: line.serviceId,
    addOnId: line.addOnId,
    discountCodeId: line.discountCodeId ?? null,
    line_item: line.line_item,
    pricing_details: line.pricing_details,
    pretax_amount: line.pretax_amount,
    tax_amount: line.tax_amount,
    tax_description: line.tax_description,
    is_tax_manual: line.is_tax_manual ?? false,
    notes_for_client_invoice: line.notes_for_client_invoice,
    duration: line.duration,
  };
}

function pricedServices(draft: AppointmentDraft, options: readonly Service[]): PricedService[] {
  return draft.services.newServices.services.flatMap((chosen) => {
    const service = options.find((one) => one.id === chosen.id);
    const addOnIds = chosen.add_ons.map((one) => one.id);
    return service ? [toPricedService(service, addOnIds)] : [];
  });
}

function asShown(line: FeeLine): ShownFee {
  return {
    serviceId: line.serviceId,
    addOnId: line.addOnId,
    discountCodeId: line.discountCodeId,
    line_item: line.line_item,
    pricing_details: line.pricing_details,
    pretax_amount: fromCents(line.pretax_cents),
    tax_amount: fromCents(line.tax_cents),
    tax_description: line.tax_description,
    is_tax_manual: line.is_tax_manual,
    notes_for_client_invoice: line.notes_for_client_invoice,
    duration: minutesToHours(line.duration_minutes),
    parts: line.parts,
  };
}

/** Converts a line that is not calculated here: a discount from the server, or a saved line. */
function fixedLine(fee: WireFee): FeeLine {
  const part = { kind: 'discount' as const, text: fee.pricing_details || fee.line_item, minutes: 0 };
  const { pretax_cents, tax_cents, duration_minutes, ...manual } = manualFee(fee);
  return {
    serviceId: fee.serviceId,
    addOnId: fee.addOnId,
    discountCodeId: manual.discountCodeId ?? null,
    line_item: fee.line_item,
    pricing_details: fee.pricing_details,
    pretax_cents,
    taxes: [],
    tax_cents: tax_cents ?? asCents(0),
    tax_description: fee.tax_description,
    is_tax_manual: false,
    notes_for_client_invoice: fee.notes_for_client_invoice,
    duration_minutes,
    parts: [{ ...part, amount_cents: pretax_cents }],
  };
}

const minutes = (hours: number) => (hours >= 0 && hours <= 10_000 ? Math.round(hours * 60) : 0);
const cents = (amount: number): Cents => toCentsOrNull(amount) ?? asCents(0);
