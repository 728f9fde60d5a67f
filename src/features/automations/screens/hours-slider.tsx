import { RangeSlider } from '@mantine/core';
import { halfHourLabel, halfHours } from '#domain/settings/half-hours.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import classes from './hours-slider.module.css';

interface Props {
  /** From the earlier to the later half hour. */
  value: [number, number];
  onChange: (pair: [number, number]) => void;
  disabled?: boolean;
}

/** Chooses two half hours of a day. */
export function HoursSlider({ value, onChange, disabled = false }: Props) {
  const t = useTranslation('automations');
  const format = useFormat();
  const label = (slot: number) => halfHourLabel(slot, format);
  return (
    <RangeSlider
      className={classes.slider ?? ''}
      min={halfHours.first}
      max={halfHours.last}
      step={1}
      minRange={0}
      pushOnOverlap={false}
      value={value}
      onChange={onChange}
      disabled={disabled}
      label={label}
      thumbFromLabel={t('hoursFrom')}
      thumbToLabel={t('hoursTo')}
      thumbValueText={label}
    />
  );
}
