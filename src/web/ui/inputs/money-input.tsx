import { TextInput, type TextInputProps } from '@mantine/core';
import { currencySymbol } from '#domain/base/money.ts';
import { hasTooManyDecimals } from '#domain/base/typed-number.ts';
import { useTranslation } from '../../i18n.ts';

interface Props extends TextInputProps {
  /** The company's currency code. */
  currency: number;
}

/**
 * An amount of money. Holds exactly what was typed, including `-5` and `1e9`: `typedAmount` parses it when the form is
 * sent, and an invalid amount gets a message below the field. Decimals below a cent are reported as they are typed.
 */
export function MoneyInput({ currency, error, ...props }: Props) {
  const t = useTranslation('web');
  const isTooFine = hasTooManyDecimals(String(props.value ?? ''));
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      leftSection={currencySymbol(currency)}
      {...props}
      error={error || (isTooFine && t('tooManyDecimals'))}
    />
  );
}
