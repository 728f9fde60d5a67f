import { type KeyboardEvent, useMemo, useRef } from 'react';
import { dayFormatter } from '#domain/base/formatter.ts';
import { addDays, type LocalDate, localDate, type Zone } from '#domain/base/time.ts';
import { now } from '#web/clock.ts';
import { useFormat } from '#web/format.ts';
import { useLanguage, useTranslation } from '#web/i18n.ts';
import type { CalendarEvent } from '../contract.ts';
import classes from './month-dots.module.css';
import { daysBetween, entriesByDay } from './times.ts';
import { daysShown, monthsShown } from './views.ts';

interface Props {
  view: 'month' | '2months';
  day: LocalDate;
  zone: Zone;
  events: readonly CalendarEvent[];
  onDay: (day: LocalDate) => void;
}

const mostDots = 3;
const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/**
 * The month on a phone: a dot in the technician's color for each entry of a day. One tab stop, the chosen day; arrow
 * keys move to the days around it.
 */
export function MonthDots({ view, day, zone, events, onDay }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const entries = useMemo(() => entriesByDay(events, zone), [events, zone]);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = addDays(day, step);
    onDay(next);
    // The day may be of another month, which is rendered first.
    requestAnimationFrame(() => {
      host.current?.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus();
    });
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the buttons inside.
    <div ref={host} onKeyDown={onKeyDown} className={classes.months}>
      {monthsShown(view, day).map((month) => (
        <Month key={month} {...{ month, day, zone, entries, onDay }} />
      ))}
    </div>
  );
}

type MonthProps = Omit<Props, 'view' | 'events'> & {
  month: LocalDate;
  entries: ReadonlyMap<LocalDate, CalendarEvent[]>;
};

function Month({ month, ...props }: MonthProps) {
  const format = useFormat();
  const { first, last } = daysShown('month', month);
  const isOfMonth = (day: LocalDate) => day.slice(0, 7) === month.slice(0, 7);
  // Without weeks that are entirely in the next month.
  const days = daysBetween(first, last).filter((_, i, all) => isOfMonth(all[i - (i % 7)] ?? month) || i < 7);
  return (
    <fieldset className={classes.month} aria-label={format.spelledMonths(month, month)}>
      {days.slice(0, 7).map((day) => (
        <span key={day} className={classes.weekday} aria-hidden>
          {format.weekday(day, 'UTC', 'narrow')}
        </span>
      ))}
      {days.map((day) =>
        isOfMonth(day) ? <Day key={day} {...props} of={day} /> : <span key={day} aria-hidden />,
      )}
    </fieldset>
  );
}

function Day({ of, day, zone, entries, onDay }: Omit<MonthProps, 'month'> & { of: LocalDate }) {
  const t = useTranslation('calendar');
  const { lang } = useLanguage();
  const here = entries.get(of) ?? [];
  const appointments = here.filter((event) => event.systemRef.type === 'inspEvent').length;
  const others = here.length - appointments;
  const name = [
    dayFormatter(lang)(of),
    ...(appointments > 0 || others === 0 ? [t('appointmentsOfDay', { count: appointments })] : []),
    ...(others > 0 ? [t('othersOfDay', { count: others })] : []),
  ];
  const isToday = of === localDate(now(), zone);
  return (
    <button
      type="button"
      className={classes.day}
      data-day={of}
      aria-label={name.join(', ')}
      aria-pressed={of === day}
      aria-current={isToday ? 'date' : undefined}
      tabIndex={of === day ? 0 : -1}
      onClick={() => onDay(of)}
    >
      <span className={classes.number}>{Number(of.slice(8))}</span>
      <span className={classes.dots}>
        {here.slice(0, mostDots).map((event) => (
          <i key={event.id} className={classes.dot} style={{ background: event.color }} />
        ))}
        {here.length > mostDots && <span>+{here.length - mostDots}</span>}
      </span>
    </button>
  );
}
