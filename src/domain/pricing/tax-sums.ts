import { fromPercent, type Percent } from '../base/money.ts';

/** A tax of a line as stored; older lines lack the percentage, manually entered tax has no name. */
export interface StoredTax {
  name?: string;
  add_percent?: number;
  tax_cents?: number;
}

/** A tax added up over lines. */
export interface TaxSum {
  name: string;
  add_percent: number | null;
  cents: number;
  /** The name, with the percentage if another tax has the same name. */
  label: string;
}

/**
 * Adds up taxes in order of first appearance. Two taxes of one name stay two if their percentages differ; one without a
 * percentage belongs to the one of its name, if there is only one.
 */
export function sumTaxes(taxes: readonly StoredTax[]): TaxSum[] {
  const sums: Omit<TaxSum, 'label'>[] = [];
  const find = (name: string, percent: number | null) =>
    sums.find((one) => one.name === name && one.add_percent === percent);
  for (const { name = '', add_percent: percent = null, tax_cents: cents = 0 } of taxes) {
    const known = find(name, percent);
    if (known) known.cents += cents;
    else sums.push({ name, add_percent: percent, cents });
  }
  const merged = sums.filter((one) => {
    const named = sums.filter((other) => other.name === one.name && other.add_percent !== null);
    const [only] = named;
    if (one.add_percent !== null || named.length !== 1 || !only) return true;
    only.cents += one.cents;
    return false;
  });
  return merged.map((one) => {
    const isShared = merged.some((other) => other !== one && other.name === one.name);
    const percent = one.add_percent === null ? '' : `${fromPercent(one.add_percent as Percent)}%`;
    return { ...one, label: isShared && percent !== '' ? `${one.name} ${percent}` : one.name };
  });
}
