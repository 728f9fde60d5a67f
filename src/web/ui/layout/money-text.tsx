import { useFormat } from '../../format.ts';

/** An amount from the wire with the company's currency symbol and two decimals, in tabular figures. */
export function MoneyText({ amount, currency = 1, fw }: { amount: number; currency?: number; fw?: number }) {
  const format = useFormat();
  return (
    <span style={{ fontVariantNumeric: 'tabular-nums', fontWeight: fw, whiteSpace: 'nowrap' }}>
      {format.money(amount, currency)}
    </span>
  );
}
