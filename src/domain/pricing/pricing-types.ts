import type { Cents, Percent } from '../base/money.ts';

/**
 * A step of a price table: adds its fee and minutes if the value is in (greater_than, less_than_or_equal]. `when`: 1
 * square feet, 2 age, 3 year built, 4 zip code, 5 foundation, 6 and 7 without effect.
 */
export interface Modifier {
  when: number;
  greater_than: number | null;
  less_than_or_equal: number | null;
  add_fee_cents: Cents;
  add_minutes: number;
}

/** A tax on a service and its add-ons, in thousandths of a percent. */
export interface Tax {
  name: string;
  add_percent: Percent;
}

export interface PricedAddOn {
  id: string;
  name: string;
  add_fee_cents: Cents;
  add_minutes: number;
}

/** A selected service with everything that determines its price; `add_ons` are only the selected ones. */
export interface PricedService {
  id: string;
  name: string;
  base_cost_cents: Cents;
  base_duration_minutes: number;
  modifiers: readonly Modifier[];
  taxes: readonly Tax[];
  add_ons: readonly PricedAddOn[];
}

/** The property values that price tables refer to. Null and zero mean unknown. */
export interface PricedProperty {
  square_feet: number | null;
  year_built: number | null;
  foundation: number | null;
  zip_code: string | null;
}

/** A discount code: type 1 percent, 2 amount. Two empty lists mean every line. */
export interface Discount {
  id: string;
  code: string;
  type: 1 | 2;
  percent: Percent | null;
  amount_cents: Cents | null;
  service_ids: readonly string[];
  add_on_ids: readonly string[];
}

/** One tax of one line, rounded on its own. */
export interface LineTax extends Tax {
  tax_cents: Cents;
}

/** One component of a line's price. The amounts of all parts add up to the pretax amount of the line. */
export interface LinePart {
  kind: 'base' | 'modifier' | 'add_on' | 'discount' | 'manual' | 'note';
  /** As in pricing_details: `Square Feet 2000–2500 +$100.00`. */
  text: string;
  amount_cents: Cents;
  minutes: number;
  /** For a modifier: its type, and the property value that triggered it. */
  when?: number;
  value?: number | null;
  /** For a modifier: its bounds. */
  greater_than?: number | null;
  less_than_or_equal?: number | null;
}

export interface FeeLine {
  id?: string;
  serviceId: string | null;
  addOnId: string | null;
  discountCodeId: string | null;
  line_item: string;
  pricing_details: string;
  pretax_cents: Cents;
  taxes: LineTax[];
  tax_cents: Cents;
  tax_description: string;
  is_tax_manual: boolean;
  notes_for_client_invoice: string;
  duration_minutes: number;
  parts: LinePart[];
}

export interface Totals {
  /** Sum of the lines before tax and discount. */
  subtotal_cents: Cents;
  tax_cents: Cents;
  /** The discount before tax, as a positive amount. */
  discount_cents: Cents;
  /** Never below 0. */
  total_cents: Cents;
  duration_minutes: number;
}

export interface Quote {
  lines: FeeLine[];
  totals: Totals;
  /** Notes for the buyer: `size unknown, size steps not applied`. */
  notes: string[];
}
