import { Skeleton } from '@mantine/core';
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { asLocal, asLocalDate, asZone, type LocalDate, localDate, toInstant } from '#domain/base/time.ts';
import { allows } from '#domain/people/permissions.ts';
import { listTeam } from '#features/availability/contract.ts';
import { useRead } from '#web/api.ts';
import { now } from '#web/clock.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { usePreserveInput, useRestoredInput } from '#web/preserved-input.ts';
import { useActor, useUser } from '#web/session.ts';
import { useCanSchedule } from '#web/shell/can-schedule.ts';
import { toast } from '#web/toast.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { fullName } from '#web/ui/layout/person-avatar.tsx';
import { useIsPhone } from '#web/ui/layout/use-is-phone.ts';
import { type CalendarEvent, listEvents } from '../contract.ts';
import { Agenda } from './agenda.tsx';
import classes from './calendar.module.css';
import type { CalendarGridProps } from './calendar-grid.tsx';
import type { FreeSlot } from './slot-menu.tsx';
import { newEventStart } from './times.ts';
import { Legend, TechnicianChips, Toolbar } from './toolbar.tsx';
import { useMoves } from './use-moves.ts';
import { daysShown, rememberedLanes, rememberLanes, type View } from './views.ts';

const Board = lazy(async () => ({ default: (await import('./calendar-grid.tsx')).CalendarGrid }));
const ConflictDialog = lazy(async () => ({
  default: (await import('./conflict-dialog.tsx')).ConflictDialog,
}));
const EventForm = lazy(async () => ({ default: (await import('./event-form.tsx')).EventForm }));
const EventPanel = lazy(async () => ({ default: (await import('./event-panel.tsx')).EventPanel }));
const ShareDialog = lazy(async () => ({ default: (await import('./share-dialog.tsx')).ShareDialog }));
const SlotMenu = lazy(async () => ({ default: (await import('./slot-menu.tsx')).SlotMenu }));
const Lanes = lazy(async () => ({ default: (await import('./lanes.tsx')).Lanes }));

export interface CalendarWidgetProps {
  offered: readonly View[];
  view: View;
  onView: (view: View) => void;
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

interface Opened {
  what: 'panel' | 'share' | 'edit';
  event: CalendarEvent;
}

/** A form that was open when the session ended. */
interface StoredForms {
  opened: Opened | null;
  form: FreeSlot | null;
}

/** The calendar with all its actions, as used by the page and the dashboard. */
export function CalendarWidget(props: CalendarWidgetProps) {
  const { view, acceptEvents } = props;
  const t = useTranslation('calendar');
  const actor = useActor();
  const format = useFormat();
  const zone = asZone(useUser().timezone);
  const isPhone = useIsPhone();
  const [ownDay, setOwnDay] = useState(() => localDate(now(), zone));
  const day = props.day ?? ownDay;
  const setDay = props.onDay ?? setOwnDay;
  const [chosen, setChosen] = useState<string[]>([]);
  const [lanes, setLanes] = useState(rememberedLanes);
  // After signing in again, the form that was being filled in is reopened.
  const [storageKey] = useState(() => `calendar.open ${window.location.pathname}`);
  const restored = useRestoredInput<StoredForms>(storageKey);
  const [opened, setOpened] = useState<Opened | null>(restored?.opened ?? null);
  const [slot, setSlot] = useState<FreeSlot | null>(null);
  const [form, setForm] = useState<FreeSlot | null>(restored?.form ?? null);
  const shown = daysShown(view, day);
  const read = useRead(
    listEvents,
    { startDate: shown.first, endDate: shown.last, acceptEvents },
    { live: true, keep: true },
  );
  const teamRead = useRead(listTeam, {}, { log: 'The technicians could not be loaded' });
  const team = teamRead.data?.technicians ?? none;
  const moves = useMoves(zone);
  const canSchedule = useCanSchedule();
  const acceptActions = props.acceptActions && (canSchedule || allows(actor, 'edit_calendar'));
  const events = useMemo(
    () =>
      (read.data ?? none).filter(
        (event) => chosen.length === 0 || event.technician === null || chosen.includes(event.technician.id),
      ),
    [read.data, chosen],
  );
  const open = useCallback((event: CalendarEvent) => setOpened({ what: 'panel', event }), []);
  const offer = useFreeSlot(zone, setSlot, chosen);
  // The panel shows the current entry and closes if it is deleted.
  const entry = opened && ((read.data ?? none).find((one) => one.id === opened.event.id) ?? opened.event);
  const slotLabel = (local: string) => {
    const at = toInstant({ local: asLocal(local), zone });
    return `${format.day(at, zone)} · ${format.time(at, zone)}`;
  };
  const nameOf = (id: string) => fullName(team.find((one) => one.id === id) ?? {}) || t('technician');
  const isAgenda = view === 'dashboard' || (view === 'week' && isPhone);
  const hasLanes = view === 'day' && !isPhone && team.length > 1;
  // The team determines what is above the hours and whether there are lanes: they render once it is known, to avoid a
  // layout shift under the pointer.
  const isTeamAwaited = view !== 'dashboard' && teamRead.status === 'loading';
  const acts = useSteady({
    onMove: moves.move,
    onSlot: acceptActions ? offer : ignore,
    onDay: (next) => {
      setDay(next);
      props.onView('day');
    },
  });
  const board: Omit<CalendarGridProps, 'view'> = {
    day,
    zone,
    events,
    acceptsActions: acceptActions,
    height: props.height,
    onOpen: open,
    ...acts,
  };
  const addNew = props.adding
    ? { local: nextStart(zone), technicianId: chosen[0] ?? null, x: 0, y: 0 }
    : form;
  const edited = opened?.what === 'edit' ? entry : null;
  usePreserveInput(storageKey, () => {
    const open: StoredForms = { opened: edited && { what: 'edit', event: edited }, form: addNew };
    return edited || addNew ? open : null;
  });
  return (
    <div data-state={read.failure ? 'failed' : read.status}>
      <Toolbar
        view={view}
        offered={props.offered}
        day={day}
        zone={zone}
        chosen={chosen}
        onView={props.onView}
        onDay={setDay}
        lanes={hasLanes ? lanes : null}
        onLanes={(next) => {
          rememberLanes(next);
          setLanes(next);
        }}
      />
      {view !== 'dashboard' && <TechnicianChips technicians={team} chosen={chosen} onChange={setChosen} />}
      {read.failure && read.data && (
        <div style={{ marginBottom: 12 }}>
          <Notice tone="warn">{t('stale')}</Notice>
        </div>
      )}
      {read.status === 'failed' ? (
        <div className={classes.card}>
          <ErrorState failure={read.failure} onRetry={read.retry} />
        </div>
      ) : (
        <div
          className={view === 'dashboard' ? undefined : classes.card}
          data-flush={isAgenda || undefined}
          aria-busy={read.status === 'loading' || isTeamAwaited || undefined}
        >
          {isAgenda ? (
            read.status === 'loading' || isTeamAwaited ? (
              <Skeleton h={view === 'dashboard' ? 320 : 420} radius={6} />
            ) : (
              <Agenda
                days={shown}
                zone={zone}
                events={events}
                onOpen={open}
                onAdd={
                  acceptActions && view !== 'dashboard'
                    ? (on, at) => offer({ local: on, minutes: 24 * 60, ...at })
                    : undefined
                }
              />
            )
          ) : isTeamAwaited ? (
            <Skeleton h={props.height} radius={6} />
          ) : (
            <Suspense fallback={<Skeleton h={props.height} radius={6} />}>
              {hasLanes && lanes ? (
                <Lanes
                  {...board}
                  technicians={chosen.length ? team.filter((one) => chosen.includes(one.id)) : team}
                />
              ) : (
                <Board {...board} view={view as CalendarGridProps['view']} />
              )}
            </Suspense>
          )}
        </div>
      )}
      {view !== 'dashboard' && <Legend />}
      <Suspense>
        {slot && (
          <SlotMenu
            slot={slot}
            label={slotLabel(slot.local)}
            onEvent={(at) => setForm(at)}
            onClose={() => setSlot(null)}
          />
        )}
        {entry && opened?.what === 'panel' && (
          <EventPanel
            event={entry}
            zone={zone}
            acceptsActions={acceptActions}
            onMove={moves.move}
            onEdit={() => setOpened({ what: 'edit', event: entry })}
            onShare={() => setOpened({ what: 'share', event: entry })}
            onClose={() => setOpened(null)}
          />
        )}
        {entry && opened?.what === 'share' && <ShareDialog event={entry} onClose={() => setOpened(null)} />}
        {(addNew || edited) && (
          <EventForm
            event={edited}
            local={addNew?.local ?? ''}
            technicianId={addNew?.technicianId ?? null}
            technicians={team}
            zone={zone}
            onClose={() => {
              setOpened(null);
              setForm(null);
              props.onAdded?.();
            }}
          />
        )}
        {moves.asked && <ConflictDialog asked={moves.asked} zone={zone} nameOf={nameOf} />}
      </Suspense>
    </div>
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

/** Returns the next quarter hour in company-local time. */
function nextStart(zone: ReturnType<typeof asZone>): string {
  const today = localDate(now(), zone);
  return newEventStart(`${asLocalDate(today)}T00:00`, 48 * 60, now(), zone) ?? `${today}${morning}`;
}
