import { TextInput, type TextInputProps } from '@mantine/core';
import { currencySymbol } from '#domain/base/money.ts';

interface Props extends TextInputProps {
  /** Code of the company's currency. */
  currency: number;
}

/**
 * An amount of money. Holds exactly what was typed, `-5` and `1e9` too: `typedAmount` of the domain reads it when the form
 * is sent, and what is no amount gets its message under the field.
 */
export function MoneyInput({ currency, ...props }: Props) {
  return (
    <TextInput inputMode="decimal" autoComplete="off" leftSection={currencySymbol(currency)} {...props} />
  );
}
