import { parseLocalDate } from '#domain/base/time.ts';
import { useTranslation } from '../../i18n.ts';
import { DateField } from './date-field.tsx';

/** The first and the last day of a range, `2026-11-23` or empty. */
export interface DateRange {
  from: string;
  to: string;
}

/** Returns whether a day is none, or the last day is before the first. */
export function isDateRangeInvalid({ from, to }: DateRange): boolean {
  const isDay = (text: string) => text === '' || parseLocalDate(text) !== null;
  return !isDay(from) || !isDay(to) || (from !== '' && to !== '' && from > to);
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
    label: t(`days.${key}`),
    value: days[key],
    isNested: true,
    onChange: (day: string) => onChange({ [key]: day }),
  });
  return (
    <>
      <DateField {...field('from')} data-autofocus />
      <DateField
        {...field('to')}
        error={
          isJudged &&
          parseLocalDate(days.from) &&
          parseLocalDate(days.to) &&
          isDateRangeInvalid(days) &&
          t('days.order')
        }
      />
    </>
  );
}
