import { allocateByLargestRemainder, asCents, type Cents, formatMoney, toCents } from '../base/money.ts';
import type { Instant } from '../base/time.ts';
import { type StoredTax, sumTaxes } from '../pricing/tax-sums.ts';
import { type BlockNode, type RichText, textNode } from '../text/rich-text.ts';

/**
 * What a company charges for late cancellations, in wire units. `cancellation_hours` null: it charges no cancellation
 * fee.
 */
export interface CancellationPolicy {
  /** Free of charge until this many hours before the start. */
  cancellation_hours: number | null;
  /** 1 percent of the total, 2 an amount. */
  cancellation_fee_type: number;
  cancellation_fee: number;
  /** Charged if the appointment has already started. */
  trip_fee: number;
}

export interface CancellationFees {
  /** 0: canceled in time, or the company does not charge. */
  cancellation_cents: Cents;
  trip_cents: Cents;
}

/**
 * Returns what canceling an appointment now costs by the company's policy: the fee from `cancellation_hours` before the
 * start, as a percentage never more than the total, plus the trip fee once the appointment has started. A proposal: the
 * user who cancels decides.
 */
export function cancellationFees(
  policy: CancellationPolicy,
  appointment: { date_time: Instant; total_cents: Cents },
  now: Instant,
): CancellationFees {
  const hours = policy.cancellation_hours;
  const left = Date.parse(appointment.date_time) - Date.parse(now);
  const isStale = hours !== null && left < hours * 3_600_000;
  const percent = Math.min(100, Math.max(0, policy.cancellation_fee));
  const fee =
    policy.cancellation_fee_type === 1
      ? asCents(Math.round((Math.max(0, appointment.total_cents) * percent) / 100))
      : toCents(Math.max(0, policy.cancellation_fee));
  return {
    cancellation_cents: isStale ? fee : asCents(0),
    trip_cents: left <= 0 ? toCents(Math.max(0, policy.trip_fee)) : asCents(0),
  };
}

/** Amounts ordered or credited. `tax_cents` includes `taxes`, and may include tax without a name. */
export interface OrderedAmounts {
  pretax_cents: number;
  tax_cents: number;
  taxes: readonly StoredTax[];
}

/**
 * Returns what a cancellation credits of an order, as positive amounts: everything that refunds have not credited,
 * split proportionally over the price and each tax, to the cent.
 * @example cancellationCredit({ pretax_cents: 10000, tax_cents: 800, taxes: [{ tax_cents: 800 }] }, 5400).pretax_cents → 5000
 */
export function cancellationCredit(ordered: OrderedAmounts, credited: number): OrderedAmounts {
  if (credited <= 0) return ordered;
  const { pretax_cents, tax_cents } = ordered;
  // Net: a discount reduces the tax of the lines.
  const sums = sumTaxes(ordered.taxes);
  const named = sums.map((one) => one.cents);
  const unnamed = tax_cents - named.reduce((sum, cents) => sum + cents, 0);
  const left = asCents(Math.max(0, pretax_cents + tax_cents - credited));
  const [pretax = 0, rest = 0, ...shares] = allocateByLargestRemainder(left, [
    pretax_cents,
    unnamed,
    ...named,
  ]);
  return {
    pretax_cents: pretax,
    tax_cents: rest + shares.reduce<number>((sum, cents) => sum + cents, 0),
    taxes: sums.map(({ name, add_percent }, i) => ({
      ...(name === '' ? {} : { name }),
      ...(add_percent === null ? {} : { add_percent }),
      tax_cents: shares[i] ?? 0,
    })),
  };
}

/** Appends the company's policy to an agreement text; returns it unchanged if nothing is charged (beyond R-17). */
export function appendCancellationPolicy(
  tree: RichText,
  policy: CancellationPolicy,
  currency: number,
): RichText {
  const sentences = policySentences(policy, currency);
  if (sentences.length === 0) return tree;
  const added: BlockNode[] = [
    { type: 'heading', attrs: { level: 3 }, content: [textNode('Cancellation policy')] },
    { type: 'paragraph', content: [textNode(sentences.join(' '))] },
  ];
  return { ...tree, content: [...tree.content, ...added] };
}

function policySentences(policy: CancellationPolicy, currency: number): string[] {
  const { cancellation_hours: hours, cancellation_fee: fee, trip_fee: trip } = policy;
  const sentences: string[] = [];
  if (hours !== null && fee > 0) {
    const cost =
      policy.cancellation_fee_type === 1 ? `${fee} % of the price` : formatMoney(toCents(fee), currency);
    const when =
      hours === 0
        ? 'after its start'
        : `less than ${hours} ${hours === 1 ? 'hour' : 'hours'} before its start`;
    sentences.push(`If the appointment is called off ${when}, ${cost} is charged.`);
  }
  if (trip > 0)
    sentences.push(
      `If the inspection cannot take place once we have come, a trip fee of ${formatMoney(toCents(trip), currency)} is charged.`,
    );
  return sentences;
}
