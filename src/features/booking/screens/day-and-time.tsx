import { Button } from '@mantine/core';
import { addDays, type LocalDate, weekday } from '#domain/base/time.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { IconChevronLeft, IconChevronRight } from '#web/ui/layout/icons.ts';
import classes from './booking.module.css';

/** How many days are shown at once. */
export const shownDays = 14;

/** The two weeks that are shown, and the way to earlier and later ones. */
export function Weeks(props: { from: LocalDate; today: string; onMove: (day: LocalDate) => void }) {
  const t = useTranslation('booking');
  const format = useFormat();
  const { from, today, onMove } = props;
  return (
    <div className={classes.weeks}>
      <Button
        variant="default"
        disabled={from <= today}
        aria-label={t('time.earlier')}
        onClick={() => onMove(addDays(from, -shownDays))}
      >
        <IconChevronLeft size={18} aria-hidden />
      </Button>
      <span>{format.spelledDays(from, addDays(from, shownDays - 1))}</span>
      <Button variant="default" aria-label={t('time.later')} onClick={() => onMove(addDays(from, shownDays))}>
        <IconChevronRight size={18} aria-hidden />
      </Button>
    </div>
  );
}

/** The days of two weeks below their weekdays; those without a free time can't be chosen. */
export function DayChoice(props: {
  from: LocalDate;
  count: number;
  days: readonly string[];
  value: string | undefined;
  onChange: (day: string) => void;
}) {
  const t = useTranslation('booking');
  const format = useFormat();
  const { from, count, days, value, onChange } = props;
  const all = Array.from({ length: count }, (_, i) => addDays(from, i));
  return (
    <fieldset className={classes.days} aria-label={t('time.days')}>
      {all.slice(0, 7).map((day) => (
        <span key={day} aria-hidden>
          {format.weekday(day, undefined, 'narrow')}
        </span>
      ))}
      {all.map((day) => (
        <button
          key={day}
          type="button"
          className={classes.pick}
          disabled={!days.includes(day)}
          aria-pressed={day === value}
          aria-label={format.spelledDay(day)}
          data-weekend={[0, 6].includes(weekday(day)) || undefined}
          onClick={() => onChange(day)}
        >
          {Number(day.slice(8))}
        </button>
      ))}
    </fieldset>
  );
}

/** The free times of one day. */
export function TimeChoice(props: {
  starts: readonly { at: string }[];
  zone: string;
  value: string | null;
  isInvalid: boolean;
  onChoose: (at: string) => void;
}) {
  const format = useFormat();
  const { starts, zone, value, isInvalid, onChoose } = props;
  const [first] = starts;
  if (!first) return null;
  return (
    <fieldset className={classes.group}>
      <legend>{format.longDay(first.at, zone)}</legend>
      <div className={classes.times}>
        {starts.map(({ at }, i) => (
          <button
            key={at}
            type="button"
            className={classes.pick}
            aria-pressed={at === value}
            data-invalid={(isInvalid && i === 0) || undefined}
            onClick={() => onChoose(at)}
          >
            {format.time(at, zone)}
          </button>
        ))}
      </div>
    </fieldset>
  );
}

/** The next free times of any day, one tap each, instead of one that was taken. */
export function NextTimes(props: { next: readonly string[]; zone: string; onChoose: (at: string) => void }) {
  const format = useFormat();
  const { next, zone, onChoose } = props;
  if (next.length === 0) return null;
  return (
    <div className={classes.times}>
      {next.map((at) => (
        <button key={at} type="button" className={classes.pick} onClick={() => onChoose(at)}>
          {format.shortDay(at, zone)}, {format.time(at, zone)}
        </button>
      ))}
    </div>
  );
}
