import { Skeleton } from '@mantine/core';
import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { asLocal, asZone, type LocalDate, localDate, toInstant } from '#domain/base/time.ts';
import { allows } from '#domain/people/permissions.ts';
import { listTeam } from '#features/availability/contract.ts';
import { useRead } from '#web/api.ts';
import { now } from '#web/clock.ts';
import { useTranslation } from '#web/i18n.ts';
import { lazy } from '#web/loading/lazy.ts';
import { useActor, useUser } from '#web/session.ts';
import { useCanSchedule } from '#web/shell/can-schedule.ts';
import { toast } from '#web/toast.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { useIsPhone } from '#web/ui/layout/use-is-phone.ts';
import { listEvents } from '../contract.ts';
import { Agenda } from './agenda.tsx';
import classes from './calendar.module.css';
import { nextStart, Overlays, useOverlays } from './calendar-overlays.tsx';
import type { CalendarGridProps } from './grid/calendar-grid.tsx';
import type { FreeSlot } from './slot-menu.tsx';
import { newEventStart } from './times.ts';
import { Legend, TechnicianChips, Toolbar } from './toolbar.tsx';
import { useMoves } from './use-moves.ts';
import { useWorkHours } from './use-work-hours.ts';
import { daysShown, type View } from './views.ts';

const loadBoard = () => import('./grid/calendar-grid.tsx');
const Board = lazy(async () => ({ default: (await loadBoard()).CalendarGrid }));
const MonthDots = lazy(async () => ({ default: (await import('./month-dots.tsx')).MonthDots }));
const Lanes = lazy(async () => ({ default: (await import('./grid/lanes.tsx')).Lanes }));

export interface CalendarWidgetProps {
  offered: readonly View[];
  view: View;
  /** Called with the day as well if one was opened. */
  onView: (view: View, day?: LocalDate) => void;
  /** False for appointments and their sub-events only. */
  acceptEvents: boolean;
  /** False for read-only. A click still opens an entry's details. */
  acceptActions: boolean;
  height: number;
  /** The displayed day; defaults to today. */
  day?: LocalDate;
  onDay?: (day: LocalDate) => void;
  /** Opens the form of a new entry from outside; confirmed by `onAdded`. */
  adding?: boolean;
  onAdded?: () => void;
}

/** The calendar with all its actions, as used by the page and the dashboard. */
export function CalendarWidget(props: CalendarWidgetProps) {
  const t = useTranslation('calendar');
  const zone = asZone(useUser().timezone);
  const [ownDay, setOwnDay] = useState(() => localDate(now(), zone));
  const day = props.day ?? ownDay;
  const setDay = props.onDay ?? setOwnDay;
  const { chosen, setChosen, view, offered, ...entries } = useEntries(props, day);
  const { read, team } = entries;
  const overlays = useOverlays(props, zone, chosen);
  const moves = useMoves(zone);
  const acceptsActions = useAcceptsActions(props);
  const offer = useFreeSlot(zone, overlays.setSlot, chosen);
  const acts = useSteady({
    onMove: moves.move,
    onSlot: acceptsActions ? offer : ignore,
    onDay: (next) => {
      setOwnDay(next);
      props.onView('day', next);
    },
  });
  const { height } = props;
  const board = { day, zone, events: entries.events, acceptsActions, height, onOpen: overlays.open, ...acts };
  return (
    <div data-state={read.failure ? 'failed' : read.status}>
      <Toolbar
        view={view}
        offered={offered}
        day={day}
        zone={zone}
        chosen={chosen}
        onView={props.onView}
        onDay={setDay}
      />
      {view !== 'dashboard' && <TechnicianChips technicians={team} chosen={chosen} onChange={setChosen} />}
      {read.failure && read.data && (
        <div style={{ marginBottom: 12 }}>
          <Notice tone="warn">{t('stale')}</Notice>
        </div>
      )}
      <EntriesCard {...{ view, board, entries, chosen, offer }} onDay={setDay} />
      {view !== 'dashboard' && <Legend hasHours={entries.unavailable !== null} />}
      <Overlays {...{ overlays, moves, team, zone, acceptsActions }} entries={read.data ?? none} />
    </div>
  );
}

/** Returns whether the user may change anything in this calendar. */
function useAcceptsActions({ acceptActions }: CalendarWidgetProps): boolean {
  const actor = useActor();
  const canSchedule = useCanSchedule();
  return acceptActions && (canSchedule || allows(actor, 'edit_calendar'));
}

/** Loads the entries and the team, and decides how they are displayed. */
function useEntries(props: CalendarWidgetProps, day: LocalDate) {
  const { acceptEvents } = props;
  const isPhone = useIsPhone();
  const [chosen, setChosen] = useState<string[]>([]);
  const teamRead = useRead(listTeam, {}, { log: 'The technicians could not be loaded' });
  const team = teamRead.data?.technicians ?? none;
  // Lanes need width, and technicians to compare: otherwise the day takes their place.
  const fits = (one: View) => one !== 'lanes' || !(isPhone || (teamRead.data && team.length < 2));
  const view = fits(props.view) ? props.view : 'day';
  const shown = daysShown(view, day);
  const isAgenda = view === 'dashboard' || (view === 'week' && isPhone);
  const unavailable = useWorkHours(
    !isAgenda && (view === 'week' || view === 'day' || view === 'lanes'),
    shown,
  );
  const read = useRead(
    listEvents,
    { startDate: shown.first, endDate: shown.last, acceptEvents },
    { live: true, keep: true },
  );
  const events = useMemo(
    () =>
      (read.data ?? none).filter(
        (event) => chosen.length === 0 || event.technician === null || chosen.includes(event.technician.id),
      ),
    [read.data, chosen],
  );
  return {
    chosen,
    setChosen,
    view,
    offered: props.offered.filter(fits),
    shown,
    read,
    unavailable,
    team,
    events,
    isAgenda,
    // Titles don't fit into the days of a month on a phone: dots, and the list of the chosen day.
    isDots: isPhone && (view === 'month' || view === '2months'),
    // The team determines what is above the hours and whether there are lanes: they render once it is known, to avoid
    // a layout shift under the pointer.
    isTeamAwaited: view !== 'dashboard' && teamRead.status === 'loading',
  };
}

type Entries = Omit<ReturnType<typeof useEntries>, 'chosen' | 'setChosen' | 'view' | 'offered'>;

interface EntriesCardProps {
  view: View;
  board: Omit<CalendarGridProps, 'view' | 'unavailable'>;
  entries: Entries;
  chosen: readonly string[];
  offer: CalendarGridProps['onSlot'];
  /** Shows another day in the same view. */
  onDay: (day: LocalDate) => void;
}

function EntriesCard(props: EntriesCardProps) {
  const { view } = props;
  const { read, isAgenda, isDots, isTeamAwaited } = props.entries;
  if (read.status === 'failed')
    return (
      <div className={classes.card}>
        <ErrorState failure={read.failure} onRetry={read.retry} />
      </div>
    );
  return (
    <div
      className={view === 'dashboard' ? undefined : classes.card}
      data-flush={isAgenda || isDots || undefined}
      aria-busy={read.status === 'loading' || isTeamAwaited || undefined}
    >
      {isDots ? <DotsOf {...props} /> : isAgenda ? <AgendaOf {...props} /> : <HoursOf {...props} />}
    </div>
  );
}

function AgendaOf({ view, board, entries, offer }: EntriesCardProps) {
  const { read, shown, events, isTeamAwaited } = entries;
  if (read.status === 'loading' || isTeamAwaited)
    return <Skeleton h={view === 'dashboard' ? 320 : 420} radius={6} />;
  const canAdd = board.acceptsActions && view !== 'dashboard';
  return (
    <Agenda
      days={shown}
      zone={board.zone}
      events={events}
      onOpen={board.onOpen}
      onAdd={canAdd ? (on, at) => offer({ local: on, minutes: 24 * 60, ...at }) : undefined}
    />
  );
}

function DotsOf(props: EntriesCardProps) {
  const { view, board, entries, onDay } = props;
  const { day } = board;
  if (entries.isTeamAwaited) return <Skeleton h={420} radius={6} />;
  return (
    <Suspense fallback={<Skeleton h={420} radius={6} />}>
      <MonthDots {...board} view={view as 'month' | '2months'} onDay={onDay} />
      <AgendaOf {...props} entries={{ ...entries, shown: { first: day, last: day } }} />
    </Suspense>
  );
}

function HoursOf({ view, board, entries, chosen }: EntriesCardProps) {
  const { team, unavailable, isTeamAwaited } = entries;
  const times = useMemo(
    () => unavailable?.(chosen.length > 0 ? chosen : undefined) ?? none,
    [unavailable, chosen],
  );
  // Together with the data: the board itself renders only after the team is known.
  useEffect(() => {
    if (view !== 'lanes') loadBoard().catch(() => undefined);
  }, [view]);
  const loading = <Skeleton h={board.height} radius={6} />;
  if (isTeamAwaited) return loading;
  return (
    <Suspense fallback={loading}>
      {view === 'lanes' ? (
        <Lanes
          {...board}
          unavailable={unavailable}
          technicians={chosen.length ? team.filter((one) => chosen.includes(one.id)) : team}
        />
      ) : (
        <Board {...board} unavailable={times} view={view as CalendarGridProps['view']} />
      )}
    </Suspense>
  );
}

const none: never[] = [];
const ignore = () => undefined;
const morning = 'T09:00';

type Acts = Pick<CalendarGridProps, 'onMove' | 'onSlot' | 'onDay'>;

/**
 * Returns stable function identities that call the latest implementation: the grid re-renders only for changed entries.
 */
function useSteady(acts: Acts): Acts {
  const latest = useRef(acts);
  useEffect(() => {
    latest.current = acts;
  });
  return useMemo(
    () => ({
      onMove: (move) => latest.current.onMove(move),
      onSlot: (slot) => latest.current.onSlot(slot),
      onDay: (day) => latest.current.onDay(day),
    }),
    [],
  );
}

/** Offers to add something at the clicked slot; for a past slot it shows a message instead. */
function useFreeSlot(
  zone: ReturnType<typeof asZone>,
  show: (slot: FreeSlot) => void,
  chosen: readonly string[],
): CalendarGridProps['onSlot'] {
  const t = useTranslation('calendar');
  return useCallback(
    ({ local, minutes, x, y, technicianId }) => {
      const isDay = local.length === 10;
      const today = localDate(now(), zone);
      const wanted = isDay ? `${local}${morning}` : local;
      const isPastMorning = isDay && local === today && toInstant({ local: asLocal(wanted), zone }) < now();
      const start = isPastMorning ? nextStart(zone) : newEventStart(wanted, isDay ? 0 : minutes, now(), zone);
      if (start === null) {
        toast(t('slotIsOver'), { kind: 'info' });
        return;
      }
      const only = chosen.length === 1 ? (chosen[0] ?? null) : null;
      show({ local: start, technicianId: technicianId ?? only, x, y });
    },
    [zone, show, chosen, t],
  );
}
