import { hoursOfMinutes } from '#domain/durations.ts';
import { fromCents, fromPercent } from '#domain/money.ts';
import { explainPart } from '#domain/pricing.ts';
import type { FeeLine } from '#domain/pricing-types.ts';
import type { FeeLineOnWire, Service } from './contract.ts';
import type { LoadedService } from './load-services.ts';

/** A service as it crosses the wire: dollars and hours. */
export function presentService(loaded: LoadedService): Service {
  const { template_ids, agreement_ids, base_cost_cents, base_duration_minutes, ...rest } = loaded;
  return {
    ...rest,
    base_cost: fromCents(base_cost_cents),
    base_duration: hoursOfMinutes(base_duration_minutes),
    templates: template_ids,
    agreements: agreement_ids,
    modifiers: loaded.modifiers.map((m) => ({
      id: m.id,
      when: m.when,
      greater_than: m.greater_than,
      less_than_or_equal: m.less_than_or_equal,
      add_fee: fromCents(m.add_fee_cents),
      add_hours: hoursOfMinutes(m.add_minutes),
    })),
    taxes: loaded.taxes.map((t) => ({ id: t.id, name: t.name, add_percent: fromPercent(t.add_percent) })),
    add_ons: loaded.add_ons.map((a) => ({
      id: a.id,
      name: a.name,
      description: a.description,
      add_fee: fromCents(a.add_fee_cents),
      add_hours: hoursOfMinutes(a.add_minutes),
      status: a.status,
      templates: a.template_ids,
      agreements: a.agreement_ids,
    })),
  };
}

/** A fee line as it crosses the wire. */
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
    duration: hoursOfMinutes(line.duration_minutes),
  };
}

/** The reasons of a line, each with its sentence. */
export function presentParts(line: FeeLine) {
  return line.parts.map((part) => ({
    kind: part.kind,
    text: part.text,
    explanation: explainPart(part),
    amount: fromCents(part.amount_cents),
    hours: hoursOfMinutes(part.minutes),
  }));
}
