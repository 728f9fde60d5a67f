import '@mantine/dates/styles.layer.css';
import 'dayjs/locale/de';
import 'dayjs/locale/fr';
import { DatePicker } from '@mantine/dates';
import { firstWeekday, type LocalDate } from '#domain/base/time.ts';
import { dayWords } from '#web/day-words.ts';
import { useLanguage, useText } from '#web/i18n.ts';

interface Props {
  value: string;
  onChange: (date: string) => void;
  /** Days before it cannot be chosen. */
  today: LocalDate;
}

/** A month of days to choose from. A file of its own: its library is fetched only where a day is chosen. */
export function Month({ value, onChange, today }: Props) {
  const t = useText('appointments');
  const { lang } = useLanguage();
  return (
    <DatePicker
      value={value || null}
      onChange={(next) => onChange(next ?? '')}
      minDate={today}
      defaultDate={value && value > today ? value : today}
      locale={lang}
      firstDayOfWeek={firstWeekday}
      highlightToday
      weekendDays={[]}
      size="md"
      getDayAriaLabel={dayWords(lang)}
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
