import { asCents, type Cents, toCentsOrNull, toPercentOrNull } from '../base/money.ts';
import type { Discount, PricedService } from './pricing-types.ts';

/** The price-related fields of a service on the wire: amounts in the company's currency, durations in hours. */
export interface WireService {
  id: string;
  name: string;
  base_cost: number;
  base_duration: number;
  modifiers: readonly {
    when: number;
    greater_than: number | null;
    less_than_or_equal: number | null;
    add_fee: number;
    add_hours: number;
  }[];
  taxes: readonly { name: string; add_percent: number }[];
  add_ons: readonly { id: string; name: string; add_fee: number; add_hours: number }[];
}

/** Converts a service with its selected add-ons for the calculator. Invalid amounts (still being typed) count as 0. */
export function toPricedService(service: WireService, addOnIds: readonly string[]): PricedService {
  return {
    id: service.id,
    name: service.name,
    base_cost_cents: cents(service.base_cost),
    base_duration_minutes: minutes(service.base_duration),
    modifiers: service.modifiers.map((one) => ({
      when: one.when,
      greater_than: one.greater_than,
      less_than_or_equal: one.less_than_or_equal,
      add_fee_cents: cents(one.add_fee),
      add_minutes: minutes(one.add_hours),
    })),
    taxes: service.taxes.flatMap(({ name, add_percent }) => {
      const percent = toPercentOrNull(add_percent);
      return percent === null ? [] : [{ name, add_percent: percent }];
    }),
    add_ons: service.add_ons
      .filter((one) => addOnIds.includes(one.id))
      .map((one) => ({
        id: one.id,
        name: one.name,
        add_fee_cents: cents(one.add_fee),
        add_minutes: minutes(one.add_hours),
      })),
  };
}

/** Converts a discount code from the wire for the calculator. */
export function toPricedDiscount(code: {
  id: string;
  code: string;
  type: number;
  value: number;
  service_ids: readonly string[];
  add_on_ids: readonly string[];
}): Discount {
  const isPercent = code.type === 1;
  return {
    id: code.id,
    code: code.code,
    type: isPercent ? 1 : 2,
    percent: isPercent ? toPercentOrNull(code.value) : null,
    amount_cents: isPercent ? null : toCentsOrNull(code.value),
    service_ids: code.service_ids,
    add_on_ids: code.add_on_ids,
  };
}

const minutes = (hours: number) => (hours >= 0 && hours <= 10_000 ? Math.round(hours * 60) : 0);
const cents = (amount: number): Cents => toCentsOrNull(amount) ?? asCents(0);
