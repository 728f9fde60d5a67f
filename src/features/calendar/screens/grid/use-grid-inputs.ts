import type { EventInput } from '@fullcalendar/react';
import { useComputedColorScheme } from '@mantine/core';
import { useMemo } from 'react';
import { addDays, type LocalDate, type Zone } from '#domain/base/time.ts';
import { useTranslation } from '#web/i18n.ts';
import type { CalendarEvent } from '../../contract.ts';
import { entryColors } from '../entries/entry-colors.ts';
import type { UnavailableTime } from '../use-work-hours.ts';
import { daysShown, type View } from '../views.ts';
import classes from './calendar-grid.module.css';
import { toGridTimes } from './grid-times.ts';

/** What a grid of days shows. */
export interface GridContent {
  view: Exclude<View, 'dashboard' | 'lanes'>;
  day: LocalDate;
  zone: Zone;
  events: readonly CalendarEvent[];
  /** The background of the hours: outside work hours, and time off. */
  unavailable: readonly UnavailableTime[];
  /** False for read-only: nothing can be moved or added. */
  acceptsActions: boolean;
}

/** Returns what the grid shows, for the library: the entries, and behind them the times in which no one can be booked. */
export function useGridInputs(props: GridContent, isHourGrid: boolean): EventInput[] {
  const entries = useEntryInputs(props, isHourGrid);
  const backgrounds = useBackgrounds(props.unavailable);
  return useMemo(() => [...backgrounds, ...entries], [backgrounds, entries]);
}

function useEntryInputs(
  { view, day, zone, events, acceptsActions }: GridContent,
  isHourGrid: boolean,
): EventInput[] {
  const t = useTranslation('calendar');
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  return useMemo(
    () =>
      eventsWithin(events, daysShown(view, day)).map((event) =>
        inputOf(event, {
          ...{ zone, scheme, acceptsActions, isHourGrid },
          utilitiesOff: t('utilitiesOff'),
          requested: t('status.requested'),
        }),
      ),
    [events, view, day, zone, scheme, acceptsActions, isHourGrid, t],
  );
}

function useBackgrounds(unavailable: readonly UnavailableTime[]): EventInput[] {
  return useMemo(
    () =>
      unavailable.map(({ kind, start, end }) => ({
        start: `${start}:00Z`,
        end: `${end}:00Z`,
        display: 'background',
        interactive: false,
        class: `${classes.unavailable} ${kind === 'off' ? classes.off : ''} calendar-${kind}`,
      })),
    [unavailable],
  );
}

/** Returns the events on or near the days: the library iterates over all of them on every drag. */
function eventsWithin(
  events: readonly CalendarEvent[],
  { first, last }: { first: LocalDate; last: LocalDate },
) {
  // One more day on both sides is correct in every time zone.
  const [from, to] = [Date.parse(addDays(first, -1)), Date.parse(addDays(last, 2))];
  return events.filter(
    ({ start, end }) => Date.parse(start.dateTime) < to && Date.parse(end.dateTime) >= from,
  );
}

interface Shown {
  zone: Zone;
  scheme: 'light' | 'dark';
  acceptsActions: boolean;
  isHourGrid: boolean;
  utilitiesOff: string;
  requested: string;
}

function inputOf(event: CalendarEvent, shown: Shown): EventInput {
  const { zone, scheme, acceptsActions, isHourGrid, utilitiesOff, requested } = shown;
  const { edge, background } = entryColors(event, scheme);
  const isRequested = event.systemRef.type === 'inspEvent' && event.apptData?.status === 'requested';
  const isExternal = event.systemRef.type === 'externalEvent';
  // An imported event can be dragged, but goes back with an explanation.
  const isMovable = acceptsActions && (event.may.move || (isExternal && !event.is_private));
  const isResizable = acceptsActions && (event.may.resize || (isExternal && isMovable));
  const isOff = event.systemRef.type === 'inspEvent' && event.apptData?.utilities_on === false;
  const isOurs = isHourGrid && !event.all_day;
  const names = [
    classes.event,
    isRequested ? classes.requested : '',
    event.is_private ? classes.private : '',
    `calendar-${event.systemRef.type}`,
    isOurs && isMovable ? classes.draggable : '',
    isOurs && isResizable ? classes.resizable : '',
  ];
  return {
    id: event.id,
    title: event.title,
    ...toGridTimes(event, zone),
    allDay: event.all_day,
    // In the hour grid they are dragged by grid-drag.ts.
    startEditable: isMovable && !isOurs,
    durationEditable: isResizable && !isOurs,
    color: edge,
    contrastColor: background,
    class: names.filter(Boolean).join(' '),
    extendedProps: { entry: event, warning: isOff ? utilitiesOff : '', state: isRequested ? requested : '' },
  };
}
