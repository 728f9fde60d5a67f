import '@mantine/dates/styles.layer.css';
import 'dayjs/locale/de';
import 'dayjs/locale/fr';
import { DatePicker } from '@mantine/dates';
import { firstWeekday } from '#domain/base/time.ts';
import { dayFormatter } from '#web/day-formatter.ts';
import { useLanguage, useTranslation } from '#web/i18n.ts';
import type { Override } from '../contract.ts';
import classes from './availability.module.css';

/** Returns the month names and week order of the current language. */
function useMonth() {
  const t = useTranslation('availability');
  const { lang } = useLanguage();
  return {
    locale: lang,
    firstDayOfWeek: firstWeekday,
    highlightToday: true,
    // Their gray would be too faint to read.
    hideOutsideDates: true,
    weekendDays: [],
    getDayAriaLabel: dayFormatter(lang),
    ariaLabels: {
      previousMonth: t('previousMonth'),
      nextMonth: t('nextMonth'),
      monthLevelControl: t('chooseMonth'),
      yearLevelControl: t('chooseYear'),
      previousYear: t('previousYear'),
      nextYear: t('nextYear'),
      previousDecade: t('previousYears'),
      nextDecade: t('nextYears'),
    },
  };
}

/** A month with days off and extra days; clicking a day adds one. */
export function OverrideMonth(props: {
  overrides: readonly Override[];
  onDay: ((day: string) => void) | undefined;
}) {
  const t = useTranslation('availability');
  const month = useMonth();
  const kindOn = (date: string) =>
    props.overrides.find((one) => one.date_from <= date && date <= one.date_to)?.kind;
  return (
    <div className={classes.month}>
      <DatePicker
        {...month}
        size="sm"
        value={null}
        onChange={(day) => {
          if (day) props.onDay?.(day);
        }}
        getDayProps={(date) => ({
          'data-kind': kindOn(date),
          ...(props.onDay ? {} : { static: true }),
        })}
        classNames={{ day: classes.monthDay ?? '' }}
      />
      <p className={classes.legend}>
        <span data-kind="off">{t('off')}</span>
        <span data-kind="extra">{t('extra')}</span>
      </p>
    </div>
  );
}

/** A picker for the first and last day, which may be the same. */
export function RangePicker(props: {
  value: [string | null, string | null];
  onChange: (value: [string | null, string | null]) => void;
}) {
  const month = useMonth();
  return (
    <DatePicker
      {...month}
      type="range"
      allowSingleDateInRange
      value={props.value}
      defaultDate={props.value[0] ?? undefined}
      onChange={props.onChange}
    />
  );
}
