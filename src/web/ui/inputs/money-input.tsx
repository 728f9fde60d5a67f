import { TextInput, type TextInputProps } from '@mantine/core';
import { currencySymbol } from '#domain/base/money.ts';

interface Props extends TextInputProps {
  /** The company's currency code. */
  currency: number;
}

/**
 * An amount of money. Holds exactly what was typed, including `-5` and `1e9`: `typedAmount` parses it when the form is
 * sent, and an invalid amount gets a message below the field.
 */
export function MoneyInput({ currency, ...props }: Props) {
  return (
    <TextInput inputMode="decimal" autoComplete="off" leftSection={currencySymbol(currency)} {...props} />
  );
}
