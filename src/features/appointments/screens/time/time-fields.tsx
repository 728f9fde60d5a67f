import { Select } from '@mantine/core';
import { Suspense, useMemo } from 'react';
import { asLocal, type LocalDate, toInstant, type Zone } from '#domain/base/time.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { lazy } from '#web/loading/lazy.ts';
import classes from './time-fields.module.css';

const Month = lazy(async () => ({ default: (await import('./month-picker.tsx')).MonthPicker }));

interface DayProps {
  value: string;
  onChange: (date: string) => void;
  today: LocalDate;
  isWrong?: boolean;
  /** An error about the date and time leads here instead of the time field while no date is set. */
  isFirstMissing?: boolean;
}

/** A date picker; the past is disabled. */
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
  /** True marks the field without a message; a text is shown below. */
  error?: string | boolean | undefined;
  description?: string | undefined;
}

/** A time field with 15-minute steps. */
export function ClockField({ value, onChange, label, error, description }: ClockProps) {
  const t = useTranslation('appointments');
  const times = useTimes();
  // The time of a moved appointment may be between the steps.
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
      // A user led here by an error should read it first.
      openOnFocus={false}
      nothingFoundMessage={t('nothingFound')}
      maxDropdownHeight={260}
      error={error}
      description={description}
    />
  );
}

/** Returns every quarter hour of a day in the user's time format. */
function useTimes() {
  const format = useFormat();
  return useMemo(
    () =>
      Array.from({ length: 96 }, (_, i) => {
        const value = `${String(Math.floor(i / 4)).padStart(2, '0')}:${String((i % 4) * 15).padStart(2, '0')}`;
        return { value, label: format.clock(value) };
      }),
    [format],
  );
}

/** Returns a formatter for company-local times: `Fri, Mar 8, 2030 · 9:00 AM`. */
export function useFormatLocal(zone: Zone): (local: string) => string {
  const format = useFormat();
  return (local) => {
    const at = toInstant({ local: asLocal(local), zone });
    return `${format.day(at, zone)} · ${format.time(at, zone)}`;
  };
}
