import { ActionIcon, Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ComponentProps, type ReactNode, Suspense, useEffect, useState } from 'react';
import { firstWeekday, type LocalDate, localDate } from '#domain/base/time.ts';
import type { Slot } from '#features/availability/slots-contract.ts';
import { now } from '#web/clock.ts';
import { useTranslation } from '#web/i18n.ts';
import { lazyComponent, RetryBoundary } from '#web/ui/feedback/lazy-component.tsx';
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import { IconCalendarOff, IconChevronLeft, IconChevronRight, IconClock } from '#web/ui/layout/icons.ts';
import classes from '../dialog.module.css';
import { useLocalizeMessage } from '../draft/booking-messages.ts';
import { useAppointmentDialog } from '../draft/dialog-context.ts';
import { EarliestSlot } from './earliest-slot.tsx';
import own from './free-slots.module.css';
import {
  calendarHeight,
  type DayRange,
  daysAfter,
  daysOfPage,
  drawnSlots,
  firstFreeDay,
  firstRequest,
  slotTime,
} from './slot-dates.ts';
import { SlotDays } from './slot-days.tsx';
import { SlotPanel } from './slot-panel.tsx';
import { useSlotLabels } from './use-slot-labels.ts';
import { useSlots } from './use-slots.ts';

// A calendar of fourteen columns needs a wide screen; otherwise its library is not even loaded.
const SlotCalendar = lazyComponent(async () => (await import('./slot-calendar.tsx')).SlotCalendar);
const wide = '(min-width: 900px)';

/** The free slots of two weeks, page by page, and the technicians available at the selected one. */
export function FreeSlots({ isTaken }: { isTaken: boolean }) {
  const { state, zone } = useAppointmentDialog();
  const isWide = useMediaQuery(wide, false, { getInitialValueInEffect: false });
  useEffect(() => {
    // In parallel with the slots request.
    if (isWide) void SlotCalendar.fetch().catch(() => undefined);
  }, [isWide]);
  const [page, setPage] = useState(0);
  const [open, setOpen] = useState<Slot | null>(null);
  const today = localDate(now(), zone);
  const { read, slots, opening, shown } = useSlotPage(page, today);
  // A time that was taken is not shown as the chosen one.
  const chosen = open ? slotTime(open) : isTaken ? null : state.draft.dateTime;
  // After a time was taken, nothing is offered that was read before.
  const isOffered = isTaken ? !opening.fetching : state.draft.dateTime === null;
  const turn = (by: number) => {
    setOpen(null);
    setPage((was) => Math.max(0, was + by));
  };
  const facts = { slots, shown, today, chosen, onChoose: setOpen };
  return (
    <div data-field="date_time" className={own.board}>
      <Head />
      <Missing />
      <Pager shown={shown} isFirst={page === 0} turn={turn} isWide={isWide}>
        {isOffered && <EarliestSlot slots={opening.data?.timeSlots ?? []} today={today} />}
      </Pager>
      <div className={own.slots} aria-busy={read.status === 'loading'} data-wide={isWide || undefined}>
        <Slots read={read} facts={facts} isWide={isWide} onLater={() => turn(1)} />
      </div>
      {open && <SlotPanel key={slotTime(open)} slot={open} hasFocus />}
    </div>
  );
}

/** Reads the slots of a page, which starts at the first day with a free time. */
function useSlotPage(page: number, today: LocalDate) {
  // As specified for every language: the first requested range ends with this week plus two weeks.
  const requested = firstRequest(today, firstWeekday);
  const opening = useSlots(requested);
  const isKnown = opening.status === 'loaded';
  const shown = daysOfPage(page, firstFreeDay(opening.data?.timeSlots ?? [], today));
  const rest: DayRange | null = isKnown ? daysAfter(requested, shown) : null;
  const later = useSlots(rest);
  const slots = [...(opening.data?.timeSlots ?? []), ...(rest ? (later.data?.timeSlots ?? []) : [])];
  return { read: rest && shown.from > requested.to ? later : opening, slots, opening, shown };
}

function Head() {
  const t = useTranslation('appointments');
  const { dispatch, defaults } = useAppointmentDialog();
  return (
    <div className={own.head}>
      <div className={own.title}>
        <h3 className={classes.heading} id="free-slots">
          {t('freeSlots')}
        </h3>
        <p className={classes.hint}>{t('freeSlotsHint', { zone: defaults.timezone.replaceAll('_', ' ') })}</p>
      </div>
      <Button
        variant="default"
        leftSection={<IconClock size={16} aria-hidden />}
        onClick={() => dispatch({ type: 'customTime', isOn: true })}
      >
        {t('customTime')}
      </Button>
    </div>
  );
}

interface PagerProps {
  shown: ReturnType<typeof daysOfPage>;
  isFirst: boolean;
  turn: (by: number) => void;
  isWide: boolean | undefined;
  children: ReactNode;
}

function Pager({ shown, isFirst, turn, isWide, children }: PagerProps) {
  const t = useTranslation('appointments');
  const labels = useSlotLabels();
  return (
    <div className={own.pager}>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t('earlierSlots')}
        disabled={isFirst}
        onClick={() => turn(-1)}
      >
        <IconChevronLeft size={18} aria-hidden />
      </ActionIcon>
      <span className={own.range} aria-live="polite">
        {labels.range(shown.from, shown.to)}
      </span>
      <ActionIcon variant="default" size={36} aria-label={t('laterSlots')} onClick={() => turn(1)}>
        <IconChevronRight size={18} aria-hidden />
      </ActionIcon>
      {children}
      {isWide && <Legend />}
    </div>
  );
}

interface SlotsProps {
  read: ReturnType<typeof useSlots>;
  facts: ComponentProps<typeof SlotDays>;
  isWide: boolean | undefined;
  onLater: () => void;
}

function Slots({ read, facts, isWide, onLater }: SlotsProps) {
  const { slots, shown, today } = facts;
  const isLoading = read.status === 'loading';
  if (read.status === 'failed') return <ErrorState failure={read.failure} onRetry={read.retry} />;
  if (!isLoading && drawnSlots(slots, shown, today).length === 0) return <NoSlots onLater={onLater} />;
  if (isWide) return <WideSlots facts={facts} isLoading={isLoading} />;
  return isLoading ? <Waiting /> : <SlotDays key={shown.from} {...facts} />;
}

function NoSlots({ onLater }: { onLater: () => void }) {
  const t = useTranslation('appointments');
  return (
    <EmptyState
      icon={<IconCalendarOff size={24} stroke={1.6} />}
      title={t('noSlots')}
      hint={t('noSlotsHint')}
      action={
        <Button variant="default" onClick={onLater}>
          {t('laterSlots')}
        </Button>
      }
    />
  );
}

function WideSlots({ facts, isLoading }: Pick<SlotsProps, 'facts'> & { isLoading: boolean }) {
  const t = useTranslation('appointments');
  const range = useSlotLabels().range(facts.shown.from, facts.shown.to);
  return (
    <RetryBoundary of={[SlotCalendar]}>
      <Suspense fallback={<Waiting />}>
        {isLoading ? <Waiting /> : <SlotCalendar.Shown {...facts} label={t('slotCalendar', { range })} />}
      </Suspense>
    </RetryBoundary>
  );
}

/** Explains what is still missing after a failed submit. */
function Missing() {
  const localize = useLocalizeMessage();
  const { errors } = useAppointmentDialog().state;
  if (!errors.date_time) return null;
  return (
    <p className={own.problem} role="alert">
      {localize(errors.date_time)}
    </p>
  );
}

function Legend() {
  const t = useTranslation('appointments');
  return (
    <ul className={own.legend}>
      {(['free', 'chosen'] as const).map((kind) => (
        <li key={kind}>
          <span className={own.swatch} data-kind={kind} aria-hidden />
          {t(`slotLegend.${kind}`)}
        </li>
      ))}
    </ul>
  );
}

function Waiting() {
  return <div className={own.waiting} style={{ height: calendarHeight }} />;
}
