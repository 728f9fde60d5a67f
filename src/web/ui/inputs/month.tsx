import '@mantine/dates/styles.layer.css';
import 'dayjs/locale/de';
import 'dayjs/locale/fr';
import { DatePicker, type DatePickerProps } from '@mantine/dates';
import { dayFormatter } from '#domain/base/formatter.ts';
import { firstWeekday, type LocalDate } from '#domain/base/time.ts';
import { useLanguage, useTranslation } from '../../i18n.ts';
import classes from './month.module.css';
import { useToday } from './use-today.ts';

type Kind = 'default' | 'range';

/**
 * A month to pick days from, the only one of the interface: Sunday first, named in the current language, with the
 * company's today boxed. The library's own highlight is the browser's day, which differs in another time zone.
 * Loaded when needed: its library is large.
 */
export function Month<K extends Kind = 'default'>(props: DatePickerProps<K> & { today?: LocalDate }) {
  const { today: given, getDayProps, ...rest } = props;
  const t = useTranslation('web');
  const { lang } = useLanguage();
  const own = useToday();
  const today = given ?? own;
  const base: DatePickerProps<Kind> = {
    // Without a chosen day it opens at the company's month.
    defaultDate: today,
    locale: lang,
    firstDayOfWeek: firstWeekday,
    highlightToday: false,
    // Their gray would be too faint to read.
    hideOutsideDates: true,
    weekendDays: [],
    getDayAriaLabel: dayFormatter(lang),
    ariaLabels: {
      previousMonth: t('month.previousMonth'),
      nextMonth: t('month.nextMonth'),
      monthLevelControl: t('month.chooseMonth'),
      yearLevelControl: t('month.chooseYear'),
      previousYear: t('month.previousYear'),
      nextYear: t('month.nextYear'),
      previousDecade: t('month.previousYears'),
      nextDecade: t('month.nextYears'),
    },
    getDayProps: (day) => ({
      ...getDayProps?.(day),
      ...(day === today ? { className: classes.today ?? '', 'aria-current': 'date' as const } : {}),
    }),
  };
  return <DatePicker {...(base as DatePickerProps<K>)} {...(rest as DatePickerProps<K>)} />;
}
