import { Select, Switch, TagsInput } from '@mantine/core';
import { useMemo } from 'react';
import { currencySymbol } from '#domain/base/money.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { ColorField } from '#web/ui/inputs/color-field.tsx';
import { PhoneInput, ZipInput } from '#web/ui/inputs/digit-inputs.tsx';
import { NumberTextInput } from '#web/ui/inputs/number-text-input.tsx';
import classes from './settings.module.css';
import { type FieldProps, fullWidthProps, useSettingLabels } from './text-fields.tsx';

/** A number with a unit; empty means "not set". */
export function NumberField(
  props: FieldProps & { unit?: 'miles' | 'hours' | 'days' | 'minutes' | '%'; placeholder?: string },
) {
  const { form, k, unit, placeholder } = props;
  const t = useTranslation('company');
  return (
    <NumberTextInput
      {...useSettingLabels(props)}
      {...fullWidthProps(props)}
      value={form.get(k)}
      onChange={(next) => form.set(k, next)}
      {...(placeholder ? { placeholder } : {})}
      {...(unit
        ? {
            rightSection: <span className={classes.unit}>{unit === '%' ? unit : t(`unit.${unit}`)}</span>,
            rightSectionWidth: 76,
          }
        : {})}
    />
  );
}

/** An amount in the company's currency. */
export function MoneyField(props: FieldProps) {
  const { form, k } = props;
  return (
    <NumberTextInput
      {...useSettingLabels(props)}
      value={form.get(k)}
      onChange={(next) => form.set(k, next)}
      decimals={2}
      leftSection={<span className={classes.unit}>{currencySymbol(Number(form.get('currency')))}</span>}
      leftSectionWidth={44}
    />
  );
}

/** A switch with a description. */
export function SwitchField(props: FieldProps) {
  const { form, k } = props;
  const { error, ...words } = useSettingLabels({ hint: true, ...props });
  return (
    <Switch
      {...words}
      {...(error ? { error } : {})}
      wrapperProps={{ 'data-wide': true }}
      checked={form.get(k) === true}
      onChange={(event) => form.set(k, event.currentTarget.checked)}
      classNames={{ root: classes.switch ?? '', body: classes.switchBody ?? '' }}
      labelPosition="left"
    />
  );
}

export interface SelectOption {
  value: string;
  label: string;
}

/** A select; `asNumber` for numeric settings. */
export function SelectField(
  props: FieldProps & {
    data: SelectOption[];
    asNumber?: boolean;
    searchable?: boolean;
    clearable?: boolean;
    placeholder?: string;
    disabled?: boolean;
  },
) {
  const { form, k, data, asNumber, searchable, clearable, placeholder, disabled } = props;
  const t = useTranslation('company');
  const value = form.get(k);
  return (
    <Select
      {...useSettingLabels(props)}
      {...fullWidthProps(props)}
      data={data}
      value={value === null || value === undefined ? null : String(value)}
      onChange={(next) => form.set(k, next === null ? null : asNumber ? Number(next) : next)}
      allowDeselect={clearable ?? false}
      clearable={clearable ?? false}
      clearButtonProps={{ 'aria-label': t('clear') }}
      searchable={searchable ?? false}
      {...(searchable ? { nothingFoundMessage: t('nothingFound'), filter: byWords } : {})}
      {...(placeholder ? { placeholder } : {})}
      disabled={disabled ?? false}
      maxDropdownHeight={280}
    />
  );
}

/** Matches labels that contain every search word; `_` and `/` in time zone names count as spaces. */
function byWords({ options, search }: { options: readonly unknown[]; search: string }) {
  const words = search
    .toLowerCase()
    .split(/[\s_/]+/)
    .filter(Boolean);
  return (options as SelectOption[]).filter(({ label }) => {
    const text = label.toLowerCase().replace(/[_/]/g, ' ');
    return words.every((word) => text.includes(word));
  });
}

/** Short texts, each added with Enter. */
export function TagsField(props: FieldProps & { placeholder?: string }) {
  const { form, k, placeholder } = props;
  const value = form.get(k);
  return (
    <TagsInput
      {...useSettingLabels(props)}
      {...fullWidthProps(props)}
      value={Array.isArray(value) ? (value as string[]) : []}
      onChange={(next) => form.set(k, next)}
      {...(placeholder ? { placeholder } : {})}
      splitChars={[',', ';']}
      acceptValueOnBlur
    />
  );
}

/** A time of day in steps of 15 minutes. */
export function TimeOfDayField(props: FieldProps) {
  const format = useFormat();
  const data = useMemo(
    () =>
      Array.from({ length: 96 }, (_, i) => {
        const [hour, minute] = [Math.floor(i / 4), (i % 4) * 15];
        const clock = `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
        return { value: String(hour * 100 + minute), label: format.clock(clock) };
      }),
    [format],
  );
  return <SelectField {...props} data={data} asNumber searchable />;
}

/** A color: a suggestion that goes well with the technicians' colors, or any other. */
export function SettingColorField(props: FieldProps & { first: string }) {
  const { form, k, first } = props;
  return (
    <ColorField
      {...useSettingLabels(props)}
      first={first}
      value={String(form.get(k) ?? first)}
      onChange={(color) => form.set(k, color)}
    />
  );
}

/** A phone number in the country's format. */
export function PhoneField(props: FieldProps) {
  const { form, k } = props;
  return (
    <PhoneInput
      {...useSettingLabels(props)}
      country={String(form.get('country_code'))}
      value={String(form.get(k) ?? '')}
      onChange={(digits) => form.set(k, digits)}
      autoComplete="off"
    />
  );
}

/** A postal code in the country's format. */
export function ZipField(props: FieldProps) {
  const { form, k } = props;
  return (
    <ZipInput
      {...useSettingLabels(props)}
      country={String(form.get('country_code'))}
      value={String(form.get(k) ?? '')}
      onChange={(code) => form.set(k, code)}
      autoComplete="off"
    />
  );
}
