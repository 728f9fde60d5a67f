import { ActionIcon, useComputedColorScheme } from '@mantine/core';
import { useMemo } from 'react';
import { type LocalDate, localDate, type Zone } from '#domain/base/time.ts';
import { now } from '#web/clock.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { IconPlus } from '#web/ui/layout/icons.ts';
import { fullName } from '#web/ui/layout/person-avatar.tsx';
import { StatusPill } from '#web/ui/layout/status-pill.tsx';
import type { CalendarEvent } from '../contract.ts';
import classes from './agenda.module.css';
import { entryColors } from './entries/entry-colors.ts';
import { daysBetween, entriesByDay, eventTimeLabel } from './times.ts';

interface Props {
  days: { first: LocalDate; last: LocalDate };
  zone: Zone;
  events: readonly CalendarEvent[];
  onOpen: (event: CalendarEvent) => void;
  /** Adds an entry on a day; undefined if not allowed. */
  onAdd?: ((day: LocalDate, at: { x: number; y: number }) => void) | undefined;
}

/** A vertical list of days with their entries: the dashboard's view, and the week on a phone. */
export function Agenda({ days, zone, events, onOpen, onAdd }: Props) {
  const t = useTranslation('calendar');
  const format = useFormat();
  const today = localDate(now(), zone);
  const entries = useMemo(() => entriesByDay(events, zone), [events, zone]);
  return (
    <ol className={classes.days}>
      {daysBetween(days.first, days.last).map((day) => {
        const here = entries.get(day) ?? [];
        const name = format.shortDay(day);
        return (
          <li key={day} className={classes.day} data-day={day}>
            <div className={classes.heading} data-today={day === today || undefined}>
              {day === today ? t('todayIs', { day: name }) : name}
              {onAdd && day >= today && (
                <ActionIcon
                  variant="subtle"
                  size={44}
                  aria-label={t('addOn', { day: name })}
                  onClick={(click) => onAdd(day, { x: click.clientX, y: click.clientY })}
                >
                  <IconPlus size={18} aria-hidden />
                </ActionIcon>
              )}
            </div>
            <ul className={classes.entries}>
              {here.map((event) => (
                <Entry key={event.id} event={event} zone={zone} onOpen={onOpen} />
              ))}
              {here.length === 0 && <li className={classes.free}>{t('nothingThatDay')}</li>}
            </ul>
          </li>
        );
      })}
    </ol>
  );
}

function Entry({
  event,
  zone,
  onOpen,
}: {
  event: CalendarEvent;
  zone: Zone;
  onOpen: (event: CalendarEvent) => void;
}) {
  const t = useTranslation('calendar');
  const format = useFormat();
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const isRequested = event.systemRef.type === 'inspEvent' && event.apptData?.status === 'requested';
  const isOff = event.systemRef.type === 'inspEvent' && event.apptData?.utilities_on === false;
  const more = [event.technician ? fullName(event.technician) : null, event.apptData?.clients]
    .filter(Boolean)
    .join(' · ');
  return (
    <li>
      <button type="button" className={classes.entry} onClick={() => onOpen(event)}>
        <span className={classes.bar} style={{ background: entryColors(event, scheme).edge }} aria-hidden />
        <span className={classes.time}>{eventTimeLabel(event, format, zone, t('allDay'))}</span>
        <span className={classes.what}>
          <strong>{event.is_private ? t('busyTitle') : event.title}</strong>
          {more && <span>{more}</span>}
        </span>
        {(isRequested || isOff) && (
          <span className={classes.pill}>
            {isOff && <StatusPill tone="warn">{t('utilitiesOff')}</StatusPill>}
            {isRequested && <StatusPill tone="warn">{t('status.requested')}</StatusPill>}
          </span>
        )}
      </button>
    </li>
  );
}
