import { UnstyledButton } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { Slot } from '#features/availability/slots-contract.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { LinesSkeleton } from '#web/ui/feedback/states.tsx';
import { IconChevronRight } from '#web/ui/layout/icons.ts';
import { fullName, PersonAvatar } from '#web/ui/layout/person-avatar.tsx';
import { useAppointmentDialog } from '../draft/dialog-context.ts';
import { slotTime, technicianOf } from './slot-dates.ts';
import classes from './slot-panel.module.css';
import { useSlotLabels } from './use-slot-labels.ts';
import { useSlots } from './use-slots.ts';

/**
 * The technicians available at a slot, in the order of the server: least extra driving or least booked first. Refetched when it opens, so that
 * technicians taken since are not offered.
 */
export function SlotPanel({ slot, hasFocus }: { slot: Slot; hasFocus: boolean }) {
  const t = useTranslation('appointments');
  const labels = useSlotLabels();
  const { defaults } = useAppointmentDialog();
  const read = useSlots({ from: slot.date as never, to: slot.date as never });
  const fresh = read.data?.timeSlots.find((one) => slotTime(one) === slotTime(slot));
  const isAsking = read.status === 'loading';
  // If the refetch fails, the previous list is offered; booking checks for conflicts anyway.
  const values = read.status === 'loaded' ? (fresh?.values ?? []) : slot.values;
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!hasFocus || isAsking) return;
    panel.current?.scrollIntoView({ block: 'nearest', behavior: 'auto' });
    const first = panel.current?.querySelector<HTMLElement>('button') ?? panel.current;
    first?.focus({ preventScroll: true });
  }, [hasFocus, isAsking]);
  return (
    <section
      ref={panel}
      tabIndex={-1}
      className={classes.panel}
      aria-label={labels.moment(slot)}
      aria-busy={isAsking}
    >
      <h4 className={classes.moment}>{labels.moment(slot)}</h4>
      {isAsking ? (
        <LinesSkeleton lines={Math.max(1, slot.values.length)} height={44} />
      ) : values.length === 0 ? (
        <p className={classes.empty} role="status">
          {t('noTechnicians')}
        </p>
      ) : (
        <>
          <p className={classes.hint}>
            {t(defaults.road_aware_slots ? 'chooseSlotTechnicianByRoad' : 'chooseSlotTechnician')}
          </p>
          <ul className={classes.list}>
            {values.map((one) => (
              <li key={one.id}>
                <TechnicianButton slot={slot} technician={one} />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function TechnicianButton({ slot, technician: one }: { slot: Slot; technician: Slot['values'][number] }) {
  const t = useTranslation('appointments');
  const format = useFormat();
  const { dispatch, state } = useAppointmentDialog();
  return (
    <UnstyledButton
      className={classes.technician}
      aria-pressed={
        state.draft.dateTime === slotTime(slot) && state.draft.people.technicians.includes(one.id)
      }
      onClick={() => dispatch({ type: 'slot', dateTime: slotTime(slot), technician: technicianOf(one) })}
    >
      <PersonAvatar
        first_name={one.first_name}
        last_name={one.last_name}
        profile_pic={one.profile_pic}
        size={28}
      />
      <span className={classes.text}>
        <span className={classes.name} data-name>
          {fullName(one)}
        </span>
        {one.extra_minutes !== null && (
          <span className={classes.driving}>
            {one.extra_minutes === 0
              ? t('noExtraDriving')
              : t('extraDriving', { minutes: format.hours(one.extra_minutes) })}
          </span>
        )}
        {one.warning && <span className={classes.warning}>{t('notOffered', { names: one.warning })}</span>}
      </span>
      <IconChevronRight size={16} aria-hidden />
    </UnstyledButton>
  );
}
