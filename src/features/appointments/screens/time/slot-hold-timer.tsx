import { useCallback, useEffect, useRef, useState } from 'react';
import { asInstant, type Instant, toEpochMs } from '#domain/base/time.ts';
import { type Hold, holdSlot, releaseSlot } from '#features/availability/slots-contract.ts';
import { ApiFailure } from '#web/client/api-failure.ts';
import { call } from '#web/client/client.ts';
import { now } from '#web/clock.ts';
import { useTranslation } from '#web/i18n.ts';
import { IconClock } from '#web/ui/layout/icons.ts';
import classes from '../dialog.module.css';
import type { DialogContextValue } from '../draft/dialog-context.ts';
import { localToOffsetIso } from '../draft/draft-payload.ts';

interface Props {
  facts: DialogContextValue;
  onTaken: (failure: ApiFailure) => void;
}

/** Debounce in milliseconds, because a custom time is typed in parts. */
const restMs = 400;

/**
 * Holds the selected time of every selected technician for ten minutes while the rest of the dialog is filled in, and
 * shows the remaining time: it is not offered to anyone else. A new selection or closing the dialog releases it;
 * booking consumes it.
 */
export function SlotHoldTimer({ facts, onTaken }: Props) {
  const t = useTranslation('appointments');
  const { state } = facts;
  const [holds, setHolds] = useState<Record<string, Hold | null>>({});
  const keep = useCallback(
    (technician: string, hold: Hold | null) => setHolds((before) => ({ ...before, [technician]: hold })),
    [],
  );
  const wanted = state.draft.people.technicians.filter((one) => !isOwn(state, one));
  // The earliest expiry counts.
  const [first] = wanted
    .flatMap((one) => holds[one] ?? [])
    .sort((a, b) => toEpochMs(asInstant(a.expiresAt)) - toEpochMs(asInstant(b.expiresAt)));
  const left = useSecondsLeft(first ?? null);
  return (
    <>
      {wanted.map((one) => (
        <SlotHold key={one} technician={one} facts={facts} onTaken={onTaken} onHold={keep} />
      ))}
      {left !== null && (
        <span className={classes.held} role="timer">
          <IconClock size={15} aria-hidden />
          {left > 0 ? t('timeReserved', { time: clockOf(left) }) : t('reservationExpired')}
        </span>
      )}
    </>
  );
}

const clockOf = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** The edited appointment already has the technician at this time. */
function isOwn({ editing, draft }: DialogContextValue['state'], technician: string): boolean {
  const first = editing?.first.draft;
  return first?.dateTime === draft.dateTime && first.people.technicians.includes(technician);
}

function SlotHold(
  props: Props & { technician: string; onHold: (technician: string, hold: Hold | null) => void },
) {
  const { facts, technician, onHold } = props;
  const { state, price, zone } = facts;
  const { dateTime } = state.draft;
  const duration = price.totals.duration_minutes / 60;
  const appointmentId = state.editing?.appointment.id ?? null;
  const latest = useRef(props);
  latest.current = props;
  useEffect(() => {
    if (!dateTime) return;
    let isOver = false;
    let id: string | null = null;
    const take = () => {
      const date_time = localToOffsetIso(dateTime, zone) ?? dateTime;
      const hours = duration > 0 ? duration : null;
      call(holdSlot, {
        date_time,
        technician_id: technician,
        duration: hours,
        inspections_id: appointmentId,
      }).then(
        (mine) => {
          id = mine.holdId;
          if (isOver) release(id);
          else onHold(technician, mine);
        },
        (failure: unknown) => {
          // Without a hold the booking still checks for conflicts; a custom time has its own check.
          const { facts, onTaken } = latest.current;
          if (isOver || !facts.state.isFromSlot) return;
          if (failure instanceof ApiFailure && failure.type === 'CONFLICT') onTaken(failure);
        },
      );
    };
    const timer = setTimeout(take, latest.current.facts.state.isFromSlot ? 0 : restMs);
    return () => {
      isOver = true;
      clearTimeout(timer);
      onHold(technician, null);
      if (id) release(id);
    };
  }, [dateTime, technician, duration, appointmentId, zone, onHold]);
  return null;
}

// An expired or used hold is not an error, and a lost response only costs ten minutes.
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
  return Math.max(0, Math.ceil((toEpochMs(asInstant(hold.expiresAt)) - toEpochMs(at)) / 1000));
}
