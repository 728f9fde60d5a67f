import { Select } from '@mantine/core';
import { lazy, Suspense, useMemo } from 'react';
import { asLocal, type LocalDate, toInstant, type Zone } from '#domain/base/time.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import classes from './time-fields.module.css';

const Month = lazy(async () => ({ default: (await import('./month-picker.tsx')).MonthPicker }));

interface DayProps {
  value: string;
  onChange: (date: string) => void;
  today: LocalDate;
  isWrong?: boolean;
  /** A message about the moment leads here, not to the clock, as long as there is no day. */
  isFirstMissing?: boolean;
}

/** A month to pick a day from; the past cannot be chosen. */
export function DayField({ value, onChange, today, isWrong, isFirstMissing }: DayProps) {
  const t = useTranslation('appointments');
  return (
    <fieldset
      className={classes.month}
      data-field="date"
      data-leads={isFirstMissing ? 'date_time' : undefined}
      data-wrong={isWrong || undefined}
      aria-label={t('date')}
    >
      <Suspense fallback={<div className={classes.waiting} />}>
        <Month value={value} onChange={onChange} today={today} />
      </Suspense>
    </fieldset>
  );
}

interface ClockProps {
  value: string;
  onChange: (time: string) => void;
  label: string;
  /** True marks the field without a text; a text stands below. */
  error?: string | boolean | undefined;
  description?: string | undefined;
}

/** A start of a time slot, every 15 minutes. */
export function ClockField({ value, onChange, label, error, description }: ClockProps) {
  const t = useTranslation('appointments');
  const times = useTimes();
  // A time of an appointment that was moved elsewhere may lie between the steps.
  const all =
    value && !times.some((one) => one.value === value) ? [{ value, label: value }, ...times] : times;
  return (
    <Select
      label={label}
      data-field="date_time"
      placeholder={t('chooseTime')}
      data={all}
      value={value || null}
      onChange={(next) => onChange(next ?? '')}
      allowDeselect={false}
      searchable
      // Whoever is led here by a message shall read it first.
      openOnFocus={false}
      nothingFoundMessage={t('nothingFound')}
      maxDropdownHeight={260}
      error={error}
      description={description}
    />
  );
}

/** Every quarter of an hour of a day, as people of the language write it. */
function useTimes() {
  const format = useFormat();
  return useMemo(
    () =>
      Array.from({ length: 96 }, (_, i) => {
        const value = `${String(Math.floor(i / 4)).padStart(2, '0')}:${String((i % 4) * 15).padStart(2, '0')}`;
        return { value, label: format.time(`2030-01-01T${value}:00Z`, 'UTC') };
      }),
    [format],
  );
}

/** A wall clock of the company in words, `Fri, Mar 8, 2030 · 9:00 AM`. */
export function useFormatLocal(zone: Zone): (local: string) => string {
  const format = useFormat();
  return (local) => {
    const at = toInstant({ local: asLocal(local), zone });
    return `${format.day(at, zone)} · ${format.time(at, zone)}`;
  };
}
