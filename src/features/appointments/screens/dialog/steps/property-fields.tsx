import { Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import {
  type DraftLocation,
  sanitizeSquareFeetInput,
  sanitizeYearBuiltInput,
} from '#domain/scheduling/appointment-draft.ts';
import { useTranslation } from '#web/i18n.ts';
import classes from '../../dialog.module.css';
import { useLocalizeMessage } from '../../draft/booking-messages.ts';

interface Props {
  location: DraftLocation;
  onChange: (patch: Partial<DraftLocation>) => void;
  errors: Record<string, string>;
}

/** Square Feet, Year Built and Foundation, as far as they are known. */
export function PropertyFields({ location, onChange, errors }: Props) {
  const t = useTranslation('appointments');
  const localize = useLocalizeMessage();
  return (
    <div className={classes.three}>
      <NumberField
        label={t('squareFeet')}
        field="square_feet"
        value={location.square_feet}
        filter={sanitizeSquareFeetInput}
        onChange={(square_feet) => onChange({ square_feet })}
        error={localize(errors.square_feet)}
        inputMode="decimal"
      />
      <NumberField
        label={t('yearBuilt')}
        field="year_built"
        value={location.year_built}
        filter={sanitizeYearBuiltInput}
        onChange={(year_built) => onChange({ year_built })}
        error={localize(errors.year_built)}
        inputMode="numeric"
      />
      <Select
        label={t('foundationLabel')}
        data-field="foundation"
        placeholder={t('unknownFoundation')}
        clearable
        value={location.foundation === null ? null : String(location.foundation)}
        onChange={(next) => onChange({ foundation: next === null ? null : Number(next) })}
        data={[1, 2, 3].map((number) => ({ value: String(number), label: t(`foundation.${number}`) }))}
        error={localize(errors.foundation)}
      />
    </div>
  );
}

interface NumberFieldProps {
  label: string;
  field: string;
  value: number | null;
  filter: (text: string) => string;
  onChange: (value: number | null) => void;
  error: string | undefined;
  inputMode: 'decimal' | 'numeric';
}

// The field holds its own text: `12.` must not become `12` while it is being typed.
function NumberField({ label, field, value, filter, onChange, error, inputMode }: NumberFieldProps) {
  const [text, setText] = useState(() => textOf(value));
  // A number from outside is shown: another user's change or a restored draft.
  if (numberOf(text) !== value) setText(textOf(value));
  return (
    <TextInput
      label={label}
      data-field={field}
      inputMode={inputMode}
      autoComplete="off"
      maxLength={10}
      value={text}
      onChange={(event) => {
        const input = event.currentTarget;
        const filtered = filter(input.value);
        if (filtered !== input.value) {
          const caret = Math.max(
            0,
            (input.selectionStart ?? filtered.length) - (input.value.length - filtered.length),
          );
          input.value = filtered;
          input.setSelectionRange(caret, caret);
        }
        setText(filtered);
        onChange(numberOf(filtered));
      }}
      error={error}
    />
  );
}

function textOf(value: number | null): string {
  return value === null ? '' : String(value);
}

function numberOf(text: string): number | null {
  const number = Number.parseFloat(text);
  return Number.isFinite(number) && number > 0 ? number : null;
}
