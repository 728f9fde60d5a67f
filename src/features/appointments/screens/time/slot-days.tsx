import { UnstyledButton } from '@mantine/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import { addDays, type LocalDate } from '#domain/base/time.ts';
import type { Slot } from '#features/availability/slots-contract.ts';
import { useTranslation } from '#web/i18n.ts';
import { type DayRange, drawnSlots, pageDays } from './slot-dates.ts';
import classes from './slot-days.module.css';
import { useSlotLabels } from './use-slot-labels.ts';

interface Props {
  slots: readonly Slot[];
  shown: DayRange;
  today: LocalDate;
  chosen: string | null;
  onChoose: (slot: Slot) => void;
}

/** The same two weeks for touch screens: a row of days, and the times of one of them as buttons. */
export function SlotDays({ slots, shown, today, chosen, onChoose }: Props) {
  const t = useTranslation('appointments');
  const labels = useSlotLabels();
  const drawn = useMemo(() => drawnSlots(slots, shown, today), [slots, shown, today]);
  const days = Array.from({ length: pageDays }, (_, i) => addDays(shown.from, i)).filter(
    (day) => day > today,
  );
  const firstFree = drawn[0]?.slot.date ?? null;
  const [picked, setPicked] = useState(chosen?.slice(0, 10) ?? null);
  // The day of an appointment being moved may have no free slots left.
  const day = drawn.some(({ slot }) => slot.date === picked) ? picked : firstFree;
  const row = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    const button = row.current?.querySelector<HTMLElement>('[aria-pressed="true"]');
    if (button && row.current) row.current.scrollTo({ left: button.offsetLeft - 60, behavior: 'auto' });
  }, [day]);
  const times = drawn.filter(({ slot }) => slot.date === day);
  return (
    <>
      <fieldset ref={row} className={classes.days} aria-label={t('chooseDay')}>
        {days.map((each) => (
          <DayButton
            key={each}
            day={each}
            count={drawn.filter(({ slot }) => slot.date === each).length}
            isPressed={each === day}
            onClick={() => setPicked(each)}
          />
        ))}
      </fieldset>
      {day !== null && times.length > 0 && (
        <fieldset className={classes.times} aria-label={labels.day(day)}>
          {times.map(({ slot, start }) => (
            <UnstyledButton
              key={start}
              className={classes.time}
              aria-pressed={start === chosen}
              onClick={() => onChoose(slot)}
            >
              <span className={classes.clock}>{labels.time(slot)}</span>
              <span className={classes.free}>{labels.free(slot)}</span>
            </UnstyledButton>
          ))}
        </fieldset>
      )}
    </>
  );
}

function DayButton(props: { day: LocalDate; count: number; isPressed: boolean; onClick: () => void }) {
  const { day, count } = props;
  const t = useTranslation('appointments');
  const labels = useSlotLabels();
  return (
    <UnstyledButton
      className={classes.day}
      aria-pressed={props.isPressed}
      aria-label={`${labels.day(day)}, ${t('timesFree', { count })}`}
      disabled={count === 0}
      onClick={props.onClick}
    >
      <span>{labels.weekday(day)}</span>
      <span className={classes.number}>{labels.dayOfMonth(day)}</span>
      <span>{labels.month(day)}</span>
    </UnstyledButton>
  );
}
