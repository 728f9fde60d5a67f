import { TextInput } from '@mantine/core';
import { useTranslation } from '../../i18n.ts';

/** The first and the last day of a range, `2026-11-23` or empty. */
export interface DateRange {
  from: string;
  to: string;
}

/** Returns whether the last day is before the first. */
export function isDateRangeInvalid({ from, to }: DateRange): boolean {
  return from !== '' && to !== '' && from > to;
}

interface Props extends DateRange {
  onChange: (part: Partial<DateRange>) => void;
  /** Shows an error below the last day if it is before the first. */
  isJudged: boolean;
}

/** The fields of the first and the last day, inside a form. */
export function DateRangeFields({ onChange, isJudged, ...days }: Props) {
  const t = useTranslation('web');
  const field = (key: keyof DateRange) => ({
    type: 'date',
    label: t(`days.${key}`),
    value: days[key],
    max: '2999-12-31',
    onChange: (event: { currentTarget: { value: string } }) => onChange({ [key]: event.currentTarget.value }),
  });
  return (
    <>
      <TextInput {...field('from')} data-autofocus />
      <TextInput {...field('to')} error={isJudged && isDateRangeInvalid(days) && t('days.order')} />
    </>
  );
}
