import FullCalendar, { type CalendarRef } from '@fullcalendar/react';
import '@fullcalendar/react/skeleton.css';
import interaction from '@fullcalendar/react/interaction';
import timeGrid from '@fullcalendar/react/timegrid';
import {
  type CSSProperties,
  type KeyboardEvent,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { addMinutes, asInstant, type LocalDate } from '#domain/base/time.ts';
import type { Slot } from '#features/availability/slots-contract.ts';
import { useLanguage } from '#web/i18n.ts';
import classes from './slot-calendar.module.css';
import {
  adjacentSlot,
  calendarHeight,
  type DayRange,
  drawnHours,
  drawnSlots,
  invalidRange,
  pageDays,
  rowHeight,
  slotMinutes,
} from './slot-dates.ts';
import { type SlotLabels, useSlotLabels } from './use-slot-labels.ts';

interface Props {
  slots: readonly Slot[];
  shown: DayRange;
  today: LocalDate;
  /** The slot whose panel is open, or the booked one. */
  chosen: string | null;
  onChoose: (slot: Slot) => void;
  label: string;
}

/**
 * Two weeks of free slots. In a separate file because its library is only loaded on wide screens when the step opens.
 * Slots are passed as local times without a zone. One tab stop; arrow keys move between slots, Enter opens one.
 */
export function SlotCalendar({ slots, shown, today, chosen, onChoose, label }: Props) {
  const labels = useSlotLabels();
  const { lang } = useLanguage();
  const calendar = useRef<CalendarRef>(null);
  const drawn = useMemo(() => drawnSlots(slots, shown, today), [slots, shown, today]);
  const hours = drawnHours(drawn);
  const keys = useRoving(drawn, chosen);
  const isReady = useSettled();
  const firstHour = useFirstHour(drawn, chosen);
  const events = useMemo(() => drawn.map(eventOf), [drawn]);
  useEffect(() => {
    // Not during React's own commit, since the library re-renders itself.
    queueMicrotask(() => calendar.current?.getApi().gotoDate(shown.from));
  }, [shown.from]);

  return (
    <fieldset
      className={classes.calendar}
      data-ready={isReady || undefined}
      aria-label={label}
      onKeyDown={keys.onKeyDown}
      style={{ minHeight: calendarHeight, '--row': `${rowHeight(drawn)}px` } as CSSProperties}
    >
      <div className={classes.fill}>
        <FullCalendar
          {...appearance}
          plugins={plugins}
          ref={calendar}
          locale={lang}
          now={`${today}T00:00:00`}
          initialDate={shown.from}
          slotMinTime={`${hours.from}:00:00`}
          slotMaxTime={`${hours.to}:00:00`}
          scrollTime={`${firstHour}:00:00`}
          validRange={{ start: invalidRange(today).end }}
          events={events}
          dateClick={(info) => onChoose(emptySlot(info.dateStr))}
          eventClick={(info) => onChoose(info.event.extendedProps.slot as Slot)}
          eventDidMount={(info) => {
            const slot = info.event.extendedProps.slot as Slot;
            keys.mounted(info.event.id, info.el, `${labels.moment(slot)}, ${slot.title}`);
          }}
          eventWillUnmount={(info) => keys.unmounted(info.event.id, info.el)}
          eventContent={(info) => (
            <SlotText
              slot={info.event.extendedProps.slot as Slot}
              isTall={info.event.extendedProps.isTall as boolean}
              labels={labels}
            />
          )}
          dayHeaderContent={({ date, text }) =>
            text === '' ? null : (
              <DayHeading day={date.toISOString().slice(0, 10)} today={today} labels={labels} />
            )
          }
          slotHeaderContent={({ date, text }) =>
            text === '' ? null : <span>{labels.hour(date?.getUTCHours() ?? 0)}</span>
          }
        />
      </div>
    </fieldset>
  );
}

/** A place without a slot: its panel states that no one is available. */
function emptySlot(local: string): Slot {
  const [date = '', clock = ''] = local.slice(0, 16).split('T');
  const [hour = 0, minute = 0] = clock.split(':').map(Number);
  return { date, hour, minute, color: '', title: '', values: [] };
}

const plugins = [timeGrid, interaction];

/** The options that never change. */
const appearance = {
  timeZone: 'UTC',
  headerToolbar: false,
  initialView: 'twoWeeks',
  views: { twoWeeks: { type: 'timeGrid', duration: { days: pageDays }, dateAlignment: 'day' } },
  height: '100%',
  expandRows: true,
  slotDuration: '01:00:00',
  allDaySlot: false,
  slotEventOverlap: false,
  eventInteractive: true,
  eventInnerClass: classes.inner ?? '',
  dayHeaderClass: classes.dayHeader ?? '',
  dayLaneClass: (info: { isDisabled: boolean }) => `${classes.lane} ${info.isDisabled ? classes.closed : ''}`,
  slotLaneClass: classes.row ?? '',
  slotHeaderClass: classes.hour ?? '',
  slotHeaderInnerClass: classes.hourInner ?? '',
  dayHeaderAlign: 'center',
  tableHeaderClass: classes.head ?? '',
} as const;

type DrawnSlot = ReturnType<typeof drawnSlots>[number];

/** Opens at the selected slot and does not jump when others are viewed. */
function useFirstHour(drawn: readonly DrawnSlot[], chosen: string | null): number {
  const [firstHour] = useState(() => {
    const slots = drawn.map(({ slot }) => slot.hour);
    return drawn.find(({ start }) => start === chosen)?.slot.hour ?? Math.min(8, ...slots);
  });
  return firstHour;
}

function eventOf({ slot, start, minutes }: DrawnSlot) {
  return {
    id: start,
    start: `${start}:00`,
    end: addMinutes(asInstant(`${start}:00Z`), minutes).slice(0, 19),
    title: slot.title,
    class: classes.slot ?? '',
    color: slot.color,
    extendedProps: { slot, isTall: minutes === slotMinutes },
  };
}

function SlotText({ slot, isTall, labels }: { slot: Slot; isTall: boolean; labels: SlotLabels }) {
  return (
    <span className={classes.text} data-low={!isTall || undefined}>
      <span className={classes.time}>{labels.time(slot)}</span>
      <span className={classes.title}>{labelOf(slot, labels)}</span>
    </span>
  );
}

function DayHeading({ day, today, labels }: { day: string; today: string; labels: SlotLabels }) {
  return (
    <span className={classes.day} data-today={day === today || undefined}>
      <span>{labels.weekday(day)}</span>
      <span className={classes.number}>{labels.dayOfMonth(day)}</span>
    </span>
  );
}

// Columns are narrow: the full title is the slot's accessible name and tooltip.
function labelOf(slot: Slot, labels: SlotLabels): string {
  const [only, another] = slot.values;
  return only && !another ? only.first_name || slot.title : labels.free(slot);
}

/** One tab stop for all slots: the selected one, or the first; expressed through attributes to avoid a re-render. */
function useRoving(drawn: ReturnType<typeof drawnSlots>, chosen: string | null) {
  const elements = useRef(new Map<string, HTMLElement>());
  const [stop, setStop] = useState<string | null>(null);
  const first = drawn[0]?.start ?? null;
  const has = (start: string | null) => drawn.some((one) => one.start === start);
  const at = has(stop) ? stop : has(chosen) ? chosen : first;

  const mark = (start: string, element: HTMLElement) => {
    element.tabIndex = start === at ? 0 : -1;
    element.setAttribute('role', 'button');
    element.setAttribute('aria-pressed', String(start === chosen));
  };
  useLayoutEffect(() => {
    for (const [start, element] of elements.current) mark(start, element);
  });
  return {
    mounted: (start: string, element: HTMLElement, name: string) => {
      elements.current.set(start, element);
      element.setAttribute('aria-label', name);
      element.title = name;
      mark(start, element);
    },
    unmounted: (start: string, element: HTMLElement) => {
      if (elements.current.get(start) === element) elements.current.delete(start);
    },
    onKeyDown: (event: KeyboardEvent) => {
      const here = [...elements.current].find(([, element]) => element === event.target)?.[0];
      const next = here === undefined ? undefined : adjacentSlot(drawn, here, event.key);
      if (!next) return;
      event.preventDefault();
      setStop(next.start);
      const element = elements.current.get(next.start);
      element?.focus({ preventScroll: true });
      element?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    },
  };
}

// The library sets its heights in a second pass: it is shown once that is done, to avoid a layout shift.
function useSettled(): boolean {
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => setReady(true));
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  return isReady;
}
