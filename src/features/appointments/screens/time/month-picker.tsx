import '@mantine/dates/styles.layer.css';
import 'dayjs/locale/de';
import 'dayjs/locale/fr';
import { DatePicker } from '@mantine/dates';
import { firstWeekday, type LocalDate } from '#domain/base/time.ts';
import { dayFormatter } from '#web/day-formatter.ts';
import { useLanguage, useTranslation } from '#web/i18n.ts';
import { markToday } from '#web/ui/inputs/mark-today.ts';

interface Props {
  value: string;
  onChange: (date: string) => void;
  /** Earlier days are disabled. */
  today: LocalDate;
}

/** A month to pick a day from. In a separate file because its library is only loaded when needed. */
export function MonthPicker({ value, onChange, today }: Props) {
  const t = useTranslation('appointments');
  const { lang } = useLanguage();
  return (
    <DatePicker
      value={value || null}
      onChange={(next) => onChange(next ?? '')}
      minDate={today}
      defaultDate={value && value > today ? value : today}
      locale={lang}
      firstDayOfWeek={firstWeekday}
      {...markToday(today)}
      weekendDays={[]}
      size="md"
      getDayAriaLabel={dayFormatter(lang)}
      ariaLabels={{
        previousMonth: t('previousMonth'),
        nextMonth: t('nextMonth'),
        monthLevelControl: t('chooseMonth'),
        yearLevelControl: t('chooseYear'),
        previousYear: t('previousYear'),
        nextYear: t('nextYear'),
        previousDecade: t('previousYears'),
        nextDecade: t('nextYears'),
      }}
    />
  );
}
