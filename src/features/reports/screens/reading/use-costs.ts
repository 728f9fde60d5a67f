import { fromCents } from '#domain/base/money.ts';
import type { CostRange } from '#domain/reports/report-summary.ts';
import { useFormat } from '#web/format.ts';

/** Returns a function that writes a range of costs: `$250.00 – $1,200.00`, or one amount if both are equal. */
export function useCosts(currency: number): (range: CostRange | null) => string {
  const format = useFormat();
  return (range) =>
    range
      ? [...new Set([range.min, range.max])]
          .map((cents) => format.money(fromCents(cents), currency))
          .join(' – ')
      : '';
}
