import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import classes from './booking.module.css';
import { Field, TextField } from './form-fields.tsx';
import { useProblemText } from './problem-text.ts';
import type { StepProps } from './step-props.ts';

const clocks = Array.from(
  { length: 48 },
  (_, i) => `${String(Math.floor(i / 2)).padStart(2, '0')}:${i % 2 ? '30' : '00'}`,
);

/** The day and time that the visitor wishes; nothing is booked until the office answers. */
export function WishStep({ page, answers, change, problems }: StepProps) {
  const t = useTranslation('booking');
  const format = useFormat();
  const localize = useProblemText();
  const { timezone } = page.company;
  const options = clocks.includes(answers.clock) ? clocks : [...clocks, answers.clock].sort();
  return (
    <>
      <p className={classes.hint}>{t('wish.hint')}</p>
      <div className={classes.grid}>
        <TextField
          label={t('wish.day')}
          type="date"
          min={page.today}
          value={answers.day}
          onChange={(day) => change({ day })}
          error={localize(problems.date_time)}
        />
        <Field
          label={t('wish.time')}
          hint={t('zone', { zone: format.zoneName(`${page.today}T12:00:00Z`, timezone) })}
          error={undefined}
        >
          {(attributes) => (
            <select
              {...attributes}
              value={answers.clock}
              onChange={(event) => change({ clock: event.currentTarget.value })}
            >
              {options.map((one) => (
                <option key={one} value={one}>
                  {format.clock(one)}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
    </>
  );
}
