/** Calculates what an appointment costs and how long it takes. Browser and server use the same functions. */
import { formatHours } from '../base/durations.ts';
import {
  allocateByLargestRemainder,
  asCents,
  type Cents,
  formatMoney,
  fromPercent,
  maxCents,
  minCents,
  negateCents,
  percentOfCents,
  sumCents,
  zeroCents,
} from '../base/money.ts';
import type { LocalDate } from '../base/time.ts';
import {
  formatModifierRange,
  modifierApplies,
  modifierLabels,
  modifierValue,
  unknownValueNotes,
} from './modifiers.ts';
import type {
  Discount,
  FeeLine,
  LinePart,
  LineTax,
  PricedAddOn,
  PricedProperty,
  PricedService,
  Quote,
  Tax,
  Totals,
} from './pricing-types.ts';

export interface QuoteInput {
  services: readonly PricedService[];
  property: PricedProperty;
  /** The day of the appointment, once selected. */
  date: LocalDate | null;
  today: LocalDate;
  discount?: Discount | null;
  currency: number;
  /** The company's default, used if the lines take no time. */
  default_duration_minutes: number;
}

/**
 * Returns the calculated price: one line per service, one per add-on, and one for a discount, each with the parts that
 * explain it. Age is calculated in the year of the appointment, or in the current year while no day is selected.
 */
export function calculateQuote(input: QuoteInput): Quote {
  const year = Number((input.date ?? input.today).slice(0, 4));
  const lines: FeeLine[] = [];
  const notes = new Set<string>();
  for (const service of input.services) {
    lines.push(serviceLine(service, input, year));
    for (const note of unknownValueNotes(service.modifiers, input.property, year)) notes.add(note);
    for (const addOn of service.add_ons) lines.push(addOnLine(addOn, service, input.currency));
  }
  const discountLine = input.discount ? discountOf(input.discount, lines, input.currency) : null;
  if (discountLine) lines.push(discountLine);
  return { lines, totals: calculateTotals(lines, input.default_duration_minutes), notes: [...notes] };
}

/** Ten million: each line is limited, and their total must fit the columns as well. */
const mostTotal = asCents(1_000_000_000);

/** Returns what is wrong with the total, or null. */
export function totalProblem(total: Cents): string | null {
  return total > mostTotal ? 'The total is too large' : null;
}

/** Returns the totals of lines. The total is never below 0, and a duration of 0 becomes the default duration. */
export function calculateTotals(
  lines: readonly Pick<FeeLine, 'pretax_cents' | 'tax_cents' | 'duration_minutes' | 'discountCodeId'>[],
  defaultDurationMinutes: number,
): Totals {
  const isDiscount = (line: { discountCodeId: string | null }) => line.discountCodeId !== null;
  const subtotal = sumCents(lines.filter((l) => !isDiscount(l)).map((l) => l.pretax_cents));
  const discount = negateCents(sumCents(lines.filter(isDiscount).map((l) => l.pretax_cents)));
  const tax = sumCents(lines.map((l) => l.tax_cents));
  const minutes = lines.reduce((sum, l) => sum + l.duration_minutes, 0);
  return {
    subtotal_cents: subtotal,
    tax_cents: tax,
    discount_cents: discount,
    total_cents: maxCents(zeroCents, sumCents([subtotal, negateCents(discount), tax])),
    duration_minutes: minutes > 0 ? minutes : defaultDurationMinutes,
  };
}

/** Returns the total of one line: pretax plus tax. */
export function lineTotal(line: Pick<FeeLine, 'pretax_cents' | 'tax_cents'>): Cents {
  return sumCents([line.pretax_cents, line.tax_cents]);
}

/** Returns the taxes of an amount, each rounded on its own, half away from zero. Taxes do not compound. */
export function calculateTaxes(pretax: Cents, taxes: readonly Tax[]): LineTax[] {
  return taxes.map(({ name, add_percent }) => ({
    name,
    add_percent,
    tax_cents: percentOfCents(pretax, add_percent),
  }));
}

/** Returns one line of text per tax: `GST 5%: $17.50`. */
export function describeTaxes(taxes: readonly LineTax[], currency: number): string {
  return taxes
    .map((t) => `${t.name} ${fromPercent(t.add_percent)}%: ${formatMoney(t.tax_cents, currency)}`)
    .join('\n');
}

/** Describes a part of a line for the fee editor, with the value that triggered a step and its duration. */
export function explainPart(part: LinePart): string {
  const value = part.value === undefined || part.value === null ? '' : ` (value ${part.value})`;
  const time = part.minutes === 0 || part.kind === 'note' ? '' : `, ${formatHours(part.minutes)}`;
  return `${part.text}${value}${time}`;
}

function serviceLine(service: PricedService, input: QuoteInput, year: number): FeeLine {
  const { currency, property } = input;
  const parts: LinePart[] = [
    {
      kind: 'base',
      text: `Base ${formatMoney(service.base_cost_cents, currency)}`,
      amount_cents: service.base_cost_cents,
      minutes: service.base_duration_minutes,
    },
  ];
  for (const modifier of service.modifiers) {
    const value = modifierValue(modifier.when, property, year);
    if (!modifierApplies(modifier, value)) continue;
    parts.push({
      kind: 'modifier',
      text: `${modifierLabels[modifier.when]} ${formatModifierRange(modifier)} ${signedMoney(modifier.add_fee_cents, currency)}`,
      amount_cents: modifier.add_fee_cents,
      minutes: modifier.add_minutes,
      when: modifier.when,
      value,
      greater_than: modifier.greater_than,
      less_than_or_equal: modifier.less_than_or_equal,
    });
  }
  for (const text of unknownValueNotes(service.modifiers, property, year)) {
    parts.push({ kind: 'note', text, amount_cents: zeroCents, minutes: 0 });
  }
  return lineFrom(parts, service.taxes, currency, { serviceId: service.id, line_item: service.name });
}

function addOnLine(addOn: PricedAddOn, service: PricedService, currency: number): FeeLine {
  const part: LinePart = {
    kind: 'add_on',
    text: `Add-on ${formatMoney(addOn.add_fee_cents, currency)}`,
    amount_cents: addOn.add_fee_cents,
    minutes: addOn.add_minutes,
  };
  const names = { serviceId: service.id, addOnId: addOn.id, line_item: addOn.name };
  return lineFrom([part], service.taxes, currency, names);
}

function lineFrom(
  parts: LinePart[],
  taxes: readonly Tax[],
  currency: number,
  names: Pick<FeeLine, 'line_item' | 'serviceId'> & { addOnId?: string },
): FeeLine {
  const pretax = sumCents(parts.map((p) => p.amount_cents));
  const lineTaxes = calculateTaxes(pretax, taxes);
  return {
    addOnId: null,
    discountCodeId: null,
    ...names,
    pricing_details: parts
      .filter((p) => p.kind !== 'note')
      .map((p) => p.text)
      .join('\n'),
    pretax_cents: pretax,
    taxes: lineTaxes,
    tax_cents: sumCents(lineTaxes.map((t) => t.tax_cents)),
    tax_description: describeTaxes(lineTaxes, currency),
    is_tax_manual: false,
    notes_for_client_invoice: '',
    duration_minutes: parts.reduce((sum, p) => sum + p.minutes, 0),
    parts,
  };
}

/**
 * Returns the discount as a separate line, or null if no line is eligible. Its taxes are the reduction of the lines'
 * taxes.
 */
function discountOf(discount: Discount, lines: readonly FeeLine[], currency: number): FeeLine | null {
  const eligible = lines.filter((line) => isLineEligible(discount, line));
  const sum = maxCents(zeroCents, sumCents(eligible.map((l) => l.pretax_cents)));
  const wished =
    discount.type === 1 && discount.percent !== null
      ? percentOfCents(sum, discount.percent)
      : (discount.amount_cents ?? zeroCents);
  const amount = minCents(sum, maxCents(zeroCents, wished));
  if (amount === 0) return null;
  const shares = allocateByLargestRemainder(
    amount,
    eligible.map((l) => l.pretax_cents),
  );
  const taxes = eligible.flatMap((line, i) =>
    calculateTaxes(negateCents(shares[i] ?? zeroCents), line.taxes),
  );
  const merged = mergeTaxes(taxes);
  const line_item = `Discount (${discount.code})`;
  const rate =
    discount.type === 1 && discount.percent !== null ? `${fromPercent(discount.percent)}% ` : 'Discount ';
  const text = `${rate}-${formatMoney(amount, currency)}`;
  const part: LinePart = { kind: 'discount', text, amount_cents: negateCents(amount), minutes: 0 };
  return {
    ...lineFrom([part], [], currency, { serviceId: null, line_item }),
    discountCodeId: discount.id,
    taxes: merged,
    tax_cents: sumCents(merged.map((t) => t.tax_cents)),
    tax_description: describeTaxes(merged, currency),
  };
}

/** Returns whether a discount applies to this line. Two empty lists mean every line. */
export function isLineEligible(
  discount: Pick<Discount, 'service_ids' | 'add_on_ids'>,
  line: Pick<FeeLine, 'serviceId' | 'addOnId' | 'discountCodeId'>,
): boolean {
  if (line.discountCodeId !== null) return false;
  if (discount.service_ids.length === 0 && discount.add_on_ids.length === 0) return true;
  if (line.addOnId !== null) return discount.add_on_ids.includes(line.addOnId);
  return line.serviceId !== null && discount.service_ids.includes(line.serviceId);
}

function mergeTaxes(taxes: readonly LineTax[]): LineTax[] {
  const byTax = new Map<string, LineTax>();
  for (const tax of taxes) {
    const key = `${tax.add_percent} ${tax.name}`;
    const before = byTax.get(key)?.tax_cents ?? zeroCents;
    byTax.set(key, { ...tax, tax_cents: sumCents([before, tax.tax_cents]) });
  }
  return [...byTax.values()];
}

function signedMoney(cents: Cents, currency: number): string {
  return cents < 0 ? formatMoney(cents, currency) : `+${formatMoney(cents, currency)}`;
}
