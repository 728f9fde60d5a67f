import { minutesToHours } from '#domain/base/durations.ts';
import { type Cents, fromCents, fromPercent } from '#domain/base/money.ts';
import { lintModifiers } from '#domain/pricing/price-lint.ts';
import { explainPart } from '#domain/pricing/pricing.ts';
import type { FeeLine } from '#domain/pricing/pricing-types.ts';
import type { AddOn, FeeLineOnWire, Service } from './contract.ts';
import type { EditedService } from './editor-contract.ts';
import type { LoadedAddOn, LoadedService } from './load-services.ts';

/** Converts a service to its wire format: dollars and hours; all amounts are 0 for users who may not see prices. */
export function presentService(
  loaded: LoadedService,
  shows: { prices: boolean } = { prices: true },
): Service {
  const money = (cents: Cents) => (shows.prices ? fromCents(cents) : 0);
  return {
    id: loaded.id,
    name: loaded.name,
    description: loaded.description,
    base_cost: money(loaded.base_cost_cents),
    base_duration: minutesToHours(loaded.base_duration_minutes),
    status: loaded.status,
    position: loaded.position,
    is_public: loaded.is_public,
    rev: loaded.rev,
    templates: loaded.template_ids,
    agreements: loaded.agreement_ids,
    modifiers: loaded.modifiers.map((m) => ({
      id: m.id,
      when: m.when,
      greater_than: m.greater_than,
      less_than_or_equal: m.less_than_or_equal,
      add_fee: money(m.add_fee_cents),
      add_hours: minutesToHours(m.add_minutes),
    })),
    taxes: loaded.taxes.map((t) => ({ id: t.id, name: t.name, add_percent: fromPercent(t.add_percent) })),
    add_ons: loaded.add_ons.map((one) => presentAddOn(one, shows)),
  };
}

/** Converts an add-on to its wire format. */
function presentAddOn(loaded: LoadedAddOn, shows: { prices: boolean } = { prices: true }): AddOn {
  return {
    id: loaded.id,
    name: loaded.name,
    description: loaded.description,
    add_fee: shows.prices ? fromCents(loaded.add_fee_cents) : 0,
    add_hours: minutesToHours(loaded.add_minutes),
    status: loaded.status,
    templates: loaded.template_ids,
    agreements: loaded.agreement_ids,
  };
}

/** Presents a service for its editor. */
export function presentEdited(loaded: LoadedService, usedBy: number): EditedService {
  return {
    ...presentService(loaded),
    contractors: loaded.contractor_ids,
    report_needs_signature: loaded.report_needs_signature,
    report_needs_payment: loaded.report_needs_payment,
    warnings: lintModifiers(loaded.modifiers),
    used_by: usedBy,
  };
}

/** Converts a fee line to its wire format. */
export function presentLine(line: FeeLine): FeeLineOnWire {
  return {
    ...(line.id === undefined ? {} : { id: line.id }),
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
  };
}

/** Returns the parts of a line, each with its explanation. */
export function presentParts(line: FeeLine) {
  return line.parts.map((part) => ({
    kind: part.kind,
    text: part.text,
    explanation: explainPart(part),
    amount: fromCents(part.amount_cents),
    hours: minutesToHours(part.minutes),
  }));
}
