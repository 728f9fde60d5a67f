import type { LocalDate } from '#domain/base/time.ts';
import { Month } from '#web/ui/inputs/month.tsx';

interface Props {
  value: string;
  onChange: (date: string) => void;
  /** Earlier days are disabled. */
  today: LocalDate;
}

/** A month to pick a day from. In a separate file because its library is only loaded when needed. */
export function MonthPicker({ value, onChange, today }: Props) {
  return (
    <Month
      value={value || null}
      onChange={(next) => onChange(next ?? '')}
      minDate={today}
      defaultDate={value && value > today ? value : today}
      today={today}
      hideOutsideDates={false}
      size="md"
    />
  );
}
