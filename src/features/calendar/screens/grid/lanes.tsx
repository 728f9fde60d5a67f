import '@mantine/schedule/styles.layer.css';

import { useComputedColorScheme, VisuallyHidden } from '@mantine/core';
import { ResourcesDayView, type ScheduleEventData } from '@mantine/schedule';
import { type CSSProperties, useEffect, useMemo, useRef } from 'react';
import { addMinutes, asInstant, toLocal, type Zone } from '#domain/base/time.ts';
import { now } from '#web/clock.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { personOptions } from '#web/ui/inputs/person-options.ts';
import type { CalendarEvent } from '../../contract.ts';
import { entryColors, entryOpacity } from '../entries/entry-colors.ts';
import type { Person } from '../entries/event-form.tsx';
import { daysOfEvent, eventTimeLabel } from '../times.ts';
import type { FindUnavailable, UnavailableTime } from '../use-work-hours.ts';
import { Warning } from '../warning.tsx';
import type { CalendarGridProps } from './calendar-grid.tsx';
import { movedLaneTimes, toGridTimes } from './grid-times.ts';
import classes from './lanes.module.css';
import { keepGrabOffset, type LaneDrag } from './lanes-drag.ts';

interface Props extends Omit<CalendarGridProps, 'view' | 'unavailable'> {
  /** Finds the times in which a technician can't be booked; null if unknown. */
  unavailable: FindUnavailable | null;
  technicians: readonly Person[];
}

const unassigned = 'unassigned';
const step = 15;

/** One day with a lane for each technician, and one for entries without a technician. */
export function Lanes(props: Props) {
  const { day, zone, acceptsActions } = props;
  const t = useTranslation('calendar');
  const format = useFormat();
  const { resources, items, scheme } = useLanes(props);
  const { host, newTimes } = useLaneDrag(zone, acceptsActions);
  return (
    <div ref={host}>
      <ResourcesDayView
        {...appearance}
        className={classes.lanes ?? ''}
        date={day}
        resources={resources}
        events={items}
        labels={{
          resources: t('technician'),
          resourceSlot: t('laneSlot'),
          moreLabel: (count) => t('moreInLane', { count }),
        }}
        withCurrentTimeIndicator={day === toLocal(now(), zone).slice(0, 10)}
        getCurrentTime={() => toLocal(now(), zone).replace('T', ' ')}
        slotLabelFormat={(value) => format.time(`${String(value).replace(' ', 'T').slice(0, 16)}:00Z`, 'UTC')}
        withEventsDragAndDrop={acceptsActions}
        withEventResize={acceptsActions}
        canDragEvent={(item) => isMovable(entryOf(item))}
        canResizeEvent={(item) => entryOf(item).may.resize && !entryOf(item).all_day}
        onEventDrop={({ event, newStart, newEnd, resourceId }) => {
          const entry = entryOf(event);
          const technicianId = resourceId === undefined ? {} : { technicianId: technicianOf(resourceId) };
          // The entry is rendered from the data: it goes back by itself if nothing was saved.
          void props.onMove({ event: entry, ...newTimes(entry, newStart, newEnd, 'drop'), ...technicianId });
        }}
        onEventResize={({ event, newStart, newEnd }) => {
          const entry = entryOf(event);
          void props.onMove({ event: entry, ...newTimes(entry, newStart, newEnd, 'resize') });
        }}
        onEventClick={(item) => props.onOpen(entryOf(item))}
        onTimeSlotClick={({ slotStart, nativeEvent: { clientX: x, clientY: y }, resourceId }) =>
          props.onSlot({
            local: asClock(slotStart),
            minutes: 60,
            x,
            y,
            technicianId: technicianOf(resourceId),
          })
        }
        renderEventBody={(item) =>
          item.display === 'background' ? (
            <span className={classes.unavailable} data-kind={item.payload?.kind} />
          ) : (
            <LaneEntry entry={entryOf(item)} zone={zone} scheme={scheme} />
          )
        }
      />
    </div>
  );
}

const appearance = {
  withHeader: false,
  intervalMinutes: 60,
  eventDragInterval: step,
  eventResizeInterval: step,
  startScrollTime: '07:00:00',
  slotWidth: 84,
  rowHeight: 76,
  withCurrentTimeBubble: false,
  maxEventsPerTimeSlot: 3,
} as const;

type Scheme = ReturnType<typeof useComputedColorScheme>;

/** Sorts the entries into lanes. */
function useLanes({ events, technicians, zone, unavailable }: Props) {
  const t = useTranslation('calendar');
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const items = useMemo(() => events.map((event) => itemOf(event, zone, scheme)), [events, zone, scheme]);
  const lanesOf = new Set(technicians.map((one) => one.id));
  const isOrphaned = events.some((one) => one.technician === null || !lanesOf.has(one.technician.id));
  const resources = [
    ...personOptions(technicians).map(({ value, label }, i) => ({
      id: value,
      label,
      color: technicians[i]?.color ?? '',
    })),
    ...(isOrphaned ? [{ id: unassigned, label: t('noTechnician') }] : []),
  ];
  const shown = items.map((item) => ({
    ...item,
    resourceId: lanesOf.has(String(item.resourceId)) ? item.resourceId : unassigned,
  }));
  const backgrounds = useMemo(
    () => technicians.flatMap(({ id }) => (unavailable?.([id]) ?? []).map((time) => backgroundOf(time, id))),
    [technicians, unavailable],
  );
  return { resources, items: [...backgrounds, ...shown], scheme };
}

/** Follows drags in the lanes and returns the times they lead to. */
function useLaneDrag(zone: Zone, acceptsActions: boolean) {
  const host = useRef<HTMLDivElement>(null);
  const drag = useRef<LaneDrag>(null);
  useEffect(() => {
    if (!host.current || !acceptsActions) return;
    const rows = '.mantine-ResourcesDayView-resourcesDayViewRowSlots';
    const listening = keepGrabOffset(host.current, '[draggable="true"]', rows, step);
    drag.current = listening;
    return listening.stop;
  }, [acceptsActions]);
  const newTimes = (entry: CalendarEvent, newStart: string, newEnd: string, act: 'drop' | 'resize') => {
    if (!entry.all_day) {
      const carried = act === 'drop' ? (drag.current?.minutes() ?? null) : null;
      const from =
        carried === null ? newStart : addMinutes(asInstant(toGridTimes(entry, zone).start), carried);
      const [start, end] = movedLaneTimes(entry, { start: asClock(from), end: asClock(newEnd) }, act, zone);
      return { start, end };
    }
    // Within one day only its technician changes: it keeps its days.
    const { first, last } = daysOfEvent(entry, zone);
    return { start: first, end: last };
  };
  return { host, newTimes };
}

function LaneEntry({ entry, zone, scheme }: { entry: CalendarEvent; zone: Zone; scheme: Scheme }) {
  const t = useTranslation('calendar');
  const format = useFormat();
  const { edge, text } = entryColors(entry, scheme);
  return (
    <span
      className={classes.text}
      data-shade={entryOpacity(entry)}
      data-requested={isRequested(entry) || undefined}
      style={{ '--entry-edge': edge, color: text } as CSSProperties}
    >
      <strong>
        <Warning text={isOff(entry) ? t('utilitiesOff') : ''} />
        {entry.title}
      </strong>
      {isRequested(entry) && <VisuallyHidden>{t('status.requested')}</VisuallyHidden>}
      <span>{eventTimeLabel(entry, format, zone, t('allDay'))}</span>
    </span>
  );
}

/** Returns the technician of a lane; null for the lane without one. */
function technicianOf(lane: string | number | undefined): string | null {
  return lane === undefined || lane === unassigned ? null : String(lane);
}

function itemOf(event: CalendarEvent, zone: Zone, scheme: 'light' | 'dark'): ScheduleEventData {
  const { start, end } = event.all_day
    ? { start: event.start.dateTime, end: event.end.dateTime }
    : toGridTimes(event, zone);
  const local = (clock: string) => `${clock.slice(0, 16).replace('T', ' ')}:00`;
  const { background } = entryColors(event, scheme);
  return {
    id: event.id,
    title: event.title,
    start: local(start),
    end: local(end),
    color: background,
    variant: 'filled',
    resourceId: event.technician?.id ?? unassigned,
    payload: { entry: event },
  } as ScheduleEventData;
}

function backgroundOf({ kind, start, end }: UnavailableTime, resourceId: string): ScheduleEventData {
  const local = (time: string) => `${time.replace('T', ' ')}:00`;
  return {
    id: `${resourceId} ${kind} ${start}`,
    title: '',
    start: local(start),
    end: local(end),
    color: 'transparent',
    display: 'background',
    resourceId,
    payload: { kind },
  } as ScheduleEventData;
}

/** Converts a time of the lanes, `2030-03-08 09:00:00`, to the usual format. */
function asClock(lane: string): string {
  return lane.replace(' ', 'T').slice(0, 16);
}

function entryOf(item: ScheduleEventData): CalendarEvent {
  return (item.payload as { entry: CalendarEvent }).entry;
}

function isRequested(event: CalendarEvent): boolean {
  return event.systemRef.type === 'inspEvent' && event.apptData?.status === 'requested';
}

function isOff(event: CalendarEvent): boolean {
  return event.systemRef.type === 'inspEvent' && event.apptData?.utilities_on === false;
}

function isMovable(event: CalendarEvent): boolean {
  return event.may.move || (event.systemRef.type === 'externalEvent' && !event.is_private);
}
