import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect } from 'react';
import { sanitizeZipInput } from '#domain/people/zips.ts';
import type { DraftLocation } from '#domain/scheduling/appointment-draft.ts';
import { hasCompleteAddress } from '#domain/scheduling/booking.ts';
import { geocodeAddress } from '#features/company/contract.ts';
import { useRead } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import classes from '../../dialog.module.css';
import { useLocalizeMessage } from '../../draft/booking-messages.ts';
import { fullAddressOf } from '../../draft/draft-location.ts';

interface Props {
  location: DraftLocation;
  onChange: (patch: Partial<DraftLocation>) => void;
  errors: Record<string, string>;
  countryCode: string;
  /** Called with the coordinates of the address, if found. */
  onPlace: (coordinates: DraftLocation['coordinates'], precision: string | null) => void;
  /** True if the address differs from the initial one: only then is it geocoded. */
  isMoved: boolean;
}

/** Address, City, State and Postal Code as separate fields; geocoded once they are complete. */
export function AddressFields({ onPlace, isMoved, ...props }: Props) {
  const t = useTranslation('appointments');
  const localize = useLocalizeMessage();
  const { location, onChange, errors } = props;
  const { streetAndNumber, city, state, zipCode } = location;
  useGeocoding(location, isMoved, onPlace);
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
        error={localize(errors.address)}
      />
      <TextInput
        label={t('city')}
        data-field="city"
        autoComplete="off"
        maxLength={120}
        value={city}
        onChange={change('city')}
        error={localize(errors.city)}
      />
      <div className={classes.pair}>
        <TextInput
          label={t('state')}
          data-field="state"
          autoComplete="off"
          maxLength={60}
          value={state}
          onChange={change('state')}
          error={localize(errors.state)}
        />
        <TextInput
          label={t('postalCode')}
          data-field="zip_code"
          autoComplete="off"
          inputMode={props.countryCode === 'US' ? 'numeric' : 'text'}
          value={zipCode}
          onChange={(event) => {
            const zip = sanitizeZipInput(event.currentTarget.value, props.countryCode);
            onChange({ zipCode: zip, fullAddress: fullAddressOf({ ...location, zipCode: zip }) });
          }}
          error={localize(errors.zip_code)}
        />
      </div>
    </div>
  );
}

/** Looks up the coordinates of a complete address, once the user pauses typing. */
function useGeocoding(location: DraftLocation, isMoved: boolean, onPlace: Props['onPlace']): void {
  const { streetAndNumber, city, state, zipCode } = location;
  const typed = JSON.stringify({ address: streetAndNumber, city, state, zip_code: zipCode });
  const [asked] = useDebouncedValue(typed, 600);
  // Known coordinates are not replaced by a guess, nor by the result for a previous address.
  const isWanted =
    isMoved && location.coordinates === null && asked === typed && hasCompleteAddress(location);
  const { data, fetching } = useRead(geocodeAddress, JSON.parse(asked), { enabled: isWanted });
  useEffect(() => {
    if (isWanted && !fetching && data) onPlace(data.coordinates, data.precision);
  }, [data, fetching, isWanted]);
}
