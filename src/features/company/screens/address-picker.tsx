import { Combobox, Loader, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useRead } from '#web/api.ts';
import { useFormat } from '#web/format.ts';
import { loadMessages, useTranslation } from '#web/i18n.ts';
import { IconMapPin, IconPencil, IconSearch } from '#web/ui/layout/icons.ts';
import { type AddressResult, searchAddress } from '../contract.ts';
import classes from './address-picker.module.css';

/** Meters per mile, as defined for this product. */
const metersPerMile = 1609.34;
/** Debounce before the search starts, in milliseconds. */
const addressDelay = 250;
/** Default radius of the field in miles; the dialog passes the company's, or 100. */
const defaultRadius = 10;

interface Props {
  /** The selected address as one line. */
  value: string;
  onChoose: (found: AddressResult) => void;
  /** Called with text that is to be used without a result; offered as the last option. */
  onUseTyped?: (text: string) => void;
  /** Called with every typed text. */
  onTyped?: (text: string) => void;
  /** Called when unfinished text was replaced by the selected address, because the field was left. */
  onReset?: () => void;
  /** Called when the field is entered (true) or left (false). */
  onFocusChange?: (isFocused: boolean) => void;
  /** Called when the field was cleared. */
  onClear?: () => void;
  /** The center of the search area. */
  centre: { lat: number; lng: number } | null;
  /** In miles. */
  radius?: number;
  label: string;
  description?: string;
  placeholder?: string;
  error?: React.ReactNode;
  autoFocus?: boolean;
}

/** Autocompletes an address: nearest first, selected by arrow keys and Enter or by click. */
export function AddressPicker(props: Props) {
  const { value, onChoose, onUseTyped, onTyped, onReset, onFocusChange, onClear, centre, radius, ...field } =
    props;
  const [typed, setTyped] = useState(value);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const { isSearching, found } = useAddressSearch(typed, value, { centre, radius });
  const hasTexts = useSearchTexts();

  useEffect(() => setTyped(value), [value]);
  useEffect(() => {
    if (found.data) combobox.selectFirstOption();
    // Highlights the first option so that Enter selects it.
  }, [found.data]);

  const results = isSearching ? (found.data ?? []) : [];
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(id) => {
        if (id === typedValue) onUseTyped?.(typed.trim());
        const chosen = results.find((one) => one.id === id);
        if (chosen) {
          setTyped(chosen.fullAddress);
          onChoose(chosen);
        }
        combobox.closeDropdown();
      }}
    >
      <Combobox.Target withExpandedAttribute>
        <TextInput
          {...field}
          role="combobox"
          type="search"
          autoComplete="off"
          data-autofocus={field.autoFocus || undefined}
          data-field="address"
          leftSection={<IconSearch size={16} aria-hidden />}
          rightSection={found.fetching ? <Loader size={16} /> : null}
          value={typed}
          onChange={(event) => {
            const next = event.currentTarget.value;
            setTyped(next);
            onTyped?.(next);
            if (next === '' && value !== '') onClear?.();
            // An open dropdown without options would swallow Escape.
            if (next.trim().length >= 3) combobox.openDropdown();
            else combobox.closeDropdown();
          }}
          onKeyDown={(event) => {
            // Browsers clear a search field on Escape, which would remove the address.
            if (event.key === 'Escape') event.preventDefault();
            // Enter on text that is not yet an address is meant for the list, even before it has arrived.
            if (event.key === 'Enter' && typed !== value) event.preventDefault();
          }}
          onFocus={() => {
            onFocusChange?.(true);
            if (isSearching) combobox.openDropdown();
          }}
          onBlur={() => {
            onFocusChange?.(false);
            combobox.closeDropdown();
            // Text without a selected option must not look like the address.
            if (value === '' || typed === value) return;
            setTyped(value);
            onReset?.();
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!isSearching || !hasTexts}>
        <Combobox.Options mah={300} className={classes.options} aria-label={field.label}>
          {hasTexts && results.map((one) => <Option key={one.id} found={one} />)}
          {hasTexts && results.length === 0 && <NothingFound of={found} />}
          {hasTexts && onUseTyped && !found.fetching && <TypedOption text={typed.trim()} />}
        </Combobox.Options>
        {results[0]?.attribution && (
          <Combobox.Footer className={classes.place}>{results[0].attribution}</Combobox.Footer>
        )}
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** Searches once the user pauses typing. */
function useAddressSearch(
  typed: string,
  value: string,
  { centre, radius = defaultRadius }: Pick<Props, 'centre' | 'radius'>,
) {
  const [text] = useDebouncedValue(typed.trim(), addressDelay);
  const isSearching = text.length >= 3 && text !== value;
  const found = useRead(
    searchAddress,
    { text, radius: radius * metersPerMile, ...(centre ?? {}) },
    { enabled: isSearching, keep: true },
  );
  return { isSearching, found };
}

/** Loads the texts of the list while the field is filled in: pages without the search do not carry them. */
function useSearchTexts(): boolean {
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    // Without them the field is still a field.
    loadMessages('company').then(
      () => setReady(true),
      () => undefined,
    );
  }, []);
  return isReady;
}

/** The option that keeps what was typed. */
const typedValue = '\u0000typed';

function TypedOption({ text }: { text: string }) {
  const t = useTranslation('company');
  return (
    <Combobox.Option value={typedValue} className={classes.option}>
      <IconPencil size={18} stroke={1.6} className={classes.pin} aria-hidden />
      <span className={classes.text}>
        <span className={classes.street}>{t('addressSearch.useTyped', { text })}</span>
        <span className={classes.place}>{t('addressSearch.useTypedHint')}</span>
      </span>
    </Combobox.Option>
  );
}

function NothingFound({ of }: { of: { status: string; fetching: boolean } }) {
  const t = useTranslation('company');
  const reason = of.status === 'failed' ? 'failed' : of.fetching ? 'searching' : 'notFound';
  return <Combobox.Empty>{t(`addressSearch.${reason}`)}</Combobox.Empty>;
}

/** Known by its ZIP code only: the street may not exist. */
const isUnverified = ({ precision }: AddressResult) => precision === 'zip_estimate';

function Option({ found }: { found: AddressResult }) {
  const t = useTranslation('company');
  const format = useFormat();
  const street = [found.streetNumber, found.street].filter(Boolean).join(' ');
  const place = [found.city, [found.state, found.cp].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  return (
    <Combobox.Option value={found.id} className={classes.option}>
      <IconMapPin size={18} stroke={1.6} className={classes.pin} aria-hidden />
      <span className={classes.text}>
        <span className={classes.street}>{street || found.fullAddress}</span>
        <span className={classes.place}>
          {place}
          {isUnverified(found) && <span className={classes.unverified}>{t('addressSearch.unverified')}</span>}
        </span>
      </span>
      {found.distance !== null && (
        <span className={classes.distance}>
          {t('addressSearch.miles', { miles: format.hours(Math.round(found.distance)) })}
        </span>
      )}
    </Combobox.Option>
  );
}
