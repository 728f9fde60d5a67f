import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n.ts';
import { DateField } from './date-field.tsx';
import { TimeField } from './time-field.tsx';

interface Props {
  label: string;
  /** `2030-03-08T09:00`, or empty; while a part is missing, what there is of it. */
  value: string;
  onChange: (value: string) => void;
  error?: ReactNode;
}

/** A field for a day and a time of day. */
export function DateTimeField({ label, value, onChange, error }: Props) {
  const t = useTranslation('web');
  const at = value.lastIndexOf('T');
  const [date, time] = at < 0 ? [value, ''] : [value.slice(0, at), value.slice(at + 1)];
  const change = (nextDate: string, nextTime: string) =>
    onChange(nextDate || nextTime ? `${nextDate}T${nextTime}` : '');
  return (
    <Group gap={8} wrap="nowrap" align="flex-start">
      <DateField
        flex={3}
        miw={0}
        label={label}
        value={date}
        onChange={(next) => change(next, time)}
        error={error}
      />
      <TimeField
        flex={2}
        miw={0}
        label={t('day.timeOf', { label })}
        value={time}
        onChange={(next) => change(date, next)}
        error={Boolean(error)}
      />
    </Group>
  );
}
