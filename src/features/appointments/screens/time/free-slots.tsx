import { ActionIcon, Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Suspense, useEffect, useState } from 'react';
import { firstWeekday, localDate } from '#domain/base/time.ts';
import type { Slot } from '#features/availability/contract.ts';
import { now } from '#web/clock.ts';
import { useTranslation } from '#web/i18n.ts';
import { lazyComponent, RetryBoundary } from '#web/ui/feedback/lazy-component.tsx';
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import { IconCalendarOff, IconChevronLeft, IconChevronRight, IconClock } from '#web/ui/layout/icons.ts';
import classes from '../dialog.module.css';
import { useLocalizeMessage } from '../draft/booking-messages.ts';
import { useAppointmentDialog } from '../draft/dialog-context.ts';
import own from './free-slots.module.css';
import { calendarHeight, daysOfPage, drawnSlots, requestedDays, slotTime } from './slot-dates.ts';
import { SlotDays } from './slot-days.tsx';
import { SlotPanel } from './slot-panel.tsx';
import { useSlotLabels } from './use-slot-labels.ts';
import { useSlots } from './use-slots.ts';

// A calendar of fourteen columns needs a wide screen; otherwise its library is not even loaded.
const SlotCalendar = lazyComponent(async () => (await import('./slot-calendar.tsx')).SlotCalendar);
const wide = '(min-width: 900px)';

/** The free slots of two weeks, page by page, and the technicians available at the selected one. */
export function FreeSlots() {
  const t = useTranslation('appointments');
  const labels = useSlotLabels();
  const { state, dispatch, defaults, zone } = useAppointmentDialog();
  const isWide = useMediaQuery(wide, false, { getInitialValueInEffect: false });
  useEffect(() => {
    // In parallel with the slots request.
    if (isWide) void SlotCalendar.fetch().catch(() => undefined);
  }, [isWide]);
  const [page, setPage] = useState(0);
  const [open, setOpen] = useState<Slot | null>(null);
  // As specified for every language: the first requested range ends with this week.
  const firstDay = firstWeekday;
  const today = localDate(now(), zone);
  const shown = daysOfPage(page, today, firstDay);
  const read = useSlots(requestedDays(page, today, firstDay));
  const slots = read.data?.timeSlots ?? [];
  const chosen = open ? slotTime(open) : state.draft.dateTime;
  const turn = (by: number) => {
    setOpen(null);
    setPage((was) => Math.max(0, was + by));
  };
  const isEmpty = read.status === 'loaded' && drawnSlots(slots, shown, today).length === 0;
  const facts = { slots, shown, today, chosen, onChoose: setOpen };
  const range = labels.range(shown.from, shown.to);
  return (
    <div data-field="date_time">
      <div className={own.head}>
        <div className={own.title}>
          <h3 className={classes.heading} id="free-slots">
            {t('freeSlots')}
          </h3>
          <p className={classes.hint}>
            {t('freeSlotsHint', { zone: defaults.timezone.replaceAll('_', ' ') })}
          </p>
        </div>
        <Button
          variant="default"
          leftSection={<IconClock size={16} aria-hidden />}
          onClick={() => dispatch({ type: 'customTime', isOn: true })}
        >
          {t('customTime')}
        </Button>
      </div>
      <Missing />
      <div className={own.pager}>
        <ActionIcon
          variant="default"
          size={36}
          aria-label={t('earlierSlots')}
          disabled={page === 0}
          onClick={() => turn(-1)}
        >
          <IconChevronLeft size={18} aria-hidden />
        </ActionIcon>
        <span className={own.range} aria-live="polite">
          {range}
        </span>
        <ActionIcon variant="default" size={36} aria-label={t('laterSlots')} onClick={() => turn(1)}>
          <IconChevronRight size={18} aria-hidden />
        </ActionIcon>
        {isWide && <Legend />}
      </div>
      <div className={own.slots} aria-busy={read.status === 'loading'} data-wide={isWide || undefined}>
        {read.status === 'failed' && <ErrorState failure={read.failure} onRetry={read.retry} />}
        {isEmpty && (
          <EmptyState
            icon={<IconCalendarOff size={24} stroke={1.6} />}
            title={t('noSlots')}
            hint={t('noSlotsHint')}
            action={
              <Button variant="default" onClick={() => turn(1)}>
                {t('laterSlots')}
              </Button>
            }
          />
        )}
        {read.status !== 'failed' && !isEmpty && isWide && (
          <RetryBoundary of={[SlotCalendar]}>
            <Suspense fallback={<Waiting />}>
              {read.status === 'loading' ? (
                <Waiting />
              ) : (
                <SlotCalendar.Shown {...facts} firstDay={firstDay} label={t('slotCalendar', { range })} />
              )}
            </Suspense>
          </RetryBoundary>
        )}
        {read.status === 'loading' && !isWide && <Waiting />}
        {read.status === 'loaded' && !isEmpty && !isWide && <SlotDays key={shown.from} {...facts} />}
      </div>
      {open && <SlotPanel key={slotTime(open)} slot={open} hasFocus />}
    </div>
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
      {(['free', 'hovered', 'chosen', 'closed'] as const).map((kind) => (
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
