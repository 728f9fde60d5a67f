import type { Formatter } from '../base/formatter.ts';

/**
 * Writes the areas and amounts of stored price and tax details as the reader's language does: `Square Feet 2000–2500
 * +$100.00` becomes `Square Feet 2,000–2,500 +$100.00`, in German `2.000–2.500` and `+100,00 $`. Years, percentages and
 * ZIP codes stay as they are.
 */
export function localizeDetails(text: string, format: Formatter, currency: number): string {
  return text
    .replace(/^(Square Feet )(.*?)(?=\s[+-]|$)/gm, (_all, label: string, range: string) => {
      return label + groupNumbers(range, format);
    })
    .replace(/(?:C|A|NZ)?\$(\d[\d,]*\.\d\d)(?!\d)/g, (_all, amount: string) =>
      format.money(Number(amount.replaceAll(',', '')), currency),
    );
}

/** Writes every number of a range of areas as the language does: `2000–2500` → `2,000–2,500`. */
export function groupNumbers(range: string, format: Pick<Formatter, 'number'>): string {
  return range.replace(/\d+(?:\.\d+)?/g, (digits) => format.number(Number(digits)));
}
