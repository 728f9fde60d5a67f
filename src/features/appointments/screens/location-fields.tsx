import { Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { type DraftLocation, squareFeetInput, yearBuiltInput } from '#domain/appointment-draft.ts';
import { hasCompleteAddress } from '#domain/booking.ts';
import { zipTyped } from '#domain/people.ts';
import { geocodeAddress } from '#features/company/contract.ts';
import { useRead } from '#web/api.ts';
import { useText } from '#web/i18n.ts';
import { useSaid } from './booking-texts.ts';
import classes from './dialog.module.css';
import { fullAddressOf } from './draft-location.ts';

interface Props {
  location: DraftLocation;
  onChange: (patch: Partial<DraftLocation>) => void;
  errors: Record<string, string>;
  countryCode: string;
}

interface AddressProps extends Props {
  /** Where the address stands, if that is found. */
  onPlace: (coordinates: DraftLocation['coordinates'], precision: string | null) => void;
  /** The address is not the one the form began with: only then is its place looked up. */
  isMoved: boolean;
}

/** Address, City, State and Postal Code typed one by one; where that is, is looked up when they are complete. */
export function AddressFields({ onPlace, isMoved, ...props }: AddressProps) {
  const t = useText('appointments');
  const said = useSaid();
  const { location, onChange, errors } = props;
  const { streetAndNumber, city, state, zipCode } = location;
  const typed = JSON.stringify({ address: streetAndNumber, city, state, zip_code: zipCode });
  const [asked] = useDebouncedValue(typed, 600);
  // A place that is known is not replaced by a guess, nor by the answer for what stood here before.
  const isWanted =
    isMoved && location.coordinates === null && asked === typed && hasCompleteAddress(location);
  const { data, fetching } = useRead(geocodeAddress, JSON.parse(asked), { enabled: isWanted });
  useEffect(() => {
    if (isWanted && !fetching && data) onPlace(data.coordinates, data.precision);
  }, [data, fetching, isWanted]);

  const change = (name: keyof DraftLocation) => (event: { currentTarget: { value: string } }) => {
    const patch = { [name]: event.currentTarget.value };
    onChange({ ...patch, fullAddress: fullAddressOf({ ...location, ...patch }) });
  };
  return (
    <div className={classes.columns}>
      <TextInput
        className={classes.wide}
        label={t('address')}
        data-field="address"
        autoComplete="off"
        maxLength={200}
        value={streetAndNumber}
        onChange={change('streetAndNumber')}
        error={said(errors.address)}
      />
      <TextInput
        label={t('city')}
        data-field="city"
        autoComplete="off"
        maxLength={120}
        value={city}
        onChange={change('city')}
        error={said(errors.city)}
      />
      <div className={classes.pair}>
        <TextInput
          label={t('state')}
          data-field="state"
          autoComplete="off"
          maxLength={60}
          value={state}
          onChange={change('state')}
          error={said(errors.state)}
        />
        <TextInput
          label={t('postalCode')}
          data-field="zip_code"
          autoComplete="off"
          inputMode={props.countryCode === 'US' ? 'numeric' : 'text'}
          value={zipCode}
          onChange={(event) => {
            const zip = zipTyped(event.currentTarget.value, props.countryCode);
            onChange({ zipCode: zip, fullAddress: fullAddressOf({ ...location, zipCode: zip }) });
          }}
          error={said(errors.zip_code)}
        />
      </div>
    </div>
  );
}

/** Square Feet, Year Built and Foundation, as far as they are known. */
export function PropertyFields({ location, onChange, errors }: Omit<Props, 'countryCode'>) {
  const t = useText('appointments');
  const said = useSaid();
  return (
    <div className={classes.three}>
      <NumberField
        label={t('squareFeet')}
        field="square_feet"
        value={location.square_feet}
        filter={squareFeetInput}
        onChange={(square_feet) => onChange({ square_feet })}
        error={said(errors.square_feet)}
        inputMode="decimal"
      />
      <NumberField
        label={t('yearBuilt')}
        field="year_built"
        value={location.year_built}
        filter={yearBuiltInput}
        onChange={(year_built) => onChange({ year_built })}
        error={said(errors.year_built)}
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
        error={said(errors.foundation)}
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

// The text is the field's own: `12.` must not become `12` while it is being typed.
function NumberField({ label, field, value, filter, onChange, error, inputMode }: NumberFieldProps) {
  const [text, setText] = useState(() => textOf(value));
  // Another number from elsewhere is shown: changes of somebody else that were taken over, or a draft taken up again.
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
        const kept = filter(input.value);
        if (kept !== input.value) {
          const caret = Math.max(
            0,
            (input.selectionStart ?? kept.length) - (input.value.length - kept.length),
          );
          input.value = kept;
          input.setSelectionRange(caret, caret);
        }
        setText(kept);
        onChange(numberOf(kept));
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
