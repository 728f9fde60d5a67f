import { useTranslation } from '#web/i18n.ts';
import { DateField } from '#web/ui/inputs/date-field.tsx';
import { TimeField } from '#web/ui/inputs/time-field.tsx';
import classes from '../calendar.module.css';
import type { DayTime } from '../times.ts';

interface Props {
  name: 'start' | 'end';
  value: DayTime;
  onChange: (value: DayTime) => void;
  withTime: boolean;
  error?: string | undefined;
}

/** Date and time of a start or end. */
export function TimeInputs({ name, value, onChange, withTime, error }: Props) {
  const t = useTranslation('calendar');
  return (
    <div className={withTime ? classes.two : undefined}>
      <DateField
        label={t(name === 'start' ? 'startDay' : 'endDay')}
        value={value.date}
        onChange={(date) => onChange({ ...value, date })}
        error={error}
        required
      />
      {withTime && (
        <TimeField
          label={t(name === 'start' ? 'startTime' : 'endTime')}
          value={value.time}
          onChange={(time) => onChange({ ...value, time })}
          error={error !== undefined}
          required
        />
      )}
    </div>
  );
}
