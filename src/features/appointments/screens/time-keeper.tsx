import { useEffect, useRef, useState } from 'react';
import { asInstant, epochMs, type Instant } from '#domain/time.ts';
import { type Hold, holdSlot, releaseSlot } from '#features/availability/contract.ts';
import { ApiFailure, call } from '#web/client.ts';
import { now } from '#web/clock.ts';
import { useText } from '#web/i18n.ts';
import { IconClock } from '#web/ui/icons.ts';
import classes from './dialog.module.css';
import type { DialogFacts } from './dialog-context.ts';
import { offsetTime } from './draft-payload.ts';

interface Props {
  facts: DialogFacts;
  onTaken: (failure: ApiFailure) => void;
}

/**
 * Keeps the chosen slot for ten minutes while the rest of the dialog is filled in, and says for how long: meanwhile nobody
 * else is offered it. Another choice, or closing the dialog, gives it back; booking uses it up.
 */
export function TimeKeeper({ facts, onTaken }: Props) {
  const t = useText('appointments');
  const left = useSecondsLeft(useHold(facts, onTaken));
  if (left === null) return null;
  const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
  return (
    <span className={classes.kept} role="timer">
      <IconClock size={15} aria-hidden />
      {left > 0 ? t('timeKept', { time }) : t('timeKeptNoMore')}
    </span>
  );
}

function useHold({ state, price, zone }: DialogFacts, onTaken: Props['onTaken']): Hold | null {
  const [hold, setHold] = useState<Hold | null>(null);
  const latest = useRef(onTaken);
  latest.current = onTaken;
  const { dateTime, people } = state.draft;
  const [technician] = people.technicians;
  const duration = price.totals.duration_minutes / 60;
  const appointmentId = state.editing?.appointment.id ?? null;
  useEffect(() => {
    if (!dateTime || !technician) return;
    let isOver = false;
    let id: string | null = null;
    const date_time = offsetTime(dateTime, zone) ?? dateTime;
    const wish = { date_time, technician_id: technician, duration, inspections_id: appointmentId };
    call(holdSlot, wish).then(
      (mine) => {
        id = mine.holdId;
        if (isOver) release(id);
        else setHold(mine);
      },
      (failure: unknown) => {
        // Without a hold the booking itself still has the last word.
        if (!isOver && failure instanceof ApiFailure && failure.type === 'CONFLICT') latest.current(failure);
      },
    );
    return () => {
      isOver = true;
      setHold(null);
      if (id) release(id);
    };
  }, [dateTime, technician, duration, appointmentId, zone]);
  return hold;
}

// One that ran out or was used up is no error, and a lost answer only costs ten minutes.
function release(id: string): void {
  call(releaseSlot, { id }).catch(() => undefined);
}

function useSecondsLeft(hold: Hold | null): number | null {
  const [at, setAt] = useState<Instant>(now);
  useEffect(() => {
    if (!hold) return;
    setAt(now());
    const timer = setInterval(() => setAt(now()), 1000);
    return () => clearInterval(timer);
  }, [hold]);
  if (!hold) return null;
  return Math.max(0, Math.ceil((epochMs(asInstant(hold.expiresAt)) - epochMs(at)) / 1000));
}
