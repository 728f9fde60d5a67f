import '@fullcalendar/react/skeleton.css';
import '@fullcalendar/react/themes/breezy/theme.css';

import FullCalendar, {
  type CalendarRef,
  type DateClickInfo,
  type EventChangeInfo,
  type EventClickInfo,
} from '@fullcalendar/react';
import dayGrid from '@fullcalendar/react/daygrid';
import interaction from '@fullcalendar/react/interaction';
import de from '@fullcalendar/react/locales/de';
import fr from '@fullcalendar/react/locales/fr';
import multiMonth from '@fullcalendar/react/multimonth';
import breezy from '@fullcalendar/react/themes/breezy';
import timeGrid from '@fullcalendar/react/timegrid';
import { Skeleton } from '@mantine/core';
import { memo, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { addDays, asLocalDate, firstWeekday, type LocalDate } from '#domain/base/time.ts';
import { now } from '#web/clock.ts';
import { type Lang, useLanguage, useTranslation } from '#web/i18n.ts';
import type { CalendarEvent } from '../../contract.ts';
import { clockRangeFormatter, type WallClock } from '../format-clock-range.ts';
import type { Move } from '../use-moves.ts';
import type { View } from '../views.ts';
import classes from './calendar-grid.module.css';
import { enableGridDrag } from './grid-drag.ts';
import { calendarEventOf, renderEntry } from './grid-entry.tsx';
import { gridTimeZone, movedEventTimes } from './grid-times.ts';
import { type GridContent, useGridInputs } from './use-grid-inputs.ts';

const plugins = [breezy, dayGrid, timeGrid, multiMonth, interaction];
const locales = [de, fr];
const fcView: Record<Exclude<View, 'dashboard' | 'lanes'>, string> = {
  week: 'timeGridWeek',
  day: 'timeGridDay',
  month: 'dayGridMonth',
  '2months': 'twoMonths',
};
const fcViews = {
  // Low weeks: both months fit into one and a half screens.
  twoMonths: {
    type: 'multiMonth',
    duration: { months: 2 },
    multiMonthMaxColumns: 1,
    // A sixth of a month's width by this: the height of a week.
    aspectRatio: 2.25,
    tableBodyClass: classes.weeks,
  },
};

export interface CalendarGridProps extends GridContent {
  height: number | 'auto';
  onOpen: (event: CalendarEvent) => void;
  onMove: (move: Move) => Promise<boolean>;
  /** Called when an empty slot was clicked: with its company-local time, its duration and the screen position. */
  onSlot: (slot: {
    local: string;
    minutes: number;
    x: number;
    y: number;
    technicianId?: string | null;
  }) => void;
  onDay: (day: LocalDate) => void;
}

/** The grid of days and hours. */
export const CalendarGrid = memo(function Board(props: CalendarGridProps) {
  const { view, day, events, acceptsActions } = props;
  const { lang } = useLanguage();
  const t = useTranslation('calendar');
  const calendar = useRef<CalendarRef>(null);
  const isHourGrid = view === 'week' || view === 'day';
  const isSettled = useTwoFrames(view);
  const inputs = useGridInputs(props, isHourGrid);
  // The same object as long as the language is the same: a new one would re-render the whole grid.
  const clock = useMemo(() => clockOf(lang), [lang]);
  const latest = useLatest(props);
  const handlers = useMemo(() => handlersOf(latest), [latest]);
  const board = useGridDrag(latest, isHourGrid);
  // The library scrolls a month to the given day's week: earlier weeks would be half hidden by the header.
  const from = view === 'month' ? asLocalDate(`${day.slice(0, 8)}01`) : day;
  useEffect(() => {
    calendar.current?.getApi().gotoDate(from);
  }, [from]);
  const hasAllDay = events.some((event) => event.all_day);
  return (
    <div className={classes.frame}>
      <div ref={board} className={classes.board} data-view={view} data-waiting={isSettled ? undefined : ''}>
        <FullCalendar
          key={view}
          ref={calendar}
          {...appearance}
          plugins={plugins}
          locales={locales}
          locale={lang}
          timeZone="UTC"
          now={() => gridTimeZone(now(), props.zone)}
          initialView={fcView[view]}
          initialDate={from}
          height={view === '2months' ? 'auto' : props.height}
          editable={acceptsActions}
          slotHeaderFormat={clock}
          eventTimeFormat={clock}
          allDaySlot={hasAllDay}
          allDayText={t('allDay')}
          navLinks={view !== 'day'}
          events={inputs}
          {...handlers}
        />
      </div>
      {!isSettled && <Skeleton className={classes.skeleton} radius={6} />}
    </div>
  );
});

/** The options that are the same in every view. */
const appearance = {
  firstDay: firstWeekday,
  headerToolbar: false,
  views: fcViews,
  nowIndicator: true,
  nowIndicatorLineClass: 'calendar-now',
  slotLaneClass: 'calendar-slot',
  dayLaneClass: 'calendar-lane',
  dayHeaderClass: 'calendar-day',
  dayCellTopInnerClass: classes.date,
  eventDurationEditable: true,
  eventResizableFromStart: false,
  dragRevertDuration: 150,
  longPressDelay: 350,
  slotDuration: '01:00:00',
  snapDuration: '00:15:00',
  slotMinHeight: 44,
  scrollTime: '07:00:00',
  slotEventOverlap: false,
  eventMaxStack: 4,
  eventMinHeight: 22,
  dayMaxEvents: 4,
  moreLinkClass: classes.more,
  // It is not inside the board, whose colors it needs.
  popoverClass: classes.board,
  eventInteractive: true,
  eventDisplay: 'block',
  eventContent: renderEntry,
} as const;

/** Lets entries of the hour grid be dragged; returns the ref of the grid's element. */
function useGridDrag(latest: RefObject<CalendarGridProps>, isHourGrid: boolean) {
  const { lang } = useLanguage();
  const board = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isHourGrid || !board.current) return;
    return enableGridDrag(board.current, () => ({
      ...latest.current,
      find: (id) => latest.current.events.find((one) => one.id === id),
      formatTimes: clockRangeFormatter(lang),
    }));
  }, [isHourGrid, lang, latest]);
  return board;
}

/** The grid's slots grow after the first layout: it stays hidden until then. */
function useTwoFrames(view: string): boolean {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => setSettled(view));
    });
    return () => cancelAnimationFrame(frame);
  }, [view]);
  return settled === view;
}

/** Returns the formatter of all times for the library; an end before the start is on another day. */
function clockOf(lang: Lang) {
  const format = clockRangeFormatter(lang);
  return ({ start, end }: { start: WallClock; end?: WallClock | null }) => format(start, end ?? null);
}

function useLatest<T>(value: T) {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}

function handlersOf(latest: { current: CalendarGridProps }) {
  const change = (info: EventChangeInfo) => {
    const { event, oldEvent } = info;
    // Entries can't be dragged between the hours and the all-day row.
    if (event.allDay !== oldEvent.allDay) {
      info.revert();
      return;
    }
    const entry = calendarEventOf(event);
    const [start, end] = event.allDay
      ? [
          event.startStr.slice(0, 10),
          addDays(asLocalDate((event.endStr || event.startStr).slice(0, 10)), event.endStr ? -1 : 0),
        ]
      : movedEventTimes(entry, event, oldEvent, latest.current.zone);
    void latest.current.onMove({ event: entry, start, end }).then((done) => {
      if (!done) info.revert();
    });
  };
  return {
    eventDrop: change,
    eventResize: change,
    eventClick: (info: EventClickInfo) => {
      info.jsEvent.preventDefault();
      latest.current.onOpen(calendarEventOf(info.event));
    },
    dateClick: (info: DateClickInfo) => {
      const isDay = info.allDay;
      latest.current.onSlot({
        local: isDay ? info.dateStr.slice(0, 10) : info.dateStr.slice(0, 16),
        // To the end of the cell, whichever quarter of it was clicked.
        minutes: isDay ? 24 * 60 : 60 - Number(info.dateStr.slice(14, 16)),
        x: info.jsEvent.clientX,
        y: info.jsEvent.clientY,
      });
    },
    navLinkDayClick: (date: Date) => latest.current.onDay(asLocalDate(date.toISOString().slice(0, 10))),
  };
}
