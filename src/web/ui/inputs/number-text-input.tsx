import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { hasTooManyDecimals, typedNumber } from '#domain/base/typed-number.ts';
import { useTranslation } from '../../i18n.ts';

/** The typed value: a number, null for nothing, or the text itself if it is not a plain number. */
export type TypedNumber = number | string | null;

interface Props extends Omit<TextInputProps, 'label' | 'value' | 'defaultValue' | 'onChange'> {
  label: string;
  value: unknown;
  onChange: (next: TypedNumber) => void;
  /** Decimals of a number that was not typed here: money shows two. */
  decimals?: number;
}

/**
 * A number input that preserves what was typed. `-5` stays minus five and `1e9` stays as it is: anything but a plain
 * number is passed on as text and reported below the field; nothing is converted silently.
 */
export function NumberTextInput({ value, onChange, decimals, error, ...rest }: Props) {
  const t = useTranslation('web');
  const [typed, setTyped] = useState<{ text: string; gave: TypedNumber }>();
  // A value set from outside (discarded or reloaded) replaces the typed text. Callers that store only numbers have NaN
  // for text.
  const isTyped =
    typed !== undefined &&
    (Object.is(typed.gave, value) || (typeof typed.gave === 'string' && Number.isNaN(value)));
  const text = isTyped ? typed.text : textOf(value, decimals);
  const isWrong = text.trim() !== '' && typedNumber(text) === null;
  const isTooFine = decimals === 2 && hasTooManyDecimals(text);
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      {...rest}
      value={text}
      error={isWrong ? t('notANumber', { field: rest.label }) : isTooFine ? t('tooManyDecimals') : error}
      onChange={(event) => {
        const next = event.currentTarget.value;
        const gave = next.trim() === '' ? null : isTypedAmount(next, decimals) ? typedNumber(next) : next;
        setTyped({ text: next, gave });
        onChange(gave);
      }}
    />
  );
}

/** An amount below a cent stays text, as other text does: as a number it could be rounded on the way. */
function isTypedAmount(text: string, decimals: number | undefined): boolean {
  return typedNumber(text) !== null && !(decimals === 2 && hasTooManyDecimals(text));
}

function textOf(value: unknown, decimals: number | undefined): string {
  if (typeof value !== 'number') return typeof value === 'string' ? value : '';
  if (Number.isNaN(value)) return '';
  return decimals === undefined ? String(value) : value.toFixed(decimals);
}
