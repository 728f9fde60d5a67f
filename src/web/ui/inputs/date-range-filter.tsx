import { Button, Combobox, Group, InputBase, Popover, Stack } from '@mantine/core';
import { useState } from 'react';
import { useFormat } from '../../format.ts';
import { useTranslation } from '../../i18n.ts';
import { type DateRange, DateRangeFields, isDateRangeInvalid } from './date-range-fields.tsx';

interface Props extends DateRange {
  /** Called with both days at once, `2026-11-23` or empty, when they are applied. */
  onChange: (days: DateRange) => void;
}

/** Filters a list by days: a button that shows the range, and a popover with first and last day, applied together. */
export function DateRangeFilter({ from, to, onChange }: Props) {
  const t = useTranslation('web');
  const label = useRangeLabel({ from, to });
  const [isOpen, setOpen] = useState(false);
  const apply = (days: DateRange) => {
    setOpen(false);
    onChange(days);
  };
  return (
    <Popover position="bottom-start" trapFocus returnFocus width={280} opened={isOpen} onChange={setOpen}>
      <Popover.Target>
        <InputBase
          component="button"
          type="button"
          pointer
          rightSection={<Combobox.Chevron />}
          rightSectionPointerEvents="none"
          onClick={() => setOpen(!isOpen)}
        >
          {label}
        </InputBase>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('days.title')}>
        {isOpen && <DaysForm from={from} to={to} onApply={apply} />}
      </Popover.Dropdown>
    </Popover>
  );
}

/** The form of first and last day inside a popover; both are applied together. */
export function DaysForm({ onApply, ...days }: DateRange & { onApply: (days: DateRange) => void }) {
  const t = useTranslation('web');
  const [wanted, setWanted] = useState(days);
  const [isTried, setTried] = useState(false);
  return (
    <form
      aria-label={t('days.title')}
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (!isDateRangeInvalid(wanted)) onApply(wanted);
      }}
    >
      <Stack gap={12}>
        <DateRangeFields
          {...wanted}
          onChange={(part) => setWanted((all) => ({ ...all, ...part }))}
          isJudged={isTried}
        />
        <Group justify="space-between">
          <Button variant="subtle" color="gray" onClick={() => onApply({ from: '', to: '' })}>
            {t('days.any')}
          </Button>
          <Button type="submit">{t('days.apply')}</Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Returns a range of days as text: `All days` without one. */
export function useRangeLabel({ from, to }: DateRange): string {
  const t = useTranslation('web');
  const format = useFormat();
  const day = (text: string) => format.date(`${text}T12:00:00Z`, 'UTC');
  if (from && from === to) return day(from);
  if (from && to) return t('days.between', { from: day(from), to: day(to) });
  if (from) return t('days.since', { day: day(from) });
  return to ? t('days.until', { day: day(to) }) : t('days.any');
}
