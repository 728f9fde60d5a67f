/** Fees edited manually: amounts are taken as entered, taxes and totals are calculated. */
import { hoursToMinutes } from '../base/durations.ts';
import { asCents, type Cents, sumCents, toCentsOrNull, zeroCents } from '../base/money.ts';
import { calculateTaxes, calculateTotals, describeTaxes } from './pricing.ts';
import type { FeeLine, LineTax, Tax, Totals } from './pricing-types.ts';

/** A line as the fee editor sends it. */
export interface ManualFee {
  id?: string;
  serviceId: string | null;
  addOnId: string | null;
  discountCodeId?: string | null;
  line_item: string;
  pricing_details?: string;
  pretax_cents: Cents;
  /** Used only if the tax was edited, on lines without a service, and on discount lines. */
  tax_cents?: Cents;
  tax_description?: string;
  is_tax_manual?: boolean;
  notes_for_client_invoice?: string;
  duration_minutes: number;
}

/**
 * Returns lines and totals of manually edited fees. Tax is recalculated from the taxes of the line's service, unless it
 * was edited. A line without a service keeps its tax, and so does a discount.
 */
export function priceManualFees(input: {
  fees: readonly ManualFee[];
  taxesOf: (serviceId: string) => readonly Tax[];
  currency: number;
  default_duration_minutes: number;
}): { lines: FeeLine[]; totals: Totals } {
  const lines = input.fees.map((fee) => manualLine(fee, input.taxesOf, input.currency));
  return { lines, totals: calculateTotals(lines, input.default_duration_minutes) };
}

function manualLine(
  fee: ManualFee,
  taxesOf: (serviceId: string) => readonly Tax[],
  currency: number,
): FeeLine {
  const isOwnTax = fee.is_tax_manual === true || fee.serviceId === null || Boolean(fee.discountCodeId);
  const taxes: LineTax[] =
    isOwnTax || fee.serviceId === null ? [] : calculateTaxes(fee.pretax_cents, taxesOf(fee.serviceId));
  return {
    ...(fee.id === undefined ? {} : { id: fee.id }),
    serviceId: fee.serviceId,
    addOnId: fee.addOnId,
    discountCodeId: fee.discountCodeId ?? null,
    line_item: fee.line_item.trim(),
    pricing_details: fee.pricing_details ?? '',
    pretax_cents: fee.pretax_cents,
    taxes,
    tax_cents: isOwnTax ? (fee.tax_cents ?? zeroCents) : sumCents(taxes.map((t) => t.tax_cents)),
    tax_description: isOwnTax ? (fee.tax_description ?? '') : describeTaxes(taxes, currency),
    is_tax_manual: fee.is_tax_manual === true,
    notes_for_client_invoice: fee.notes_for_client_invoice ?? '',
    duration_minutes: fee.duration_minutes,
    parts: [
      {
        kind: 'manual',
        text: 'Edited by hand',
        amount_cents: fee.pretax_cents,
        minutes: fee.duration_minutes,
      },
    ],
  };
}

/** A line as sent or typed; numbers are unvalidated. */
export interface ManualFeePayload {
  id?: string | null | undefined;
  serviceId?: string | null | undefined;
  addOnId?: string | null | undefined;
  discountCodeId?: string | null | undefined;
  line_item: string;
  pricing_details?: string | undefined;
  pretax_amount: number;
  tax_amount?: number | undefined;
  tax_description?: string | undefined;
  is_tax_manual?: boolean | undefined;
  notes_for_client_invoice?: string | undefined;
  duration: number;
}

/**
 * Parses lines as sent or typed, and returns what is wrong with them by path (`fees.0.line_item`). Fee editor and
 * server share this function, so that both accept the same lines.
 */
export function parseManualFees(sent: readonly ManualFeePayload[]): {
  fees: ManualFee[];
  problems: Record<string, string>;
} {
  const problems: Record<string, string> = {};
  const fees = sent.map((fee, i): ManualFee => {
    const pretax = readAmount(fee.pretax_amount, `fees.${i}.pretax_amount`, problems);
    const tax =
      fee.tax_amount === undefined ? zeroCents : readAmount(fee.tax_amount, `fees.${i}.tax_amount`, problems);
    return {
      ...(fee.id ? { id: fee.id } : {}),
      serviceId: fee.serviceId ?? null,
      addOnId: fee.addOnId ?? null,
      discountCodeId: fee.discountCodeId ?? null,
      line_item: fee.line_item,
      pricing_details: fee.pricing_details ?? '',
      pretax_cents: pretax,
      tax_cents: tax,
      tax_description: fee.tax_description ?? '',
      is_tax_manual: fee.is_tax_manual ?? false,
      notes_for_client_invoice: fee.notes_for_client_invoice ?? '',
      duration_minutes: readDuration(fee.duration, `fees.${i}.duration`, problems),
    };
  });
  return { fees, problems: { ...manualFeeProblems(fees), ...problems } };
}

function readAmount(amount: number, path: string, problems: Record<string, string>): Cents {
  const cents = toCentsOrNull(amount);
  if (cents !== null) return cents;
  if (!Number.isFinite(amount)) problems[path] = 'Amount must be a number';
  else if (Math.abs(amount) > 1_000_000) problems[path] = 'Amount is too large';
  else problems[path] = 'Amount must have at most two decimals';
  return zeroCents;
}

function readDuration(hours: number, path: string, problems: Record<string, string>): number {
  const minutes = hoursToMinutes(hours);
  if (minutes !== null) return minutes;
  if (!Number.isFinite(hours)) problems[path] = 'Duration must be a number';
  else if (hours < 0 || hours > 24) problems[path] = 'Duration must be between 0 and 24 hours';
  else problems[path] = 'Duration must be in steps of 0.25 hours';
  return 0;
}

const limit = asCents(100_000_000);

/** Returns what is wrong with manually edited fees, by path (`fees.0.line_item`); empty if nothing is. */
export function manualFeeProblems(fees: readonly ManualFee[]): Record<string, string> {
  const problems: Record<string, string> = {};
  fees.forEach((fee, i) => {
    const name = fee.line_item.trim();
    if (name === '') problems[`fees.${i}.line_item`] = 'Item is required';
    else if (name.length > 120) problems[`fees.${i}.line_item`] = 'At most 120 characters';
    if (Math.abs(fee.pretax_cents) > limit) problems[`fees.${i}.pretax_amount`] = 'Amount is too large';
    if (Math.abs(fee.tax_cents ?? 0) > limit) problems[`fees.${i}.tax_amount`] = 'Amount is too large';
    if (fee.duration_minutes < 0 || fee.duration_minutes > 1440) {
      problems[`fees.${i}.duration`] = 'Duration must be between 0 and 24 hours';
    }
  });
  return problems;
}

/**
 * Updates manually edited lines after services were changed: lines of removed services are dropped, added services get
 * lines with their calculated price, and all others stay as edited.
 */
export function mergeManualFees<Line extends Pick<FeeLine, 'serviceId' | 'addOnId'>>(
  edited: readonly Line[],
  calculatedBefore: readonly Pick<FeeLine, 'serviceId' | 'addOnId'>[],
  calculatedNow: readonly Line[],
): Line[] {
  const key = (line: Pick<FeeLine, 'serviceId' | 'addOnId'>) => `${line.serviceId} ${line.addOnId}`;
  const before = new Set(calculatedBefore.map(key));
  const now = new Set(calculatedNow.map(key));
  const remaining = edited.filter((line) => line.serviceId === null || now.has(key(line)));
  return [...remaining, ...calculatedNow.filter((line) => line.serviceId !== null && !before.has(key(line)))];
}
